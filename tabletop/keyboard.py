"""A terminal's keyboard while nobody is asked: what is typed isn't shown, can be thrown away, and can end a wait."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final, Protocol

_GO_ON: Final = frozenset(" \r\n")
"""The keys that end a wait."""
_LOOKS: Final = 0.05
"""Seconds between two looks at a keyboard that can't be waited for."""


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


def hushed(source: HasFileno, *, hush: bool = True) -> AbstractContextManager[None]:
    """While the block runs a terminal doesn't show what is typed; a pipe is left alone.

    ``hush``: False for the opposite, where a line is read inside of such a block.
    """
    return _with_flag("ECHO", source, not hush)


def waited(source: HasFileno, seconds: float) -> bool:
    """Waits so long, or until Enter or space is typed at a terminal: whether it was. Other keys are thrown away."""
    end = time.monotonic() + seconds
    with _with_flag("ICANON", source, False):
        while (left := end - time.monotonic()) > 0:
            if _GO_ON & set(_typed(source, left)):
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


def _typed(source: HasFileno, seconds: float) -> str:
    """What is typed within so many seconds, or in a part of them; empty if nothing is."""
    if sys.platform == "win32":
        import msvcrt

        time.sleep(min(seconds, _LOOKS))
        return msvcrt.getwch() if msvcrt.kbhit() else ""
    import select

    if select.select([source], [], [], seconds)[0] and (typed := os.read(source.fileno(), 1_000)):
        return typed.decode("ascii", "replace")
    time.sleep(min(seconds, _LOOKS))  # the terminal is gone, or all of the seconds have passed
    return ""
