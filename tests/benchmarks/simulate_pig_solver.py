"""Optimal play against itself, match by match through the games' contract: does it win as often as was computed?

    python tests/benchmarks/simulate_pig_solver.py [MATCHES] [GAME ...]

MATCHES (1 000 000) of each GAME (all four, with default options), some minutes each. Prints the share of wins of the
seat that begins beside the computed probability; they should differ by less than 0.2 percentage points.
"""

import sys
from random import Random
from typing import Any

from tabletop_bigpig.rules import BigPig
from tabletop_pig.family import FamilyGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.solver import Solution, solve

from tabletop import CHANCE, scoring

GAMES: dict[str, type[FamilyGame[Any]]] = {
    "pig": Pig,
    "pig-two-dice": PigTwoDice,
    "pig-doubles": PigDoubles,
    "bigpig": BigPig,
}


def simulate(solution: Solution, matches: int, rng: Random) -> float:
    """The share of matches that the first seat wins when it begins; ties count one half."""
    game, known, won = solution.game, {}, 0.0
    for _match in range(matches):
        state = game.start()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
                continue
            _actor, banked, seat, points, _rolls, again, _turns, leader, closing, _off = state
            key = banked, seat, points, again, leader, closing
            if key not in known:
                known[key] = solution.best_move(state)
            state = game.play(state, known[key])
        won += scoring.shares(scoring.ranks(game.scores(state)))[0]
    return won / matches


def main(matches: int, names: list[str]) -> None:
    """Plays and prints."""
    for name in names:
        kind = GAMES[name]
        solution = solve(kind(kind.options_model.model_validate({"start": "seat_one"}), 2))
        share = simulate(solution, matches, Random(2004))
        margin = 1.96 * 0.5 / matches**0.5
        print(f"{name}: {share:.5f} +- {margin:.5f}, computed {solution.win_probability:.5f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, sys.argv[2:] or list(GAMES))
