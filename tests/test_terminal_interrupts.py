"""Ctrl-C at a real pseudo-terminal while something thinks: what was interrupted can be gone on with, or left."""

import os

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

from tabletop.saves import Home, Matches

WORKING = "Working out the best play"


def saved(home):
    matches = Matches(Home(home))
    return matches.look(matches.find(None).id)


def thinks(terminal, text):
    """Reads until ``text``, which is written over later, was sent since the last key."""
    return terminal.until(lambda: text.encode() in terminal.sent, text)


@pytest.mark.parametrize("kind", ["prepare", "analyse"])
def test_a_hint_that_was_interrupted_can_be_asked_again(sit_down, gates, kind):
    terminal = sit_down("play", "gated", "--seats", "Ada,Bo").wait("Ada> ")
    if kind == "analyse":
        gates.let("prepare")
    for _again in range(2):
        thinks(terminal.type("hint"), {"prepare": WORKING, "analyse": "Thinking"}[kind]).interrupt()
    gates.let("prepare")
    gates.let("analyse", 3)
    terminal.type("hint").wait("Chance to win: step: 100.0%").ready().type("step").wait("Bo> ").key("d")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text


def test_odds_that_were_interrupted_leave_the_move_to_the_person(sit_down):
    terminal = sit_down("play", "gated", "--seats", "Ada,Bo").wait("Ada> ")
    thinks(terminal.type("odds"), WORKING).interrupt()
    thinks(terminal.type("step"), WORKING).interrupt().wait("Bo> ").type("quit")
    assert terminal.end() == 0


@pytest.mark.parametrize("times", [1, 3])
def test_a_cpu_player_that_was_interrupted_goes_on(sit_down, gates, home, times):
    terminal = sit_down("play", "gated", "--seats", "cpu,Bo")
    for _again in range(times):
        thinks(terminal, "is thinking").interrupt().wait("paused> ").type("")
    gates.let("choose")
    terminal.wait("Bo> ").key("d")
    assert terminal.end() == 0
    assert list(saved(home).events) == ["1 step"]


def test_a_cpu_player_that_hangs_can_be_left(sit_down, home):
    terminal = thinks(sit_down("play", "gated", "--seats", "cpu,Bo"), "is thinking").interrupt().type("quit")
    assert terminal.end() == 0
    assert list(saved(home).events) == []


def test_whoever_hangs_can_be_replaced_again_and_again(sit_down, home):
    """Two threads are left behind, then two processes are killed."""
    terminal = sit_down("play", "gated", "--seats", "cpu,Bo")
    for again in range(4):
        thinks(terminal, "is thinking").interrupt().wait("paused> ")
        terminal.type("seat 1 cpu:random" if again == 3 else "seat 1 cpu:medium")
    terminal.wait("Bo> ").key("d")
    assert terminal.end() == 0
    assert len(saved(home).events) == 1
    assert "Traceback" not in terminal.text


def test_a_review_that_was_interrupted_returns_to_the_table(sit_down, gates):
    terminal = sit_down("play", "gated", "--seats", "Ada,Bo").wait("Ada> ")
    terminal.type("leap").wait("Bo> ").type("leap").wait("Ada> ", 2).type("leap").wait("over> ")
    thinks(terminal.type("review"), WORKING).interrupt().wait("over> ", 2)
    gates.let("prepare")
    thinks(terminal.type("review"), "Looking through the match").interrupt().wait("over> ", 3)
    gates.let("analyse", 4)
    terminal.type("review").wait("Ada: accuracy 100.0 of 100").wait("over> ", 4).type("")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text


def test_a_lessons_cpu_player_can_be_interrupted_gone_on_with_and_left(sit_down, gates):
    gates.let("prepare")
    gates.let("analyse")
    terminal = sit_down("learn", "gated", "race").wait("You> ").type("step").wait("Well played")
    for _again in range(2):
        thinks(terminal, "is thinking").interrupt().wait("paused> ").type("")
    gates.let("choose")
    terminal.wait("You> ", 2)
    thinks(thinks(terminal.type("leap"), "Thinking").key("c"), "is thinking").interrupt().wait("paused> ").type("quit")
    assert terminal.end() == 0
    assert "The lesson goes on here with: tabletop learn gated race" in terminal.text
    assert "Traceback" not in terminal.text
