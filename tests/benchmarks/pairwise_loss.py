"""What the model for many seats loses, where the chances of all seats can be had.

    python tests/benchmarks/pairwise_loss.py [TARGET] [MATCHES] [SEATS]

All seats play by the model; each of their choices is held against the values: the exact ones of three seats, and those
of value iteration with more (four seats to target 20 take some seconds, to 40 some minutes). Prints what a seat gives
away in a match, with its 95 % interval, and how far the model's values are off.
"""

import statistics
import sys
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from tabletop_pig.games import Pig
from tabletop_pig.multiseat import Pairwise, ThreeSeats
from tabletop_pig.position import HOLD, ROLL, Move, PigState, Position
from tabletop_pig.solver import Solution, solve
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.three import solve_three

from tabletop import CHANCE

Values = list[NDArray[np.float64]]
SAME = 1e-9
MOST_SWEEPS = 400


class Truth(Protocol):
    """What moves are worth."""

    def move_values(self, view: PigState) -> dict[Move, float]:
        """The chance to win of the seat on turn after each legal move."""


class ManySeats:
    """The chances of each seat in plain Pig by value iteration over all totals.

    ``chances[k][own, next, ...]``: of the seat that is k turns after the one whose turn begins.
    """

    def __init__(self, game: Pig) -> None:
        self._game, self._target = game, game.options.target
        shape = (self._target,) * game.seats
        self.chances: Values = [np.full(shape, 1 / game.seats) for _seat in range(game.seats)]
        self.change = 1.0
        for _sweep in range(MOST_SWEEPS):
            new = self._swept()
            self.change = max(float(np.abs(a - b).max()) for a, b in zip(new, self.chances, strict=True))
            self.chances = new
            if self.change < SAME:
                break

    def _passed(self, seat: int) -> NDArray[np.float64]:
        """What a turn that ends is worth to a seat: the next one begins, with the totals ``[own, next, ...]``."""
        return np.moveaxis(self.chances[(seat - 1) % self._game.seats], -1, 0)

    def _swept(self) -> Values:
        seats, target = self._game.seats, self._target
        passed = [self._passed(seat) for seat in range(seats)]
        won = [np.ones_like(passed[0]), *(np.zeros_like(passed[0]) for _other in range(seats - 1))]
        above = [won] * 6
        new = [np.empty_like(part) for part in passed]
        for total in range(target - 1, -1, -1):
            rolls = [(passed[k] + sum(above[face - 1][k] for face in range(2, 7))) / 6 for k in range(seats)]
            for k in range(seats):
                new[k][total] = rolls[k][total]
            holds = passed[0][total] >= rolls[0]
            best = [np.where(holds, passed[k][total], rolls[k]) for k in range(seats)]
            above = [best, *above[:-1]]
        return new

    def move_values(self, view: PigState) -> dict[Move, float]:
        """See ``Truth``."""
        position = Position(*view)
        seats, seat = self._game.seats, position.seat
        others = tuple(position.banked[(seat + turn) % seats] for turn in range(1, seats))
        own = position.banked[seat]
        held = [float(self._passed(0)[(total, *others)]) for total in range(own, self._target)]
        best: list[float] = [1.0] * 6
        roll = hold = 0.0
        for points in range(self._target - own - 1, position.points - 1, -1):
            roll, hold = (held[0] + sum(best[1:])) / 6, held[points]
            best = [max(roll, hold), *best[:5]]
        values = {ROLL: roll, HOLD: hold if own + position.points < self._target else 1.0}
        return {move: values[move] for move in self._game.legal_moves(view)}


def match(game: Pig, model: Pairwise, truth: Truth, rng: Random, off: list[float]) -> float:
    """What all seats give away in a match."""
    state, lost = game.start(), 0.0
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
            continue
        values, guessed = truth.move_values(state), model.move_values(state)
        move = model.best_move(state)
        if len(values) > 1:
            lost += max(values.values()) - values[move]
            off.append(abs(max(values.values()) - max(guessed.values())))
        state = game.play(state, move)
    return lost


def truth_of(game: Pig, duel: Solution) -> Truth:
    """The values for this number of seats."""
    if game.seats == 3:
        return ThreeSeats(game, duel, solve_three(Model.of(game, 3)))
    many = ManySeats(game)
    print(f"the last sweep changed values by up to {many.change:.1e}")
    print("from the start:", ", ".join(f"{float(part[(0,) * game.seats]):.4f}" for part in many.chances))
    return many


def main(target: int = 100, matches: int = 60, seats: int = 3) -> None:
    """Plays and prints."""
    options = Pig.options_model(target=target)
    game, duel = Pig(options, seats), solve(Pig(options, 2))
    truth = truth_of(game, duel)
    rng, off = Random(1), list[float]()
    lost = [match(game, Pairwise(game, duel), truth, rng, off) / seats for _match in range(matches)]
    error = 1.96 * statistics.stdev(lost) / matches**0.5
    print(f"lost by a seat in a match: {statistics.fmean(lost):.5f} +- {error:.5f}")
    print(f"values off by {statistics.fmean(off):.4f} on average, {max(off):.4f} at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
