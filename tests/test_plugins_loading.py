"""Plugins that fail when one of their games is opened: one sentence, and all others go on."""

import sys

import pytest
from distributions import GAME, forget_plugins, write_plugin
from scripted import ScriptedConsole, host_in

from tabletop import setup
from tabletop.cli import run
from tabletop.plugins.find.catalogue import Catalogue, PluginError, load
from tabletop.saves import Home, Reports
from tabletop.terminal.menu import Menu
from tabletop.terminal.seated import Departure as Ending

HOOK = "from tabletop import hookimpl\n\n\n@hookimpl\ndef tabletop_games({arguments}):\n    {body}\n"
ABSTRACT = """
from tabletop import OpenGame, hookimpl


class Bad(OpenGame): ...


@hookimpl
def tabletop_games():
    return {"bad": Bad}
"""
BROKEN = {
    "import-error": ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    "syntax": ("def (", "SyntaxError: "),
    "exit-at-import": ("raise SystemExit(3)", "SystemExit: 3"),
    "key-error-at-import": ("{}['home']", "KeyError: 'home'"),
    "base-exception": ("class Odd(BaseException): ...\nraise Odd('odd')", "Odd: odd"),
    "many-lines": ("raise ValueError('one\\ntwo\\x1b[2J')", "ValueError: one two?[2J"),
    "registration": (HOOK.format(arguments="console", body="return {}"), "PluginValidationError: "),
    "raises-in-hook": (HOOK.format(arguments="", body="1 / 0"), "ZeroDivisionError: division by zero"),
    "exit-in-hook": (HOOK.format(arguments="", body="raise SystemExit"), "SystemExit."),
    "not-a-mapping": (HOOK.format(arguments="", body="return 3"), "it answered int where the contract says Mapping"),
    "none": (HOOK.format(arguments="", body="return None"), "it answered NoneType where"),
    "other-game": (HOOK.format(arguments="", body="return {'other': int}"), "it offers no game “bad”"),
    "not-a-game": (
        HOOK.format(arguments="", body="return {'bad': int}"),
        "its game “bad” is no class derived from Game",
    ),
    "not-a-class": (
        HOOK.format(arguments="", body="return {'bad': 3}"),
        "its game “bad” is no class derived from Game",
    ),
    "no-hook": ("", "it has no function tabletop_games that is marked with @hookimpl"),
    "unknown-hook": (
        HOOK.replace("tabletop_games", "tabletop_gmaes").format(arguments="", body="return {}"),
        "it implements the hook tabletop_gmaes, which doesn't exist: is tabletop_games meant?",
    ),
    "abstract": (ABSTRACT, "its game “bad” lacks legal_moves, play, scores, start, to_act"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path, whose modules are forgotten again."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    forget_plugins()


@pytest.mark.parametrize(("code", "part"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_one_sentence(folder, capsys, code, part):
    write_plugin(folder, "bad", code=code)
    with pytest.raises(PluginError) as caught:
        load(Catalogue.installed().find("bad"))
    sentence = str(caught.value)
    assert sentence.startswith("The plugin bad 1.0 failed in ")
    assert part in sentence
    assert sentence.isprintable()
    assert run(["play", "bad"]) == 2
    first, *commands = capsys.readouterr().err.splitlines()
    assert first == f"tabletop: {sentence}"
    assert commands[:2] == [
        "tabletop: To disable it: tabletop plugins disable bad",
        f"tabletop: To remove it: {sys.executable} -m pip uninstall bad",
    ]
    (report,) = Reports(Home(folder / "home")).list()
    assert str(report) in commands[2]
    assert sentence in report.read_text("utf-8")


def test_the_menu_goes_on_after_a_broken_plugin(folder):
    write_plugin(folder, "bad", code="raise SystemExit(3)")
    console = ScriptedConsole(["new", "bad", "new", "pig", "", "r", "quit", "quit"])
    Menu(host_in(folder / "home", console)).run()
    assert console.problems[0] == "The plugin bad 1.0 failed in its import: SystemExit: 3."
    assert "turn" in console.text
    assert console.left == 0


def test_a_match_whose_plugin_broke_since_is_kept(folder):
    write_plugin(folder, "race")
    console = ScriptedConsole(["step"])
    here = host_in(folder / "home", console)
    listing = here.catalogue.find("race")
    here.start(listing, load(listing), setup.read_seats("Ada,Bo", "You"), {}, None)
    del sys.modules["plugin_race"]
    (folder / "plugin_race" / "__init__.py").write_text("raise RuntimeError('no more')", "utf-8")
    with pytest.raises(PluginError, match=r"The plugin race 1.0 failed in its import: RuntimeError: no more."):
        here.resume(None)
    (folder / "plugin_race" / "__init__.py").write_text(GAME.format(game="race") + "\n" * 3, "utf-8")
    assert here.resume(None) is Ending.LEFT
    assert here.matches.look(here.matches.find(None).id).events == ["1 step"]


def test_a_good_plugin_is_played_to_the_end(folder, capsys):
    write_plugin(folder, "race")
    assert run(["play", "race", "--seats", "cpu,cpu:hard", "--speed", "off", "--plain"]) == 0
    assert "CPU 1 wins." in capsys.readouterr().out
