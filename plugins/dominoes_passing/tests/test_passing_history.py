"""A round is as long as its rules let it be, and its history is a value like any other."""

import copy
import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.match import Match
from tabletop.record import replay_line
from tabletop.style import Style

MOVES = 2_000
LONG = {
    "max_pip": 9,
    "hand_size": 1,
    "reserve": 0,
    "pass_out_laps": 5,
    "lead_must_play": False,
    "auto_block": False,
}
LONG_DEAL = 512
"""The seed of a deal in which a tile fits for so long; none of the first 600 lets more moves be made."""


def depth(value: object) -> int:
    """How deep tuples lie in each other."""
    levels = 0
    layer = [value]
    while layer := [part for whole in layer if isinstance(whole, tuple) for part in whole]:
        levels += 1
    return levels


def idlest(moves, passes, lap):
    """Passes, but for the pass that would end the round: then draws, or sets a tile where nothing is left to draw."""
    if passes < lap - 1:
        return "pass"
    return "draw" if "draw" in moves else moves[0]


@pytest.fixture(scope="module")
def long_round() -> tuple[PassingGame, Match]:
    """A round of 2,000 moves by the rules: four seats, five laps of passes, a big set, small hands."""
    game = PassingGame(PassingOptions(**LONG), 4)
    match = Match(game)
    rng = Random(LONG_DEAL)
    match.let_chance(rng)
    match.let_chance(rng)
    before = len(match.events)
    while len(match.events) < before + MOVES:
        match.play(idlest(match.legal_moves(), match.view(None).passes, 20))
    assert match.to_act not in {None, -1}
    return game, match


def test_long_histories_compare_hash_and_are_written(long_round):
    game, match = long_round
    again = Match(game, match.events)
    assert again.state == match.state
    assert hash(again.state) == hash(match.state)
    for seat in (*range(game.seats), None):
        view, other = match.view(seat), again.view(seat)
        assert view == other
        assert hash(view) == hash(other)
        assert repr(view) == repr(other)
        assert json.dumps(view) == json.dumps(other)
        assert pickle.loads(pickle.dumps(view)) == copy.deepcopy(view) == view
    assert match.states()[-2] != match.state


def test_long_histories_are_shown_imagined_and_dumped(long_round):
    game, match = long_round
    seat = match.to_act
    view = match.view(seat)
    assert max(map(len, game.words(view)[1:])) < 400
    assert game.picture(view, Style())
    assert json.dumps(replay_line(match)) == json.dumps(replay_line(Match(game, match.events)))
    assert game.view(game.imagine(view, Random(1)), seat) == view
    assert game.strategies()["medium"]().choose(view, match.legal_moves(), Random(1)) in match.legal_moves()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_no_state_and_no_view_nests_deeper_as_a_round_goes_on(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    advance(match, rng, 80)
    assert all(depth(state) <= 4 for state in match.states())
    assert all(depth(game.view(state, 0)) <= 4 for state in match.states())
