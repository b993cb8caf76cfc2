"""What many matches come to."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tabletop.tournament.tally import Sums


class Interval(NamedTuple):
    """Where a share lies, most likely."""

    low: float
    high: float


def wilson(won: float, count: float, z: float = 1.959964) -> Interval:
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


def paired(scores: Mapping[float, int], z: float = 1.959964) -> Interval:
    """The interval for the mean of what pairs of matches came to, each from 0 to 1.

    It is Wilson's for as many matches as would leave as much to chance as these pairs do, a pair of one more score far
    off among them, so that pairs that all went the same way don't prove too much.

    >>> paired({0.0: 30, 0.5: 40, 1.0: 30})
    Interval(low=0.42..., high=0.57...)
    """
    share, count = matches_worth(scores)
    return wilson(share * count, count, z) if count else Interval(0.0, 1.0)


def matches_worth(scores: Mapping[float, int]) -> tuple[float, float]:
    """The mean of what pairs came to, and how many single matches would leave as much to chance."""
    count = sum(scores.values())
    if not count:
        return 0.5, 0.0
    share = math.fsum(score * times for score, times in scores.items()) / count
    squares = math.fsum((score - share) ** 2 * times for score, times in scores.items()) + 0.25
    variance = squares / (count * (count + 1))
    return share, max(share * (1 - share), 0.25 / (count + 1)) / variance


def luckless(tally: Sums, z: float = 1.959964) -> tuple[float, Interval] | None:
    """The first player's share with luck taken out, and its interval; None where luck isn't known."""
    count = tally.adjusted
    if count < 2 or count < tally.pairs:
        return None
    share = tally.skill / count
    squares = max(0.0, tally.squares - count * (share - 0.5) ** 2)
    spread = z * math.sqrt(squares / (count * (count - 1)))
    return share, Interval(max(0.0, share - spread), min(1.0, share + spread))


def superiority(scores: Mapping[float, int]) -> float:
    """How likely the first player is the stronger one, from pairs; a half where nothing speaks for either."""
    count = sum(scores.values())
    if not count:
        return 0.5
    share = math.fsum(score * times for score, times in scores.items()) / count
    squares = math.fsum((score - share) ** 2 * times for score, times in scores.items()) + 0.25
    error = math.sqrt(squares / (count * (count + 1)))
    return 0.5 * (1 + math.erf((share - 0.5) / (error * math.sqrt(2))))
