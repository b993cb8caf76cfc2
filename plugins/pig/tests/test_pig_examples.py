"""The worked examples of the rules pages."""

from pig_table import banked, go_on, pips, play, position, why_no_hold
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice


def test_pig_1_a_bust_scores_nothing_and_banked_points_stay():
    match = play(Pig, 2, ["1: 5 hold", "2: 1", "1: 3 6 6 6 4 5 6 1"])
    assert banked(match) == [5, 0]
    assert match.to_act == 1


def test_pig_2_a_hold_banks_the_turn():
    assert banked(play(Pig, 2, ["1: 6 3 4 2 6 hold"])) == [21, 0]


def test_pig_3_past_an_exact_target_the_turn_is_lost():
    match = play(Pig, 2, [f"1: {pips(95)} hold", "2: 1", "1: 6"], target_mode="exact")
    assert banked(match) == [95, 0]
    assert match.to_act == 1


def test_pig_3_past_an_exact_target_the_roll_is_ignored():
    turns = [f"1: {pips(95)} hold", "2: 1", "1: 6"]
    match = play(Pig, 2, turns, target_mode="exact", overshoot="ignore_roll")
    assert position(match) == {
        "banked": [95, 0],
        "turn_points": 0,
        "rolls": 1,
        "must_roll": False,
        "round": 2,
        "closing": False,
        "leader": 1,
        "roll_off": [],
    }
    assert match.legal_moves() == ("roll",)


def test_pig_4_one_short_cannot_be_held():
    match = play(Pig, 2, [f"1: {pips(90)} hold", "2: 1", "1: 5 4"], target_mode="exact")
    assert banked(match) == [90, 0]
    assert match.legal_moves() == ("roll",)
    assert why_no_hold(match) == "From a total of 99 exactly 100 can never be reached: roll on."


def test_pig_5_final_turns_for_three_other_seats():
    match = play(Pig, 4, ["1: 1", f"2: {pips(100)} hold"], ending="final_turns")
    for seat in (3, 4, 1):
        assert match.to_act == seat - 1
        go_on(match, f"{seat}: 1")
    assert match.to_act is None
    assert match.result.ranks == (2, 1, 2, 2)


def test_two_dice_the_last_round_is_finished():
    turns = [f"{seat}: {pips(points, dice=2)} hold" for seat, points in enumerate((72, 102, 98), 1)]
    match = play(PigTwoDice, 4, turns, start="seat_one")
    assert banked(match) == [72, 102, 98, 0]
    assert position(match)["closing"]
    assert match.to_act == 3
    go_on(match, f"4: {pips(104, dice=2)} hold")
    assert match.result.ranks == (4, 2, 3, 1)


def test_doubles_a_double_one_scores_25():
    match = play(PigDoubles, 2, ["1: 1-1"])
    assert position(match)["turn_points"] == 25
    assert match.legal_moves() == ("roll", "hold")


def test_doubles_other_doubles_score_twice_their_sum():
    match = play(PigDoubles, 2, ["1: 2-2 3-3 4-4 5-5 6-6 2-3"])
    assert position(match)["turn_points"] == 8 + 12 + 16 + 20 + 24 + 5


def test_doubles_a_single_one_scores_nothing():
    match = play(PigDoubles, 2, ["1: 6-5 hold", "2: 1-1 1-2"])
    assert banked(match) == [11, 0]
    assert match.to_act == 0
