"""The examples of the authors' guide, counted; the short one is checked and played to its end too."""

from io import StringIO
from pathlib import Path

import pytest
from code_lines import code_lines

from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.saves import Home, Settings
from tabletop.setup import read_seats
from tabletop.terminal.console import PlainConsole
from tabletop.terminal.seated import Departure as Ending
from tabletop.terminal.session import Session as Host

EXAMPLES = Path(__file__).parent.parent / "docs/examples"
SHORT_PIG = EXAMPLES / "short_pig"
WITHOUT_PIECES = {"connect_four": 126, "farkle": 267, "hearts": 421, "liars_dice": 221, "muggins": 175}
"""lines of code that these games took when pieces were drawn and read by hand"""


def test_one_die_pig_takes_eighty_lines_at_most():
    files = [*SHORT_PIG.rglob("*.py"), *SHORT_PIG.rglob("tabletop.toml")]
    assert {file.name for file in files} == {"__init__.py", "tabletop.toml"}
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 80


@pytest.mark.parametrize("name", WITHOUT_PIECES)
def test_an_example_is_shorter_than_it_was_without_the_pieces(name):
    assert 0 < code_lines(EXAMPLES / name / f"tabletop_{name}") < WITHOUT_PIECES[name]


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(SHORT_PIG)


@pytest.fixture
def at_the_table(tmp_path):
    screen = StringIO()
    catalogue = Catalogue([plugin_in(SHORT_PIG)])
    home = Home.find({"TABLETOP_HOME": str(tmp_path)})
    host = Host(PlainConsole(StringIO("hold\nroll\nroll\n" * 400), screen), catalogue, home, Settings())
    return host, catalogue.find("short-pig"), screen


def test_it_is_played_at_the_table_to_its_end(at_the_table):
    host, listing, screen = at_the_table
    ending = host.start(listing, load(listing), read_seats("Ada,cpu:hard", "Ada"), {}, seed=3)
    shown = screen.getvalue()
    assert ending is Ending.FINISHED
    assert "There are no points to hold yet: roll." in shown
    assert "1: the turn is lost" in shown
    assert "CPU 2 holds: total" in shown
    assert " wins." in shown
    assert host.matches.list()[0].game == "short-pig"
