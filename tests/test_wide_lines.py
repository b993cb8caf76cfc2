"""Wide characters count as the columns that they take, wherever a line is broken or filled up."""

import pytest
from scripted import ScriptedConsole

from tabletop.lines import fitted, hanging, width
from tabletop.style import Style
from tabletop.terminal.chart import bars
from tabletop.terminal.helping import say_help

WIDE = "囲碁は二人で遊ぶ 古い 盤上の遊びで、 とても 面白い " * 3
DECOMPOSED = "Zoe\u0301 " * 30


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("text", [WIDE, DECOMPOSED, "🎲" * 60, "x" * 100, "  — one two three four " * 5])
def test_no_line_is_wider_than_the_screen_and_nothing_is_lost(columns, text):
    rows = fitted(text, columns).split("\n")
    assert max(map(width, rows)) <= columns
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_lines_are_as_full_as_they_can_be():
    assert fitted("Zoe\u0301 Zoe\u0301", 7) == "Zoe\u0301 Zoe\u0301"
    assert fitted("囲碁 囲碁", 8) == "囲碁\n囲碁"


def test_what_hangs_stands_below_the_first_word():
    rows = hanging("  囲碁  ", WIDE, 40).split("\n")
    assert rows[1].startswith(" " * 8)
    assert max(map(width, rows)) <= 40


def test_columns_are_filled_up_by_what_is_seen():
    rows = bars({"囲碁": 1.0, "Ada": 1.0}, Style(40)).split("\n")
    assert [width(row.partition("█")[0]) for row in rows] == [6, 6]
    console = ScriptedConsole()
    say_help(console, {"囲碁": "a game", "roll": "the die"})
    assert console.said[0][0].startswith("  囲碁  a game")
