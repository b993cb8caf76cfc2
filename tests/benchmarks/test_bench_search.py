"""Iterations a second of the host's search on Pig, beside the MCTS of OpenSpiel in C++, by processor time."""

from random import Random
from time import process_time

import pytest
from tabletop_pig.games import Pig

from tabletop.cpu.budget import Budget
from tabletop.cpu.search import Level, Search

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: see requirements-bench.txt")

ITERATIONS = 1_000


def our_rate() -> float:
    game = Pig(Pig.options_model(), 2)
    search = Search(game, Level(Budget(ITERATIONS), exact=0))
    state = game.resolve(game.play(game.start(), "roll"), (4,))
    start = process_time()
    search.choose(state, game.legal_moves(state), Random(1))
    return ITERATIONS / (process_time() - start)


def their_rate() -> float:
    game = pyspiel.load_game("pig(players=2,winscore=100,diceoutcomes=6,horizon=100000)")
    state = game.new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, ITERATIONS, 1_000, False, 1, False)
    start = process_time()
    bot.step(state)
    return ITERATIONS / (process_time() - start)


def test_search_beside_openspiel(benchmark):
    rates = [(our_rate(), their_rate()) for _round in range(5)]
    mine, theirs = max(rate[0] for rate in rates), max(rate[1] for rate in rates)
    benchmark.pedantic(our_rate, rounds=2)
    benchmark.extra_info["iterations on one core / OpenSpiel"] = round(mine / theirs, 3)
    print(f"\n{mine:,.0f} iterations a second on one core, OpenSpiel {theirs:,.0f}: {mine / theirs:.3f}")
    assert mine / theirs >= 0.12
