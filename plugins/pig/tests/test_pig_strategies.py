import pytest
from tabletop_pig.games import Pig
from tabletop_pig.position import Position

MOVES = ("roll", "hold")


def view(points, banked=(0, 0), closing=-1):
    return tuple(Position(0, banked, 0, points, 1, False, 0, 0, closing, ()))


def holds(name, points, *parameters, **position):
    player = Pig(Pig.options_model(), 2).strategies()[name](*parameters)
    return player.choose(view(points, **position), MOVES, None) == "hold"


@pytest.mark.parametrize(("name", "parameters", "at"), [("hold", (), 20), ("hold", ("9",), 9)])
def test_hold_at(name, parameters, at):
    assert not holds(name, at - 1, *parameters)
    assert holds(name, at, *parameters)


@pytest.mark.parametrize("name", ["easy", "hold", "keep-pace"])
def test_everybody_holds_at_the_target(name):
    assert holds(name, 20, banked=(80, 0))


@pytest.mark.parametrize("name", ["hold", "keep-pace"])
def test_the_last_turn_goes_on_until_the_leader_is_passed(name):
    assert not holds(name, 40, banked=(60, 100), closing=1)
    assert holds(name, 41, banked=(60, 100), closing=1)


@pytest.mark.parametrize(
    ("banked", "points"), [((0, 0), 21), ((0, 40), 26), ((40, 0), 16), ((70, 70), 21), ((0, 70), 30)]
)
def test_keep_pace(banked, points):
    """21 + (leader - own) / 8, as Neller and Presser give it."""
    assert not holds("keep-pace", points - 1, banked=banked)
    assert holds("keep-pace", points, banked=banked)


@pytest.mark.parametrize("banked", [(71, 0), (0, 71)])
def test_end_race(banked):
    missing = 100 - banked[0]
    assert not holds("keep-pace", missing - 1, banked=banked)
    assert holds("keep-pace", missing, banked=banked)


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "10001", "1.5", "²"])
def test_parameters_that_do_not_do(text):
    with pytest.raises(ValueError, match="whole number from 1 to 10000"):
        holds("hold", 1, text)
