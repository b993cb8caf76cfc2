"""Random rounds through the contract against the random players of the ``dominoes`` package, in one run.

Both play four hands of seven tiles without a boneyard, passing only when nothing fits. A move is a tile that is set;
``dominoes`` skips a seat that can't play by itself, so that our passes are extra work which isn't counted.
"""

from random import Random
from time import perf_counter

import pytest
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.game import CHANCE

dominoes = pytest.importorskip("dominoes", reason="the dominoes package is not installed")


def our_round(game: PassingGame, rng: Random) -> int:
    """Plays a round at random and returns how many tiles were set."""
    state = game.resolve(game.start(), game.draw(game.start(), rng))
    while game.to_act(state) == CHANCE and not state.round.finished:
        state = game.resolve(state, game.draw(state, rng))
    legal_moves, play, random = game.legal_moves, game.play, rng.random
    while not state.round.finished:
        moves = legal_moves(state)
        state = play(state, moves[int(random() * len(moves))])
    return (game.tables.whole ^ state.unplayed).bit_count()


def their_round() -> int:
    """The same with the other engine."""
    game = dominoes.Game.new()
    while game.result is None:
        dominoes.players.random(game)
        game.make_move(*game.valid_moves[0])
    return len(game.board)


def moves_per_second(play_round, rounds: int) -> float:
    start = perf_counter()
    moves = sum(play_round() for _round in range(rounds))
    return moves / (perf_counter() - start)


def test_random_playouts_against_dominoes(benchmark):
    game, rng = PassingGame(PassingOptions(hand_size=7, pass_when="no_play"), 4), Random(1)
    benchmark(our_round, game, rng)
    ours = moves_per_second(lambda: our_round(game, rng), 1_000)
    theirs = moves_per_second(their_round, 1_000)
    benchmark.extra_info["moves per second"] = round(ours)
    benchmark.extra_info["moves per second of dominoes"] = round(theirs)
    benchmark.extra_info["ratio"] = round(ours / theirs, 2)
    print(f"{ours:,.0f} moves per second against {theirs:,.0f} of dominoes: {ours / theirs:.2f} times as many")
    assert ours > theirs


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_rounds_of_the_customary_game(benchmark, seats):
    game, rng = PassingGame(PassingOptions(), seats), Random(1)
    assert benchmark(our_round, game, rng) > 0


def test_imagined_states(benchmark):
    game, rng = PassingGame(PassingOptions(), 3), Random(1)
    state = game.resolve(game.start(), game.draw(game.start(), rng))
    state = game.resolve(state, game.draw(state, rng))
    for _move in range(10):
        state = game.play(state, game.legal_moves(state)[0])
    view = game.view(state, game.to_act(state))
    assert game.view(benchmark(game.imagine, view, rng), view.seat) == view
