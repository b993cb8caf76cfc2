"""What a careful player passes on and plays, by what lies open and its own cards alone."""

from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tabletop import Analysis, MoveValue, cards
from tabletop.pieces.cards import Card

SPADE_QUEEN = Card(cards.QUEEN, "S")
ALL = 26
"""points in the cards of a round"""
SAFE_SPADES = 4
"""So many small spades keep the high ones out of danger."""


def points(card):
    """What a card counts against whoever takes it."""
    return 13 if card == SPADE_QUEEN else int(card.suit == "H")


def danger(card, hand):
    """How gladly one gives a card of this hand away."""
    suit = [other for other in hand if other.suit == card.suit]
    if card.suit == "S":
        small = sum(other.rank < cards.QUEEN for other in suit)
        return 0 if card.rank < cards.QUEEN or small >= SAFE_SPADES else 30 + (card == SPADE_QUEEN)
    return card.rank + 3 * (card.suit == "H") - 2 * len(suit)


@lru_cache(maxsize=256)
def passes(hand):
    """Every choice of three cards of a hand, the most dangerous ones first."""
    feared = sorted(hand, key=lambda card: -danger(card, hand))
    return tuple(map(cards.in_order, combinations(feared, 3)))


def advised(hand, trick, seats, moves):
    """One of the moves, each a tuple of cards, of whoever holds ``hand``, at a table of so many seats."""
    if len(moves[0]) > 1:
        return moves[0]
    choice = [card for (card,) in moves]
    if not trick:
        return (min(choice, key=lambda card: card.rank + 20 * (card.suit == "S" and card.rank >= cards.QUEEN)),)
    if choice[0].suit != trick[0].suit:
        return (max(choice, key=lambda card: danger(card, hand) + 100 * (card == SPADE_QUEEN)),)
    highest = trick[cards.winner(trick)].rank
    under = [card for card in choice if card.rank < highest]
    if under:
        return (max(under),)
    is_cheap = len(trick) == seats - 1 and not any(map(points, trick))
    kept = [card for card in choice if card != SPADE_QUEEN] or choice
    return (max(kept) if is_cheap else min(kept),)


class Careful(NamedTuple):
    """Plays as advised, without looking ahead."""

    slips: float = 0.0
    """how often it plays anything"""

    def choose(self, view, moves, rng):
        """One of the moves."""
        if rng.random() < self.slips:
            return rng.choice(moves)
        return advised(view.hands[view.seat], view.trick, len(view.hands), moves)


class LookingAhead(NamedTuple):
    """Plays rounds that may be to their end, and goes by the points that it takes more than the others.

    It analyses positions too: as if the match were won by points of this round alone.
    """

    game: Any
    rounds: int
    passes: int = 12
    """so many choices of cards to pass on are looked at, the most dangerous cards first"""

    def prepare(self, progress):
        """There is nothing to prepare."""

    def choose(self, view, moves, rng):
        """One of the moves."""
        costs = self._costs(view, moves, rng) if len(moves) > 1 else {moves[0]: 0}
        return min(costs, key=costs.get)

    def analyse(self, view, moves, rng):
        """The value of each move; those that aren't looked at are worth as little as the worst of the others."""
        costs = self._costs(view, moves, rng)
        worst = max(costs.values())
        chances = {move: 1 / self.game.seats - costs.get(move, worst) / (2 * self.game.seats * ALL) for move in moves}
        values = [MoveValue(move, min(1.0, max(0.0, chance))) for move, chance in chances.items()]
        return Analysis(view.seat, "rounds", tuple(sorted(values, key=lambda value: -value.value)))

    def _costs(self, view, moves, rng):
        """What each move costs on average: own points, times the seats, less those of all."""
        looked_at = moves if view.lead is not None else moves[: self.passes]
        worlds = [self.game.imagine(view, rng) for _round in range(self.rounds)]
        return {move: sum(self._cost(view, world, move, rng) for world in worlds) / self.rounds for move in looked_at}

    def _cost(self, view, world, move, rng):
        found = self.game.round_played(self.game.play(world, move), rng).rounds[-1]
        return self.game.seats * found[view.seat] - sum(found)
