"""Ctrl-C while modules are loaded, and an end from outside that leaves the terminal tidy."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from tabletop.guard.watchdog import Terminated

_INTERRUPTED: Final = 130
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
def leaving_at_once() -> Iterator[None]:
    """Ctrl-C ends the process on the spot while modules are loaded, where KeyboardInterrupt may be swallowed."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _leave_at_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """Ends the process as Ctrl-C does."""
    os._exit(_INTERRUPTED)
