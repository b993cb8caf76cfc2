"""The menu's first line is asked for before the rest is loaded, and leads where it would lead after that."""

import subprocess
import sys

import pytest
from distributions import write_plugin
from scripted import ScriptedConsole, host_in

from tabletop.cli import entering
from tabletop.saves import Home, Settings, SettingsFile, kept, unfinished
from tabletop.terminal import entrance
from tabletop.terminal.entrance import Entered
from tabletop.terminal.menu import Menu


@pytest.fixture(autouse=True)
def old_files(monkeypatch):
    """Files may have changed just now and are kept all the same."""
    monkeypatch.setattr(kept, "FRESH", 0)


def at(home, lines):
    console = ScriptedConsole(lines)
    return console, entrance.enter(console, Home(home), private=False)


def whole(home, lines):
    """What is shown where everything is loaded first."""
    console = ScriptedConsole(lines)
    Menu(host_in(home, console), lambda *_serve: None).run()
    return console


def in_two_steps(home, lines):
    console, entered = at(home, lines)
    assert entered is not None
    Menu(host_in(home, console), lambda *_serve: None).run(entered)
    return console


@pytest.mark.parametrize(
    "lines",
    [
        ["quit"],
        ["8"],
        [""],
        ["rules", "back", "quit"],
        ["nonsense", "quit"],
        ["help", "quit"],
        ["back", "quit"],
        ["1", "6", "quit"],
        [KeyboardInterrupt, "quit"],
        ["settings", "bell=yes", "", "quit"],
        ["play pig", "quit", "quit"],
        [],
    ],
    ids=str,
)
def test_both_ways_show_the_same(tmp_path, lines):
    (tmp_path / "one").mkdir()
    first = whole(tmp_path / "one", list(lines))
    if lines:
        second = in_two_steps(tmp_path / "other", list(lines))
        hide = [word for text in (first.text, second.text) for word in text.split() if word.startswith("pig-2")]
        one, other = first.text, second.text
        for word in hide:
            one, other = one.replace(word, "ID"), other.replace(word, "ID")
        assert (one, first.left) == (other, second.left)
    else:
        with pytest.raises(EOFError):
            at(tmp_path / "other", [])


def test_matches_in_progress_are_counted_from_the_second_time_on(tmp_path):
    whole(tmp_path, ["new", "pig", "", "quit", "quit"])
    whole(tmp_path, ["quit"])
    console, entered = at(tmp_path, ["quit"])
    assert "Continue (1 match)" in console.text
    assert entered.choices[0][0] == "continue"
    whole(tmp_path, ["new", "pig", "", "quit", "quit"])
    assert unfinished.known(Home(tmp_path)) == 2
    with next((tmp_path / "matches").glob("*.jsonl")).open("a") as file:
        file.write("x")
    assert unfinished.known(Home(tmp_path)) is None
    assert at(tmp_path, [])[1] is None


def test_choices_that_have_changed_meanwhile_are_shown_again(tmp_path):
    console = ScriptedConsole(["8"])
    entered = Entered("1", entrance.main_choices(3, friends=True))
    Menu(host_in(tmp_path, console), lambda *_serve: None).run(entered)
    assert "New game" in console.text
    assert console.left == 0


def test_where_there_is_more_to_say_all_is_loaded_first(tmp_path, folder):
    assert at(tmp_path, ["quit"])[1] is not None
    assert entrance.enter(ScriptedConsole(["quit"], plain=True), Home(tmp_path), private=False) is None
    SettingsFile(Home(tmp_path)).save(Settings(bell=True))
    assert at(tmp_path, ["quit"])[1] is None
    entering.chosen(Home(tmp_path))
    assert at(tmp_path, ["quit"])[1] is not None
    (tmp_path / "library.json").write_text("{}", "utf-8")
    assert at(tmp_path, ["quit"])[1] is None
    (tmp_path / "library.json").unlink()
    write_plugin(folder, "bad", manifest="api = 5")
    assert at(tmp_path, ["quit"])[1] is None


def test_the_first_line_is_asked_for_without_what_checks_documents():
    names = ("pydantic", "tinydb", "sqlite3", "packaging", "pluggy", "tabletop.host", "tabletop.game")
    code = f"""
import sys
from tabletop.cli import entering
from tabletop.terminal import screen
print([name for name in {names} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
