"""What was typed before it was asked for, and what can be had again with Up: several people at one terminal."""

import os
import re
import subprocess
import sys

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

from tabletop.saves import Home, Matches, Status

UP, YANK = "\x1b[A", "\x19"
MODES = {"terminal": [], "plain": ["--plain"]}


def status(home):
    return Matches(Home(home)).list()[0].status


@pytest.mark.parametrize("mode", MODES)
def test_an_enter_typed_before_the_cover_uncovers_nothing(sit_down, mode):
    terminal = sit_down("play", "secret", "--seats", "Ada,Bo", *MODES[mode]).wait("Ada, press Enter> ").type("")
    terminal.wait("The secret of seat 1.").wait("Ada> ").keys("step\r\r\r\r")
    terminal.wait("Bo, press Enter> ").type("x").wait("Only Enter goes on here").wait("Bo, press Enter> ", 2)
    assert "The secret of seat 2." not in terminal.text
    terminal.type("").wait("The secret of seat 2.").wait("Bo> ").key("d")
    assert terminal.end() == 0


@pytest.mark.parametrize("mode", MODES)
def test_an_enter_typed_while_a_cpu_player_thinks_uncovers_nothing(sit_down, gates, mode):
    seats = ["--seats", "Ada,cpu,Bo", "--speed", "off"]
    terminal = sit_down("play", "secret", *seats, *MODES[mode]).wait("Ada, press Enter> ").type("").wait("Ada> ")
    terminal.type("step").until(lambda: b"is thinking" in terminal.sent, "thinking").keys("\r\r")
    terminal.keys("early\r")
    gates.let("choose")
    terminal.wait("Bo, press Enter> ").type("x").wait("Only Enter goes on here").wait("Bo, press Enter> ", 2).key("d")
    assert terminal.end() == 0
    assert "The secret of seat 3." not in terminal.text
    assert b"early" not in terminal.raw


@pytest.mark.parametrize("mode", MODES)
def test_a_yes_typed_before_the_question_is_none(sit_down, home, mode):
    terminal = sit_down("play", "gated", "--seats", "Ada,Bo", *MODES[mode]).wait("Ada> ").keys("abandon\ryes\r")
    terminal.wait("Type yes to do so: ").type("no").wait("You play on.").wait("Ada> ", 2).key("d")
    assert terminal.end() == 0
    assert status(home) is Status.IN_PROGRESS


@pytest.mark.parametrize("mode", MODES)
def test_a_yes_typed_before_a_question_of_the_menu_is_none(sit_down, home, mode):
    sit_down("play", "gated", "--seats", "Ada,Bo").wait("Ada> ").key("d").end()
    terminal = sit_down(*MODES[mode]).wait("tabletop> ").type("matches").wait("match> ").keys("delete 1\ryes\r")
    terminal.until(lambda: re.search(r"Type yes to do\s+so: $", terminal.text + " "), "the question").type("no")
    terminal.wait("The match stays.").wait("match> ", 2).type("back")
    assert terminal.wait("tabletop> ", 2).key("d").end() == 0
    assert status(home) is Status.IN_PROGRESS


def test_a_pipe_keeps_everything(gates, home):
    command = [sys.executable, "-m", "tabletop", "play", "secret", "--seats", "Ada,Bo"]
    run = subprocess.run(
        command,
        input="\nstep\n\nabandon\nyes\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **gates.environ},
    )
    assert run.returncode == 0
    assert "The secret of seat 2." in run.stdout
    assert status(home) is Status.ABANDONED


def test_nobody_gets_again_what_another_person_typed(sit_down, home):
    (home / "typed.txt").write_text("options\n")
    terminal = sit_down("play", "secret", "--seats", "Ada,Bo").wait("Ada, press Enter> ").type("mine?")
    terminal.wait("Ada, press Enter> ", 2).keys(UP).type("").wait("Ada> ").type("adas").wait(
        "“adas” is unknown"
    ).ready()
    terminal.keys("cut\x17").type("step").wait("Bo, press Enter> ").keys(UP).type("").wait("Bo> ")
    terminal.keys(UP + YANK).type("x").wait("“x” is unknown").ready().type("step").wait("Ada, press Enter> ").type("")
    terminal.wait("Ada> ").keys(UP + UP).type("?").wait("“adas?” is unknown").ready().key("d")
    assert terminal.end() == 0
    assert (home / "typed.txt").read_text() == "options\n"


def test_what_is_typed_where_nothing_is_hidden_from_each_other_is_kept_after_it_too(sit_down, home):
    terminal = sit_down().wait("tabletop> ").type("new").wait("game> ").type("secret").wait("secret> ").type("seats")
    terminal.wait("How many seats").type("2").wait("Seat 1").type("Ada").wait("Seat 2").type("Bo").wait("secret> ", 2)
    terminal.type("play").wait("Ada, press Enter> ").type("").wait("Ada> ").type("adas").wait(
        "“adas” is unknown"
    ).ready()
    terminal.type("quit").wait("tabletop> ").keys(UP).wait("tabletop> play").key("c").ready().key("d")
    assert terminal.end() == 0
    assert not {"adas", "quit"} & set((home / "typed.txt").read_text().splitlines())


@pytest.mark.parametrize("mode", MODES)
def test_what_is_typed_during_a_cpu_turn_is_neither_shown_nor_done(sit_down, gates, home, mode):
    terminal = sit_down("play", "gated", "--seats", "Ada,cpu", "--speed", "off", *MODES[mode]).wait("Ada> ")
    terminal.type("step").until(lambda: b"is thinking" in terminal.sent, "thinking").keys("step\rabandon\r")
    gates.let("choose")
    logged = ("2  2 step", 1) if mode == "terminal" else ("CPU 2: step.", 2)
    terminal.wait("Ada> ", 2).type("log").wait(*logged).wait("Ada> ", 3).key("d")
    assert terminal.end() == 0
    assert b"abandon" not in terminal.raw
    assert status(home) is Status.IN_PROGRESS


def test_what_is_typed_between_decisions_of_one_turn_is_done(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "Ada,Bo").wait("Ada> ").keys("roll\rroll\rhold\r")
    terminal.wait("holds 5 points").wait("Bo> ").ready().key("d")
    assert terminal.end() == 0


def test_an_enter_typed_during_a_match_of_cpu_players_leaves_no_table(sit_down, gates):
    terminal = sit_down("play", "gated", "--seats", "cpu,cpu", "--speed", "off")
    terminal.until(lambda: b"is thinking" in terminal.raw, "thinking").keys("\r\r")
    gates.let("choose", 7)
    terminal.wait("over> ").type("log").wait("7  1 step").ready().type("")
    assert terminal.end() == 0
    assert terminal.text.count("over>") == 2


def paste(*lines):
    return "\x1b[200~" + "\r".join(lines) + "\x1b[201~"


def test_pasted_lines_are_told_and_done_one_after_the_other(open_terminal, home):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "Ada,Bo").wait("Ada> ")
    terminal.keys(paste("roll", "roll", "hold", "roll", "sco")).wait("3 more lines were pasted")
    terminal.wait("Ada> hold (pasted)").wait("Bo> roll (pasted)").wait("Bo> sco").type("re").wait("Bo> score").ready()
    assert terminal.key("d").end() == 0
    assert Matches(Home(home)).look(Matches(Home(home)).list()[0].id).events[::2] == [
        "1 roll",
        "1 roll",
        "1 hold",
        "* 5",
    ]


def test_a_paste_goes_on_after_a_cpu_turn(sit_down, gates):
    terminal = sit_down("play", "gated", "--seats", "Ada,cpu", "--speed", "off").wait("Ada> ")
    terminal.keys(paste("step", "step", "")).until(lambda: b"is thinking" in terminal.sent, "thinking")
    gates.let("choose", 2)
    terminal.wait("Ada> step (pasted)").wait("> Ada 2, CPU 2 2").key("d")
    assert terminal.end() == 0


@pytest.mark.parametrize("question", ["cover", "confirmation"])
def test_of_a_paste_what_follows_a_cover_or_a_confirmation_is_dropped_and_that_is_said(sit_down, home, question):
    if question == "cover":
        terminal = sit_down("play", "secret", "--seats", "Ada,Bo").wait("Ada, press Enter> ").type("").wait("Ada> ")
        terminal.keys(paste("step", "", "step", "")).wait("1 more pasted line isn't used.").wait("Bo, press Enter> ")
    else:
        terminal = (
            sit_down("play", "gated", "--seats", "Ada,Bo").wait("Ada> ").keys(paste("abandon", "yes", "step", ""))
        )
        terminal.wait("2 more pasted lines aren't used.").wait("Type yes to do so: ").type("no").wait("You play on.")
        terminal.wait("Ada> ", 2)
    assert terminal.ready().key("d").end() == 0
    assert status(home) is Status.IN_PROGRESS


def test_ctrl_c_drops_what_is_left_of_a_paste(sit_down, gates):
    terminal = sit_down("play", "gated", "--seats", "Ada,cpu", "--speed", "off").wait("Ada> ")
    terminal.keys(paste("step", "step", "")).until(lambda: b"is thinking" in terminal.sent, "thinking").key("c")
    terminal.wait("1 more pasted line isn't used.").wait("paused> ").type("quit")
    gates.let("choose")
    assert terminal.end() == 0
    assert "(pasted)" not in terminal.text


def test_after_the_table_a_terminal_shows_again_what_is_typed(open_terminal, home):
    terminal = open_terminal(
        command=["/bin/sh", "-c", 'stty -a; "$0" -m tabletop play pig --seed 1 --seats Ada,Bo; stty -a', sys.executable]
    )
    terminal.wait("Ada> ").key("d")
    assert terminal.end() == 0
    assert len(re.findall(r"(?<!-)\becho\b", terminal.text)) == len(re.findall(r"(?<!-)\bicanon\b", terminal.text)) == 2
