"""The kit around the checks: whole plugins, the report, the command, and the pytest plugin."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import ClassVar
from zlib import crc32

import pytest
from kuhn import Kuhn
from pydantic import Field
from small_tricks import SmallTricks

from tabletop import GameOptions, OpenGame
from tabletop.cli import run
from tabletop.guard.watchdog import Terminated
from tabletop.plugins.find.folder import FolderError, plugin_in
from tabletop.record import Record
from tabletop.testing import check_folder, check_game, check_names, importing, patience

PYPROJECT = """[project]
name = "tabletop-{name}"
version = "0.1"
[project.entry-points.tabletop]
game = "{package}"
"""
MANIFEST = """api = ">=1.0,<2"
[[games]]
id = "{name}"
title = "Coin"
summary = "Heads wins."
seats = [2, 2]
"""
GAME = """
from tabletop import CHANCE, GameOptions, OpenGame, hookimpl


class Coin(OpenGame):
    def start(self): return ""
    def to_act(self, state): return None if state else CHANCE
    def legal_moves(self, state): return ()
    def play(self, state, move): return state
    def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    def resolve(self, state, outcome): return outcome
    def scores(self, state): return (int(state == "heads"), int(state == "tails"))
    def dump(self, state): return {"coin": state}


@hookimpl
def tabletop_games():
    return {"NAME": Coin}
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch, request):
    """Writes a plugin of one game, each with a package name of its own, and forgets it afterwards."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    name = f"coin{crc32(request.node.name.encode())}"
    package = f"tabletop_{name}"

    def write(*, code=GAME, manifest=MANIFEST, pyproject=PYPROJECT):
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text(code.replace("NAME", name), "utf-8")
        (folder / "tabletop.toml").write_text(manifest.format(name=name), "utf-8")
        (tmp_path / "pyproject.toml").write_text(pyproject.format(name=name, package=package), "utf-8")
        return tmp_path

    write.name, write.package = name, package
    return write


def failures(reports):
    return [name for report in reports for name in report.failed()]


def test_a_good_plugin_has_a_report_of_its_own_and_one_for_each_game(plugin):
    reports = check_folder(plugin())
    assert [report.subject for report in reports] == [f"tabletop-{plugin.name}", plugin.name]
    assert failures(reports) == []
    assert any("importing takes" in note for note in reports[0].notes)


def test_seats_in_the_manifest_must_be_those_of_the_class(plugin):
    reports = check_folder(plugin(manifest=MANIFEST.replace("[2, 2]", "[2, 4]")))
    assert failures(reports) == ["games"]
    assert "seats = [2, 2]" in str(reports[0])


def test_what_is_wrong_with_a_plugin_does_not_hide_what_is_wrong_with_its_game(plugin):
    code = GAME.replace("return (int(state", "return (0.5 + int(state")
    reports = check_folder(plugin(code=code, manifest=MANIFEST.replace("[2, 2]", "[2, 4]")))
    assert failures(reports)[:2] == ["games", "scores"]


def test_the_hook_must_offer_what_the_manifest_lists(plugin):
    reports = check_folder(plugin(code=GAME.replace('"NAME"', '"another"')))
    assert failures(reports) == ["games", "games"]
    assert f"offers no game “{plugin.name}”" in str(reports[1])


@pytest.mark.parametrize("module", ["tinydb", "prompt_toolkit"])
def test_a_plugin_must_leave_screen_and_store_to_the_host(plugin, module):
    reports = check_folder(plugin(code=f"import {module}\n{GAME}"))
    assert failures(reports) == ["import"]
    assert module in str(reports[0])
    assert reports[1].passed


def test_a_plugin_that_cannot_be_imported_is_reported_with_its_reason(plugin):
    reports = check_folder(plugin(code="raise SystemExit(3)"))
    assert failures(reports) == ["import"]
    assert "came:     exit code 3" in str(reports[0])


def test_a_plugin_whose_import_never_ends_is_reported_with_its_reason(plugin, monkeypatch):
    monkeypatch.setattr(importing, "SECONDS", 0.1)
    reports = check_folder(plugin(code="while True: pass"))
    assert failures(reports) == ["import"]
    assert "came:     no end within 0.1 seconds" in str(reports[0])


def test_a_manifest_for_another_host_is_reported(plugin):
    reports = check_folder(plugin(manifest=MANIFEST.replace(">=1.0,<2", ">=7")))
    assert failures(reports) == ["manifest"]
    assert ">=7" in str(reports[0])


def test_an_empty_rules_page_is_reported(plugin):
    folder = plugin()
    rules = folder / plugin.package / "rules"
    rules.mkdir()
    (rules / f"{plugin.name}.md").touch()
    assert failures(check_folder(folder)) == ["rules-pages"]


def test_a_catalogue_must_know_the_titles(plugin):
    folder = plugin()
    messages = folder / plugin.package / "locale/de/LC_MESSAGES"
    messages.mkdir(parents=True)
    catalogue = messages / f"{plugin.package}.po"
    catalogue.write_text('msgid "Coin"\nmsgstr "Münze"\n', "utf-8")
    reports = check_folder(folder)
    assert failures(reports) == ["translations"]
    assert "“Heads wins.” in the catalogue of de" in str(reports[0])
    catalogue.write_text('msgid "Coin"\nmsgstr "Münze"\n\nmsgid ""\n"Heads "\n"wins."\nmsgstr ""\n', "utf-8")
    assert failures(check_folder(folder)) == []


def test_golden_matches_in_the_folder_are_replayed(plugin):
    folder = plugin()
    (folder / "tests/golden").mkdir(parents=True)
    record = {"format": "tabletop-record", "version": 1, "game": plugin.name, "seats": [{"name": "A"}, {"name": "B"}]}
    case = {"record": {**record, "events": ["* tails"]}, "expect": [{"after": 1, "winners": [1]}]}
    (folder / "tests/golden/one.json").write_text(json.dumps(case), "utf-8")
    reports = check_folder(folder)
    assert failures(reports) == ["golden"]
    assert "winners [1] after 1 events" in str(reports[1])
    assert "came:     [2]" in str(reports[1])


# Folders without a plugin


@pytest.mark.parametrize(
    ("pyproject", "why"),
    [
        ("[project", "is not TOML"),
        ("project = 1", "has no table"),
        ("[project]\nname = 'x'", "one entry point"),
        ("[project.entry-points.tabletop]\na = 'a'\nb = 'b'", "one entry point"),
    ],
)
def test_a_folder_without_a_plugin_is_refused_with_the_reason(tmp_path, pyproject, why):
    (tmp_path / "pyproject.toml").write_text(pyproject, "utf-8")
    with pytest.raises(FolderError, match=why):
        plugin_in(tmp_path)


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(FolderError, match=r"pyproject\.toml can't be read"):
        plugin_in(tmp_path)


# The command


def test_the_command_ends_with_1_when_something_failed(plugin, capsys):
    assert run(["plugins", "check", str(plugin(manifest=MANIFEST.replace("[2, 2]", "[2, 4]")))]) == 1
    assert "FAILED games" in capsys.readouterr().out


def test_the_command_ends_with_2_for_bad_input(tmp_path, capsys):
    assert run(["plugins", "check", str(tmp_path)]) == 2
    assert run(["plugins", "check", "no-such-plugin"]) == 2
    assert run(["plugins", "check", "pig", "--only", "no-such-check"]) == 2
    assert run(["plugins", "check", "pig", "--quick", "--thorough"]) == 2
    error = capsys.readouterr().err
    assert error.count("tabletop: ") == 4
    assert "no-such-check" in error


def test_the_command_takes_the_name_of_an_installed_plugin(capsys):
    assert run(["plugins", "check", "bigpig", "--quick", "--only", "seats", "--only", "sides"]) == 0
    assert "bigpig: 2 checks passed, 0 failed" in capsys.readouterr().out


# The report, and pytest


class Loser(Kuhn):
    def why_not(self, view, move):
        return ""


class Leaves(Kuhn):
    def play(self, state, move):
        raise SystemExit(3)


class Breakdown(BaseException):
    pass


class BreaksDown(Kuhn):
    def scores(self, state):
        raise Breakdown("at last")


class LeavesElsewhere(Kuhn):
    """Only where another process asks."""

    def start(self):
        if os.environ["STAYS"] != str(os.getpid()):
            raise SystemExit
        return super().start()


@pytest.mark.parametrize(("game", "came"), [(Leaves, "SystemExit: 3"), (BreaksDown, "Breakdown: at last")])
def test_whatever_a_game_raises_the_other_checks_are_made(game, came):
    report = check_game(game)
    assert came in str(report)
    assert {"seats", "sides"} <= set(report.passed)
    assert len(report.passed) + len(report.skipped) + len(report.failures) == len(check_names())


def test_another_process_that_leaves_without_a_word_is_reported(monkeypatch):
    monkeypatch.setenv("STAYS", str(os.getpid()))
    report = check_game(LeavesElsewhere, only=["same-elsewhere"])
    assert "the other process failed: exit code 0" in str(report)


@pytest.mark.parametrize("error", [KeyboardInterrupt, Terminated])
def test_what_a_person_or_the_system_ends_is_ended(error):
    class Interrupted(Kuhn):
        def play(self, state, move):
            raise error

    with pytest.raises(error):
        check_game(Interrupted)


# Time


class Endless(Kuhn):
    def legal_moves(self, state):
        while True:
            pass


def test_a_limit_ends_the_checks_of_a_game_that_never_answers():
    report = check_game(Endless, only=["seats", "refusal", "scores"], seconds=0.2)
    assert report.failed() == ["refusal"]
    assert "expected: the end of all checks within 0.2 seconds" in str(report)
    assert __file__ in report.failures[0].complaint.came
    assert report.notes == ["not looked at: scores, seats"]


def test_a_limit_that_is_kept_changes_nothing():
    before = signal.getsignal(signal.SIGALRM)
    assert check_game(Kuhn, only=["seats"], seconds=600).passed == ["seats"]
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


class Slow(Kuhn):
    """Answers when somebody has been told that it doesn't."""

    told = threading.Event()

    def start(self):
        assert self.told.wait(60)
        return super().start()


def test_a_check_that_takes_long_is_named_meanwhile(monkeypatch):
    said = []
    monkeypatch.setattr(patience, "EVERY", 0.01)

    def say(line):
        said.append(line)
        Slow.told.set()

    assert check_game(Slow, "slow", only=["refusal"], say=say).ok
    assert said[0] == "slow: the check “refusal” is under way, 0 matches, 0 s so far"


def test_the_command_says_what_takes_long_and_keeps_to_a_limit(plugin, capfd, monkeypatch):
    monkeypatch.setattr(patience, "EVERY", 0.01)
    code = GAME.replace("def start(self): return", "def start(self):\n        while True: pass\n        return")
    folder = str(plugin(code=code))
    assert run(["plugins", "check", folder, "--limit", "1", "--only", "refusal", "--only", "scores"]) == 1
    captured = capfd.readouterr()
    assert "expected: the end of all checks within 1 seconds" in captured.out
    assert f"{plugin.name}: the check “refusal” is under way, " in captured.err
    assert "under way" not in captured.out


def test_a_failure_comes_with_a_record_that_can_be_replayed():
    report = check_game(Loser, "kuhn", only=["refusal"])
    record = report.failures[0].complaint.record
    assert Record.model_validate(record).events[0].startswith("* ")
    assert json.dumps(record) in str(report)


def test_what_others_do_when_garbage_is_collected_is_not_the_games_fault():
    def look_at_the_clock(_phase, _info):
        time.time()

    before = gc.get_threshold()
    gc.callbacks.append(look_at_the_clock)
    gc.set_threshold(1)
    try:
        report = check_game(Kuhn, only=["hidden-chance"])
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(look_at_the_clock)
    assert report.passed == ["hidden-chance"]


def test_the_same_game_gets_the_same_report():
    checks = ["refusal", "draws", "views", "replay"]
    assert str(check_game(Loser, only=checks)) == str(check_game(Loser, only=checks))


def test_an_unknown_check_is_refused():
    with pytest.raises(ValueError, match="there is no check nonsense"):
        check_game(Kuhn, only=["nonsense"])
    assert len(check_names()) == len(set(check_names())) >= 40


def test_the_fixture_fails_a_test_with_the_report(tabletop_check):
    tabletop_check(Kuhn, only=["refusal"])
    tabletop_check("tabletop_bigpig", only=["seats"])
    with pytest.raises(pytest.fail.Exception, match="FAILED refusal"):
        tabletop_check(Loser, only=["refusal"])


def test_a_pytest_run_that_does_not_use_the_kit_is_left_alone(tmp_path):
    (tmp_path / "test_other.py").write_text("import sys\ndef test_other(): print('seen', *sys.modules)\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    seen = set(done.stdout.partition("seen")[2].split())
    assert "tabletop.testing.pytest_plugin" in seen
    assert not {"pydantic", "tabletop.game", "tabletop.testing.kit", "prompt_toolkit"} & seen


def test_the_bound_of_events_is_that_of_the_usual_rules_and_presets():
    class Rounds(GameOptions):
        rounds: int = Field(2, ge=1, le=30, title="Rounds")

    class Passes(OpenGame):
        options_model = Rounds
        seat_counts = range(1, 2)
        moves = ("pass",)
        max_events = 2

        def start(self):
            return 0

        def to_act(self, state):
            return 0 if state < self.options.rounds else None

        def legal_moves(self, state):
            return self.moves

        def play(self, state, move):
            return state + 1

        def scores(self, state):
            return (state,)

    class WithALongPreset(Passes):
        presets: ClassVar = {"long": {"rounds": 3}}

    assert check_game(Passes, only=["ends"]).ok
    assert not check_game(WithALongPreset, only=["ends"]).ok


def test_a_reason_is_asked_only_for_a_move_that_is_not_legal():
    class AsksWhy(SmallTricks):
        def why_not(self, view, move):
            assert move not in self.legal_moves(view)
            return "Follow suit."

    report = check_game(AsksWhy)
    assert report.ok, str(report)


def test_known_matches_say_in_json_what_the_state_by_name_holds():
    class Pairs(Kuhn):
        def dump(self, state):
            return {"pair": (1, 2)}

    record = {"format": "tabletop-record", "version": 1, "game": "pairs", "seats": [{"name": "A"}, {"name": "B"}]}
    cases = [[{"record": {**record, "events": []}, "expect": [{"after": 0, "pair": pair}]}] for pair in ([1, 2], [2])]
    right, wrong = [check_game(Pairs, only=["golden"], golden=case) for case in cases]
    assert right.ok
    assert "came:     [1, 2]" in str(wrong)
