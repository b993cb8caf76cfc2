"""What many matches come to."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Interval(NamedTuple):
    """Where a share lies, most likely."""

    low: float
    high: float


def wilson(won: float, count: int, z: float = 1.959964) -> Interval:
    """The interval for a share of ``won`` in ``count``; of 95 % if not said otherwise (Wilson, 1927).

    >>> wilson(50, 100)
    Interval(low=0.4038..., high=0.5961...)
    """
    share = won / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return Interval((middle - spread) / whole, (middle + spread) / whole)


class Part(NamedTuple):
    """What one match was to one of its two players."""

    won: float
    """what the player's sides have won of it, from 0 to 1"""
    points: float
    """those of the player's sides, on average"""
    decisions: int
    """choices among several moves"""
    seconds: float
    """all its choices together"""


class Strength(NamedTuple):
    """What all matches were to one player."""

    won: float
    share: float
    interval: Interval
    points: float
    """of a side in a match"""
    decisions: int
    seconds: float

    @property
    def seconds_each(self) -> float:
        """What a decision takes on average; 0 where there was none."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def per_second(self) -> float:
        """How many decisions there are in a second; 0 where they take no time that could be measured."""
        return self.decisions / self.seconds if self.seconds else 0.0


def score(parts: Sequence[Part]) -> Strength:
    """The sum of at least one match."""
    count = len(parts)
    won = sum(part.won for part in parts)
    points = sum(part.points for part in parts) / count
    decisions, seconds = sum(part.decisions for part in parts), sum(part.seconds for part in parts)
    return Strength(won, won / count, wilson(won, count), points, decisions, seconds)
