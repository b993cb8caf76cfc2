"""Standard output belongs to the program: what a plugin prints, at its import or in any call, spoils nothing."""

import io
import json
import sys

import click
import pytest
from distributions import GAME, forget_plugins, write_plugin

from tabletop.cli import run
from tabletop.cli import tabletop as program
from tabletop.saves import Home, Matches

NOISE = """

def noise(place, told=set()):
    if place not in told:
        told.add(place)
        print("NOISE in", place)


noise("import")
"""
SOLVER = '''
from random import Random
from tabletop import Solved


class Solver:
    def solve(self, progress):
        noise("solve")
        return Solved(0.5, "by hand", 0.0, 1, 0.0, False)

    def policy(self):
        return ""


class Noisy(Race):
    """Prints in every method that is called."""

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if callable(value) and not isinstance(value, type):
            noise(name)
        return value

    def dump(self, state):
        return {"steps": state}

    def solver(self):
        return Solver()


@hookimpl
'''
CODE = NOISE + GAME.format(game="noisy").replace("@hookimpl\n", SOLVER).replace('"noisy": Race', '"noisy": Noisy')
CODE = CODE.replace("def tabletop_games():", 'def tabletop_games():\n    noise("tabletop_games")')
COMMANDS = {
    "doctor": "doctor --json",
    "record export": "record export {match} --yes",
    "record check": "record check {record} --fair --json",
    "record replay": "record replay {record} --json",
    "analyse": "analyse {record} --at 1 --json",
    "solve": "solve noisy --json",
    "stats": "stats --json --accuracy",
    "plugins list": "plugins list --json",
    "plugins duel": "plugins duel noisy --players easy,easy --matches 2 --json",
}
"""Every command that writes for a program to read."""


def names(group, path=()):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from names(command, (*path, name))
        elif any("--json" in option.opts for option in command.params):
            yield " ".join((*path, name))


@pytest.fixture
def tabletop(tmp_path, monkeypatch, capsys):
    """Runs a command line where a noisy plugin is installed: exit code, output, errors."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    write_plugin(tmp_path / "site", "noisy", code=CODE)

    def call(*arguments, typed=""):
        forget_plugins()
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    yield call
    forget_plugins()


@pytest.fixture
def match(tabletop, tmp_path):
    """A finished match of the noisy game."""
    tabletop("play", "noisy", "--seats", "Ada,Bo", "--plain", "--speed", "off", typed="step\n" * 5)
    (summary,) = Matches(Home(tmp_path / "home")).list()
    return summary.id


@pytest.fixture
def record(tabletop, match, tmp_path):
    file = tmp_path / "record.json"
    assert tabletop("record", "export", match, "--yes", "-o", str(file))[0] == 0
    return file


def test_every_command_that_writes_json_is_tried_here():
    assert set(names(program)) - {"study", "tournament"} == set(COMMANDS) - {"record export"}


@pytest.mark.parametrize("line", COMMANDS.values(), ids=COMMANDS)
def test_what_is_for_a_program_to_read_holds_nothing_else(tabletop, match, record, line):
    code, out, err = tabletop(*line.format(match=match, record=record).split())
    assert code in (0, 1), err
    assert "NOISE" not in out
    assert "NOISE in import" in err or "plugins" in line
    documents = out.splitlines() if "replay" in line else [out]
    assert documents
    for document in documents:
        json.loads(document)


def test_what_the_kit_reports_is_on_standard_output_alone(tabletop):
    """It looks in a process of its own; ``test_kit_time`` sees where the noise goes."""
    _code, out, _err = tabletop("plugins", "check", "noisy", "--only", "same-elsewhere", "--only", "seats")
    assert "NOISE" not in out
    assert "noisy: 2 checks passed, 0 failed" in out


def test_an_import_is_no_part_of_a_match(tabletop):
    _code, out, err = tabletop("play", "noisy", "--seats", "Ada,Bo", "--plain", typed="step\n" * 5)
    assert "NOISE in import" in err
    assert "NOISE in import" not in out
    assert "Ada" in out


def test_after_all_that_standard_output_is_where_it_was(tabletop, capsys):
    before = sys.stdout
    tabletop("doctor", "--json")
    tabletop("solve", "nothing", "--json")
    assert sys.stdout is before
