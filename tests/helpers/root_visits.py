"""How often the search visits each move of the root, at fixed seeds: every part of it shows in these numbers.

python tests/helpers/root_visits.py    writes tests/data/root-visits.json again
"""

import json
from pathlib import Path
from random import Random

from kuhn import Kuhn, KuhnView
from small_games import Nim, NimState, TicTacToe, TinyPig, TinyPigState, Tricks, TricksView

from tabletop import GameOptions
from tabletop.cpu.budget import Budget, Meter
from tabletop.cpu.tree import Tree

FILE = Path(__file__).parent.parent / "data" / "root-visits.json"
PLACES = {
    "an open game": (TicTacToe, "X........", tuple(range(1, 9))),
    "an open game near its end": (Nim, NimState((1, 2, 2), 0), ("0 1", "1 1", "1 2", "2 1", "2 2")),
    "a game of chance": (TinyPig, TinyPigState((0, 2), 0, 2, flying=False), ("roll", "hold")),
    "hidden: a queen, nothing said": (Kuhn, KuhnView(0, ("Q", "?"), ()), ("check", "bet")),
    "hidden: a jack after a check": (Kuhn, KuhnView(1, ("?", "J"), ("check",)), ("check", "bet")),
    "hidden moves: to lead": (Tricks, TricksView(0, (2, 4), ()), (2, 4)),
    "hidden moves: to follow": (Tricks, TricksView(1, (1, 4), (3,)), (1, 4)),
}
ITERATIONS = (40, 400)
EVEN = (0.0, 0.5)
SEEDS = (1, 2)


def visits(place, iterations, even, seed):
    """For each move of the root how often it was visited."""
    game, view, moves = PLACES[place]
    tree = Tree(game(GameOptions(), 2), view, moves, Random(seed))
    tree.grow(Meter(Budget(iterations)), even)
    return [tree.root[move].visits for move in moves]


def cases():
    """All of them, as they stand in the file."""
    return [
        {"place": place, "iterations": iterations, "even": even, "seed": seed}
        for place in PLACES
        for iterations in ITERATIONS
        for even in EVEN
        for seed in SEEDS
    ]


if __name__ == "__main__":
    lines = [json.dumps({**case, "visits": visits(**case)}) for case in cases()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
