"""Scenes at a table: drawn with the names in them, for the reader's screen; what chance gave is drawn too."""

import pytest
from keepers import Keepers

from tabletop import GameOptions, who
from tabletop.chance import Seeded
from tabletop.match import Header, Seat
from tabletop.pieces.scenes import Piece, Pieces, Sheet, Text
from tabletop.saves.transfer import entries
from tabletop.style import Style
from tabletop.table import Memory, Reader, Table, looking, telling

NAMES = [who(seat, you="You", other="{name}") for seat in (0, 1)]


class Shown(Keepers):
    """The same with scenes that name the players."""

    def scene(self, view):
        leads = who(0, you="You lead this round", other="{name} leads this round")
        return (Pieces(leads, (Piece("card", "7"),)), Sheet("Points", ("", *NAMES), (("1", "10", "5"),)), Text(leads))

    def event_scene(self, before, event, after):
        return (Pieces(NAMES[1], tuple(Piece("die", "5") for _text in event.split())),)


def table_of():
    journal = Memory(Header(game="test", seats=(Seat(name="Ada"), Seat(name="Maximilian"))))
    journal.append(*entries(["* 3 2", "1 keep"]))
    return Table(Shown(GameOptions(), 2), journal, Seeded(1))


@pytest.mark.parametrize(
    ("seat", "first", "columns"),
    [(0, "You lead this round: 7", "   You  Maximilian"), (1, "Ada leads this round: 7", "   Ada  You")],
)
def test_a_scene_is_drawn_with_the_names_that_its_reader_reads(seat, first, columns):
    reader = Reader(seats=frozenset({seat}), style=Style(compact=True), me="x")
    lines = looking.look(table_of(), reader).picture.split("\n")
    assert lines[0] == first
    assert any(line.split() == columns.split() for line in lines), lines
    assert not any(mark in "".join(lines) for mark in "\x02\x1f\x03")


def test_what_chance_gave_is_drawn_as_the_scene_says():
    table = table_of()
    happened = table.since(0)[0]
    told = telling.told(table, happened, Reader(seats=frozenset({0}), style=Style(ascii=True, compact=True)))
    assert told.picture == "Maximilian: [5] [5]"
    assert telling.told(table, happened, Reader(seats=frozenset({0}))).picture == ""
