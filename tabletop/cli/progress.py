"""A bar that grows while something is played: how far it is, how fast it goes and how long it will take."""

import time
from collections.abc import Callable
from typing import Final, Self, TextIO

from tabletop.i18n import Texts

_ = Texts(__file__)

_WIDTH: Final = 24
_EVERY: Final = 0.1


class Bar:
    """On a terminal one line that is written again and again; elsewhere nothing."""

    def __init__(self, stream: TextIO, *, plain: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._quiet = plain or not stream.isatty()
        self._begun = clock()
        self._told = -1.0
        self._known: int | None = None
        self._line = ""

    def __enter__(self) -> Self:
        return self

    def show(self, done: int, wanted: int) -> None:
        """So many of so many are done. What was done before the first time says nothing of the rate."""
        now = self._clock()
        if self._known is None:
            self._known, self._begun = done, now
        if self._quiet or (now - self._told < _EVERY and done < wanted):
            return
        self._told = now
        self._write(self.text(done, wanted, now - self._begun))

    def text(self, done: int, wanted: int, seconds: float) -> str:
        """The line after so many seconds."""
        full = round(_WIDTH * done / wanted) if wanted else 0
        bar = f"[{'#' * full}{'-' * (_WIDTH - full)}] "
        played = done - (self._known or 0)
        if played <= 0 or seconds <= 0:
            return bar + _("{done} of {wanted} matches").format(done=done, wanted=wanted)
        rate = played / seconds
        left = round((wanted - done) / rate)
        text = _("{done} of {wanted} matches, {rate:.0f} a second, {minutes}:{seconds:02} left")
        return bar + text.format(done=done, wanted=wanted, rate=rate, minutes=left // 60, seconds=left % 60)

    def _write(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(len(self._line)))
        self._stream.flush()
        self._line = line

    def __exit__(self, *_error: object) -> None:
        if self._line:
            self._stream.write("\r" + " " * len(self._line) + "\r")
            self._stream.flush()
