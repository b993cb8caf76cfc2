"""Ctrl-C while something must not be cut in half, and an end from outside that leaves the terminal tidy."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from tabletop.guard.watchdog import Terminated

_ENDS: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def end_tidily() -> None:
    """Makes of SIGTERM and SIGHUP (the terminal was closed) a SystemExit of 128 and the signal's number.

    By default they end a process on the spot, which leaves a terminal without echo. Nothing that was played depends on
    this: it is on the disk.
    """

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        raise Terminated(128 + number)

    for number in _ENDS:
        signal.signal(number, leave)


@contextmanager
def held(unless: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Holds Ctrl-C back until the block is done; KeyboardInterrupt is raised then, if the block raised nothing.

    Where ``unless`` says so when Ctrl-C comes, it is raised at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def hold(number: int, _frame: object) -> None:
        if unless():
            raise KeyboardInterrupt
        came.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if came:
        raise KeyboardInterrupt
