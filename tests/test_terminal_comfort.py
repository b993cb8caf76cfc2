"""Comfort at a real pseudo-terminal: taking back, real dice, one keyboard, settings, history, ends from outside."""

import os
import signal

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

import termios

from tabletop.saves import Home, Matches, Settings, SettingsFile


def saved(home):
    matches = Matches(Home(home))
    return matches.look(matches.list()[0].id)


def is_tidy(terminal):
    """Whether the pseudo-terminal echoes and reads whole lines, as before the program ran."""
    flags = termios.tcgetattr(terminal.process.child_fd)[3]
    return bool(flags & termios.ECHO and flags & termios.ICANON)


def test_undo_redo_resign_and_a_rematch(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "Ada,Bo").wait("Ada> ")
    terminal.type("roll").wait("rolls 3: 3 this turn").ready().type("undo").wait(
        "Chance has decided since then"
    ).ready()
    terminal.type("hold").wait("Bo> ").ready().type("undo").wait("Taken back to before “Ada: hold”.").ready()
    terminal.type("redo").wait("Bo> ", 2).ready().type("seat 2 Cleo").wait("Cleo plays on for Bo.").ready()
    terminal.type("resign").wait("Type yes: ").type("yes").wait("Cleo resigns.").wait("Ada wins.").wait("over> ")
    assert saved(home).summary.ranks == (1, 2)
    terminal.type("rematch").wait("── Cleo ─", 2).wait("Cleo> ", 2).key("d")
    assert terminal.end() == 0
    assert [seat.name for seat in saved(home).seats] == ["Cleo", "Ada"]


def test_real_dice_are_chosen_in_the_menu(open_terminal, home):
    terminal = open_terminal().wait("tabletop> ").type("").wait("game> ").type("").wait("pig> ")
    terminal.type("table").wait("Number or name=value").type("dice=mine").wait("Dice (dice): mine").type("")
    terminal.wait("dice: mine").wait("pig> ", 2).type("").wait("You> ").type("r").wait("dice> ")
    terminal.type("9").wait("“9” is not a throw of 1 die").ready().type("5").wait("rolls 5: 5 this turn").ready()
    terminal.type("dice").wait("1 throw:").wait("p = 0.416").ready().key("d")
    assert terminal.wait("The match is kept").ready().key("d").end() == 0
    assert list(saved(home).events) == ["1 roll", "* 5"]


def test_a_hand_is_gone_from_screen_and_scrollback_when_the_keyboard_is_passed(open_terminal, home):
    terminal = open_terminal("play", "passing-game", "--seats", "Ada,Bo", "--seed", "3")
    terminal.wait("Bo, press Enter> ")
    assert "Your hand" not in terminal.text
    terminal.type("").wait("Your hand").wait("Bo> ").type("hand").wait("You hold 47 pips: 1-1").ready()
    terminal.type("play 6-5").wait("Ada, press Enter> ")
    assert b"\x1b[3J" in terminal.raw
    assert "Your hand" not in terminal.text
    assert "You hold" not in terminal.text
    terminal.type("").wait("leads with 6-5").wait("Ada> ").type("help").wait("hand, ends, train").ready().key("d")
    assert terminal.end() == 0
    assert "Your hand" not in terminal.text


def test_what_was_typed_comes_back_the_next_time_unless_one_plays_in_private(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ")
    terminal.type("options").wait("Roll limit").ready().key("d").end()
    terminal = open_terminal("resume", "--private").wait("You> ").type("save").wait("is saved as it happens").ready()
    terminal.keys("\x1b[A").wait("You> save").key("c").ready().key("d").end()
    terminal = open_terminal("resume").wait("You> ").keys("\x1b[A").wait("You> options").key("c").ready().key("d")
    assert terminal.end() == 0
    assert (home / "typed.txt").read_text() == "options\n"
    assert (home / "typed.txt").stat().st_mode & 0o077 == 0


def test_high_contrast_uses_no_colour_of_its_own(open_terminal, home):
    SettingsFile(Home(home)).save(Settings(colour="high_contrast"))
    terminal = (
        open_terminal("play", "pig", "--seats", "you,Bo")
        .wait("You> ")
        .type("hold")
        .wait("roll first.", 2)
        .ready()
        .key("d")
    )
    assert terminal.end() == 0
    assert b"\x1b[0;1;7m" in terminal.raw or b";7" in terminal.raw
    assert b"\x1b[0;36m" not in terminal.raw


def test_the_keys_are_listed(open_terminal, home):
    terminal = (
        open_terminal("play", "pig", "--seats", "you,Bo").wait("You> ").type("keys").wait("Ctrl-R").ready().key("d")
    )
    assert terminal.end() == 0


# Ends from outside

WHERE = {
    "at a move": (["play", "pig", "--seed", "1", "--seats", "you,Bo"], ["r"], "holding makes"),
    "in the menu": ([], [], "tabletop> "),
    "in a form": ([], ["settings"], "(Enter: done)> "),
    "at a question": (["play", "pig", "--seats", "you,Bo"], ["abandon"], "Type yes"),
    "real dice": (["play", "pig", "--seats", "you,Bo", "--dice", "mine"], ["r"], "dice> "),
    "while a CPU player plays": (
        ["play", "pig", "--seed", "1", "--seats", "cpu,cpu", "--speed", "slow"],
        [],
        "this turn",
    ),
}


@pytest.mark.parametrize("where", ["at a move", "in a form", "while a CPU player plays"])
def test_sigterm_leaves_the_terminal_tidy_and_loses_nothing(open_terminal, home, where):
    arguments, typed, shown = WHERE[where]
    terminal = open_terminal(*arguments)
    for line in typed:
        terminal.wait("> ").type(line)
    terminal.wait(shown)
    before = list(saved(home).events) if Matches(Home(home)).list() else []
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    if before:
        assert list(saved(home).events)[: len(before)] == before
        assert saved(home).summary.scores == (0, 0)


def test_after_sigterm_the_terminal_echoes_again(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ").type("r").wait("You> ", 2)
    terminal.ready()
    assert not is_tidy(terminal)
    terminal.process.kill(signal.SIGTERM)
    with pytest.raises(AssertionError, match="the end"):
        terminal.until(lambda: False, "the end")
    assert is_tidy(terminal)


def test_closing_the_terminal_loses_nothing(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ").type("r").wait("rolls 3")
    terminal.ready()
    pid = terminal.process.pid
    os.close(terminal.process.child_fd)
    _pid, status = os.waitpid(pid, 0)
    terminal.process.ptyproc.terminated = terminal.process.terminated = True
    terminal.process.closed = terminal.process.ptyproc.closed = True
    assert os.WIFEXITED(status)
    assert os.WEXITSTATUS(status) == 128 + signal.SIGHUP
    assert list(saved(home).events) == ["1 roll", "* 3"]
    assert open_terminal("resume").wait("3 turn points").wait("You> ").key("d").end() == 0


@pytest.mark.parametrize("where", ["in the menu", "at a question", "real dice"])
def test_ctrl_c_at_any_prompt_loses_nothing(open_terminal, home, where):
    arguments, typed, shown = WHERE[where]
    terminal = open_terminal(*arguments)
    for line in typed:
        terminal.wait("> ").type(line)
    terminal.wait(shown)
    if typed:
        terminal.ready()
    terminal.key("c").ready()
    assert terminal.process.isalive()
    assert "Traceback" not in terminal.text
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM


def test_a_window_may_change_its_size_while_a_cpu_player_thinks(open_terminal, home):
    seats = ["--seats", "cpu:expert,cpu:expert,you", "--set", "start=seat_one"]
    terminal = open_terminal("play", "bigpig", *seats, "--seed", "2", "--speed", "off")
    terminal.until(lambda: b"is thinking" in terminal.raw, "thinking").resize(50, 20).resize(100, 30)
    terminal.wait("You can: roll.").wait("You> ")
    assert terminal.key("d").end() == 0
    assert [event for event in saved(home).events if event == "1 roll"]


@pytest.mark.parametrize("wanted", [True, False])
def test_what_was_typed_before_is_suggested_as_one_types(open_terminal, home, wanted):
    SettingsFile(Home(home)).save(Settings(suggestions=wanted))
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "you,Bo").wait("You> ")
    terminal.type("whose turn").ready()
    terminal.keys("wh").wait("You> whose turn", 2) if wanted else terminal.keys("wh").wait("You> wh", 2)
    terminal.keys("\x05").type("").ready()
    assert terminal.text.count("You> whose turn") == 1 + wanted
