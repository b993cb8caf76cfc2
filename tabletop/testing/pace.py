"""How far a check has come, and when it has to stop."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from tabletop.testing.patience import Alarm

T = TypeVar("T")

HUNG: Final = 5.0
"""Seconds for each check after a call that gave no answer at all: the others will ask the same."""


class NotFinished(Exception):
    """The time is up; the text says how far it came, such as ``14 of 200 positions``."""


class Pace:
    """The time that each check has.

    Between two positions it is looked at by ``clock``; a single call that never returns is ended by ``alarm``, which
    goes off after twice the time.
    """

    def __init__(
        self, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic, alarm: Alarm | None = None
    ) -> None:
        """``seconds``: for each check."""
        self.seconds = seconds
        self.progress = ""
        self.alarm = alarm
        self.at: object = None
        """what is just looked at"""
        self._clock = clock
        self._ends = math.inf

    def begin(self) -> None:
        """A check begins."""
        self.progress, self.at = "", None
        self._ends = self._clock() + self.seconds
        if self.alarm is not None:
            self.alarm.set(2 * self.seconds)

    def end(self) -> None:
        """The check is over."""
        self._ends = math.inf
        if self.alarm is not None:
            self.alarm.set(math.inf)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What is done in the block has a time of its own, that isn't taken from the check that is under way."""
        began, ends, progress = self._clock(), self._ends, self.progress
        self.begin()
        try:
            yield
        finally:
            self._ends, self.progress = ends + self._clock() - began, progress
            if self.alarm is not None:
                self.alarm.set(2 * self.seconds)

    def each(self, items: Sequence[T], what: str) -> Iterator[T]:
        """One after another, as long as there is time; ``what``: a word for several of them. Raises NotFinished."""
        for number, item in enumerate(items):
            self.look(f"{number} of {len(items)} {what}")
            self.at = item
            yield item
        self.progress, self.at = "", None

    def look(self, progress: str = "") -> None:
        """So far it has come. Raises NotFinished when the time is up."""
        self.progress = progress or self.progress
        if self._clock() > self._ends:
            raise NotFinished(self.progress)

    def hung(self) -> None:
        """A call had to be ended: there will be others like it."""
        self.seconds = min(self.seconds, HUNG)
