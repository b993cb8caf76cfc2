"""What each move is worth, by playing on in deals that explain what the others did."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from tabletop import Analysis, MoveValue, Progress
from tabletop_dominoes_passing import rewards, worlds
from tabletop_dominoes_passing.arrays import Array
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.moves import LEFT
from tabletop_dominoes_passing.playouts import Manner, Rounds
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.worth import MatchWorth


OWN: Final = Manner()
OTHERS: Final = Manner()


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

    def __init__(self, game: PassingGame, effort: Effort) -> None:
        self._game, self._effort = game, effort
        self._worth: MatchWorth | None = None

    @property
    def worth(self) -> MatchWorth:
        """What points are worth; worked out when first asked for."""
        if self._worth is None:
            self._worth = MatchWorth(self._game)
        return self._worth

    def values(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Array:
        """The chance of the seat's side to win the match with each move in each deal, ``[move, deal]``."""
        game = self._game
        source = np.random.default_rng(rng.getrandbits(63))
        found = worlds.fitting(game, view, self._effort.drawn, self._effort.kept, source)
        rows = self._effort.kept
        start = self._rounds(view, found)
        distinct = [self._first_alike(view, moves, move) for move in moves]
        kinds = sorted(set(distinct))
        everything = start.repeated(len(kinds))
        for block, number in enumerate(kinds):
            self._make(everything, view, moves[number], np.arange(block * rows, (block + 1) * rows))
        ends = everything.play_out(self._order(view.seat), self._manners(view.seat))
        scored = rewards.points(game, ends) + np.array(view.scores)[:, None]
        values = self.worth.of(scored)[game.sides()[view.seat]].reshape(len(kinds), rows)
        result: Array = values[[kinds.index(number) for number in distinct]]
        return result

    def _manners(self, seat: int) -> list[Manner]:
        sides = self._game.sides()
        return [OWN if side == sides[seat] else OTHERS for side in sides]

    def _first_alike(self, view: PassingView, moves: Sequence[Move], move: Move) -> int:
        """The number of the first move that comes to the same: where both ends show one number, either end does."""
        if view.left == view.right and move.endswith("right"):
            return moves.index(move.replace("right", LEFT))
        return moves.index(move)

    def _order(self, seat: int) -> list[int]:
        seats = self._game.seats
        return [(seat + later) % seats for later in range(1, seats + 1)]

    def _rounds(self, view: PassingView, found: worlds.Worlds) -> Rounds:
        rows = found.hands.shape[1]
        unplayed = worlds.view_unplayed(self._game, view)
        return Rounds(
            self._game,
            found.hands,
            np.full(rows, view.left),
            np.full(rows, view.right),
            np.full(rows, unplayed),
            found.stock,
            np.full(rows, view.passes),
        )

    def _make(self, rounds: Rounds, view: PassingView, move: Move, rows: Array) -> None:
        """Makes the move in these rows."""
        if move == PASS:
            rounds.pass_by(rows)
            return
        if move == DRAW:
            rounds.take(view.seat, rows)
            return
        play = self._game.tables.plays[move]
        if view.left < 0:
            high, low = self._game.tables.tiles[play.tile]
            left, right = low, high
        elif play.end == LEFT:
            left, right = play.pips - view.left, view.right
        else:
            left, right = view.left, play.pips - view.right
        rounds.set_tile(view.seat, rows, np.full(len(rows), play.tile), np.int64(left), np.int64(right))

    def prepare(self, progress: Progress) -> None:
        """Works out what points are worth."""
        self.worth.of(np.zeros((max(self._game.sides()) + 1, 1)))
        progress(1.0)

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """The move that wins most often."""
        if len(moves) == 1:
            return moves[0]
        return moves[int(self.values(view, moves, rng).mean(axis=1).argmax())]

    def analyse(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Analysis:
        """See ``Analyst.analyse``."""
        values = self.values(view, moves, rng)
        errors = values.std(axis=1) / np.sqrt(values.shape[1])
        found = [
            MoveValue(move, float(value), float(error))
            for move, value, error in zip(moves, values.mean(axis=1), errors, strict=True)
        ]
        return Analysis(view.seat, "search", tuple(sorted(found, key=lambda one: -one.value)))
