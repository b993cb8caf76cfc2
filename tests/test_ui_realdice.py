"""Real dice at a real table: the program asks what they showed, keeps the score and the rules."""

from random import Random

import pytest
from any_match import step
from hypothesis import given, settings
from hypothesis import strategies as st
from sittings import last_saved, sit_again, sit_down
from tabletop_bigpig.rules import BigPig

from tabletop.match import Match
from tabletop.saves import Status, Terms
from tabletop.terminal.seated import Departure as Ending

FOUR = "Ada,Bo,Cleo,Dan"
ROLL_OFF = ["6 5", "5 6", "4 3", "2 1", "6 5", "5 4", "4 3", "2 1"]
"""A tie for the highest sum, so all throw again; then Ada begins."""
TURNS = """
    roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; hold
    roll; 6 4; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 5 4; hold
    roll; 6 4; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 5 2; hold
    roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 6 5; roll; 5 3; hold
    roll; 4 1
    roll; 6 4; hold
    roll; 4 4; roll; 5 1
    roll; 3 3; roll; 1 1
"""


def lines(text):
    return [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]


def test_a_whole_match_of_big_pig_is_typed_in_as_a_scorekeeper_would(tmp_path):
    """The last round is the worked example of the rules page."""
    typed = [*ROLL_OFF, *lines(TURNS)]
    console, here, ending = sit_down(tmp_path, typed, game="bigpig", seats=FOUR, dice="mine", seed=None)
    assert console.problems == []
    assert ending is Ending.FINISHED
    match = last_saved(here)
    assert match.summary.scores == (66, 106, 94, 0)
    assert match.summary.ranks == (3, 1, 2, 4)
    assert "Bo wins." in console.text
    assert match.terms == Terms(dice="mine")
    assert [note.data for note in match.notes if note.kind == "uncounted"] == [{"why": "dice"}]
    assert [event for event in match.events if event.startswith("*")] == [
        f"* {line}" for line in typed if line[0].isdigit()
    ]


@pytest.mark.parametrize("typed", ["3 5", "3,5", "3-5", "35", " 3  5 "])
def test_a_throw_may_be_typed_in_many_ways(tmp_path, typed):
    _console, here, _ending = sit_down(
        tmp_path, ["r", typed], game="pig-two-dice", seats="Ada,Bo", dice="mine", options={"start": "seat_one"}
    )
    assert list(last_saved(here).events) == ["1 roll", "* 3 5"]


def test_impossible_dice_are_refused_with_the_reason(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "7", "0", "3 5", "", "xyz", "4"], seats="Ada,Bo", dice="mine")
    reason = "is not a throw of 1 die with the numbers 1 to 6."
    assert console.problems == [f"“{typed}” {reason}" for typed in ("7", "0", "3 5", "xyz")]
    assert "You can type 1, 2, 3, 4, 5 or 6." in console.text
    assert list(last_saved(here).events) == ["1 roll", "* 4"]


def test_a_mistyped_throw_is_put_right_even_in_a_fair_match(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "5", "undo", "6", "h", "score"], seats="Ada,Bo", dice="mine")
    assert console.problems == []
    assert list(last_saved(here).events) == ["1 roll", "* 6", "1 hold"]
    assert console.prompts[:5] == ["Ada> ", "dice> ", "Ada> ", "dice> ", "Ada> "]


def test_a_mistyped_throw_that_ended_the_turn_is_put_right_from_the_next_turn(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "1", "u", "2", "h"], seats="Ada,Bo", dice="mine")
    assert list(last_saved(here).events) == ["1 roll", "* 2", "1 hold"]
    assert console.problems == []


def test_undo_and_commands_work_where_dice_are_asked_for(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "score", "undo", "r", "3", "hint"], seats="Ada,cpu", dice="mine")
    assert list(last_saved(here).events) == ["1 roll", "* 3"]
    assert console.problems == []
    assert "Chance to win" in console.text


def test_a_cpu_player_has_its_dice_typed_too(tmp_path):
    _console, here, _ending = sit_down(tmp_path, ["r", "3", "h", "1", "r", KeyboardInterrupt, "6"], dice="mine")
    assert list(last_saved(here).events)[:6] == ["1 roll", "* 3", "1 hold", "2 roll", "* 1", "1 roll"]


def test_who_begins_can_be_typed(tmp_path):
    console, here, _ending = sit_down(
        tmp_path, ["", "lead 2"], seats="Ada,Bo", dice="mine", options={"start": "random"}
    )
    assert "You can type lead 1 or lead 2." in console.text
    assert list(last_saved(here).events) == ["* lead 2"]


@pytest.mark.parametrize("plain", [True, False])
def test_a_throw_that_no_move_asks_for_says_whose_it_is(tmp_path, plain):
    options, lines = {"start": "roll_off"}, ["", "6 6", "1 2", "3 3", "r"]
    console, _here, _ending = sit_down(
        tmp_path, lines, game="pig-two-dice", seats="you,Bo,cpu", dice="mine", options=options, plain=plain
    )
    for said in ("you throw.", "Bo throws.", "CPU 3 throws."):
        assert console.text.count(f"Who begins is not known yet: {said}") == 1
    assert "CPU 3 throws 3 3: you begin" in console.text


def test_real_dice_go_on_when_the_match_is_resumed(tmp_path):
    sit_down(tmp_path, ["r"], seats="Ada,Bo", dice="mine", seed=None)
    console, here, _ending = sit_again(tmp_path, ["2", "h"])
    assert console.prompts[0] == "dice> "
    assert list(last_saved(here).events) == ["1 roll", "* 2", "1 hold"]


@pytest.mark.parametrize("game", ["passing-game"])
def test_a_game_that_hides_something_is_dealt_by_the_program(tmp_path, game):
    with pytest.raises(ValueError, match="here the program must deal"):
        sit_down(tmp_path, [], game=game, dice="mine")


@settings(max_examples=20)
@given(st.integers(0, 1 << 30))
def test_any_match_can_be_typed_in(tmp_path_factory, seed):
    match, rng = Match(BigPig(BigPig.options_model(target=30), 3)), Random(seed)
    while match.to_act is not None:
        step(match, rng)
    typed = [event.split(" ", 1)[1] for event in match.events]
    folder = tmp_path_factory.mktemp("typed")
    _console, here, _ending = sit_down(
        folder, typed, game="bigpig", seats="Ada,Bo,Cleo", dice="mine", options={"target": 30}
    )
    assert list(last_saved(here).events) == match.events
    assert last_saved(here).status is Status.FINISHED


def test_the_audit_of_a_match_is_shown(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["dice", "r", "5", "r", "5", "dice"], seats="Ada,Bo", dice="mine")
    assert console.problems == ["Nothing was thrown yet that can be counted."]
    assert "2 throws:" in console.text
    assert "  5: 2 (0.3 expected)" in console.text
    assert "Chi-square 10.00 with 5 degrees of freedom: p = 0.075." in console.text
    assert "rough guide only" in console.text
