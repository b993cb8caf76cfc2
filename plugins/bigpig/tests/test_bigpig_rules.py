import pytest
from pig_table import banked, go_on, pips, play, position, why_no_hold
from pydantic import ValidationError
from tabletop_bigpig.rules import BigPig


def test_worked_example_of_the_last_round():
    first = [f"{seat}: {pips(points, dice=2)} hold" for seat, points in enumerate((66, 90, 94, 96), 1)]
    match = play(BigPig, 4, [*first, "1: 1-2", "2: 6-5 3-2 hold"], start="seat_one")
    assert banked(match) == [66, 106, 94, 96]
    assert position(match)["closing"]
    go_on(match, "3: 4-4")
    assert position(match)["turn_points"] == 16
    assert why_no_hold(match) == "A double must be rolled again before you can hold."
    go_on(match, "3: 1-5")
    assert banked(match) == [66, 106, 94, 96]
    go_on(match, "4: 3-3")
    assert position(match)["turn_points"] == 12
    assert why_no_hold(match) == "A double must be rolled again before you can hold."
    go_on(match, "4: 1-1")
    assert banked(match) == [66, 106, 94, 0]
    assert match.result.ranks == (3, 1, 2, 4)


def test_every_double_owes_another_roll():
    match = play(BigPig, 2, ["1: 4-4 2-2 6-6"], start="seat_one")
    assert position(match)["turn_points"] == 16 + 8 + 24
    assert match.legal_moves() == ("roll",)
    go_on(match, "1: 2-3")
    assert match.legal_moves() == ("roll", "hold")


def test_a_double_one_loses_everything_banked():
    match = play(BigPig, 2, ["1: 6-5 hold", "2: 6-5 hold", "1: 1-1"], start="seat_one")
    assert banked(match) == [0, 11]


def test_nothing_is_forbidden_with_an_exact_target():
    """A double 1 leads back to 0, from where every target above 4 can be reached."""
    match = play(BigPig, 2, [f"1: {pips(99, dice=2)} hold"], start="seat_one", target_mode="exact")
    assert banked(match) == [99, 0]


@pytest.mark.parametrize("target", [2, 3, 4])
def test_targets_that_nobody_can_reach(target):
    with pytest.raises(ValueError, match=f"ever reaches exactly {target}"):
        play(BigPig, 2, [], target=target, target_mode="exact")


def test_roll_off_with_ties_and_a_round_from_its_winner():
    match = play(BigPig, 3, [], target=5)
    for event in ("* 6 6", "* 1 1", "* 5 6"):
        assert match.to_act == -1
        match.apply(event)
    assert position(match)["leader"] == 1
    go_on(match, "1: 6-5 hold")
    assert match.to_act == 1
    go_on(match, "2: 1-2")
    go_on(match, "3: 6-5 hold")
    assert match.result.ranks == (1, 3, 1)


def test_what_ones_lose_cannot_be_chosen():
    with pytest.raises(ValidationError, match="ones_lose"):
        BigPig.options_model(ones_lose="total")
