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
    terminal.keys("early\r").until(lambda: b"early" in terminal.sent, "what the terminal echoes")
    gates.let("choose")
    terminal.wait("Bo, press Enter> ").type("x").wait("Only Enter goes on here").wait("Bo, press Enter> ", 2).key("d")
    assert terminal.end() == 0
    assert "The secret of seat 3." not in terminal.text


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
