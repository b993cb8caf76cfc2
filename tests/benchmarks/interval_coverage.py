"""How often the ± of the search's hints holds what a move is worth, at a match that is solved exactly.

    python tests/benchmarks/interval_coverage.py [SEATS] [REPETITIONS] [ITERATIONS]

Pig to 20 among two or three, in positions that come up as experts play. Prints which part of the nominal 95 % intervals
(1.96 standard errors) holds the exact value, of the best move and of all, and by how much the search is off on average.
"""

import sys
from random import Random

from tabletop_pig.games import Pig
from tabletop_pig.levels import Expert

from tabletop import CHANCE
from tabletop.cpu.budget import Budget
from tabletop.cpu.search import Level, Search


def main(seats: int = 2, repetitions: int = 2_000, iterations: int = 400) -> None:
    """Searches and prints."""
    game, rng = Pig(Pig.options_model(target=20), seats), Random(1)
    expert, search, judge = Expert(game), Search(game, Level(Budget(iterations), 0)), game.analyst()
    assert judge is not None
    state, held, best, off = game.start(), list[bool](), list[bool](), list[float]()
    while len(best) < repetitions:
        actor = game.to_act(state)
        if actor is None:
            state = game.start()
        elif actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            moves = game.legal_moves(state)
            if len(moves) > 1:
                exact = {one.move: one.value for one in judge.analyse(state, moves, rng).moves}
                found = search.analyse(state, moves, rng).moves
                hits = [abs(one.value - exact[one.move]) <= 1.96 * (one.error or 0.0) for one in found]
                held += hits
                best.append(hits[0])
                off.append(found[0].value - exact[found[0].move])
            state = game.play(state, expert.choose(state, moves, rng))
    print(f"{seats} seats, {iterations} iterations: {sum(best) / len(best):.1%} of {len(best)} best moves,", end=" ")
    print(f"{sum(held) / len(held):.1%} of {len(held)} moves; off by {sum(off) / len(off):+.3f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
