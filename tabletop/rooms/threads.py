"""Work that takes long, in a thread of its own that keeps nothing from ending: never one of an executor's."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Thread
from typing import Final, TypeVar

from tabletop.cpu.budget import stopped_by

T = TypeVar("T")

MOST_LEFT: Final = 2
"""So many threads that were left behind may think at one table; then its players move to processes."""


class NoThread(RuntimeError):
    """The system has no thread to spare."""


class LeftBehind:
    """The threads of one table whose answers have nowhere to go."""

    def __init__(self) -> None:
        self._threads: list[Thread] = []

    def add(self, thread: Thread) -> None:
        """One more."""
        self._threads.append(thread)

    @property
    def enough(self) -> bool:
        """Whether as many as may be are thinking still."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads) >= MOST_LEFT


async def in_thread(work: Callable[[], T], stop: Event, left: LeftBehind | None = None) -> T:
    """What ``work`` answers, or what it raises. Cancelled: ``stop`` is set, and the thread is left behind: ``left``.

    Whatever thinks in it with a budget sees ``stop`` as its own. Raises NoThread where none is to be had.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result: T | None = None
        error: BaseException | None = None
        try:
            with stopped_by(stop):
                result = work()
        except StopIteration as wrong:
            error = RuntimeError(repr(wrong))
        except BaseException as wrong:
            error = wrong
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    thread = Thread(target=copy_context().run, args=(run,), daemon=True)
    try:
        thread.start()
    except RuntimeError as why:
        raise NoThread(*why.args) from None
    try:
        return await future
    except asyncio.CancelledError:
        stop.set()
        if left is not None:
            left.add(thread)
        raise
