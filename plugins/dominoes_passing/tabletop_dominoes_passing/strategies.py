"""CPU players: the levels. ``easy`` and ``medium`` play by rules of thumb, ``hard`` and ``expert`` by a network."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from tabletop import Strategy
from tabletop_dominoes_passing.history import ends_after, played
from tabletop_dominoes_passing.moves import MoveTables
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.rules import Rules

ENOUGH: Final = 10
"""A lead, in pips, with which closing a round is better than playing on. Measured: 8 to 12 win most matches."""


class Heaviest:
    """Sets its heaviest tile that fits, draws when none does, and passes when it can't draw."""

    def __init__(self, rules: Rules) -> None:
        self._tables = rules.tables

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """See ``Strategy.choose``."""
        plays = [move for move in moves if move in self._tables.plays]
        if plays:
            return max(plays, key=lambda move: self._tables.plays[move].pips)
        return DRAW if DRAW in moves else PASS


class Careful:
    """Keeps tiles that fit, passes when stuck, and counts pips before the pass that ends a round."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._tables = rules, rules.tables

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """See ``Strategy.choose``."""
        plays = [move for move in moves if move in self._tables.plays]
        if PASS in moves and (not plays or (view.passes == self._rules.lap - 1 and self._leads(view))):
            return PASS
        if plays:
            return max(plays, key=lambda move: play_score(self._tables, view, move))
        return DRAW

    def _leads(self, view: PassingView) -> bool:
        """Whether its side should hold fewest pips by far: unseen tiles are taken to be as heavy as their average."""
        assert view.seat is not None
        tables = self._tables
        unseen = tables.whole & ~view.hand & ~played(tables, view.history)
        average = tables.pips(unseen) / max(1, unseen.bit_count())
        sides = self._rules.sides
        guess = [0.0] * (max(sides) + 1)
        for seat, held in enumerate(view.counts):
            guess[sides[seat]] += tables.pips(view.hand) if seat == view.seat else held * average
        own = guess.pop(sides[view.seat])
        return min(guess) - own > ENOUGH


def play_score(tables: MoveTables, view: PassingView, move: Move) -> float:
    """How good it looks to set a tile: the same as ``suits.score_plays``, for one play."""
    play = tables.plays[move]
    ends = ends_after(tables, None if view.left < 0 else (view.left, view.right), play)
    fitting = tables.suits[ends[0]] | tables.suits[ends[1]]
    hand = view.hand & ~play.bit
    unseen = tables.whole & ~view.hand & ~played(tables, view.history)
    numbers = sum(1 for suit in tables.suits[:-1] if hand & suit)
    high, low = tables.tiles[play.tile]
    return (
        10 * (hand & fitting).bit_count()
        - 3 * (unseen & fitting).bit_count()
        + 0.8 * play.pips
        + 4 * (high == low)
        + 1.5 * numbers
    )


def by_name(rules: Rules) -> Mapping[str, Callable[..., Strategy[PassingView, Move]]]:
    """The CPU players by name."""
    return {
        "easy": lambda: Heaviest(rules),
        "medium": lambda: Careful(rules),
        "hard": lambda: _by_network(rules, "hard"),
        "expert": lambda: _by_network(rules, "expert"),
        "search": lambda: _by_network(rules, "search"),
    }


def _by_network(rules: Rules, level: str) -> Strategy[PassingView, Move]:
    from tabletop_dominoes_passing.foresight import player

    return player(rules, level)
