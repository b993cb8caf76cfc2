"""Ctrl-C while something must not be cut in half, and an end from outside that leaves the terminal tidy."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

_ENDS: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def end_tidily() -> None:
    """Makes of SIGTERM and SIGHUP (the terminal was closed) a SystemExit of 128 and the signal's number.

    By default they end a process on the spot, which leaves a terminal without echo. Nothing that was played depends on
    this: it is on the disk.
    """

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    for number in _ENDS:
        signal.signal(number, leave)


@contextmanager
def held() -> Iterator[None]:
    """Holds Ctrl-C back until the block is done; KeyboardInterrupt is raised then, if the block raised nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if came:
        raise KeyboardInterrupt
