"""Every door through which a match reaches a reader: none shows the other seat, or a bystander, what is secret."""

import asyncio
import json
from dataclasses import fields

import pytest
from distributions import write_plugin
from scripted import ScriptedConsole
from sittings import table_of
from spectators import spectating
from treasure import HIDDEN, TREES, Treasure

from tabletop import GameOptions
from tabletop.chance import Prescribed, Seeded
from tabletop.match import Header, Seat
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.messages import Advise, Reply, Review
from tabletop.rooms.room import Room
from tabletop.saves import Home, Matches, Reports, Terms
from tabletop.style import Style
from tabletop.table import Memory, Reader, Table, requests
from tabletop.table.requests import Play, Redo, Undo
from tabletop.table.thought import choice

OPTIONS = GameOptions()
SEATS = (Seat(name="Ada"), Seat(name="Bo"))
BURIED, DEALT = "hornbeam", "whitebeam"
READERS = {
    "the other seat": Reader(frozenset({1})),
    "a bystander": Reader(),
    "both at one keyboard, covered": Reader(frozenset({0, 1}), shared=True),
    "both at one keyboard, the other's eyes": Reader(frozenset({0, 1}), eyes=1, shared=True),
    "a spectator with pictures": Reader(style=Style()),
}


class Kept(Reply):
    """What a message came to."""

    def __init__(self):
        self.came = None

    def done(self, value):
        self.came = value

    def refused(self, why):
        self.came = why


def table_after(*events, terms=None):
    journal = Memory(Header(game="treasure", seats=SEATS))
    if terms:
        journal.append(("table", terms.model_dump()))
    journal.append(*events)
    return Table(Treasure(OPTIONS, 2), journal, Prescribed([DEALT], Seeded(1)))


UNDER_WAY = (f"* {DEALT}", f"1 {BURIED}")


def secrets(text):
    """The secrets that a text holds."""
    return sorted(tree for tree in TREES if tree in text)


def as_text(value):
    return json.dumps(value, default=lambda thing: getattr(thing, "__dict__", None) or str(thing)) + str(value)


def samples(kind):
    """A value of each kind of reading."""
    given = {
        "n": 0,
        "seat": 0,
        "text": "elm",
        "at": None,
        "kind": "hint",
        "data": {},
        "number": 0,
        "position": 0,
        "name": "elm",
        "event": "1 elm",
    }
    return kind(**{field.name: given[field.name] for field in fields(kind)})


READINGS = [
    kind
    for kind in vars(requests).values()
    if isinstance(kind, type)
    and kind is not requests.Reading
    and hasattr(kind, "read")
    and kind.__module__ == requests.__name__
]


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("kind", READINGS, ids=lambda kind: kind.__name__)
def test_no_reading_shows_a_secret(kind, reader):
    table = table_after(*UNDER_WAY)
    for position in range(3):
        wanted = samples(kind)
        if hasattr(wanted, "at"):
            wanted = kind(position)
        try:
            found = wanted.read(table, reader)
        except ValueError as why:
            found = why
        assert secrets(as_text(found)) == []
        if kind in (requests.Log, requests.Last):
            assert HIDDEN in as_text(found)


@pytest.mark.parametrize("text", [*TREES, "short"])
def test_nobody_probes_what_another_seat_may_play(text):
    table = table_after(*UNDER_WAY)
    for seat in (0, 1):
        with pytest.raises(ValueError, match="sits there") as caught:
            requests.Parse(seat, text).read(table, Reader())
        assert secrets(str(caught.value)) == []


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_no_happening_is_told_with_a_secret(reader):
    room = Room(table_after(terms=Terms(take_back="free")))
    heard, own = room.listen(reader), room.listen(Reader(frozenset({0, 1}), host=True))
    found = []

    async def play():
        task = asyncio.create_task(room.run(stay=True))
        await asyncio.sleep(0)
        for wanted in (
            lambda: Play(0, BURIED, room.table.question.serial),
            Undo,
            Redo,
            lambda: Play(1, "long", room.table.question.serial),
            Undo,
            Redo,
        ):
            reply = Kept()
            room.post(own, wanted(), reply)
            for _turn in range(5):
                await asyncio.sleep(0)
            found.append(reply.came)
        task.cancel()

    asyncio.run(play())
    assert [error for error in found if isinstance(error, Exception)] == []
    told = [item for item in heard.sent if hasattr(item, "reading")]
    assert [item.kind for item in told] == ["event", "event", "back", "event", "event", "back", "event"]
    assert secrets(as_text(heard.sent)) == []
    assert any("Taken back to before “Ada: somewhere”" in item.text for item in told)


@pytest.mark.parametrize("what", [Advise(0), Advise(1), Review()], ids=["hint", "own", "review"])
def test_nobody_is_advised_for_another_seat_or_before_the_end(what):
    class Telling:
        def prepare(self, progress):
            progress(1.0)

        def analyse(self, view, moves, rng):
            raise AssertionError("nobody should have asked")

    table = table_after(f"* {DEALT}")
    room = Room(table, adviser=Adviser(Telling()))
    listener, reply = room.listen(Reader(frozenset({1}))), Kept()

    async def ask():
        task = asyncio.create_task(room.run(stay=True))
        room.post(listener, what, reply)
        for _turn in range(20):
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(ask())
    assert isinstance(reply.came, ValueError)
    assert secrets(str(reply.came)) == []
    assert table.journal.history.notes == []


def test_who_thinks_for_a_seat_gets_its_view_alone():
    table = table_after(*UNDER_WAY)
    assert secrets(str(choice(table, 1).view)) == []
    with pytest.raises(ValueError, match="nothing for you to decide"):
        choice(table, 0)


# At the table


class Listener:
    """Takes the place of plugins that listen."""

    def __init__(self):
        self.heard = []

    def notify(self, hook, sitting, *arguments):
        self.heard.append((hook, sitting(), [argument() for argument in arguments]))

    def commands(self, _taken):
        return {}


@pytest.mark.parametrize("plain", [False, True])
def test_at_one_keyboard_the_other_reads_no_secret(tmp_path, plain):
    asked = ["log", "last", "table", "score", "turn", "dice", "hint", "help", "options", "save", "undo", "review", ""]
    lines = ["", BURIED, "", *asked, "short", "", "quit"]
    table = table_of(tmp_path, Treasure(OPTIONS, 2), "Ada,Bo", lines, seed=1, plain=plain)
    listener = Listener()
    with table.save:
        table.run(listener)
    said = [text for text, _role in table.console.said]
    first = next(number for number, text in enumerate(said) if text.startswith("Bo, press Enter>"))
    last = next(number for number, text in enumerate(said) if number > first and "Pass the keyboard to Ada" in text)
    for text in said[first:last]:
        assert secrets(text) == []
    assert HIDDEN in "\n".join(said[first:last])
    for _hook, sitting, events in listener.heard:
        assert secrets(f"{sitting} {events}") == []
    assert len([hook for hook, _sitting, _events in listener.heard if hook == "tabletop_match_event"]) == 3
    typed = dict(zip(table.console.prompts, table.console.kept_by, strict=False))
    assert len({typed["Ada> "], typed["Bo> "]}) == 2


@pytest.mark.parametrize("plain", [False, True])
def test_who_watches_reads_no_secret(plain):
    console = ScriptedConsole(
        ["", "", "", "back", "first", "last", "jump 2", "table", "hands", "auto", "help"], plain=plain
    )
    spectating(console, Treasure(OPTIONS, 2), UNDER_WAY, SEATS, over=False).run()
    assert secrets(console.text) == []
    assert HIDDEN in console.text
    assert "What is hidden stays so until the match is over." in console.problems


def test_everybody_reads_everything_when_the_match_is_over():
    table = table_after(*UNDER_WAY, "2 short", "1 sycamore", "2 long")
    table.advance()
    for reader in READERS.values():
        log = requests.Log().read(table, reader)
        assert log[1:] == [f"1 {BURIED}", "2 short", "1 sycamore", "2 long"]


# Files and commands


PLUGIN = """
from treasure import Treasure

from tabletop import hookimpl


{faulty}@hookimpl
def tabletop_games():
    return {{"treasure": {name}}}
"""


FAULTY = """
class Faulty(Treasure):
    seen = ""

    def tell(self, before, event, after):
        raise KeyError(self.seen)

    def play(self, state, move):
        Faulty.seen = move
        return super().play(state, move)


"""


def test_commands_on_an_unfinished_match_show_no_secret(tabletop, folder):
    write_plugin(folder, "treasure", code=PLUGIN.format(faulty="", name="Treasure"))
    tabletop("play", "treasure", "--seats", "Ada,Bo", "--plain", typed=f"\n{BURIED}\n")
    (match,) = Matches(Home(folder.parent / "home")).list()
    commands = [
        ["matches"],
        ["matches", "--find", "treasure"],
        ["watch", match.id, "--plain"],
        ["watch", match.id, "--plain", "--at", "2"],
        ["review", match.id, "--plain"],
        ["record", "export", match.id],
        ["stats"],
        ["doctor"],
        ["resume", match.id, "--plain"],
    ]
    for command in commands:
        _code, out, err = tabletop(*command, typed="\n\nlog\nlast\nquit\n")
        assert secrets(out.partition("Bo> quit")[0] + err) == [], command
    exit_code, out, err = tabletop("record", "export", match.id)
    assert exit_code == 2
    assert "its record holds what is still hidden from the players. Add --yes" in err
    exit_code, out, err = tabletop("record", "export", match.id, "--yes")
    assert "its record holds what is still hidden from the players" in err
    assert secrets(out) != []


def test_what_lapses_is_told_without_the_secret_it_speaks_of(tabletop, folder):
    write_plugin(folder, "treasure", code=PLUGIN.format(faulty=FAULTY, name="Faulty"))
    _code, out, err = tabletop("play", "treasure", "--seats", "Ada,Bo", "--plain", typed=f"\n{BURIED}\n\nlog\nlast\n")
    said = out.partition("Pass the keyboard to Bo")[2]
    assert "failed in tell (KeyError); the match goes on without it." in out
    assert "Ada: somewhere." in said
    assert secrets(said + err) == []
    assert len(Reports(Home(folder.parent / "home")).list()) == 1
