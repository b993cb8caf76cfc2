"""What the matches of one pairing come to, in sums: small, exact to add up in their order, and ready for JSON."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from tabletop.tournament.playing import KINDS, Kind

_DIGITS: Final = 100


@dataclass
class Sums:
    """Sums over pairs of matches between two players, the first and the second; lists hold a number for each."""

    pairs: int = 0
    scores: Counter[float] = field(default_factory=Counter)
    """how often the first player has won which part of a pair, from 0 to 1"""
    won: float = 0.0
    """matches that the first player has won, shares of them too"""
    first: float = 0.0
    """matches that the side of the first seat has won"""
    finished: int = 0
    """matches that weren't broken off; the points are theirs"""
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    spread: list[Counter[int]] = field(default_factory=lambda: [Counter(), Counter()])
    """how often a side ended with about so many points"""
    turns: int = 0
    events: int = 0
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    failures: list[Counter[Kind]] = field(default_factory=lambda: [Counter(), Counter()])
    adjusted: int = 0
    """pairs of which it is known what luck did"""
    skill: float = 0.0
    """the first player's share of these pairs with luck taken out, summed"""
    squares: float = 0.0
    """of that share's distance from a half"""

    @property
    def matches(self) -> int:
        """Two for each pair."""
        return 2 * self.pairs

    @property
    def share(self) -> float:
        """The first player's share of all matches; a half where there was none."""
        return self.won / self.matches if self.pairs else 0.5

    def add(self, other: Self) -> None:
        """Counts those of another as well."""
        self.pairs += other.pairs
        self.scores += other.scores
        self.won += other.won
        self.first += other.first
        self.finished += other.finished
        self.turns += other.turns
        self.events += other.events
        self.adjusted += other.adjusted
        self.skill += other.skill
        self.squares += other.squares
        for player in (0, 1):
            self.points[player] += other.points[player]
            self.spread[player] += other.spread[player]
            self.decisions[player] += other.decisions[player]
            self.seconds[player] += other.seconds[player]
            self.failures[player] += other.failures[player]

    def to_json(self) -> dict[str, Any]:
        """The fields by name; what is counted by numbers as pairs of number and count, in order."""
        return {
            **self.__dict__,
            "scores": sorted(self.scores.items()),
            "spread": [sorted(each.items()) for each in self.spread],
            "failures": [{kind: each[kind] for kind in KINDS if each[kind]} for each in self.failures],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The tally of such fields. Raises what a wrong document raises."""
        fields = dict(document)
        fields["scores"] = Counter({float(score): int(count) for score, count in fields["scores"]})
        fields["spread"] = [Counter({int(points): int(count) for points, count in each}) for each in fields["spread"]]
        fields["failures"] = [Counter(each) for each in fields["failures"]]
        return cls(**fields)


def about(points: float) -> int:
    """Points with two digits that count, so that no more than a hundred or so are told apart.

    >>> [about(points) for points in (7, 99.6, 104, 1_234, -250)]
    [7, 100, 100, 1200, -250]
    """
    whole, unit = round(points), 1
    while abs(whole) >= _DIGITS * unit:
        unit *= 10
    return round(whole / unit) * unit
