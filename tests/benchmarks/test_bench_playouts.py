"""Random Pig playouts through the public contract, beside a loop by hand and beside OpenSpiel.

Ratios within one run; seconds depend on the machine and are never asserted.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

import pytest
from tabletop_pig.games import Pig

from tabletop import CHANCE, scoring

MATCHES = 150
ROUNDS = 9


def contract_playout(game: Pig, rng: Random) -> tuple[int, list[int]]:
    """The number of events of a random match, and its totals."""
    state, events = game.start(), 0
    to_act, legal_moves, play, draw, resolve = game.to_act, game.legal_moves, game.play, game.draw, game.resolve
    while (actor := to_act(state)) is not None:
        if actor == CHANCE:
            state = resolve(state, draw(state, rng))
        else:
            moves = legal_moves(state)
            state = play(state, moves[int(rng.random() * len(moves))])
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


TERMINAL = -4
"""What OpenSpiel answers for whoever acts, where a match is over."""


def spiel_playout(spiel_game, rng: Random) -> tuple[int, list[float]]:
    """A random match of OpenSpiel's pig, driven from Python by as few calls as it takes: chance is uniform, and its
    outcomes are legal actions too.
    """
    state, events = spiel_game.new_initial_state(), 0
    player, legal, apply, random = state.current_player, state.legal_actions, state.apply_action, rng.random
    while player() != TERMINAL:
        actions = legal()
        apply(actions[int(random() * len(actions))])
        events += 1
    return events, state.returns()


def whole_playout(game: Pig, rng: Random) -> list[int]:
    """The totals of a match that the game plays out by itself."""
    end = game.play_out(game.start(), rng)
    assert end is not None
    return list(game.scores(end))


def seconds(playout: Callable[[Random], object], seed: int) -> float:
    """Of processor time: the matches are the same ones for all who draw the same numbers."""
    rng = Random(seed)
    start = process_time()
    for _match in range(MATCHES):
        playout(rng)
    return process_time() - start


def events(playout: Callable[[Random], tuple[int, object]], seed: int) -> int:
    rng = Random(seed)
    return sum(playout(rng)[0] for _match in range(MATCHES))


def compare(benchmark, name: str, ours: Callable[[Random], object], peer: Callable[..., tuple[int, object]]) -> float:
    """Our speed in that of a peer, by event: the quickest of rounds in which both took their turn."""
    game = Pig(Pig.options_model(), 2)
    mine, theirs = [], []
    for seed in range(ROUNDS):
        theirs.append(seconds(peer, seed) / events(peer, seed))
        mine.append(seconds(ours, seed) / events(lambda rng: contract_playout(game, rng), seed))
    ratio = min(theirs) / min(mine)
    benchmark.pedantic(lambda: ours(Random(1)), rounds=20, warmup_rounds=2)
    benchmark.extra_info[name] = round(ratio, 3)
    print(f"\n{name}: {ratio:.3f}")
    return ratio


@pytest.fixture
def game():
    return Pig(Pig.options_model(), 2)


@pytest.fixture
def spiel():
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: see requirements-bench.txt")
    spiel_game = pyspiel.load_game("pig(players=2,winscore=100,diceoutcomes=6,horizon=100000)")
    return lambda rng: spiel_playout(spiel_game, rng)


def test_all_play_the_same_matches(game):
    for seed in range(50):
        assert contract_playout(game, Random(seed)) == loop_playout(Random(seed))
        assert contract_playout(game, Random(seed))[1] == whole_playout(game, Random(seed))
    assert scoring.ranks(loop_playout(Random(1))[1]).count(1) == 1


def test_five_calls_beside_a_loop_by_hand(benchmark, game):
    ours = partial(contract_playout, game)
    assert compare(benchmark, "five calls / a loop by hand", ours, loop_playout) >= 0.25


def test_five_calls_beside_openspiel(benchmark, game, spiel):
    assert compare(benchmark, "five calls / OpenSpiel", partial(contract_playout, game), spiel) >= 1


def test_whole_matches_beside_a_loop_by_hand(benchmark, game):
    ours = partial(whole_playout, game)
    assert compare(benchmark, "play_out / a loop by hand", ours, loop_playout) >= 0.4


def test_whole_matches_beside_openspiel(benchmark, game, spiel):
    assert compare(benchmark, "play_out / OpenSpiel", partial(whole_playout, game), spiel) >= 1.5
