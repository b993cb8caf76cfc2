"""Learning at the console: the list, leaving and going on, exercises, skipping, resetting, and what is left alone."""

import hashlib
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from learner import Learner, lessons_in
from scripted import ScriptedConsole, host_in
from small_games import Nim
from tabletop_pig.games import Pig

from tabletop.analysis import Analysis, MoveValue
from tabletop.cli import tabletop
from tabletop.course import Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop.cpu import analysts
from tabletop.i18n import Texts
from tabletop.lessons import course_of, problems
from tabletop.saves import Home, Learning, LessonProgress
from tabletop.terminal.course_page import Lessons
from tabletop.terminal.menu import Menu


class Ignorant:
    """An analyst that can't say anything."""

    def prepare(self, progress):
        pass

    def analyse(self, view, moves, rng):
        raise ValueError("too hard")


@pytest.fixture(autouse=True)
def no_analysis(monkeypatch):
    monkeypatch.setattr(analysts, "find", lambda _game, **_how: Ignorant())


def progress(folder, game="pig"):
    return Learning(Home(folder)).load(game)


def contents(folder, but="lessons.json"):
    """The hash of every file that isn't about lessons."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(but)]
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


# Leaving and going on


def test_who_leaves_in_the_middle_goes_on_there(tmp_path):
    console = ScriptedConsole(["", "roll", "quit"])
    lessons_in(tmp_path, console, "pig").take(Pig.course().find("turn"))
    assert "Step 3 of 8" in console.text
    assert progress(tmp_path)["turn"] == LessonProgress(step=2)
    again = ScriptedConsole(["hold"])
    lessons_in(tmp_path, again, "pig").take(Pig.course().find("turn"))
    assert again.text.index("You go on where you left") < again.text.index("Step 3 of 8")
    assert "Step 1 of 8" not in again.text
    assert "That banks 5 points" in again.text


def test_the_end_of_the_input_leaves_too(tmp_path):
    console = ScriptedConsole([""])
    lessons_in(tmp_path, console, "pig").take(Pig.course().find("turn"))
    assert "tabletop learn pig turn" in console.text
    assert progress(tmp_path)["turn"].step == 1


def test_a_lesson_that_is_done_can_be_repeated_and_stays_done(tmp_path):
    lesson = Pig.course().find("twenty")
    lessons_in(tmp_path, Learner(Pig, lesson), "pig").take(lesson)
    assert progress(tmp_path)["twenty"] == LessonProgress(done=True)
    lessons_in(tmp_path, ScriptedConsole([""]), "pig").take(lesson)
    assert progress(tmp_path)["twenty"] == LessonProgress(step=1, done=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_progress_survives_kill_9(tmp_path):
    command = [sys.executable, "-m", "tabletop", "learn", "pig", "turn", "--plain"]
    environ = {**os.environ, "TABLETOP_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ, encoding="utf-8"
    ) as child:
        child.stdin.write("\nroll\n")
        child.stdin.flush()
        assert any(line.startswith("Step 3 of") for line in child.stdout)
        child.kill()
    assert progress(tmp_path)["turn"] == LessonProgress(step=2)


# What is left alone


def test_lessons_leave_matches_settings_and_profiles_as_they_are(tmp_path):
    here = host_in(tmp_path, ScriptedConsole(["roll", "quit"]), speed="off")
    listing = here.catalogue.find("pig")
    Menu(here)
    here.start(listing, Pig, here.last_choice(listing, Pig)[0], {}, 1)
    here.change_settings(here.settings)
    before = contents(tmp_path)
    assert len(before) >= 4
    for lesson in Pig.course().lessons[:3]:
        lessons_in(tmp_path, Learner(Pig, lesson), "pig").take(lesson)
    assert len(progress(tmp_path)) == 3
    computed = [path for path in contents(tmp_path) if path not in before and tmp_path / "cache" in path.parents]
    before.update({path: contents(tmp_path)[path] for path in computed})
    assert contents(tmp_path) == before
    lessons_in(tmp_path, ScriptedConsole(["reset", "yes", "back"]), "pig").run()
    assert progress(tmp_path) == {}
    assert contents(tmp_path) == before


def test_a_reset_forgets_one_lesson_one_game_or_all(tmp_path):
    learning = Learning(Home(tmp_path))
    for game, lesson in (("pig", "turn"), ("pig", "race"), ("bigpig", "turn")):
        learning.keep(game, lesson, LessonProgress(done=True))
    run = CliRunner().invoke
    environ = {"TABLETOP_HOME": str(tmp_path)}
    assert run(tabletop, ["learn", "pig", "race", "--reset"], env=environ).exit_code == 0
    assert (set(learning.load("pig")), set(learning.load("bigpig"))) == ({"turn"}, {"turn"})
    assert run(tabletop, ["learn", "pig", "--reset"], env=environ).exit_code == 0
    assert (set(learning.load("pig")), set(learning.load("bigpig"))) == (set(), {"turn"})
    assert run(tabletop, ["learn", "--reset"], env=environ).exit_code == 0
    assert learning.load("bigpig") == {}


# The list


def test_the_list_says_how_far_one_is(tmp_path):
    learning = Learning(Home(tmp_path))
    learning.keep("pig", "turn", LessonProgress(done=True))
    learning.keep("pig", "twenty", LessonProgress(step=3))
    learning.keep("pig", "behind", LessonProgress(skipped=True))
    result = CliRunner().invoke(tabletop, ["learn", "pig", "--list"], env={"TABLETOP_HOME": str(tmp_path)})
    states = [line[line.rindex("(") :] for line in result.output.splitlines()]
    assert states == ["(done)", "(begun, 3 of 7 steps)", "(skipped)", "(new)", "(new)"]


def test_enter_takes_the_first_lesson_that_is_not_behind(tmp_path):
    console = ScriptedConsole(["skip", "", "quit", "back"])
    lessons_in(tmp_path, console, "pig").run()
    assert progress(tmp_path)["turn"].skipped
    assert "When to hold: the rule of 20\n\nStep 1 of" in console.text


def test_lessons_are_in_the_menu_behind_the_game(tmp_path):
    console = ScriptedConsole(["new", "pig", "learn", "race", "quit", "back", "back", "quit"])
    Menu(host_in(tmp_path, console)).run()
    assert "Pig: learn by playing" in console.text
    assert "The end race\n\nStep 1 of" in console.text
    assert console.left == 0


def test_a_step_can_be_skipped_and_commands_work(tmp_path):
    console = ScriptedConsole(["help", "table", "skip", "table", "rules", "ro", "quit"])
    lessons_in(tmp_path, console, "pig").take(Pig.course().find("turn"))
    assert "There is no table in this step." in console.problems
    assert "Skipped." in console.text
    assert console.text.count("You can: roll.") >= 2
    assert "House rules in this match" in console.text
    assert progress(tmp_path)["turn"].step == 2


def test_what_can_not_be_an_answer_is_said(tmp_path):
    console = ScriptedConsole(
        ["skip", "hold", "fly", "skip", "skip", "7", "4, those of the last roll", KeyboardInterrupt]
    )
    lessons_in(tmp_path, console, "pig").take(Pig.course().find("turn"))
    assert console.problems == [
        "You can't hold yet: roll first.",
        "“fly” is not a move of this game.",
        "Type a number from 1 to 3.",
    ]
    assert "The whole turn is at risk" in console.text


def test_an_unknown_lesson_is_refused_with_a_suggestion(tmp_path):
    result = CliRunner().invoke(tabletop, ["learn", "pig", "rase"], env={"TABLETOP_HOME": str(tmp_path)})
    assert "Did you mean race?" in str(result.exception)


# Exercises


class Knowing:
    """An analyst to whom holding is worth 0.6 and rolling 0.5."""

    def prepare(self, progress):
        pass

    def analyse(self, view, moves, rng):
        worth = {"hold": 0.6, "roll": 0.5}
        ordered = sorted(moves, key=lambda move: -worth[move])
        return Analysis(view[0], "exact", tuple(MoveValue(move, worth[move]) for move in ordered))


def practise(tmp_path, lines, step, interrupt=()):
    console = ScriptedConsole(lines)
    console.interrupted_pauses = list(interrupt)
    lessons = lessons_in(tmp_path, console, "pig")
    lesson = Lesson("exercise", "An exercise", (step,))
    lessons.take(lesson)
    return console


def test_an_exercise_judges_each_decision_before_the_die_falls(tmp_path, monkeypatch):
    monkeypatch.setattr(analysts, "find", lambda _game, **_how: Knowing())
    step = Practise("Play.", turns=1, reasons={"roll": "Too greedy."}, seed=5)
    console = practise(tmp_path, ["roll", "roll", "hold", "", ""], step)
    text = console.text
    assert "hold was better: roll loses 10.0%. Too greedy." in text
    assert "Chance to win: hold: 60.0%, roll: 50.0% (exact)" in text
    assert "Well played: hold is best." in text
    assert "The exercise is over: 2 decisions, 1 mistake." in text
    assert text.index("hold was better") < text.index("rolls", text.index("hold was better"))


def test_without_an_analysis_an_exercise_is_just_played(tmp_path):
    console = practise(tmp_path, ["roll", "hold", ""], Practise("Play.", turns=1, reasons={"hold": "Why?"}, seed=5))
    assert "The exercise is over." in console.text
    assert "Why?" not in console.text


def test_an_exercise_to_the_end_of_the_match_says_who_won_and_can_be_played_again(tmp_path):
    step = Practise("Play.", Position(("1 roll", "* 6"), {"target": 6}))
    console = practise(tmp_path, ["hold", "again", "hold", ""], step)
    assert console.text.count("You win.") == 2
    assert progress(tmp_path)["exercise"].done


def test_ctrl_c_in_the_turn_of_a_cpu_player_pauses_the_exercise(tmp_path):
    step = Practise("Play.", turns=2, seed=5)
    lines = ["roll", "hold", "table", "xyz", "", "roll", "hold", ""]
    console = practise(tmp_path, lines, step, interrupt=[1])
    assert console.prompts[2:6] == ["paused> ", "paused> ", "paused> ", "You> "]
    assert "Only Enter goes on here" in console.text
    assert progress(tmp_path)["exercise"].done
    assert "The lesson goes on here with" in practise(tmp_path, ["roll", "hold", "quit"], step, interrupt=[1]).text


# Games of other people


class Untaught(Nim):
    """A game without a course."""


class Mistaught(Nim):
    """A game whose course can't be made."""

    @classmethod
    def course(cls):
        raise RuntimeError("forgotten")


def test_a_game_without_lessons_says_so(tmp_path):
    here = host_in(tmp_path, ScriptedConsole())
    listing = here.catalogue.find("pig")
    with pytest.raises(ValueError, match=r"Pig has no lessons; “tabletop rules pig” explains it\."):
        Lessons(here, listing, Untaught)
    with pytest.raises(ValueError, match="can't be used: RuntimeError: forgotten"):
        Lessons(here, listing, Mistaught)


def test_the_menu_says_so_too(tmp_path, monkeypatch):
    monkeypatch.setattr(Pig, "course", classmethod(lambda _rules: None))
    console = ScriptedConsole(["new", "pig", "learn", "back", "quit"])
    Menu(host_in(tmp_path, console)).run()
    assert console.problems == ["Pig has no lessons; “tabletop rules pig” explains it."]


def test_a_position_that_the_rules_refuse_is_told_in_a_sentence(tmp_path, monkeypatch):
    bad = Lesson("bad", "Bad", (Tell("Look.", Position(("1 hold",))),))
    monkeypatch.setattr(Pig, "course", classmethod(lambda _rules: Course((bad,), Texts(__file__))))
    console = ScriptedConsole(["new", "pig", "learn", "bad", "back", "quit"])
    Menu(host_in(tmp_path, console)).run()
    assert console.problems == ["Event 1, “1 hold”: You can't hold yet: roll first."]


# A real terminal


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_lesson_in_a_terminal(open_terminal, tmp_path):
    terminal = open_terminal("learn", "pig", "turn")
    terminal.wait("Enter goes on>").type("").wait("You>").type("roll").wait("Step 3 of 8")
    terminal.wait("You>", times=2).type("hold").wait("Try again.").wait("You>", times=3).type("ro").wait("answer>")
    terminal.type("1").wait("The whole turn is at risk").type("2").wait("Yes: a 1 would take all 9 turn points.")
    terminal.wait("Step 5 of 8").wait("You>", times=4).key("d").wait("tabletop learn pig turn")
    assert terminal.end() == 0
    assert progress(tmp_path)["turn"] == LessonProgress(step=4)


# The author's check


def check(*steps, name="lesson"):
    class Taught(Pig):
        @classmethod
        def course(cls):
            return Course((Lesson(name, "Title", tuple(steps)),), Texts(__file__))

    return problems(Taught)


AT_FIVE = Position(("1 roll", "* 5"))
GOOD, BAD = Answer("roll", "Yes.", right=True, then=("* 2",)), Answer("hold", "No.")


def test_a_good_step_has_no_problems():
    assert check(Try("Try.", AT_FIVE, (GOOD, BAD))) == []


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        (Tell(""), "there is no text"),
        (Tell("Look.", Position(("1 hold",))), "Event 1, “1 hold”: You can't hold yet: roll first."),
        (Tell("Look.", Position(you=3)), "There is no seat 3."),
        (Try("Try.", AT_FIVE, (GOOD,)), "“hold” has no answer"),
        (Try("Try.", AT_FIVE, (GOOD, BAD, Answer("fly", "Up."))), "the answer “fly” is for no legal move"),
        (Try("Try.", AT_FIVE, (GOOD, Answer("hold", "Yes."))), "every answer should have its own words"),
        (Try("Try.", AT_FIVE, (GOOD, BAD, BAD)), "an answer is there twice"),
        (Try("Try.", AT_FIVE, (Answer("roll", "No."), BAD)), "there should be a right answer and a wrong one"),
        (Try("Try.", Position(("1 roll",)), (GOOD, BAD)), "the learner isn't on turn"),
        (
            Try("Try.", AT_FIVE, (Answer("roll", "Yes.", right=True), BAD)),
            "chance acts after “roll”: say what falls in “then”",
        ),
        (
            Try("Try.", AT_FIVE, (Answer("roll", "Yes.", right=True, then=("* 7",)), BAD)),
            "Event 4, “* 7”: “7” is not a throw",
        ),
        (Ask("What?", (Answer("2", "No."), Answer("3", "Yes.", right=True))), "“2” looks like the number of an answer"),
        (Practise("Play.", turns=0), "there should be a turn to play"),
        (Practise("Play.", against="nobody"), "There is no CPU player “nobody”"),
        (Practise("Play.", Position(("1 roll", "* 6", "1 hold"), {"target": 6})), "the match is over"),
    ],
)
def test_the_check_finds(step, problem):
    assert any(problem in found for found in check(step)), check(step)


def test_the_check_looks_at_ids():
    assert check(Tell("Look."), name="Two words") == ["Two words: the id should be one word, and no number"]
    assert problems(Untaught) == ["the game has no course"]
    assert course_of(Untaught) is None
