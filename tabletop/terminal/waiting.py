"""Work that takes long, beside the screen: a sign that it goes on, and Ctrl-C that ends it."""

import math
from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Thread
from typing import Generic, TypeVar

from tabletop.analysis import Progress
from tabletop.cpu.budget import stopped_by
from tabletop.rooms.line import STEP
from tabletop.terminal.console import Console

T = TypeVar("T")

PATIENCE = 0.3
"""Seconds before a sign of thinking is shown."""


LONGEST = 300.0
"""Seconds after which a review stops by itself."""


class LongEnough(Exception):
    """Nobody is to wait longer than that."""


class _Work(Generic[T]):
    """A piece of work in a thread of its own, which doesn't keep the program from ending."""

    def __init__(self, work: Callable[[Progress], T]) -> None:
        self.done, self.stop = Event(), Event()
        self.part = 0.0
        self.found: list[T] = []
        self.error: BaseException | None = None
        self._work = work
        Thread(target=copy_context().run, args=(self._run,), daemon=True).start()

    def _run(self) -> None:
        try:
            with stopped_by(self.stop):
                self.found.append(self._work(self._tell))
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()

    def _tell(self, part: float) -> None:
        self.part = part


def wait_for(console: Console, work: Callable[[Progress], T], text: str, longest: float = math.inf) -> T:
    """What ``work`` answers, or raises. It runs in a thread, is told how to say which part is done, and shows ``text``
    while it takes long. KeyboardInterrupt ends the waiting: what thinks with a budget stops then.

    After about ``longest`` seconds it ends by itself: LongEnough.
    """
    going = _Work(work)
    steps = 0
    try:
        while not going.done.wait(STEP):
            steps += 1
            if steps * STEP >= PATIENCE:
                console.progress(text, going.part)
            if steps * STEP >= longest:
                raise LongEnough
    except (KeyboardInterrupt, LongEnough):
        going.stop.set()
        raise
    finally:
        if steps * STEP >= PATIENCE:
            console.progress("")
    if going.error is not None:
        raise going.error
    return going.found[0]
