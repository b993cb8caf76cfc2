"""The program in a real pseudo-terminal of 80x24, as a person uses it."""

import os
import re

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

from tabletop.saves import Home, Matches

CPU_HEADING = "── CPU 2 ─"


def saved(home):
    matches = Matches(Home(home))
    return matches.look(matches.find(None).id)


def scoreboard(text):
    """The last scoreboard on the screen."""
    return re.findall(r"^[> ] (You|CPU 2) +(\d+)$", text, re.MULTILINE)[-2:]


def test_menu_new_game_three_turns_quit_continue(open_terminal, home):
    terminal = open_terminal()
    terminal.wait("tabletop>").type("settings").wait("(Enter: done)>")
    terminal.type("speed=off").wait("(speed): off").type("")
    terminal.wait("tabletop>", 2).type("new").wait("game>").type("").wait("pig>")
    terminal.type("options").type("target=1000").type("").type("seats").type("").type("").type("cpu:easy").type("")
    for turn in range(1, 4):
        terminal.wait("── You ─", turn).wait("You can: roll. You can", turn)
        terminal.type("r").ready()
        if "bust" not in turn_text(terminal, turn).partition(CPU_HEADING)[0]:
            terminal.type("h")
        terminal.wait(CPU_HEADING, turn)
    terminal.wait("── You ─", 4).wait("You can: roll. You can", 4)
    left = scoreboard(terminal.text)
    terminal.type("quit").wait(f"The match is kept as {saved(home).id}.").wait("Continue (1 match)")
    events = saved(home).events
    assert len([event for event in events if event == "2 roll"]) >= 3
    terminal.type("").wait("match>").type("").wait("── You ─", 5).wait("You can: roll. You can", 5)
    assert scoreboard(terminal.text) == left
    assert saved(home).events == events
    assert terminal.key("d").ready().key("d").end() == 0


def turn_text(terminal, turn):
    return terminal.text.split("── You ─")[turn]


def test_ctrl_c_clears_the_line(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ")
    terminal.keys("nonsense").wait("You> nonsense").key("c").ready()
    terminal.type("r").wait("rolls ").ready()
    assert "is unknown here" not in terminal.text
    terminal.key("d")
    assert terminal.end() == 0
    assert saved(home).events[0] == "1 roll"


def test_ctrl_c_pauses_a_cpu_player_and_enter_goes_on(open_terminal, home):
    terminal = open_terminal(
        "play", "pig", "--seed", "1", "--seats", "cpu,cpu", "--speed", "fast", "--set", "target=10000"
    )
    terminal.wait(" this turn").key("c").wait("paused> ")
    paused_at = len(saved(home).events)
    terminal.type("rules").wait("Enter for more").type("q").wait("paused> ", 2)
    assert len(saved(home).events) == paused_at
    terminal.type("speed off").wait("at speed off").type("").wait("── CPU 1 ─", 5)
    terminal.key("c").wait("paused> ", 4).key("d")
    assert terminal.end() == 0
    assert len(saved(home).events) > paused_at


def test_ctrl_d_leaves_and_names_the_match(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1").wait("You> ").key("d")
    assert terminal.end() == 0
    assert f"The match is kept as {saved(home).id}." in terminal.text
    assert f"tabletop resume {saved(home).id}" in terminal.text


def test_tab_completes(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ")
    terminal.keys("op\t").wait("You> options").type("").wait("Roll limit: none")
    terminal.keys("sc\t").wait("You> score").key("c").ready()
    terminal.keys("ro\t").wait("You> roll").type("").wait("rolls ")


def test_a_window_may_change_its_size(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ").resize(44, 20).ready()
    terminal.type("rules").wait("Enter for more, q to stop:").type("q").ready()
    page = terminal.text.split("PIG\n===")[1]
    assert max(map(len, page.splitlines())) <= 44
    terminal.type("r").wait("rolls ").ready().key("d")
    assert terminal.end() == 0


def test_no_word_is_broken_at_the_edge_of_the_screen(open_terminal, home):
    """A line wider than the screen would be broken by the terminal, where ``fitted`` breaks between words."""
    open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ").key("d").end()

    def words(columns):
        terminal = open_terminal("resume", columns=columns).wait("You> ")
        for typed in ("help", "options", "table", "xyz", "speed", "hold", "log", "save"):
            terminal.type(typed).ready()
        terminal.key("d").end()
        return set(re.findall(r"[a-z]{2,}", terminal.text))

    assert words(50) == words(400)


def test_a_terminal_without_colours_is_obeyed(open_terminal, home):
    colours = re.compile(rb"\x1b\[[0-9;]*(3[0-7]|9[0-7])[0-9;]*m")
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ").type("r").wait("rolls ")
    assert colours.search(terminal.raw)
    terminal = (
        open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo", NO_COLOR="1")
        .wait("You> ")
        .type("r")
        .wait("rolls ")
    )
    assert not colours.search(terminal.raw)


@pytest.mark.parametrize(
    ("arguments", "environ"),
    [
        ([], {"TERM": "dumb"}),
        ([], {"ACCESSIBLE": "1"}),
        (["--plain"], {}),
    ],
    ids=["dumb", "accessible", "plain"],
)
def test_plain_mode_shows_no_escape_byte(open_terminal, home, arguments, environ):
    rules = ["--seats", "you,cpu:easy", "--set", "target=10000", "--seed", "1", "--speed", "normal"]
    terminal = open_terminal("play", "pig", *rules, *arguments, **environ)
    terminal.wait("You> ").type("r").wait("You> ", 2).type("h").wait("CPU 2 rolls").wait("You> ", 3)
    terminal.type("seat 1 cpu:easy").wait("CPU 1 rolls").key("c").wait("paused> ")
    terminal.type("rules").wait("House rules in this match").wait("paused> ", 2).type("quit")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.raw
    assert "The match is kept as" in terminal.text


def test_ctrl_c_in_plain_mode_begins_a_new_line(open_terminal, home):
    terminal = (
        open_terminal("play", "pig", "--seed", "1", "--plain").wait("You> ").keys("non").wait("You> non").key("c")
    )
    terminal.wait("You> ", 2)
    assert terminal.text.count("\nYou>") == 2
    terminal.key("d")
    assert terminal.end() == 0


def test_in_plain_mode_each_ctrl_c_begins_a_new_line(open_terminal, home):
    """Also those that come while readline has its hands full with what was typed before."""
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo", "--plain").wait("You> ")
    terminal.process.delaybeforesend = None
    for times in range(60):
        shown = terminal.raw.count(b"You> ")
        for _letter in range(times % 5):
            terminal.keys("x" * (times % 40))
        terminal.process.sendcontrol("c")
        terminal.until(lambda shown=shown: terminal.raw.count(b"You> ") > shown, "a new line")
    terminal.key("d")
    assert terminal.end() == 0
