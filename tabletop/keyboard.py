"""A terminal's keyboard: while nobody is asked what is typed isn't shown, can be thrown away, and can end a wait; while
a line is read no Ctrl-C is missed.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import Final, Protocol

_GO_ON: Final = frozenset(" \r\n")
"""The keys that end a wait."""
_CTRL_C: Final = "\x03"
_LOOKS: Final = 0.05
"""Seconds between two looks at a keyboard that can't be waited for, or for a Ctrl-C."""
_PATIENCE: Final = 0.2
"""Seconds that a Ctrl-C may be late which came just before a wait began."""


class HasFileno(Protocol):
    """A stream, or what else has a file descriptor."""

    def fileno(self) -> int:
        """The descriptor."""
        ...


def throw_away(source: HasFileno) -> None:
    """Throws away what was typed at a terminal and hasn't been read. A pipe keeps everything."""
    if sys.platform == "win32":
        import msvcrt

        if sys.stdin.isatty():
            while msvcrt.kbhit():
                msvcrt.getwch()
    else:
        import termios

        with suppress(OSError, ValueError, termios.error):
            termios.tcflush(source.fileno(), termios.TCIFLUSH)


def hushed(source: HasFileno) -> AbstractContextManager[None]:
    """While the block runs a terminal doesn't show what is typed; a pipe is left alone."""
    return _with_flag("ECHO", source, False)


@contextmanager
def line_typed(source: HasFileno) -> Iterator[None]:
    """While a library reads a line in the block, a terminal shows what is typed, and each Ctrl-C gets there.

    By itself the terminal drops the keys before a Ctrl-C: who was just about to read one of those waits for the next
    key, and the Ctrl-C as well. So they are dropped here.
    """
    with _with_flag("ECHO", source, True), _with_flag("NOFLSH", source, True), _looking_up():
        try:
            yield
        except KeyboardInterrupt:
            throw_away(source)
            raise


@contextmanager
def coming_back(source: HasFileno, show: Callable[[], object]) -> Iterator[None]:
    """While a library waits for a key in the block, a program that comes back from Ctrl-Z gets each key as before, and
    calls ``show``.
    """
    main = threading.current_thread() is threading.main_thread()
    if sys.platform == "win32" or not main:
        yield
        return
    import termios

    def come_back(_number: int, _frame: FrameType | None) -> None:
        with suppress(OSError, ValueError, termios.error):
            flags = termios.tcgetattr(source.fileno())
            flags[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(source.fileno(), termios.TCSANOW, flags)
        show()

    before = signal.signal(signal.SIGCONT, come_back)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def waited(source: HasFileno, seconds: float) -> bool:
    """Waits so long, or until Enter or space is typed at a terminal: whether it was. Other keys are thrown away.

    A Ctrl-C is a key as long as a prompt is just ending: KeyboardInterrupt then too.
    """
    end = time.monotonic() + seconds
    with _with_flag("ICANON", source, False):
        while (left := end - time.monotonic()) > 0:
            typed = _typed(source, left)
            if _CTRL_C in typed:
                raise KeyboardInterrupt
            if _GO_ON & set(typed):
                return True
    return False


@contextmanager
def _with_flag(name: str, source: HasFileno, on: bool) -> Iterator[None]:
    """A local flag of the terminal's is set or not while the block runs. Ctrl-C stays what it is."""
    if sys.platform == "win32":
        yield
        return
    import termios

    try:
        before = termios.tcgetattr(source.fileno())
    except (OSError, ValueError, termios.error):
        yield
        return
    flag = getattr(termios, name)
    local = before[3] | flag if on else before[3] & ~flag
    termios.tcsetattr(source.fileno(), termios.TCSANOW, [*before[:3], local, *before[4:]])
    try:
        yield
    finally:
        with suppress(OSError, termios.error):
            termios.tcsetattr(source.fileno(), termios.TCSANOW, before)


@contextmanager
def _looking_up() -> Iterator[None]:
    """While the block runs an alarm ends each wait of a library for a moment, in which Python sees a Ctrl-C that came
    just before that wait.
    """
    main = threading.current_thread() is threading.main_thread()
    if sys.platform == "win32" or not main or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    try:
        signal.signal(signal.SIGALRM, lambda _number, _frame: None)
        signal.setitimer(signal.ITIMER_REAL, _LOOKS, _LOOKS)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _typed(source: HasFileno, seconds: float) -> str:
    """What is typed within so many seconds, or in a part of them; empty if nothing is."""
    if sys.platform == "win32":
        import msvcrt

        time.sleep(min(seconds, _LOOKS))
        return msvcrt.getwch() if msvcrt.kbhit() else ""
    import select

    seconds = min(seconds, _PATIENCE)
    if select.select([source], [], [], seconds)[0] and (typed := os.read(source.fileno(), 1_000)):
        return typed.decode("ascii", "replace")
    time.sleep(min(seconds, _LOOKS))  # the terminal is gone, or all of the seconds have passed
    return ""
