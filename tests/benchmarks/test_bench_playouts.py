"""Random Pig playouts through the public contract, beside a loop by hand and beside OpenSpiel.

Ratios within one run; seconds depend on the machine and are never asserted.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import pytest
from tabletop_pig.games import Pig

from tabletop import CHANCE, scoring

MATCHES = 150
ROUNDS = 9


def contract_playout(game: Pig, rng: Random) -> tuple[int, list[int]]:
    """The number of events of a random match, and its totals."""
    state, events = game.start(), 0
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            moves = game.legal_moves(state)
            state = game.play(state, moves[int(rng.random() * len(moves))])
        events += 1
    return events, list(game.scores(state))


def loop_playout(rng: Random) -> tuple[int, list[int]]:
    """The same match from the same numbers, as short as plain Python has it."""
    totals, seat, points, events = [0, 0], 0, 0, 0
    while True:
        hold = int(rng.random() * (2 if points else 1))
        events += 1
        if hold:
            totals[seat] += points
            if totals[seat] >= 100:
                return events, totals
            seat, points = 1 - seat, 0
            continue
        die = int(rng.random() * 6) + 1
        events += 1
        if die == 1:
            seat, points = 1 - seat, 0
        else:
            points += die


def spiel_playout(spiel_game, rng: Random) -> tuple[int, list[float]]:
    """A random match of OpenSpiel's pig, driven from Python."""
    state, events = spiel_game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(rng.random() * len(outcomes))][0]
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
        state.apply_action(action)
        events += 1
    return events, state.returns()


def seconds_per_event(playout: Callable[[Random], tuple[int, object]], seed: int) -> float:
    rng, events = Random(seed), 0
    start = perf_counter()
    for _match in range(MATCHES):
        events += playout(rng)[0]
    return (perf_counter() - start) / events


def compare(benchmark, name: str, peer: Callable[[Random], tuple[int, object]]) -> float:
    """The speed of the contract in peers, as the median of rounds in which both took their turn."""
    game = Pig(Pig.options_model(), 2)
    ratios = []
    for seed in range(ROUNDS):
        theirs = seconds_per_event(peer, seed)
        ours = seconds_per_event(lambda rng: contract_playout(game, rng), seed)
        ratios.append(theirs / ours)
    benchmark.pedantic(lambda: contract_playout(game, Random(1)), rounds=20, warmup_rounds=2)
    benchmark.extra_info[name] = round(median(ratios), 3)
    print(f"\n{name}: {median(ratios):.3f} (from {min(ratios):.3f} to {max(ratios):.3f})")
    return median(ratios)


def test_both_play_the_same_matches():
    game = Pig(Pig.options_model(), 2)
    for seed in range(50):
        assert contract_playout(game, Random(seed)) == loop_playout(Random(seed))
    assert scoring.ranks(loop_playout(Random(1))[1]).count(1) == 1


def test_playouts_beside_a_loop_by_hand(benchmark):
    assert compare(benchmark, "contract speed / loop speed", loop_playout) >= 0.15


def test_playouts_beside_openspiel(benchmark):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: see requirements-bench.txt")
    spiel_game = pyspiel.load_game("pig(players=2,winscore=100,diceoutcomes=6,horizon=100000)")
    ratio = compare(benchmark, "contract speed / OpenSpiel speed", lambda rng: spiel_playout(spiel_game, rng))
    assert ratio > 1
