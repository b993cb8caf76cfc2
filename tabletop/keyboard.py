"""What was typed at a terminal before anybody was asked."""

import sys
from contextlib import suppress
from typing import Protocol


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
