"""A person's name is asked once, at a terminal, and never before there was something to do."""

import pytest
from scripted import ScriptedConsole, host_in
from sittings import sit_down

from tabletop.terminal.menu import Menu

QUESTION = "What is your name? (Enter: just “You”)> "
OVER = ["resign", "yes", ""]


def asked(console):
    return console.prompts.count(QUESTION)


def test_after_the_first_finished_match_and_never_again(tmp_path):
    console, here, _ending = sit_down(tmp_path, [*OVER, "Ada"])
    assert console.prompts[-1] == QUESTION
    assert "Hello, Ada." in console.text
    assert here.person == "Ada"
    again, here, _ending = sit_down(tmp_path, OVER)
    assert asked(again) == 0
    assert again.prompts[0] == "Ada> "
    assert here.person == "Ada"


@pytest.mark.parametrize("no", ["", EOFError, KeyboardInterrupt])
def test_who_has_no_name_is_asked_no_more(tmp_path, no):
    console, here, _ending = sit_down(tmp_path, [*OVER, no])
    assert asked(console) == 1
    assert here.person == "You"
    assert asked(sit_down(tmp_path, [*OVER, "Ada"])[0]) == 0


def test_a_name_that_can_be_none_is_asked_for_again(tmp_path):
    console, here, _ending = sit_down(tmp_path, [*OVER, "@me", "Ada"])
    assert asked(console) == 2
    assert here.person == "Ada"


@pytest.mark.parametrize(
    ("seats", "lines"),
    [("Ada,Bo", OVER), ("cpu,cpu", [""]), ("you,cpu", ["roll", "quit"]), ("you,cpu", ["resign", "yes", "quit"])],
)
def test_it_isnt_asked_where_the_person_has_a_name_or_has_finished_nothing(tmp_path, seats, lines):
    assert asked(sit_down(tmp_path, [*lines, "Cy"], seats=seats)[0]) == 0


def test_it_is_asked_when_a_second_person_sits_down_at_the_table(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["seat 2 Bo", "Ada", "roll", "quit"])
    assert console.prompts[:3] == ["You> ", QUESTION, "Ada> "]
    assert here.person == "Ada"


def test_a_player_of_the_computer_who_sits_down_is_no_second_person(tmp_path):
    assert asked(sit_down(tmp_path, ["seat 2 cpu:hard", "quit"])[0]) == 0


def test_it_is_asked_when_a_second_person_is_chosen_in_the_menu(tmp_path):
    lines = ["", "pig", "seats", "2", "", "Bo", "play", "Ada", "quit", "quit"]
    console = ScriptedConsole(lines)
    here = host_in(tmp_path, console)
    Menu(here).run()
    assert asked(console) == 1
    assert console.prompts[-2] == "Ada> "
    assert console.left == 0


def test_in_a_pipe_nothing_is_asked(tabletop, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    code, out, _err = tabletop("play", "pig", "--speed", "off", typed=["resign", "yes", ""])
    assert code == 0
    assert "What is your name" not in out


def test_the_name_of_a_match_goes_only_where_that_is_asked(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["rename Sunday", "rename", "quit"])
    assert here.matches.list()[0].name == "Sunday"
    assert console.problems == ["Please say the name too, such as “rename Sunday”; “rename none” takes it away."]
    console, here, _ending = sit_down(tmp_path, ["rename Sunday", "rename None", "quit"])
    assert here.matches.list()[0].name is None
