from math import isclose
from pathlib import Path

import pytest
from tabletop_pass_the_pigs import CHANCES, LANDED, SCORES, THROWN, TOUCHING, PassThePigs, State, worth_it

from tabletop import GameOptions


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(Path(__file__).parent.parent, quick=True)


@pytest.mark.parametrize(
    ("throw", "points"),
    [
        ("dot-up dot-up", 1),
        ("dot-down dot-down", 1),
        ("dot-up dot-down", 0),
        ("touching", 0),
        ("trotter trotter", 20),
        ("razorback razorback", 20),
        ("snouter snouter", 40),
        ("jowler jowler", 60),
        ("dot-up jowler", 15),
        ("trotter razorback", 10),
        ("snouter jowler", 25),
    ],
)
def test_a_throw_scores_as_the_rules_say(throw, points):
    assert SCORES[throw][0] == points


def test_pigs_land_as_published():
    assert sum(LANDED.values()) == 2 * (THROWN - TOUCHING)
    assert isclose(sum(CHANCES.values()), 1)
    assert round(CHANCES["dot-up dot-down"], 2) == 0.21


def test_bacon_loses_everything_and_a_pig_out_the_turn():
    game = PassThePigs(GameOptions(), seats=2)
    state = State((30, 50), seat=0, points=10, in_the_air=True)
    assert game.resolve(state, "touching") == State((0, 50), seat=1)
    assert game.resolve(state, "dot-up dot-down") == State((30, 50), seat=1)


def test_the_hard_player_knows_when_another_throw_costs_more_than_it_brings():
    lost = CHANCES["dot-up dot-down"] + CHANCES["touching"]
    assert isclose(worth_it() * lost, sum(CHANCES[throw] * points for throw, (points, _name) in SCORES.items()))
