"""Switches, safe mode, games of one name, other versions: plugins that live beside each other."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from distributions import MANIFEST, forget_plugins, write_plugin
from processes import LAST_RESORT
from scripted import ScriptedConsole, host_in

from tabletop.cli import run
from tabletop.match import Header, Seat
from tabletop.plugins.find.catalogue import AmbiguousGame, Catalogue
from tabletop.saves import Home, Matches, PluginSwitches
from tabletop.terminal.menu import Menu

BOOM = "raise SystemExit('imported')"
SEATS = (Seat(name="Ada"), Seat(name="Bo"))


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("TABLETOP_HOME", str(folder))
    return folder


@pytest.fixture
def folder(tmp_path, home, monkeypatch):
    """A folder on the path, whose modules are forgotten again."""
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path / "site"
    forget_plugins()


def other_version(folder, name, version):
    info = folder / f"{name}-1.0.dist-info"
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    info.rename(folder / f"{name}-{version}.dist-info")


# Switches


@pytest.mark.parametrize("name", ["race", "plugin_race", "the-race", "race:the-race", "Race"])
def test_a_plugin_is_switched_off_and_on_by_any_name(tabletop, folder, name):
    write_plugin(folder, "race", game="the-race", code=BOOM)
    assert tabletop("plugins", "disable", name) == (0, "Disabled: race 1.0 (the-race).\n", "")
    assert "the-race" not in tabletop("games")[1]
    code, _out, err = tabletop("play", "the-race")
    assert code == 2
    assert err == (
        "tabletop: The game “the-race” of the plugin race 1.0 can't be played: "
        "it is disabled; “tabletop plugins enable race” changes that.\n"
    )
    (row,) = [row for row in json.loads(tabletop("plugins", "list", "--json")[1])["plugins"] if row["name"] == "race"]
    assert row["state"] == "disabled"
    assert tabletop("plugins", "enable", name)[0] == 0
    assert "the-race" in tabletop("games")[1]


def test_a_broken_plugin_can_be_disabled_and_says_no_more(tabletop, folder):
    write_plugin(folder, "bad", manifest="api = ")
    assert "The plugin bad 1.0 is skipped" in tabletop("games")[2]
    assert tabletop("plugins", "disable", "bad") == (0, "Disabled: bad 1.0 (no games).\n", "")
    assert tabletop("games")[2] == ""


def test_an_unknown_plugin_is_one_sentence(tabletop, home):
    code, _out, err = tabletop("plugins", "disable", "nothing")
    assert code == 2
    assert err.startswith("tabletop: There is no plugin “nothing”, only ")


def test_a_name_that_could_mean_two_plugins_is_refused(tabletop, folder):
    write_plugin(folder, "aaa", game="chess")
    write_plugin(folder, "bbb", game="chess")
    assert tabletop("plugins", "disable", "chess")[2] == "tabletop: “chess” could mean aaa or bbb: say which.\n"
    assert tabletop("plugins", "disable", "bbb:chess")[0] == 0
    assert Catalogue.installed().find("chess").plugin.distribution == "aaa"


def test_switches_that_cannot_be_read_are_told(home, folder):
    home.mkdir()
    (home / "plugin-switches.json").write_text("torn", "utf-8")
    told = []
    assert PluginSwitches(Home(home), warn=told.append).disabled() == frozenset()
    assert "was damaged" in told[0]


# Safe mode


def test_safe_mode_has_this_projects_games_only(tabletop, folder):
    write_plugin(folder, "race", code=BOOM)
    write_plugin(folder, "tabletop-lookalike", game="lookalike", entry_points="[tabletop]\nx = plugin_race\n")
    ids = [line.split()[0] for line in tabletop("--safe-mode", "games")[1].splitlines()]
    assert ids == ["pig", "pig-two-dice", "pig-doubles", "bigpig", "passing-game"]
    assert "TABLETOP_SAFE_MODE" not in os.environ
    assert tabletop("--safe-mode", "play", "race")[0] == 2


def test_a_distribution_of_a_trusted_name_elsewhere_is_not_trusted(folder):
    write_plugin(folder, "tabletop_pig", game="pig")
    found = {plugin.key: plugin for plugin in Catalogue.installed().plugins}
    assert found["tabletop-pig"].folder == folder / "plugin_tabletop_pig"
    assert not found["tabletop-pig"].first_party
    assert found["tabletop-bigpig"].first_party


# One name, several games


def test_both_games_of_one_id_are_listed_and_asked_for(tabletop, folder, home):
    write_plugin(folder, "bbb", game="chess")
    write_plugin(folder, "aaa", game="chess")
    code, out, err = tabletop("games")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if "chess" in line] == ["aaa:chess", "bbb:chess"]
    assert err == "Several plugins have a game “chess”: aaa:chess, bbb:chess.\n"
    code, _out, err = tabletop("play", "chess", "--plain")
    assert (code, err) == (
        2,
        "tabletop: Several plugins have a game “chess”: say which one with aaa:chess or bbb:chess.\n",
    )
    with pytest.raises(AmbiguousGame):
        Catalogue.installed().find("chess")
    console = ScriptedConsole(["2"])
    assert host_in(home, console).choose_game("chess").plugin.distribution == "bbb"


@pytest.mark.parametrize("name", ["bbb:chess", "BBB:chess"])
def test_the_full_name_always_works_and_the_match_keeps_to_its_plugin(tabletop, folder, home, name):
    write_plugin(folder, "aaa", game="chess", code=BOOM)
    write_plugin(folder, "bbb", game="chess")
    assert tabletop("play", name, "--plain", "--seats", "Ada,Bo", typed="step\n")[0] == 0
    assert tabletop("rules", name)[0] == 0
    (summary,) = Matches(Home(home)).list()
    assert (summary.game, summary.plugin) == ("chess", "bbb")
    assert tabletop("resume", "--plain", typed="step\n" * 9)[0] == 0
    assert Matches(Home(home)).list()[0].status == "finished"


def test_a_full_name_works_for_a_game_without_a_rival(tabletop, home):
    assert tabletop("rules", "tabletop-pig:pig")[0] == 0


def test_no_plugin_takes_the_place_of_a_game_of_this_project(tabletop, folder):
    write_plugin(folder, "aaa", game="pig", code=BOOM)
    catalogue = Catalogue.installed()
    assert catalogue.find("pig").plugin.distribution == "tabletop-pig"
    assert catalogue.find("aaa:pig").plugin.distribution == "aaa"
    assert [game.name for game in catalogue.games if game.id == "pig"] == ["pig", "aaa:pig"]
    assert tabletop("play", "pig", "--plain")[0] == 0


def test_the_menu_tells_games_of_one_name_apart(folder, home):
    write_plugin(folder, "aaa", game="chess")
    write_plugin(folder, "bbb", game="chess")
    console = ScriptedConsole(["new", "bbb:chess", "play", "step", "quit", "quit"])
    Menu(host_in(home, console)).run()
    assert "chess (aaa 1.0)" in console.text
    assert Matches(Home(home)).list()[0].plugin == "bbb"


def test_the_order_is_not_that_of_the_disk(folder):
    for name in ("ccc", "aaa", "bbb"):
        write_plugin(folder, name, game="chess")
    found = [plugin.distribution for plugin in Catalogue.installed().plugins]
    assert found == sorted(found)


def test_one_plugin_cannot_have_an_id_twice(folder):
    manifest = MANIFEST.format(game="chess")
    write_plugin(folder, "aaa", game="chess", manifest=manifest + manifest.partition("\n\n")[2])
    assert "“games” has the id “chess” twice" in Catalogue.installed().problems()[0]


# Versions


def pip(wanted):
    return shlex.join([sys.executable, "-m", "pip", "install", wanted])


@pytest.mark.parametrize(
    ("then", "now", "part"),
    [
        ("1.0", "1.0", ""),
        ("1.0", "1.2", ""),
        ("1.2", "1.0", "This match was played with race 1.2; 1.0 is here, which is older."),
        ("1.0", "2.0", "This match was played with race 1.0; 2.0 is here, whose rules may be others."),
        ("1.0", "not a version", ""),
    ],
)
def test_a_match_of_another_version(tabletop, folder, home, then, now, part):
    write_plugin(folder, "race")
    other_version(folder, "race", now)
    header = Header(game="race", plugin="race", plugin_version=then, seats=SEATS)
    with Matches(Home(home)).create(header) as save:
        save.append("1 step")
    (file,) = (home / "matches").glob("*.jsonl")
    before = file.read_bytes()
    code, _out, err = tabletop("resume", "--plain", typed="")
    assert code == (2 if part else 0)
    if part:
        assert err == f"tabletop: {part} Install race {then} again to go on: {pip(f'race=={then}')}\n"
        assert part.rstrip(".") in tabletop("matches")[1]
        assert file.read_bytes() == before
        assert run(["watch", "race", "--plain"]) == 0


def test_a_match_whose_plugin_is_missing_is_listed_and_left_as_it_is(tabletop, home):
    header = Header(game="race", plugin="race", plugin_version="1.0", seats=SEATS)
    with Matches(Home(home)).create(header) as save:
        save.append("1 step")
    (file,) = (home / "matches").glob("*.jsonl")
    before = file.read_bytes()
    assert "needs plugin race" in tabletop("matches")[1]
    code, _out, err = tabletop("resume")
    assert (code, err) == (
        2,
        "tabletop: This match needs the plugin race, which isn't here: get it from where it came from.\n",
    )
    assert file.read_bytes() == before


def test_an_incompatible_plugin_is_shown_with_the_reason_and_never_imported(tabletop, folder):
    write_plugin(folder, "new", manifest=MANIFEST.format(game="new").replace(">=1.0,<2", ">=2"), code=BOOM)
    code, _out, err = tabletop("play", "new")
    assert code == 2
    assert "it is made for version >=2 of the plugin API, not for this host's 1.1" in err
    (row,) = [row for row in json.loads(tabletop("plugins", "list", "--json")[1])["plugins"] if row["name"] == "new"]
    assert (row["state"], row["games"]) == ("incompatible", ["new"])


# What an import costs


def test_a_plugin_that_is_slow_to_import_costs_nothing_until_it_is_opened(tabletop, folder):
    write_plugin(folder, "slow", code="raise SystemExit('this would take five seconds')")
    assert "slow" in tabletop("games")[1]
    assert "slow 1.0: slow" in tabletop("plugins", "list")[1]
    assert tabletop("rules", "slow")[1].startswith("SLOW")
    assert "New game" in tabletop("--plain")[1]
    assert tabletop("play", "pig", "--plain")[0] == 0
    assert "plugin_slow" not in sys.modules
    assert "five seconds" in tabletop("play", "slow")[2]


def test_completion_imports_no_plugin(folder):
    write_plugin(folder, "slow", code=BOOM)
    env = {**os.environ, "PYTHONPATH": str(folder), "COMP_WORDS": "tabletop play sl", "COMP_CWORD": "2"}
    env["_TABLETOP_COMPLETE"] = "bash_complete"
    command = [sys.executable, "-m", "tabletop"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LAST_RESORT, check=False)
    assert done.stdout.split() == ["plain,slow"]


# The doctor


def test_the_doctor_finds_everything_in_order(tabletop, home):
    code, out, _err = tabletop("doctor")
    assert code == 0
    assert "good: The plugin tabletop-pig 0.1.0 works: pig, pig-two-dice, pig-doubles." in out
    assert "PROBLEM" not in out


def test_the_doctor_says_when_the_home_cannot_be_made(tabletop, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "file" / "home"))
    code, out, _err = tabletop("doctor")
    assert code == 1
    assert "PROBLEM" in out
    assert str(tmp_path / "file" / "home") in out


def test_the_doctor_names_every_problem(tabletop, folder, home):
    write_plugin(folder, "bad", code=BOOM)
    write_plugin(folder, "new", manifest=MANIFEST.format(game="new").replace(">=1.0,<2", ">=2"))
    write_plugin(folder, "off", code=BOOM)
    write_plugin(folder, "race")
    tabletop("plugins", "disable", "off")
    Matches(Home(home)).create(Header(game="gone", plugin="gone", seats=SEATS)).close()
    (home / "matches" / "torn.jsonl").write_text("torn\n", "utf-8")
    code, out, _err = tabletop("doctor", "--json")
    document = json.loads(out)
    assert (code, document["format"], document["version"]) == (1, "tabletop-doctor", 1)
    found = {finding["text"]: finding["level"] for finding in document["findings"]}
    assert found["The plugin bad 1.0 failed in its import: SystemExit: imported."] == "problem"
    assert found["The plugin off 1.0 is disabled."] == "note"
    assert found["The plugin race 1.0 works: race."] == "good"
    assert found["The match torn can't be read whole: damaged."] == "problem"
    assert any("made for version >=2" in text and level == "problem" for text, level in found.items())
    assert any("needs the plugin gone" in text and level == "note" for text, level in found.items())
    assert {finding["subject"] for finding in document["findings"]} == {"plugin", "store", "saves", "terminal"}
