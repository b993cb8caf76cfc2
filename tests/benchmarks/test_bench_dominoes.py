"""Random rounds through the contract against the random players of the ``dominoes`` package, in one run.

Both play four hands of seven tiles without a boneyard, passing only when nothing fits. A move is a tile that is set;
``dominoes`` skips a seat that can't play by itself, so that our passes are extra work which isn't counted.
"""

from random import Random
from time import process_time

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


def our_round_in_sight(game: PassingGame, rng: Random) -> int:
    """The same, with the view of whoever acts at each move."""
    state = game.resolve(game.start(), game.draw(game.start(), rng))
    while game.to_act(state) == CHANCE and not state.round.finished:
        state = game.resolve(state, game.draw(state, rng))
    legal_moves, play, view, random = game.legal_moves, game.play, game.view, rng.random
    while not state.round.finished:
        view(state, state.actor)
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
    start = process_time()
    moves = sum(play_round() for _round in range(rounds))
    return moves / (process_time() - start)


@pytest.mark.parametrize(("ours", "least"), [(our_round, 1.4), (our_round_in_sight, 1.15)])
def test_random_playouts_against_dominoes(benchmark, ours, least):
    """The best of rounds in which both took their turn."""
    game, rng = PassingGame(PassingOptions(hand_size=7, pass_when="no_play"), 4), Random(1)
    benchmark(ours, game, rng)
    pairs = [(moves_per_second(lambda: ours(game, rng), 150), moves_per_second(their_round, 150)) for _time in range(9)]
    mine, theirs = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    benchmark.extra_info["ratio"] = round(mine / theirs, 2)
    print(f"\n{ours.__name__}: {mine:,.0f} moves per second, dominoes {theirs:,.0f}: {mine / theirs:.2f} times as many")
    assert mine / theirs >= least


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
