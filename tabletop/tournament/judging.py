"""What luck did, where the value of each move is known exactly.

A match between two sides is the value of its beginning, what luck added, and what both sides gave away by their moves.
Over a pair the beginnings cancel; so a half, what the second player gave away and less what the first one did, is the
share of the pair with luck taken out. Its mean is that of the share, its spread far smaller.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Self

from tabletop.analysis import Analyst


class Judge:
    """Watches matches and sums up what each side gives away."""

    def __init__(self, analyst: Analyst[Any, Any], sides: Sequence[int]) -> None:
        self._analyst, self._sides = analyst, sides
        self._rng = Random(0)
        self.lost = [0.0, 0.0]
        self.broken = False
        """whether it has met a position whose values aren't exact"""

    @classmethod
    def ready(cls, analyst: Analyst[Any, Any], sides: Sequence[int]) -> Self | None:
        """A judge that has done the long part of the work; None for a match that is beyond the analyst."""
        try:
            analyst.prepare(lambda _done: None)
        except ValueError:
            return None
        return cls(analyst, sides)

    def begin(self) -> None:
        """A match begins."""
        self.lost = [0.0, 0.0]

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """See ``Watcher``."""
        if len(moves) > 1 and not self.broken:
            found = self._analyst.analyse(view, moves, self._rng)
            self.broken = found.method != "exact"
            self.lost[self._sides[seat]] += found.loss(move)

    def asked(self, state: Any, seat: int) -> None:
        """What counts is what is chosen."""

    def drawn(self, state: Any, outcome: Any) -> None:
        """Luck needs no watching."""
