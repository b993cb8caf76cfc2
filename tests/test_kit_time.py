"""The kit and time: each check has some, says how far it came, and whatever dies is named."""

import signal
import sys
from itertools import count

import pytest
from distributions import GAME, MANIFEST
from kuhn import Kuhn

from tabletop.cli import run
from tabletop.testing import apart, check_game, check_names, child, patience
from tabletop.testing.pace import NotFinished, Pace


class Clock:
    """A clock that goes on when somebody works."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


CLOCK = Clock()


class Slow(Kuhn):
    """A question takes three seconds."""

    def legal_moves(self, state):
        CLOCK.now += 3
        return super().legal_moves(state)


class SlowToSee(Kuhn):
    def view(self, state, seat):
        CLOCK.now += 3
        return super().view(state, seat)


def test_items_are_counted_as_long_as_there_is_time():
    clock = Clock()
    pace = Pace(10, clock)
    pace.begin()
    seen = []
    with pytest.raises(NotFinished, match="4 of 200 positions"):
        look_at_all(pace, clock, seen)
    assert seen == [0, 1, 2, 3]


def look_at_all(pace, clock, seen):
    for number in pace.each(range(200), "positions"):
        seen.append(number)
        clock.now += 3


def test_what_is_made_ready_for_all_checks_takes_no_time_from_the_first():
    clock = Clock()
    pace = Pace(10, clock)
    pace.begin()
    with pace.apart():
        clock.now += 9
    clock.now += 9
    pace.look("still going")


def test_a_slow_game_gets_a_result_of_its_own_for_each_check():
    report = check_game(SlowToSee, only=["words", "replay", "seats"], each=20, clock=CLOCK)
    assert report.passed == ["seats"]
    assert not report.failures
    assert not report.ok
    assert {one.check for one in report.unfinished} == {"replay", "words"}
    text = str(report)
    assert "1 checks passed, 0 failed, 2 not finished" in text
    assert "UNFINISHED words\n  not finished in time: " in text
    assert " of 126 positions" in text


def test_matches_for_which_there_is_no_time_are_told_and_the_rest_is_looked_at():
    report = check_game(Slow, only=["ends", "scores", "seats"], each=20, clock=CLOCK)
    assert set(report.passed) == {"ends", "scores", "seats"}
    assert [one.check for one in report.unfinished] == ["matches"]
    assert report.unfinished[0].progress.endswith(" matches")


def test_no_check_is_left_without_a_result_however_slow_a_game_is():
    report = check_game(Slow, each=1, clock=CLOCK)
    assert set(check_names()) <= report.done()


def test_a_call_that_never_returns_costs_its_check_only(monkeypatch):
    class Hangs(Kuhn):
        def words(self, view):
            while True:
                pass

    report = check_game(Hangs, only=["words", "seats", "replay"], each=0.2)
    assert set(report.passed) == {"seats", "replay"}
    (unfinished,) = report.unfinished
    assert unfinished.check == "words"
    assert f"it was just busy in {__file__}" in unfinished.progress


def test_how_far_it_came_is_told_meanwhile(monkeypatch):
    monkeypatch.setattr(patience, "EVERY", 0.01)
    said = []

    class Waits(Kuhn):
        def words(self, view):
            while not said:
                pass
            return super().words(view)

    def say(line):
        said.append(line)

    assert check_game(Waits, "kuhn", only=["words"], say=say).ok
    assert said[0].startswith("kuhn: the check “words” is under way, 0 of 126 positions, ")


# What another process says is kept short, and asked for match by match


def test_long_answers_are_compared_by_a_hash():
    short, long = child._short("x" * child.SHOWN), child._short("x" * 10_000_000)
    assert short == "x" * child.SHOWN
    assert len(long) < child.SHOWN + 30
    assert long != child._short("x" * 9_999_999 + "y")


# The command: a process of its own


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Writes the project of a plugin: a race in which something is replaced."""
    monkeypatch.setattr(sys, "path", list(sys.path))

    def write(name, old, new):
        package = tmp_path / f"plugin_{name}"
        package.mkdir(parents=True)
        code = "import os\nimport sys\n" + GAME.format(game=name)
        assert old in code
        (package / "__init__.py").write_text(code.replace(old, new), "utf-8")
        (package / "tabletop.toml").write_text(MANIFEST.format(game=name), "utf-8")
        (tmp_path / "pyproject.toml").write_text(
            f'[project]\nname = "{name}"\n[project.entry-points.tabletop]\ngame = "plugin_{name}"\n', "utf-8"
        )
        return str(tmp_path)

    return write


def test_a_plugin_that_ends_its_process_is_named_with_the_exit_code(project, capfd):
    folder = project("quits", "return (0,) * (self.seats + 1)", "os._exit(0)")
    assert run(["plugins", "check", folder]) == 1
    out = capfd.readouterr().out
    assert "quits: 4 checks passed, 0 failed" in out
    assert "FAILED probabilities" in out
    assert "came:     it ended before its time: exit code 0" in out


def test_a_plugin_that_is_killed_is_named_with_the_signal(project, capfd):
    folder = project("killed", "return (0,) * (self.seats + 1)", "os.kill(os.getpid(), 9)")
    assert run(["plugins", "check", folder, "--only", "replay"]) == 1
    assert "came:     it ended before its time: exit code -9 (SIGKILL)" in capfd.readouterr().out


def test_what_a_plugin_prints_reaches_no_standard_output(project, capfd):
    noise = 'print("NOISE"); os.write(1, b"NOISE"); os.system("echo NOISE")'
    folder = project("noisy", "def start(self):", f"def start(self):\n        {noise}")
    assert run(["plugins", "check", folder, "--only", "replay"]) == 0
    out, err = capfd.readouterr()
    assert "NOISE" not in out
    assert err.count("NOISE") >= 3


def test_a_process_that_says_nothing_is_ended(project, capfd, monkeypatch):
    """Where no alarm can end a call."""
    monkeypatch.setattr(apart, "SILENCE", -9.5)
    never = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n        while True: pass"
    folder = project("deaf", "return (0,) * (self.seats + 1)", never)
    assert run(["plugins", "check", folder, "--only", "replay", "--seconds", "1"]) == 1
    out = capfd.readouterr().out
    assert "no sign of life within " in out


def test_the_time_of_each_check_is_an_option(project, capfd):
    folder = project("endless", "return state[1:]", "\n        while True: pass")
    assert run(["plugins", "check", folder, "--only", "scores", "--only", "seats", "--seconds", "1"]) == 1
    out = capfd.readouterr().out
    assert "endless: 1 checks passed, 0 failed, 1 not finished" in out
    assert "UNFINISHED scores\n  not finished in time: 0 of " in out
    assert "it was just busy in" in out


def test_no_message_is_longer_than_a_person_reads():
    class Talks(Kuhn):
        def words(self, view):
            return ["word\x1b " * 2_000_000]

    report = check_game(Talks, only=["words"])
    assert report.failed() == ["words"]
    assert len(str(report)) < 10_000
    assert "\x1b" not in str(report)


def test_a_call_that_crashes_is_a_failure_with_the_state_named():
    class Crashes(Kuhn):
        def status(self, view):
            return [str(1 // len(view.history))]

    report = check_game(Crashes, only=["status"])
    (failure,) = report.failures
    assert "ZeroDivisionError" in failure.complaint.came
    assert failure.complaint.record["events"] == []


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarm")
def test_when_the_whole_time_is_up_the_alarm_goes_off_once():
    with patience.Alarm(0.001) as alarm:
        with pytest.raises(patience.TimeIsUp):
            next(number for number in count() if number < 0)
        alarm.set(60)
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
