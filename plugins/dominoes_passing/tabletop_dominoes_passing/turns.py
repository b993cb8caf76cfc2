"""The moves of a round one by one, and how well hands explain those that others made."""

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from tabletop_dominoes_passing.arrays import Array, ArrayTables, Sets, tables_for
from tabletop_dominoes_passing.history import ends_after
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.rules import Rules

_AT_ONCE: Final = 3_000
"""So many rows fit the processor's cache."""


class Turn(NamedTuple):
    """A move of the round and what everybody saw before it. ``left`` is -1 for an empty train."""

    seat: int
    move: Move
    left: int
    right: int
    unplayed: int
    passes: int
    counts: tuple[int, ...]


def turns(rules: Rules, view: PassingView) -> list[Turn]:
    """The moves of the round in order."""
    made = []
    ends, unplayed, passes = None, rules.tables.whole, 0
    counts = [rules.hand_size] * rules.seats
    for seat, move in view.history:
        left, right = ends or (-1, -1)
        made.append(Turn(seat, move, left, right, unplayed, passes, tuple(counts)))
        passes = passes + 1 if move == PASS else 0
        if move == DRAW:
            counts[seat] += 1
        elif move != PASS:
            play = rules.tables.plays[move]
            ends = ends_after(rules.tables, ends, play)
            unplayed ^= play.bit
            counts[seat] -= 1
    return made


class Turned(Protocol):
    """What is known of a move."""

    @property
    def turn(self) -> Turn:
        """The move."""


S = TypeVar("S", bound=Turned)


class Hindsight(Generic[S]):
    """The moves that the others have made in a round. Each kind says how likely players are to make them."""

    def __init__(self, rules: Rules, seen: Sequence[S]) -> None:
        """``seen``: the last one first."""
        self._rules, self._seen = rules, seen
        self._tables = tables_for(rules.options.max_pip)

    def explained(self, hands: Sets, rng: np.random.Generator) -> Array:
        """The logarithm of how likely all the moves were with the hands ``[seat, row]`` that are held now."""
        hands = hands.copy()
        total = np.zeros(hands.shape[1])
        at_once = max(1, _AT_ONCE // max(1, len(total)))
        waiting: list[tuple[S, Sets]] = []
        for seen in self._seen:
            turn = seen.turn
            hand = hands[turn.seat]
            if turn.move == DRAW:
                hand ^= any_tile(self._tables, hand, rng)
            elif turn.move != PASS:
                hand |= self._rules.tables.plays[turn.move].bit
            if turn.left >= 0:
                waiting.append((seen, hand.copy()))
            elif turn.move not in {DRAW, PASS}:
                total += self._lead(seen, hand)
            if len(waiting) == at_once:
                total += self._together(waiting)
                waiting = []
        return total + self._together(waiting) if waiting else total

    def _lead(self, seen: S, hand: Sets) -> Array:
        """The logarithm for the first tile of a round, in each row of ``hand``."""
        raise NotImplementedError

    def _together(self, made: list[tuple[S, Sets]]) -> Array:
        """The sum over moves on a train, all moves at once."""
        raise NotImplementedError


def any_tile(tables: ArrayTables, sets: Sets, rng: np.random.Generator) -> Sets:
    """One tile of each set, each equally likely."""
    keys = rng.random((len(sets), len(tables.bits))) * ((sets[:, None] & tables.bits) != 0)
    drawn: Sets = tables.bits[keys.argmax(axis=1)]
    return drawn
