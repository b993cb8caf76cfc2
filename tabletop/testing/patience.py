"""Time: a limit for what may never end, and a sign of life from what takes long."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import FrameType
from typing import NoReturn

EVERY = 5.0
"""Seconds after which what is under way is named, again and again."""

Say = Callable[[str], None]
"""Is told a line."""


class TimeIsUp(BaseException):
    """The limit is reached; the text says where."""


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Raises TimeIsUp in the block after so many seconds, whatever it is doing; with None never.

    It takes an alarm of the system: only the main thread has it, and not every system. Raises ValueError without one.
    """
    if seconds is None:
        yield
        return
    if not hasattr(signal, "setitimer"):
        raise ValueError("this system has no alarm for a limit of time")

    def stop(_number: int, frame: FrameType | None) -> NoReturn:
        raise TimeIsUp(f"in {frame.f_code.co_filename}, line {frame.f_lineno}" if frame else "")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def naming(say: Say | None) -> Iterator[Say]:
    """While the block runs, ``say`` is told every few seconds what takes long. What is yielded is told what begins."""
    under_way = ("", time.monotonic())
    done = Event()

    def begin(what: str) -> None:
        nonlocal under_way
        under_way = (what, time.monotonic())

    def look(tell: Say) -> None:
        while not done.wait(EVERY):
            what, since = under_way
            tell(f"{what} is under way, {time.monotonic() - since:.0f} s so far")

    if say is not None:
        Thread(target=look, args=(say,), daemon=True).start()
    try:
        yield begin
    finally:
        done.set()
