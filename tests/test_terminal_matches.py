"""Saved matches at a real pseudo-terminal: looking at one, their page, statistics, and questions at the table."""

import os
import re
import subprocess

import pytest

if os.name == "nt":
    pytest.skip("pseudo-terminals are not to be had on Windows", allow_module_level=True)

from processes import LAST_RESORT, PATIENT

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches

ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[()][A-Z0-9]|[=>])")


def play(home, seed=1):
    """Plays a short match to its end without a terminal; its id."""
    rules = ["--set", "target=10", "--seed", str(seed), "--plain", "--speed", "off"]
    command = [*PATIENT, "play", "pig", "--seats", "cpu:easy,cpu:easy", *rules]
    subprocess.run(command, text=True, check=True, capture_output=True, timeout=LAST_RESORT)
    return Matches(Home(home)).list()[0].id


def play_with_ada(home):
    """Two matches that count, against two levels, as a kill right after their end leaves them."""
    for level in ("easy", "hard"):
        seats = (Seat(name="Ada"), Seat(name="CPU 2", player="cpu", level=level))
        header = Header(game="pig", plugin="tabletop-pig", options={"target": 10}, seats=seats)
        events = ["1 roll", "* 6", "1 hold", "2 roll", "* 1", "1 roll", "* 4", "1 hold"]
        with Matches(Home(home)).create(header, events=events) as save:
            save.finish("finished", [10, 0], [1, 2])


def widest(terminal):
    """The most columns of a line as it was written, before the terminal wraps it; going left begins another."""
    return max(len(ESCAPES.sub("", line)) for line in re.split(r"[\r\n]|\x1b\[\d*D", terminal.raw.decode()))


# Looking at a match


def test_a_finished_match_is_watched_step_by_step(open_terminal, home):
    match_id = play(home, seed=4)
    terminal = open_terminal("watch", match_id).wait("0/12> ")
    terminal.type("").wait("rolls 6: 6 this turn").wait("2/12> ").type("").wait("rolls 3: 9 this turn").wait("4/12> ")
    terminal.type("back").wait("After 2 of 12 events:").wait("2/12> ", 2).ready()
    terminal.type("jump 5").wait("After 5 of 12 events:").wait("5/12> ")
    terminal.type("jump 13").wait("Please type a number from 0 to 12.").wait("5/12> ", 2)
    terminal.type("last").wait("After 12 of 12 events:").wait("12/12> ")
    terminal.type("").wait("This is the end.").wait("12/12> ", 2).ready().type("quit")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    assert widest(terminal) <= 80


# The page of all matches


def test_a_match_is_renamed_deleted_and_taken_out_of_the_trash(open_terminal, home):
    match_id = play(home)
    matches = Matches(Home(home))
    terminal = open_terminal().wait("tabletop> ").type("matches").wait("CPU 1 3, CPU 2 10").wait("match> ")
    terminal.type("rename 1 A short one").wait("“A short one”").wait("match> ", 2).ready()
    assert matches.list()[0].name == "A short one"
    terminal.type("delete 1").wait("Type yes to do").wait("so: ").type("no").wait("The match stays.").wait(
        "match> ", 3
    ).ready()
    assert [match.id for match in matches.list()] == [match_id]
    terminal.type("delete 1").wait("so: ", 2).type("yes").wait("It lies in the trash").wait("None.")
    terminal.wait("match> ", 4).ready()
    assert [match.id for match in matches.list()] == []
    listed = terminal.text.count(match_id)
    terminal.type("trash").wait(match_id, listed + 1).wait("match> ", 5).ready()
    terminal.type(f"restore {match_id}").wait("  1  " + match_id, 3).wait("match> ", 6).ready()
    assert [(match.id, match.name) for match in matches.list()] == [(match_id, "A short one")]
    terminal.type("back").wait("tabletop> ", 2).ready().type("quit")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text


# Statistics


def test_statistics_on_the_command_line_have_bars_that_fit(open_terminal, home):
    play_with_ada(home)
    terminal = open_terminal("stats")
    assert terminal.end() == 0
    assert "2 finished matches were missing in the statistics" in " ".join(terminal.text.split())
    assert "Pig: Ada" in terminal.text
    assert "house rules, against CPU easy" in terminal.text
    assert "house rules, against CPU hard" in terminal.text
    assert "█" in terminal.text
    assert widest(terminal) <= 80


def test_statistics_in_the_menu_have_bars_that_fit(open_terminal, home):
    play_with_ada(home)
    terminal = open_terminal().wait("tabletop> ").type("statistics").wait("Pig: Ada").wait("Shares").wait("█")
    terminal.wait("tabletop> ", 2).ready()
    assert widest(terminal) <= 80
    terminal.type("quit")
    assert terminal.end() == 0


# Questions at the table

ANSWERS = {
    "last": "Ada: rolls",
    "turn": "It is the turn of Ada.",
    "points": "3 turn points (1 roll); holding makes 3",
    "dice": "p = 0.416",
}


@pytest.mark.parametrize("question", ANSWERS)
def test_a_question_is_answered_on_the_screen(open_terminal, home, question):
    terminal = open_terminal("play", "pig", "--seed", "1", "--seats", "Ada,Bo").wait("Ada> ").type("roll")
    terminal.wait("rolls 3: 3 this turn").wait("Ada> ", 2).ready()
    before = terminal.text.count(ANSWERS[question])
    terminal.type(question).wait(ANSWERS[question], before + 1).wait("Ada> ", 3).ready().key("d")
    assert terminal.end() == 0
    assert widest(terminal) <= 80
    events = Matches(Home(home)).look(Matches(Home(home)).list()[0].id).events
    assert list(events) == ["1 roll", "* 3"]
