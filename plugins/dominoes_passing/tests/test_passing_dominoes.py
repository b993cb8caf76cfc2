"""Legality and the end of a round against the ``dominoes`` package, over random rounds without a boneyard.

Four seats, seven tiles each, passing only when nothing fits. Where the rules differ:

- ``dominoes`` lists a tile once when both ends show the same number; here it is legal at either end.
- ``dominoes`` lays the first tile as it is given; here its lower half lies left, so it is given that way.
- ``dominoes`` skips a seat that can't play by itself; here the seat passes.
- Points are counted otherwise (a blocked round scores both sides' pips there), so that only the end is compared.
"""

from random import Random

import pytest
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.position import Lead, PassingState

from tabletop import Deal

dominoes = pytest.importorskip("dominoes", reason="the dominoes package is not installed")
ROUNDS = 2_000


def same_deal(game: PassingGame, deal: Deal) -> "dominoes.Game":
    theirs = dominoes.Game.new(starting_player=0)
    pieces = [dominoes.Domino(*game.tables.tiles[number]) for number in deal.pieces]
    theirs.hands = [dominoes.Hand(pieces[seat * 7 : seat * 7 + 7]) for seat in range(4)]
    theirs.valid_moves = tuple((piece, True) for piece in theirs.hands[0])
    return theirs


def their_moves(theirs: "dominoes.Game") -> set[str]:
    found = set()
    for piece, left in theirs.valid_moves:
        name = f"play {max(piece.first, piece.second)}-{min(piece.first, piece.second)}"
        both = theirs.board and theirs.board.left_end() == theirs.board.right_end()
        ends = ["left", "right"] if both else ["left" if left else "right"]
        found |= {f"{name} {end}" for end in ends} if theirs.board else {name}
    return found


def set_tile(game: PassingGame, theirs: "dominoes.Game", move: str) -> None:
    play = game.tables.plays[move]
    theirs.make_move(dominoes.Domino(*reversed(game.tables.tiles[play.tile])), play.end != "right")


def compare_round(game: PassingGame, rng: Random) -> str:
    deal = game.draw(game.start(), rng)
    state: PassingState = game.resolve(game.resolve(game.start(), deal), Lead(0))
    theirs = same_deal(game, deal)
    while not state.round.finished:
        moves = game.legal_moves(state)
        if list(moves) == ["pass"]:
            assert theirs.turn != game.to_act(state)
            state = game.play(state, "pass")
            continue
        assert theirs.result is None
        assert theirs.turn == game.to_act(state)
        assert their_moves(theirs) == set(moves)
        move = rng.choice(moves)
        set_tile(game, theirs, move)
        state = game.play(state, move)
    last = state.round.last
    assert theirs.result is not None
    assert theirs.result.won == (last.reason == "out")
    assert [sum(piece.first + piece.second for piece in hand) for hand in theirs.hands] == list(last.pips)
    return last.reason


def test_moves_and_ends_agree_over_thousands_of_rounds():
    game = PassingGame(PassingOptions(hand_size=7, pass_when="no_play"), 4)
    rng = Random(28)
    reasons = [compare_round(game, rng) for _round in range(ROUNDS)]
    assert set(reasons) == {"out", "blocked"}
