"""How likely bids are, and what follows from it: an analyst, and players that go by it."""

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from tabletop import Analysis, MoveValue


@lru_cache(maxsize=4096)
def at_least(wanted, count, chance):
    """How likely so many of ``count`` dice or more are right, where each is with this probability."""
    fewer = sum(comb(count, right) * chance**right * (1 - chance) ** (count - right) for right in range(wanted))
    return max(0.0, 1 - fewer) if wanted <= count else 0.0


def likely(table, seat, bid, ones_wild, trust):
    """How likely a bid is to be true, by what a seat holds, and by ``trust`` in what the others have bid.

    Whoever has bid a face is taken to hold ``trust`` dice of it, for each of the last bids of the others.
    """
    right = {bid.face, 1} if ones_wild else {bid.face}
    known = sum(die in right for die in table.dice[seat])
    hidden = sum(table.counts) - table.counts[seat]
    last = {bidder: made.face for bidder, made in table.bids if bidder != seat}
    backers = sum(face == bid.face for face in last.values())
    held = min(trust * backers, hidden)
    return at_least(max(0, bid.number - known - held), hidden - held, len(right) / 6)


class Odds(NamedTuple):
    """Takes every bid for one that is doubted at once, and a die won or lost for as much of the match."""

    game: Any
    trust: int = 1
    slips: float = 0.0
    """how often it plays anything that isn't hopeless"""

    def prepare(self, progress):
        """There is nothing to prepare."""

    def analyse(self, view, moves, rng):
        """The value of each move."""
        values = [MoveValue(move, self._value(view, move)) for move in moves]
        return Analysis(view.turn, "odds", tuple(sorted(values, key=lambda value: -value.value)))

    def choose(self, view, moves, rng):
        """One of the moves; of those that are worth the same, any."""
        found = self.analyse(view, moves, rng).moves
        if rng.random() < self.slips:
            return rng.choice(found[:3]).move
        return rng.choice([value for value in found if value.value > found[0].value - 0.001]).move

    def _value(self, view, move):
        bid, doubts = (view.bids[-1][1], True) if move == "liar" else (move, False)
        true = likely(view, view.turn, bid, self.game.options.ones_wild, self.trust)
        return (view.counts[view.turn] - 1 + (1 - true if doubts else true)) / (sum(view.counts) - 1)
