"""Plugins that fail when one of their games is opened: one sentence, and all others go on."""

import sys

import pytest
from distributions import GAME, write_plugin
from scripted import ScriptedConsole, host_in

from tabletop.cli import run
from tabletop.plugins.catalogue import Catalogue, PluginError, load
from tabletop.ui import setup
from tabletop.ui.menu import Menu
from tabletop.ui.table import Ending

HOOK = "from tabletop import hookimpl\n\n\n@hookimpl\ndef tabletop_games({arguments}):\n    {body}\n"
BROKEN = {
    "import-error": ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    "syntax": ("def (", "SyntaxError: "),
    "exit-at-import": ("raise SystemExit(3)", "SystemExit: 3"),
    "key-error-at-import": ("{}['home']", "KeyError: 'home'"),
    "base-exception": ("class Odd(BaseException): ...\nraise Odd('odd')", "Odd: odd"),
    "many-lines": ("raise ValueError('one\\ntwo\\x1b[2J')", "ValueError: one?two?[2J"),
    "registration": (HOOK.format(arguments="console", body="return {}"), "PluginValidationError: "),
    "raises-in-hook": (HOOK.format(arguments="", body="1 / 0"), "ZeroDivisionError: division by zero"),
    "exit-in-hook": (HOOK.format(arguments="", body="raise SystemExit"), "SystemExit: "),
    "not-a-mapping": (HOOK.format(arguments="", body="return 3"), "TypeError: "),
    "none": (HOOK.format(arguments="", body="return None"), "TypeError: "),
    "other-game": (HOOK.format(arguments="", body="return {'other': int}"), "it offers no game “bad”"),
    "not-a-game": (HOOK.format(arguments="", body="return {'bad': int}"), "it offers no game “bad”"),
    "not-a-class": (HOOK.format(arguments="", body="return {'bad': 3}"), "it offers no game “bad”"),
    "no-hook": ("", "it offers no game “bad”"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder on the path, whose modules are forgotten again."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("plugin_")]:
        del sys.modules[name]


@pytest.mark.parametrize(("code", "part"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_one_sentence(folder, capsys, code, part):
    write_plugin(folder, "bad", code=code)
    with pytest.raises(PluginError) as caught:
        load(Catalogue.installed().find("bad"))
    sentence = str(caught.value)
    assert sentence.startswith("The plugin bad 1.0 can't be used: ")
    assert part in sentence
    assert sentence.isprintable()
    assert run(["play", "bad"]) == 2
    assert capsys.readouterr().err == f"tabletop: {' '.join(sentence.split())}\n"


def test_the_menu_goes_on_after_a_broken_plugin(folder):
    write_plugin(folder, "bad", code="raise SystemExit(3)")
    console = ScriptedConsole(["new", "bad", "new", "pig", "", "r", "quit", "quit"])
    Menu(host_in(folder / "home", console)).run()
    assert console.problems == ["The plugin bad 1.0 can't be used: SystemExit: 3."]
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
    with pytest.raises(PluginError, match=r"The plugin race 1.0 can't be used: RuntimeError: no more."):
        here.resume(None)
    (folder / "plugin_race" / "__init__.py").write_text(GAME.format(game="race") + "\n" * 3, "utf-8")
    assert here.resume(None) is Ending.LEFT
    assert here.matches.look(here.matches.find(None).id).events == ["1 step"]


def test_a_good_plugin_is_played_to_the_end(folder, capsys):
    write_plugin(folder, "race")
    assert run(["play", "race", "--seats", "cpu,cpu:hard", "--speed", "off", "--plain"]) == 0
    assert "CPU 1 wins." in capsys.readouterr().out
