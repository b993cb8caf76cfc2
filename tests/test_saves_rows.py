"""Rows that can't be used in the documents beside the matches: told once, put aside, and never a traceback."""

import json
from contextlib import suppress

import pytest
from quiet_disk import QuietDisk
from scripted import ScriptedConsole

from tabletop.cli import run
from tabletop.match import Header, Seat
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import (
    Home,
    Learning,
    LessonProgress,
    PluginSwitches,
    Profiles,
    SaveError,
    Settings,
    SettingsFile,
)
from tabletop.saves.disk import Disk
from tabletop.terminal.session import Session as Host

HEADER = Header(game="pig", plugin="tabletop-pig", options={"target": 10}, seats=(Seat(name="Ada"), Seat(name="Bo")))
EVENTS = ["1 roll", "* 6", "1 hold", "2 roll", "* 1", "1 roll", "* 4", "1 hold"]
NAMES = ["settings", "profiles", "plugin-switches", "lessons"]
TOO_EARLY = "0001-01-01T00:00:00+14:00"
"""A time that is none in UTC."""
ODD = [None, 7, -1, True, 1e999, float("nan"), "x", "\x1b[2J", "\ud800", TOO_EARLY, [], [7], {}, {"1": 7}]


def fill(folder):
    """A home with rows in each document, and a finished match and another one."""
    home = Home(folder)
    here = Host(ScriptedConsole(), Catalogue.installed(), home, Settings())
    with here.matches.create(HEADER, events=EVENTS) as save:
        save.finish("finished", [10, 0], [1, 2])
    with here.matches.create(HEADER, events=EVENTS[:3]) as save:
        save.leave([6, 0], 1)
    SettingsFile(home).save(Settings(language="en"))
    Profiles(home).remember("pig", [{"name": "Ada"}, {"name": "Bo"}], {"target": 10})
    Profiles(home).rename("Ada")
    PluginSwitches(home).disable("tabletop-nothing")
    Learning(home).keep("pig", "first", LessonProgress(step=1))
    return home


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Nothing is forced to the medium: the power stays."""
    monkeypatch.setattr(Disk, "sync", QuietDisk.sync)
    monkeypatch.setattr(Disk, "sync_folder", QuietDisk.sync_folder)
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    return fill(tmp_path)


def read(path):
    return json.loads(path.read_bytes())


def table_of(document):
    (table,) = document["tables"].values()
    return table


def add_a_bad_row(path, key="99", row=7):
    document = read(path)
    table_of(document)[key] = row
    path.write_text(json.dumps(document))
    return path.read_bytes()


COMMANDS = ["matches", "stats", "stats --json", "doctor", "settings", "learn pig --list", "plugins list", "games"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("key", "row"), [("99", 7), ("x", {}), ("99", {"odd": 1}), ("99", None), ("99", {})])
def test_one_bad_row_is_no_traceback_told_once_and_put_aside(home, name, key, row, capfd, caplog):
    path = home.path / f"{name}.json"
    whole = read(path)
    bad = add_a_bad_row(path, key, row)
    said = ""
    for command in COMMANDS:
        assert run(command.split()) in (0, 1)
        out, err = capfd.readouterr()
        said += out + err
    said += caplog.text
    if name == "settings" and key == "99" and row is not None and row != 7:
        return  # a second row of settings that is one: only the first is used
    assert said.count(f"1 entry of {path} can't be used and is left out.") == 1
    assert path.with_name(f"{name}.json.damaged-1").read_bytes() == bad
    assert not path.with_name(f"{name}.json.damaged-2").exists()
    assert table_of(read(path)) == table_of(whole)


@pytest.mark.parametrize("name", NAMES)
def test_the_doctor_tells_a_bad_row_itself(home, name, capfd, caplog):
    path = home.path / f"{name}.json"
    add_a_bad_row(path)
    assert run(["doctor"]) in (0, 1)
    assert f"1 entry of {path} can't be used and is left out." in capfd.readouterr().out + caplog.text


def spoiled(value):
    """The value with each part of it, one at a time, replaced by each odd one, or left out."""
    yield from ODD
    if isinstance(value, dict):
        for key in value:
            yield {other: part for other, part in value.items() if other != key}
            for part in spoiled(value[key]):
                yield {**value, key: part}
    elif isinstance(value, list) and value:
        for part in spoiled(value[0]):
            yield [part, *value[1:]]


def uses(home, name):
    """How the program reads and writes a document."""

    def warn(_sentence):
        pass

    settings, learning = SettingsFile(home, warn=warn), Learning(home, warn=warn)
    switches, profiles = PluginSwitches(home, warn=warn), Profiles(home, warn=warn)
    here = Host(ScriptedConsole(), Catalogue.installed(), home, Settings())
    pig = here.catalogue.find("pig")
    return {
        "settings": [settings.load, lambda: settings.save(Settings())],
        "lessons": [lambda: learning.load("pig"), lambda: learning.keep("pig", "first", LessonProgress())],
        "plugin-switches": [switches.disabled, lambda: switches.disable("tabletop-other")],
        "profiles": [lambda: here.last_choice(pig, load(pig)), lambda: profiles.remember("pig", [], {})],
    }[name]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_valid_json_a_row_holds_nothing_breaks(home, name):
    """Every part of a document with one row replaced by every odd value, and then read, or changed at once."""
    path = home.path / f"{name}.json"
    document = read(path)
    for table in document["tables"].values():
        for key in list(table)[1:]:
            del table[key]
    actions = uses(home, name)
    for odd in spoiled(document):
        for order in (actions, actions[::-1]):
            for file in home.path.glob(f"{name}.json*"):
                file.unlink()
            path.write_text(json.dumps(odd))
            for action in order:
                with suppress(SaveError):
                    action()


# Who tells


@pytest.mark.parametrize(
    "rubbish", [b"", b"{", b'{"format": "tabletop-settings", "version": 1, "tables": {"settings": {"1": 7}}}']
)
def test_damaged_settings_are_told_by_the_first_that_can_talk(home, rubbish, capfd, caplog):
    home.settings.write_bytes(rubbish)
    home.settings.with_name("settings.json.bak").unlink(missing_ok=True)
    SettingsFile(home, warn=None).load()
    assert home.settings.read_bytes() == rubbish
    assert run(["matches"]) == 0
    said = "".join(capfd.readouterr()) + caplog.text
    assert said.count("settings.json") == 1
    assert home.settings.with_name("settings.json.damaged-1").read_bytes() == rubbish


def test_what_is_put_aside_is_put_aside_by_a_change_too(home):
    told = []
    bad = add_a_bad_row(home.profiles)
    Profiles(home, warn=told.append).rename("Bo")
    assert told == [f"1 entry of {home.profiles} can't be used and is left out."]
    assert home.profiles.with_name("profiles.json.damaged-1").read_bytes() == bad
    assert Profiles(home, warn=told.append).load().name == "Bo"


def test_rows_of_a_table_of_another_program_stay(home):
    document = read(home.profiles)
    document["tables"]["more"] = {"1": {"any": "thing"}}
    home.profiles.write_text(json.dumps(document))
    Profiles(home).rename("Bo")
    assert read(home.profiles)["tables"]["more"] == {"1": {"any": "thing"}}
