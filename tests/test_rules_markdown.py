"""Rules pages may use all of Markdown, on a screen and by ear."""

import subprocess
import sys

import pytest
from scripted import ScriptedConsole

from tabletop.pieces.cells import width
from tabletop.plugins.find.catalogue import GameListing
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.manifest import GameEntry
from tabletop.style import Style
from tabletop.terminal.markdown import listened, written
from tabletop.terminal.pages import rules_page

PAGE = """\
# A *fine* game

1. Deal **seven**
   cards.
   - one by one
     1. at the left, and on to the next who sits there until all have some
   - face down
2. Play `hold`, see [the rules](https://example.org/x), [these](other.md) or <https://example.org>.

> Who passes
> sleeps.

| Throw | Points |
|:------|-------:|
| `1`   | 100    |
| 囲碁  | 7      |

snake_case, 2 * 3 &amp; ![a die](die.png)
"""
SHOWN = """\
A FINE GAME
===========

1. Deal seven cards.
   - one by one
     1. at the left, and on to the next who sits
        there until all have some
   - face down
2. Play hold, see the rules
   (https://example.org/x), these or
   https://example.org.

  | Who passes sleeps.

Throw  Points
-----  ------
1         100
囲碁        7

snake_case, 2 * 3 & a die"""
HEARD = """\
A fine game
1. Deal seven cards.
one by one
1. at the left, and on to the next who sits there until all have some
face down
2. Play hold, see the rules (https://example.org/x), these or https://example.org.
Who passes sleeps.
Throw: 1; Points: 100
Throw: 囲碁; Points: 7
snake_case, 2 * 3 & a die"""


def test_lists_in_lists_numbers_tables_quotations_and_links_on_a_screen():
    assert "\n".join(written(PAGE, Style(width=50))) == SHOWN


def test_the_same_by_ear_in_one_piece_each_without_columns_or_marks():
    assert "\n".join(listened(PAGE)) == HEARD


@pytest.mark.parametrize("columns", [20, 24, 40, 80])
def test_no_line_is_wider_than_the_screen_in_cells(columns):
    long = PAGE + "\n| a | b |\n|-|-|\n| " + "囲碁" * 30 + " | " + "word " * 30 + "|\n"
    assert max(map(width, written(long, Style(width=columns)))) <= columns


def test_a_table_that_doesnt_fit_is_told_row_by_row():
    lines = written("| Throw | Name |\n|-|-|\n| 3 3 3 | three of a kind |\n", Style(width=20))
    assert lines == ["- Throw: 3 3 3;", "  Name: three of a", "  kind"]


@pytest.mark.parametrize("before", ["Text.\n\n", "- item\n\n", "10. item\n\n", ""])
def test_a_picture_is_drawn_wherever_it_stands(before):
    page = before + "    {dice 2 3: five points}\n"
    assert any("five points" in line and "{" not in line for line in written(page, Style(ascii=True)))
    assert listened(page)[-1] == "2 3: five points"


def test_lists_with_blank_lines_keep_them_and_code_stays_as_it_is():
    page = "- a\n\n  b\n- c\n\n```\nx  *y*\n```\n\n---\n"
    assert written(page, Style(width=20)) == ["- a", "", "  b", "", "- c", "", "  x  *y*", "", "-" * 20]


def test_html_is_shown_as_it_is(tmp_path):
    page = "# Five\n\n<script>x</script> [a](javascript:x)\n"
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/five.md").write_text(page, "utf-8")
    listing = GameListing(
        GameEntry(id="five", title="Five", summary="Five.", seats=(2, 2)), Plugin("five", "1.0", "five", tmp_path)
    )
    assert "<script>x</script>" in rules_page(listing, ScriptedConsole().style)


def test_the_library_is_loaded_when_a_page_is_opened_and_not_before():
    code = "import sys, tabletop.terminal.menu; sys.exit('markdown_it' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
