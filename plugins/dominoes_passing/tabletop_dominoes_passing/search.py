"""What each move is worth, by playing on in deals that explain what the others did."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from tabletop import Analysis, MoveValue, Progress
from tabletop_dominoes_passing import rewards, worlds
from tabletop_dominoes_passing.arrays import Array
from tabletop_dominoes_passing.habits import Past
from tabletop_dominoes_passing.moves import LEFT
from tabletop_dominoes_passing.playouts import Manner, Rounds
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.worth import match_worth


class Effort(NamedTuple):
    """How many deals are drawn, and how many of them, by how well they explain the others' moves, are played on.

    With as many kept as drawn nothing is made of the others' moves.
    """

    drawn: int
    kept: int


LEVELS: Final = {"hard": Effort(100, 100), "expert": Effort(1_500, 200)}
ANALYSIS: Final = Effort(6_000, 1_000)


class Search:
    """Values moves of one bound game."""

    def __init__(self, rules: Rules, effort: Effort) -> None:
        self._rules, self._effort = rules, effort

    def values(self, view: PassingView, moves: Sequence[Move], rng: Random) -> tuple[Array, Array]:
        """The chance of the seat's side to win the match with each move in each deal, ``[move, deal]``.

        With it come the weights of the deals, which sum to 1.
        """
        rules = self._rules
        source = np.random.default_rng(rng.getrandbits(63))
        found, weights = worlds.fitting(rules, view, self._effort.drawn, self._effort.kept, source, Past(rules, view))
        rows = len(weights)
        distinct = [first_alike(view, moves, move) for move in moves]
        kinds = sorted(set(distinct))
        everything = Rounds.of(rules, view, found).repeated(len(kinds))
        for block, number in enumerate(kinds):
            make_move(everything, view, moves[number], np.arange(block * rows, (block + 1) * rows))
        values = worth_after(rules, view, everything).reshape(len(kinds), rows)
        return values[[kinds.index(number) for number in distinct]], weights

    def prepare(self, progress: Progress) -> None:
        """Works out what points are worth."""
        match_worth(self._rules.options, self._rules.seats)
        progress(1.0)

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """The move that wins most often."""
        if len(moves) == 1:
            return moves[0]
        values, weights = self.values(view, moves, rng)
        return moves[int((values @ weights).argmax())]

    def analyse(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Analysis:
        """See ``Analyst.analyse``."""
        values, weights = self.values(view, moves, rng)
        means = values @ weights
        errors = np.sqrt((values - means[:, None]) ** 2 @ weights**2)
        found = [
            MoveValue(move, float(mean), float(error)) for move, mean, error in zip(moves, means, errors, strict=True)
        ]
        return Analysis(seat_of(view), "search", tuple(sorted(found, key=lambda one: -one.value)))


def worth_after(rules: Rules, view: PassingView, rounds: Rounds) -> Array:
    """The chance of the seat's side to win the match after each of these rounds, played on to its end."""
    ends = rounds.play_out(order_after(rules, seat_of(view)), [Manner()] * rules.seats)
    scored = rewards.points(rules, ends) + np.array(view.scores)[:, None]
    won: Array = match_worth(rules.options, rules.seats).of(scored)[rules.sides[seat_of(view)]]
    return won


def first_alike(view: PassingView, moves: Sequence[Move], move: Move) -> int:
    """The number of the first move that comes to the same: where both ends show one number, either end does."""
    if view.left == view.right and move.endswith("right"):
        return moves.index(move.replace("right", LEFT))
    return moves.index(move)


def order_after(rules: Rules, seat: int) -> list[int]:
    """The seats in turn after ``seat``."""
    return [(seat + later) % rules.seats for later in range(1, rules.seats + 1)]


def make_move(rounds: Rounds, view: PassingView, move: Move, rows: Array) -> None:
    """Makes the move of the seat whose view it is in these rows."""
    seat = seat_of(view)
    if move == PASS:
        rounds.pass_by(seat, rows)
        return
    if move == DRAW:
        rounds.take(seat, rows)
        return
    play = rounds.rules.tables.plays[move]
    if view.left < 0:
        high, low = rounds.rules.tables.tiles[play.tile]
        left, right = low, high
    elif play.end == LEFT:
        left, right = play.pips - view.left, view.right
    else:
        left, right = view.left, play.pips - view.right
    full = (np.full(len(rows), value) for value in (play.tile, left, right))
    rounds.set_tile(seat, rows, *full)


def seat_of(view: PassingView) -> int:
    """The seat that decides; a bystander decides nothing."""
    assert view.seat is not None
    return view.seat
