"""Every first-party game, menu, page and lesson as it stands on screens of 80x24 and 40x24.

What has changed on purpose is made anew by ``.venv/bin/python tests/helpers/golden_screens.py``; read the difference.
"""

import pytest
from golden_screens import COLUMNS, GAMES, GOLDEN, ROWS, console, scenes, table, text
from prompt_toolkit.utils import get_cwidth

CHEAP = [name for name in scenes() if not name.endswith("-lessons")]
LESSONS = [name for name in scenes() if name.endswith("-lessons")]


def check(name, columns, folder):
    shown = scenes()[name](columns, folder)
    assert text(shown) == (GOLDEN / f"{name}-{columns}.txt").read_text("utf-8")
    for _typed, rows in shown.shots:
        assert len(rows) <= ROWS
        assert max(map(get_cwidth, rows)) <= columns


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("name", CHEAP)
def test_it_looks_as_it_did(tmp_path, name, columns):
    check(name, columns, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_looks_as_it_did(tmp_path, name, columns):
    check(name, columns, tmp_path)


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_decision_hangs_on_is_on_the_screen_where_it_is_made(tmp_path, game, columns):
    """The totals of four, the target and whose turn it is; after every page too."""
    shown = table(game, columns, tmp_path)
    asked = [rows for typed, rows in shown.shots if typed != "(a page)"]
    decisions = [rows for rows, bar in zip(asked, shown.in_sight_at, strict=True) if bar]
    assert len(decisions) > 10
    for rows in decisions:
        bar = " ".join(rows[-4:])
        assert "> You " in bar
        assert all(name in bar for name in ("CPU 2 ", "CPU 3 ", "CPU 4 ") if any(name in row for row in rows))
        assert " points" in bar


def test_a_screen_that_differs_is_noticed(tmp_path):
    with console(40, iter(["quit"])) as shown:
        shown.say("x" * 50)
        shown.ask("what> ")
    assert shown.shots == [("quit", ["x" * 40, "x" * 10, "what>"])]
