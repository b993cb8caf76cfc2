"""The kit around the checks: whole plugins, the report, the command, and the pytest plugin."""

import gc
import json
import subprocess
import sys
import time
from zlib import crc32

import pytest
from kuhn import Kuhn

from tabletop.cli import run
from tabletop.plugins.find.folder import FolderError, plugin_in
from tabletop.record import Record
from tabletop.testing import check_folder, check_game, check_names

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


def test_the_hook_must_offer_what_the_manifest_lists(plugin):
    assert failures(check_folder(plugin(code=GAME.replace('"NAME"', '"another"')))) == ["games"]


@pytest.mark.parametrize("module", ["tinydb", "prompt_toolkit"])
def test_a_plugin_must_leave_screen_and_store_to_the_host(plugin, module):
    reports = check_folder(plugin(code=f"import {module}\n{GAME}"))
    assert failures(reports) == ["import"]
    assert module in str(reports[0])


def test_a_plugin_that_cannot_be_imported_is_reported_with_its_reason(plugin):
    reports = check_folder(plugin(code="raise SystemExit(3)"))
    assert failures(reports) == ["import"]


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
    error = capsys.readouterr().err
    assert error.count("tabletop: ") == 3
    assert "no-such-check" in error


def test_the_command_takes_the_name_of_an_installed_plugin(capsys):
    assert run(["plugins", "check", "bigpig", "--only", "seats", "--only", "sides"]) == 0
    assert "bigpig: 2 checks passed, 0 failed" in capsys.readouterr().out


# The report, and pytest


class Loser(Kuhn):
    def why_not(self, view, move):
        return ""


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
