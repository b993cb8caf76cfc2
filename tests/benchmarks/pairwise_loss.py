"""What the model for many seats loses, where three seats are solved exactly.

    python tests/benchmarks/pairwise_loss.py [TARGET] [MATCHES]

Three seats play by the model; each of their choices is held against the exact values. Prints what a seat gives away in
a match, with its 95 % interval, and how far the model's values are off.
"""

import statistics
import sys
from random import Random

from tabletop_pig.games import Pig
from tabletop_pig.multiseat import Pairwise, ThreeSeats
from tabletop_pig.solver import solve
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.three import solve_three

from tabletop import CHANCE


def match(game: Pig, model: Pairwise, exact: ThreeSeats, rng: Random, off: list[float]) -> float:
    """What all seats give away in a match."""
    state, lost = game.start(), 0.0
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
            continue
        values, guessed = exact.move_values(state), model.move_values(state)
        move = model.best_move(state)
        if len(values) > 1:
            lost += max(values.values()) - values[move]
            off.append(abs(max(values.values()) - max(guessed.values())))
        state = game.play(state, move)
    return lost


def main(target: int = 100, matches: int = 60) -> None:
    """Plays and prints."""
    options = Pig.options_model(target=target)
    game, duel = Pig(options, 3), solve(Pig(options, 2))
    exact = ThreeSeats(game, duel, solve_three(Model.of(game, 3)))
    rng, off = Random(1), list[float]()
    lost = [match(game, Pairwise(game, duel), exact, rng, off) / 3 for _match in range(matches)]
    error = 1.96 * statistics.stdev(lost) / matches**0.5
    print(f"lost by a seat in a match: {statistics.fmean(lost):.5f} +- {error:.5f}")
    print(f"values off by {statistics.fmean(off):.4f} on average, {max(off):.4f} at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
