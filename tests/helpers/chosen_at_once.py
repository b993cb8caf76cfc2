"""A table at which several seats choose at once, its readers, and all that one of them gets."""

import json
from dataclasses import replace
from pathlib import Path

from rock_paper import AtOnce
from scripted import ScriptedConsole

from tabletop import GameOptions
from tabletop.chance import Seeded
from tabletop.match import Header, Seat
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import SaveError
from tabletop.sittings import Sit
from tabletop.table import Memory, Reader, Table, looking, telling
from tabletop.table.requests import Last, Log, Recap, Seats

ADA, BO = Reader(seats=frozenset({0})), Reader(seats=frozenset({1}))
BYSTANDER = Reader()
HOST = Reader(seats=frozenset({0, 1}), host=True)
GOLDEN = Path(__file__).parents[1] / "data" / "match-file-1-sealed.jsonl"
SEAT_NAMES = ("Ada", "Bo", "Cleo", "Dan")
FREE = {"take_back": "free", "dice": "program"}


def header(seats=2, cpus=()):
    found = [
        Seat(name=f"CPU {n + 1}", player="cpu", level="random") if n in cpus else Seat(name=SEAT_NAMES[n])
        for n in range(seats)
    ]
    return Header(game="test", seats=tuple(found))


def at_once(rules=AtOnce, seats=2):
    return rules(GameOptions(), seats)


def table_of(events=(), *, rules=AtOnce, seats=2, cpus=(), terms=None, journal=None, **more):
    journal = journal or Memory(header(seats, cpus))
    if terms:
        journal.append(("table", terms))
    if events:
        journal.append(*events)
    return Table(at_once(rules, seats), journal, Seeded(1), **more)


class Failing(Memory):
    """A journal on a disk that is full for a while."""

    full = False

    def append(self, *lines):
        if self.full:
            raise SaveError("The disk is full.")
        super().append(*lines)


def answer(table, seat, text):
    return table.answer(Reader(seats=frozenset({seat})), seat, text, table.question.serial)


def everything(table, reader):
    """All that a reader can get of a table, scenes too, as one text."""
    reader = replace(reader, scenes=True)
    listing = Catalogue.installed().find("pig")
    look = looking.look(table, reader)
    told = [telling.told(table, happening, reader).json() for happening in table.since(0)]
    read = [[one.json() for one in Last().read(table, reader)], Log().read(table, reader)]
    recaps = [[one.json() for one in Recap(seat).read(table, reader)] for seat in reader.seats]
    seats = [seat.model_dump() for seat in Seats().read(table, reader)]
    styled = [
        looking.look(table, Reader(seats=reader.seats, eyes=reader.eyes, style=style)).picture
        for style in [ScriptedConsole().style]
    ]
    sitting = Sit(looking.viewer(table, reader), listing, "test").read(table, reader)._asdict()
    parts = [look.json(), told, read, recaps, seats, styled, sitting, table.question]
    return json.dumps(parts, default=str)
