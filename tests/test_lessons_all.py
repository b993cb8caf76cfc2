"""Every lesson of every game, taken to its end by a learner who first gives all wrong answers."""

import pytest
from learner import Learner, lessons_in
from scripted import ScriptedConsole
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

from tabletop.analysis import Analysis, MoveValue
from tabletop.cpu import analysts
from tabletop.lessons import problems
from tabletop.saves import LessonProgress

GAMES = {
    "pig": Pig,
    "pig-two-dice": PigTwoDice,
    "pig-doubles": PigDoubles,
    "bigpig": BigPig,
    "passing-game": PassingGame,
}
LESSONS = [(game, lesson.id) for game, rules in GAMES.items() for lesson in rules.course().lessons]


class Indifferent:
    """An analyst to whom all moves are worth the same."""

    def prepare(self, progress):
        pass

    def analyse(self, view, moves, rng):
        return Analysis(0, "exact", tuple(MoveValue(move, 0.5) for move in moves))


@pytest.fixture
def quick_analysis(monkeypatch):
    monkeypatch.setattr(analysts, "find", lambda _game, **_how: Indifferent())


@pytest.mark.parametrize("game", GAMES)
def test_a_course_can_be_played(game):
    assert problems(GAMES[game]) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_course_has_three_to_six_lessons(game):
    assert 3 <= len(GAMES[game].course().lessons) <= 6


@pytest.mark.parametrize("plain", [False, True], ids=["terminal", "plain"])
@pytest.mark.parametrize(("game", "name"), LESSONS)
@pytest.mark.usefixtures("quick_analysis")
def test_every_answer_has_its_own_feedback(tmp_path, game, name, plain):
    rules = GAMES[game]
    lesson = rules.course().find(name)
    learner = Learner(rules, lesson, plain=plain)
    lessons = lessons_in(tmp_path, learner, game)
    lessons.take(lesson)
    learner.finish()
    assert learner.problems == []
    assert learner.text.count("Step ") == len(lesson.steps)
    assert lessons.learning.load(game)[name].done
    for answer, said in learner.heard:
        assert answer.says in said
        assert ("Try again." in said) != answer.right
    pictures = [line for text, _role in learner.said for line in text.split("\n") if "─" in line]
    assert bool(pictures) != plain
    assert max(map(len, pictures), default=0) <= 80


def test_the_analysis_is_heard_where_there_is_one(tmp_path):
    console = ScriptedConsole(["pass", "55"])
    lessons = lessons_in(tmp_path, console, "passing-game")
    lesson = PassingGame.course().find("counting")
    number = next(number for number, step in enumerate(lesson.steps) if "you count 35" in step.text)
    lessons.learning.keep("passing-game", "counting", LessonProgress(step=number))
    lessons.take(lesson)
    after = console.text.partition("Try again.")[2]
    assert after.startswith("\nChance to win: play 6-6 left: ")
    assert "pass: 0.0%" in after
    assert console.problems == ["5-5 fits neither end: the left one is 6, the right one 1."]
