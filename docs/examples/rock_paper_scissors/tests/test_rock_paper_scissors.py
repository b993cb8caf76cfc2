from itertools import product
from pathlib import Path
from random import Random

import pytest
from tabletop_rock_paper_scissors import BEATS, HIDDEN, Counting, Options, RockPaperScissors, State

from tabletop.testing import looks

HERE = Path(__file__).parent
SCENES = {
    "start": State(),
    "chosen": State(("rock", "paper", "rock")),
    "won": State(("rock", "paper", "paper", "paper", "scissors", "rock")),
}


def bound(**options):
    return RockPaperScissors(Options(**options), 2)


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(HERE.parent, quick=True)


@pytest.mark.parametrize("name", SCENES)
def test_the_table_looks_and_reads_as_it_did(name):
    assert looks(bound(), SCENES[name], 1) == (HERE / f"scenes/{name}.txt").read_text("utf-8")


@pytest.mark.parametrize(("one", "two"), list(product(BEATS, BEATS)))
def test_each_choice_beats_one_and_loses_to_one(one, two):
    one_wins, two_wins = bound().scores(State((one, two)))
    assert one_wins + two_wins == (one != two)
    assert bound().scores(State((two, one))) == [two_wins, one_wins]


def test_a_choice_is_open_to_the_other_seat_only_when_both_have_chosen():
    game, state = bound(), State(("rock",))
    assert [game.view(state, seat).choices for seat in (0, 1, None)] == [("rock",), (HIDDEN,), (HIDDEN,)]
    assert game.view(State(("rock", "paper")), None).choices == ("rock", "paper")
    assert {game.imagine(game.view(state, 1), Random(seed)).choices for seed in range(30)} == {
        (move,) for move in BEATS
    }


def test_both_are_asked_at_once():
    game = bound()
    assert game.asked(State()) == (0, 1)
    assert game.asked(State(("rock",))) == (1,)
    assert game.asked(State(("rock", "paper") * 2)) == ()


def test_a_player_who_counts_beats_one_who_always_chooses_the_same():
    view = State(("rock", "scissors", "rock", "paper", "rock", HIDDEN)[:4])
    chosen = [Counting().choose(State(("rock", "paper") * 3), tuple(BEATS), Random(seed)) for seed in range(100)]
    assert chosen.count("scissors") > 50
    assert Counting().choose(view, tuple(BEATS), Random(1)) in BEATS
