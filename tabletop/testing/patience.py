"""Time: an alarm for what may never end, and a sign of life from what takes long."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import FrameType
from typing import Any, Final, NoReturn

EVERY = 5.0
"""Seconds after which what is under way is named, again and again."""

_EARLY: Final = 0.02
"""Seconds by which the clock of an alarm may be ahead of ours."""

Say = Callable[[str], None]
"""Is told a line."""


class TimeIsUp(BaseException):
    """The alarm has gone off; the text says where."""


class Alarm:
    """Raises TimeIsUp in the block when the time is up, whatever it is doing; for the whole block once.

    It takes an alarm of the system: only the main thread has it, not every system, and nobody else may be using it.
    """

    def __init__(self, whole: float | None = None) -> None:
        """``whole``: seconds for the block. Raises ValueError if they are given and there is no alarm."""
        self.whole = whole
        self._usable = _has_alarm() and threading.current_thread() is threading.main_thread()
        if whole is not None and not self._usable:
            raise ValueError("this system has no alarm for a limit of time")
        self._ends = math.inf
        self._rang = False
        self._before: Any = None

    def __enter__(self) -> "Alarm":
        self._usable = self._usable and signal.getitimer(signal.ITIMER_REAL)[0] == 0
        if self._usable:
            self._ends = time.monotonic() + (math.inf if self.whole is None else self.whole)
            self._before = signal.signal(signal.SIGALRM, self._stop)
            self.set(math.inf)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._usable:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    @property
    def all_is_over(self) -> bool:
        """Whether the time for the whole block is up."""
        return time.monotonic() >= self._ends - _EARLY

    def set(self, seconds: float) -> None:
        """Goes off after so many seconds, or earlier if the whole time is up by then."""
        if self._usable and not self._rang:
            left = min(seconds, self._ends - time.monotonic())
            signal.setitimer(signal.ITIMER_REAL, 0 if left == math.inf else max(left, 1e-3))

    def _stop(self, _number: int, frame: FrameType | None) -> NoReturn:
        self._rang = self.all_is_over
        raise TimeIsUp(f"in {frame.f_code.co_filename}, line {frame.f_lineno}" if frame else "")


def _has_alarm() -> bool:
    return hasattr(signal, "setitimer")


@contextmanager
def naming(say: Say | None, progress: Callable[[], str] = str) -> Iterator[Say]:
    """While the block runs, ``say`` is told every few seconds what takes long. What is yielded is told what begins.

    ``progress``: how far it has come, such as ``14 of 200 positions``; an empty text for what can't be counted.
    """
    under_way = ("", time.monotonic())
    done = Event()

    def begin(what: str) -> None:
        nonlocal under_way
        under_way = (what, time.monotonic())

    def look(tell: Say) -> None:
        while not done.wait(EVERY):
            what, since = under_way
            parts = [f"{what} is under way", progress(), f"{time.monotonic() - since:.0f} s so far"]
            tell(", ".join(filter(None, parts)))

    if say is not None:
        Thread(target=look, args=(say,), daemon=True).start()
    try:
        yield begin
    finally:
        done.set()
