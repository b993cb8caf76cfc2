"""The plugins page of the menu: install, uninstall, disable and enable, and the games follow at once."""

import re
import sys

import pytest
import tiny_plugins
from scripted import ScriptedConsole, host_in
from store_bench import Bench

from tabletop.saves import Status
from tabletop.terminal.menu import Menu


@pytest.fixture
def bench(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    return Bench(tmp_path / "home", tmp_path / "links")


def menu(bench, *lines):
    console = ScriptedConsole(["plugins", *lines, "back", "quit"])
    here = host_in(bench.home, console)
    here.renew_catalogue()
    Menu(here).run()
    assert console.left == 0
    return console, here


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    old = tiny_plugins.write_plugin(folder, "gamma")
    return old, tiny_plugins.write_plugin(folder, "gamma", "1.1", points="5")


def games(here):
    return [game.name for game in here.catalogue.games]


def test_what_is_installed_or_removed_is_in_the_menu_or_gone_at_once(bench, wheels):
    old, new = map(str, wheels)
    play = ["back", "new", "gamma", "play", "take", "quit", "plugins"]
    leave = ["back", "new", "gamma", "play", "quit", "plugins"]
    console, here = menu(bench, "install", old, "yes", *play, "install", new, "yes", *play, *leave)
    assert console.problems == []
    for said in ("runs with your rights", "Installed: tabletop-gamma 1.0", "(instead of 1.0)"):
        assert said in console.text
    assert "Install? Type yes to do so: " in console.prompts
    assert "gamma" in games(here)
    scores = re.findall(r"^  You +(\d+)$", console.text, re.MULTILINE)
    assert [score for score in scores if score != "0"] == ["1", "5"], "each version plays once it is installed"

    console, here = menu(bench, "uninstall", "1")
    assert console.problems == []
    assert "Removed: tabletop-gamma 1.1" in console.text
    assert "gamma" not in games(here)
    assert len(here.matches.list()) == 3
    (unfinished,) = here.listing.search("", Status.IN_PROGRESS)
    assert "needs plugin tabletop-gamma" in here.listing.line(unfinished)


def test_what_is_disabled_is_gone_and_comes_back(bench):
    console, here = menu(bench, "disable", "tabletop-bigpig")
    assert "Disabled: tabletop-bigpig" in console.text
    assert "bigpig" not in games(here)
    assert bench.command("plugins", "enable", "bigpig")[1] in {
        line.replace("Disabled", "Enabled") + "\n" for line in console.text.splitlines()
    }
    bench.command("plugins", "disable", "bigpig")
    console, here = menu(bench, "enable", "1")
    assert "Enabled: tabletop-bigpig" in console.text
    assert "bigpig" in games(here)


def test_no_to_the_question_and_what_cannot_be_installed(bench, wheels):
    console, here = menu(bench, "install", "", "install", str(wheels[0]), "no", "install", "./nowhere", "uninstall")
    assert console.problems[0] == "Nothing was installed."
    assert len(console.problems) == 2
    assert "nowhere" in console.problems[1]
    assert "There is no plugin for which that can be done." in console.text
    assert bench.names() == []
    assert "gamma" not in games(here)


def test_ctrl_c_in_the_middle_leads_back_to_the_menu_and_installs_nothing(bench, wheels):
    console = ScriptedConsole(["plugins", "install", str(wheels[0]), KeyboardInterrupt, "back", "quit"])
    Menu(host_in(bench.home, console)).run()
    assert console.left == 0
    assert bench.names() == []
