"""What the courses of the family say is true: of values by the solver, of dice by counting."""

from dataclasses import replace

import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.lessons.positions import banks, busts, rolls

from tabletop.course import Ask, Course, Lesson, Try
from tabletop.cpu import analysts
from tabletop.lessons import disagreements, problems
from tabletop.match import Match

GAMES = [Pig, PigTwoDice, PigDoubles, BigPig]


@pytest.mark.parametrize("game", GAMES)
def test_the_course_can_be_played(game):
    assert problems(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_right_answers_are_best_and_wrong_ones_lose(game):
    """A right answer within 1 percentage point of the best; every wrong one loses something."""
    assert disagreements(game, analysts.find) == []


def test_wrong_claims_would_be_found():
    class Boastful(Pig):
        @classmethod
        def course(cls):
            taught = super().course()
            step = next(step for step in taught.find("race").steps if isinstance(step, Try))
            turned = tuple(replace(answer, right=not answer.right, then=("* 2",)) for answer in step.answers)
            return Course((Lesson("race", "Race", (replace(step, answers=turned),)),), taught.texts)

    assert disagreements(Boastful, analysts.find) == [
        "race, step 1: “roll” is called wrong, but loses 0.0%",
        "race, step 1: “hold” is called right, but loses 45.4%",
    ]


def right_answer(game, lesson, start):
    """The right answer to the question of a lesson that begins so."""
    (step,) = (s for s in game.course().find(lesson).steps if isinstance(s, Ask) and s.text.startswith(start))
    return next(answer for answer in step.answers if answer.right)


def throws(game):
    return Match(game(game.options_model(), 2)).game.throws


def counted(game):
    """Over all throws: how many lose, and the points of all that score."""
    found = throws(game).values()
    return sum(throw.loses is not None for throw in found), sum(throw.points for throw in found)


def test_gain_and_cost_of_a_roll():
    assert counted(Pig) == (1, 20)
    assert right_answer(Pig, "twenty", "With how many").text == "20"
    assert counted(PigTwoDice) == (10, 202)
    assert right_answer(PigTwoDice, "doubles", "Without the owed").says.startswith(
        "Yes. All rolls that score bring 202"
    )
    assert counted(PigDoubles) == (10, 265)
    assert right_answer(PigDoubles, "value", "Where do").text == "between 26 and 27"
    assert counted(BigPig)[0] == 11
    assert right_answer(BigPig, "danger", "You must roll again").text == "in 11"


def ways(target, goal):
    """The chance to reach ``goal`` points in one turn of Pig, rolling until ``goal`` or a 1."""
    return 1.0 if target >= goal else sum(ways(target + die, goal) for die in range(2, 7)) / 6


def test_how_often_a_turn_reaches_its_points():
    assert 1 - ways(0, 20) == pytest.approx(0.6, abs=0.05)
    assert right_answer(Pig, "twenty", "Who always holds").text == "about six in ten"
    assert ways(0, 9) == pytest.approx(0.6, abs=0.05)
    assert right_answer(Pig, "race", "The other has 91").text == "about six times in ten"


def test_a_tied_last_turn_of_two_dice_wins_two_times_in_three():
    scoring, losing = 20, 10
    assert sum(not t.again and t.loses is None for t in throws(PigTwoDice).values()) == scoring
    assert counted(PigTwoDice)[0] == losing
    assert scoring / (scoring + losing) == pytest.approx(2 / 3)


def test_the_best_single_roll_with_doubles():
    found = throws(PigDoubles)
    assert max(found, key=lambda thrown: found[thrown].points) == (1, 1)
    assert (found[1, 1].points, found[6, 6].points, found[6, 5].points) == (25, 24, 11)


@pytest.mark.parametrize(("game", "dice", "least"), [(Pig, 1, 2), (PigTwoDice, 2, 5), (PigDoubles, 2, 5)])
def test_turns_bank_what_they_say(game, dice, least):
    bound = game(game.options_model(target=1000, start="seat_one"), 2)
    for points in range(least, 60):
        match = Match(bound, (*banks(1, points, dice=dice), *busts(2, dice=dice)))
        assert match.game.scores(match.state) == (points, 0)
        assert match.to_act == 0


def test_rolls_are_written_as_events():
    assert rolls(2, "5 3") == ("2 roll", "* 5 3")
