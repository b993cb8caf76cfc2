"""Every house rule, at its bounds."""

import pytest
from golden import check_refused
from pig_table import banked, go_on, pips, play, position, why_no_hold
from pydantic import ValidationError
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        ("target", [2, 10_000], [1, 10_001, 0, -5, 10**400, "many", 2.5, None]),
        ("target_mode", ["at_least", "exact"], ["at most", None, 1]),
        ("overshoot", ["lose_turn", "ignore_roll"], ["", "bounce"]),
        ("minimum_to_hold", [0, 1_000], [-1, 1_001]),
        ("ones_lose", ["turn", "total"], ["nothing"]),
        ("ending", ["immediate", "final_turns", "complete_round"], ["never"]),
        ("roll_limit", [None, 1, 100], [0, 101, -1, "none"]),
        ("die_sides", [4, 20], [3, 21]),
        ("start", ["seat_one", "random", "roll_off"], ["seat_two"]),
        ("partners", [], ["pairs", 2, None]),
        ("colour", [], ["red"]),
    ],
)
def test_bounds(option, good, bad):
    for value in good:
        assert getattr(Pig(Pig.options_model(**{option: value}), 2).options, option) == value
    for value in bad:
        with pytest.raises(ValidationError, match=option):
            Pig.options_model(**{option: value})


def test_defaults_of_each_game():
    assert Pig.options_model().model_dump() == {
        "target": 100,
        "target_mode": "at_least",
        "overshoot": "lose_turn",
        "minimum_to_hold": 0,
        "ones_lose": "turn",
        "ending": "immediate",
        "roll_limit": None,
        "die_sides": 6,
        "start": "seat_one",
        "partners": False,
    }
    doubles, two_dice = PigDoubles.options_model(), PigTwoDice.options_model()
    assert (doubles.ending, doubles.start) == ("immediate", "seat_one")
    assert (two_dice.ending, two_dice.start) == ("complete_round", "roll_off")
    for options in (doubles, two_dice):
        assert "die_sides" not in options.model_dump()


@pytest.mark.parametrize(("game", "low", "high"), [(Pig, 2, 8), (PigTwoDice, 2, 4), (PigDoubles, 2, 8)])
def test_seats(game, low, high):
    for seats in range(low, high + 1):
        assert game(game.options_model(), seats).seats == seats
    for seats in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"{low} to {high}"):
            game(game.options_model(), seats)


# Holding


@pytest.mark.parametrize("turns", [[], ["1: 1"], ["1: 2 hold"]])
def test_a_turn_starts_with_a_roll(turns):
    match = play(Pig, 2, turns)
    assert match.legal_moves() == ("roll",)
    assert why_no_hold(match) == "You can't hold yet: roll first."
    check_refused(match, f"{match.to_act + 1} hold")


def test_a_roll_never_wins_by_itself():
    match = play(Pig, 2, [f"1: {pips(102)}"])
    assert match.result is None
    go_on(match, "1: 1")
    assert banked(match) == [0, 0]


def test_minimum_to_hold():
    match = play(Pig, 2, ["1: 6 6 2"], minimum_to_hold=15)
    assert why_no_hold(match) == "14 of 15 points needed to hold."
    assert check_refused(match, "1 hold") == "14 of 15 points needed to hold."
    go_on(match, "1: 2 hold")
    assert banked(match) == [16, 0]


def test_minimum_to_hold_met_exactly():
    assert banked(play(Pig, 2, ["1: 6 6 3 hold"], minimum_to_hold=15)) == [15, 0]


def test_minimum_binds_a_hold_that_would_win():
    match = play(Pig, 2, [f"1: {pips(90)} hold", "2: 1", "1: 6 5"], minimum_to_hold=15)
    assert why_no_hold(match) == "11 of 15 points needed to hold."
    go_on(match, "1: 4 hold")
    assert match.result.ranks == (1, 2)


def test_minimum_binds_in_the_last_turns():
    match = play(Pig, 2, ["1: 6 6 hold", "2: 5"], target=12, minimum_to_hold=10, ending="final_turns")
    assert why_no_hold(match) == "5 of 10 points needed to hold."


def test_minimum_does_not_bind_a_hold_forced_by_the_limit():
    assert banked(play(Pig, 2, ["1: 6 2"], minimum_to_hold=15, roll_limit=2)) == [8, 0]


def test_minimum_does_not_bind_a_forced_hold_that_wins():
    assert play(Pig, 2, ["1: 6 4"], minimum_to_hold=15, roll_limit=2, target=10).result.ranks == (1, 2)


# An exact target


def test_exact_target_wins_at_the_target_only():
    match = play(Pig, 2, ["1: 6 5 5"], target=16, target_mode="exact")
    assert match.legal_moves() == ("roll", "hold")
    go_on(match, "1: hold")
    assert match.result.ranks == (1, 2)


@pytest.mark.parametrize(("die", "seat"), [("5", 0), ("6", 1)])
def test_an_overshoot_is_more_than_the_target(die, seat):
    match = play(Pig, 2, [f"1: 6 5 {die}"], target=16, target_mode="exact")
    assert match.to_act == seat


def test_overshoot_in_hand_loses_turn_points_only():
    match = play(Pig, 2, ["1: 6 hold", "2: 5 hold", "1: 5 6"], target=16, target_mode="exact")
    assert banked(match) == [6, 5]
    assert position(match)["turn_points"] == 0


def test_overshoot_touches_no_banked_points_whatever_ones_lose():
    options = {"target": 16, "target_mode": "exact", "ones_lose": "total"}
    assert banked(play(Pig, 2, ["1: 6 hold", "2: 5 hold", "1: 5 6"], **options)) == [6, 5]


def test_ignored_roll_keeps_the_turn():
    options = {"target": 16, "target_mode": "exact", "overshoot": "ignore_roll"}
    match = play(Pig, 2, ["1: 6 6 5"], **options)
    assert (position(match)["turn_points"], position(match)["rolls"]) == (12, 3)
    assert match.legal_moves() == ("roll", "hold")


def test_a_one_is_a_bust_before_it_is_an_overshoot():
    options = {"target": 6, "target_mode": "exact", "overshoot": "ignore_roll"}
    match = play(Pig, 2, ["1: 6 1"], **options)
    assert match.to_act == 1
    assert banked(match) == [0, 0]


def test_nothing_to_hold_when_every_roll_was_ignored():
    options = {"target": 5, "target_mode": "exact", "overshoot": "ignore_roll"}
    match = play(Pig, 2, ["1: 6 6"], **options)
    assert why_no_hold(match) == "You can't hold yet: roll first."


def test_ignored_rolls_count_for_the_limit():
    options = {"target": 8, "target_mode": "exact", "overshoot": "ignore_roll", "roll_limit": 3}
    match = play(Pig, 2, ["1: 5 6 6", "2: 6 6 5"], **options)
    assert banked(match) == [5, 6]
    assert match.to_act == 0


def test_a_turn_of_ignored_rolls_ends_at_the_limit_with_nothing():
    options = {"target": 5, "target_mode": "exact", "overshoot": "ignore_roll", "roll_limit": 2}
    match = play(Pig, 2, ["1: 6 6"], **options)
    assert banked(match) == [0, 0]
    assert match.to_act == 1


def test_one_short_at_the_limit_ends_the_turn_without_banking():
    match = play(Pig, 2, ["1: 5 5"], target=11, target_mode="exact", roll_limit=2)
    assert banked(match) == [0, 0]
    assert match.to_act == 1


def test_one_short_holds_where_ones_lose_the_total():
    match = play(Pig, 2, ["1: 5 5 hold"], target=11, target_mode="exact", ones_lose="total")
    assert banked(match) == [10, 0]


def test_leaving_less_than_the_minimum_cannot_be_held():
    match = play(Pig, 2, [f"1: {pips(90)}"], target_mode="exact", minimum_to_hold=15)
    assert why_no_hold(match) == "From a total of 90 exactly 100 can never be reached: roll on."
    check_refused(match, "1 hold")


def test_one_short_in_the_last_turns():
    match = play(Pig, 2, ["1: 6 5 hold", "2: 6 4"], target=11, target_mode="exact", ending="final_turns")
    assert why_no_hold(match) == "From a total of 10 exactly 11 can never be reached: roll on."


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Pig, {"target": 10, "minimum_to_hold": 11}),
        (PigTwoDice, {"target": 3}),
        (PigTwoDice, {"target": 4}),
        (PigDoubles, {"target": 2}),
        (PigDoubles, {"target": 6, "minimum_to_hold": 7}),
    ],
)
@pytest.mark.parametrize("ones_lose", ["turn", "total"])
def test_hopeless_options_are_refused_with_the_reason(game, options, ones_lose):
    with pytest.raises(ValueError, match=f"ever reaches exactly {options['target']}"):
        play(game, 2, [], **options, target_mode="exact", ones_lose=ones_lose)
    assert play(game, 2, [], **options, ones_lose=ones_lose).result is None


def test_a_limit_gives_hope():
    match = play(Pig, 2, ["1: 3", "2: 1", "1: 4"], target=7, minimum_to_hold=8, roll_limit=1, target_mode="exact")
    assert match.result.ranks == (1, 2)


# Ones


def test_ones_lose_the_total():
    match = play(Pig, 2, ["1: 6 6 hold", "2: 6 hold", "1: 5 1"], ones_lose="total")
    assert banked(match) == [0, 6]


@pytest.mark.parametrize("game", [PigTwoDice, PigDoubles])
def test_a_double_one_is_no_bust(game):
    match = play(game, 2, ["1: 6-5 hold", "2: 6-5 hold", "1: 1-1"], ones_lose="total", start="seat_one")
    assert banked(match) == [11, 11]
    go_on(match, "1: 6-1")
    assert banked(match) == [0, 11]


def test_ones_lose_the_total_in_the_last_turns():
    match = play(
        Pig, 3, ["1: 6 hold", "2: 5 6 hold", "3: 6 1", "1: 1"], target=10, ones_lose="total", ending="final_turns"
    )
    assert banked(match) == [0, 11, 0]
    assert match.result.ranks == (2, 1, 2)


# The roll limit


def test_roll_limit_banks_and_ends_the_turn():
    match = play(Pig, 2, ["1: 6 6"], roll_limit=3)
    assert banked(match) == [0, 0]
    go_on(match, "1: 6")
    assert banked(match) == [18, 0]
    assert match.to_act == 1


def test_a_bust_on_the_last_roll_is_a_bust():
    assert banked(play(Pig, 2, ["1: 6 6 1"], roll_limit=3)) == [0, 0]


def test_roll_limit_may_win():
    assert play(Pig, 2, ["1: 6"], roll_limit=1, target=6).result.ranks == (1, 2)


def test_the_limit_waits_for_the_roll_that_a_double_owes():
    match = play(PigTwoDice, 2, ["1: 3-3 4-4"], roll_limit=1, start="seat_one")
    assert (position(match)["turn_points"], position(match)["rolls"]) == (14, 2)
    assert match.legal_moves() == ("roll",)
    go_on(match, "1: 2-3")
    assert banked(match) == [19, 0]
    assert match.to_act == 1


def test_the_limit_does_not_wait_where_doubles_owe_nothing():
    assert banked(play(PigDoubles, 2, ["1: 3-3"], roll_limit=1)) == [12, 0]


def test_an_ignored_roll_settles_the_one_that_was_owed():
    options = {"target": 16, "target_mode": "exact", "overshoot": "ignore_roll", "start": "seat_one"}
    match = play(PigTwoDice, 2, ["1: 3-3"], **options)
    assert why_no_hold(match) == "A double must be rolled again before you can hold."
    go_on(match, "1: 6-5")
    assert (position(match)["turn_points"], position(match)["must_roll"]) == (6, False)
    assert match.legal_moves() == ("roll", "hold")


def test_an_ignored_double_owes_no_roll_and_ends_the_turn_at_the_limit():
    options = {"target": 16, "target_mode": "exact", "overshoot": "ignore_roll", "start": "seat_one"}
    match = play(PigTwoDice, 2, ["1: 3-3 6-6"], **options)
    assert match.legal_moves() == ("roll", "hold")
    match = play(PigTwoDice, 2, ["1: 3-3 6-6"], roll_limit=1, **options)
    assert banked(match) == [6, 0]
    assert match.to_act == 1


# The die


@pytest.mark.parametrize("sides", [4, 6, 20])
def test_die_sides(sides):
    match = play(Pig, 2, [f"1: {sides}"], die_sides=sides)
    assert position(match)["turn_points"] == sides
    match.apply("1 roll")
    assert str(sides) in check_refused(match, f"* {sides + 1}")
    assert len(match.game.outcomes(match.state)) == sides


# The end


@pytest.mark.parametrize("leader", [1, 2, 3])
@pytest.mark.parametrize("first", [1, 2, 3])
@pytest.mark.parametrize("ending", ["immediate", "final_turns", "complete_round"])
def test_who_still_plays(ending, leader, first):
    """Three seats; seat ``first`` reaches the target in the second round."""
    match = play(Pig, 3, [], target=6, ending=ending, start="random")
    match.apply(f"* lead {leader}")
    order = [(leader - 1 + turn) % 3 + 1 for turn in range(3)]
    for seat in order:
        go_on(match, f"{seat}: 1")
    for seat in order[: order.index(first)]:
        go_on(match, f"{seat}: 2 hold")
    assert not position(match)["closing"]
    go_on(match, f"{first}: 6 hold")
    after = {
        "immediate": [],
        "final_turns": [first % 3 + 1, (first + 1) % 3 + 1],
        "complete_round": order[order.index(first) + 1 :],
    }[ending]
    assert position(match)["closing"] == (ending != "immediate")
    for seat in after:
        assert match.to_act == seat - 1
        go_on(match, f"{seat}: 1")
    assert match.to_act is None
    assert match.result.ranks[first - 1] == 1
    assert position(match)["round"] == (3 if ending == "final_turns" and first != leader else 2)


def test_equal_totals_share_the_first_rank():
    match = play(Pig, 3, ["1: 6 hold", "2: 6 hold", "3: 5 hold"], target=6, ending="complete_round")
    assert match.result.ranks == (1, 1, 3)


def test_a_seat_may_pass_the_leader_or_stop_below_it():
    last = ["1: 6 hold", "2: 4 hold", "3: 6 6 hold"]
    assert play(Pig, 3, last, target=6, ending="final_turns").result.ranks == (2, 3, 1)


def test_passing_the_target_in_the_last_turns_starts_no_others():
    assert play(Pig, 2, ["1: 2 hold", "2: 6 hold", "1: 6 6 hold"], target=6, ending="final_turns").result.ranks == (
        1,
        2,
    )


# Who begins


def test_seat_one_begins():
    match = play(Pig, 3, [])
    assert (match.to_act, position(match)["leader"]) == (0, 1)


def test_random_lead():
    match = play(Pig, 3, [], start="random")
    assert [(match.game.outcome_notation(o), p) for o, p in match.game.outcomes(match.state)] == [
        (f"lead {seat}", 1 / 3) for seat in (1, 2, 3)
    ]
    for event in ("* 3", "* lead 0", "* lead 4", "* lead", "* lead 03", "1 roll"):
        check_refused(match, event)
    match.apply("* lead 3")
    assert (match.to_act, position(match)["leader"]) == (2, 3)


def test_roll_off_and_ties():
    match = play(Pig, 3, [], start="roll_off")
    for event in ("* 5", "* 2", "* 5"):
        assert match.to_act == -1
        match.apply(event)
    assert position(match)["roll_off"] == []
    for event in ("* 2", "* 3"):
        match.apply(event)
    assert position(match)["roll_off"] == [2, 3]
    check_refused(match, "* lead 1")
    check_refused(match, "2 roll")
    match.apply("* 2")
    assert (match.to_act, position(match)["leader"], position(match)["round"]) == (1, 2, 1)


def test_a_tie_below_the_highest_is_no_tie():
    match = play(Pig, 3, [], start="roll_off")
    for event in ("* 2", "* 2", "* 6"):
        match.apply(event)
    assert match.to_act == 2


def test_roll_off_with_the_sum_of_two_dice():
    match = play(PigTwoDice, 2, [])
    match.apply("* 1 6")
    match.apply("* 4 4")
    assert match.to_act == 1


def test_two_dice_are_written_as_thrown():
    match = play(PigTwoDice, 2, ["1: 5-3"], start="seat_one")
    assert match.events[-1] == "* 5 3"
    match.apply("1 roll")
    for event in ("* 5", "* 5  3", "* 5 3 ", "* 5-3", "* 05 3", "* 5 7", "* 0 5", "* 5 3 1", "* ٥ ٣", "*"):
        check_refused(match, event)
