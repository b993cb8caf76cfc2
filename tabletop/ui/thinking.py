"""Work that takes long, beside the screen: in a thread, with a visible sign of it, stopped by Ctrl-C."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from tabletop.analysis import Progress
from tabletop.i18n import Texts
from tabletop.ui.console import Console

_ = Texts(__file__)
T = TypeVar("T")

_PATIENCE = 0.3
"""Seconds before a sign of thinking is shown, and between two of them."""


class Thinking(Generic[T]):
    """One piece of work, begun at once."""

    def __init__(self, work: Callable[[Progress], T]) -> None:
        """``work`` runs in a thread of its own, which doesn't keep the program from ending."""
        self.progress = 0.0
        self._work = work
        self._done: list[T] = []
        self._error: BaseException | None = None
        self._over = Event()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._done.append(self._work(self._tell))
        except BaseException as error:
            self._error = error
        finally:
            self._over.set()

    def _tell(self, done: float) -> None:
        self.progress = done

    def wait(self, console: Console, text: str) -> T:
        """The result. Shows ``text`` while it takes long; raises what the work raised.

        KeyboardInterrupt leaves the work going; it can be waited for again. (It waits for an event, not for the thread:
        before Python 3.13 an interrupted ``Thread.join`` takes the thread for one that has ended.)
        """
        shown = False
        try:
            while not self._over.wait(_PATIENCE):
                console.progress(text, self.progress)
                shown = True
        finally:
            if shown:
                console.progress("")
        if self._error is not None:
            raise self._error
        return self._done[0]
