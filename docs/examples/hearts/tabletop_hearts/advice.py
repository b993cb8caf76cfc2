"""What a careful player passes on and plays, by what lies open and its own cards alone."""

from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tabletop import cards
from tabletop.pieces.cards import Card

SPADE_QUEEN = Card(cards.QUEEN, "S")
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
    """Plays rounds that may be to their end, and goes by the points that it takes more than the others."""

    game: Any
    rounds: int
    passes: int = 12
    """so many choices of cards to pass on are looked at"""

    def choose(self, view, moves, rng):
        """One of the moves."""
        moves = moves if view.lead is not None else moves[: self.passes]
        worlds = [self.game.imagine(view, rng) for _round in range(self.rounds if len(moves) > 1 else 0)]
        return min(moves, key=lambda move: sum(self._cost(view, self.game.play(world, move), rng) for world in worlds))

    def _cost(self, view, state, rng):
        found = self.game.round_played(state, rng).rounds[-1]
        return self.game.seats * found[view.seat] - sum(found)
