"""Work that takes long beside a room: prepared once, told about from its beginning, and left behind when cancelled."""

import asyncio
import threading

import pytest
from sittings import sit_down
from tabletop_pig.games import Pig

from tabletop.analysis import Analysis, MoveValue
from tabletop.chance import Seeded
from tabletop.match import Header, Seat, with_options
from tabletop.rooms import Room
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.line import LocalLine
from tabletop.rooms.listener import Asked, Broken, Over, Stuck
from tabletop.rooms.messages import Advise, GoOn, Prepare, Reply, Review, Seen
from tabletop.rooms.threads import in_thread
from tabletop.saves import SaveError
from tabletop.table import Memory, Reader, Table

SEATS = (Seat(name="Ada"), Seat(name="Bo"))


class Fixed:
    """A player who holds where it can."""

    async def choose(self, ask):
        return ask.look.moves[-1].text


class Oracle:
    """An analyst that says at once that every move is worth a half."""

    def __init__(self):
        self.prepared = 0

    def prepare(self, progress):
        self.prepared += 1
        progress(0.5)

    def analyse(self, view, moves, rng):
        return Analysis(0, "exact", tuple(MoveValue(move, 0.5) for move in moves))


class Awaited(Reply):
    """The reply to a message, for who waits in the same loop."""

    def __init__(self):
        self.came = asyncio.get_running_loop().create_future()
        self.phases = []

    def done(self, value):
        self.came.set_result(value)

    def refused(self, why):
        self.came.set_exception(why)

    def working(self, phase, part):
        self.phases.append((phase, part))


def pig_table(journal=Memory):
    game = with_options(Pig, {"target": 20}, 2)
    return Table(game, journal(Header(game="pig", seats=SEATS)), Seeded(1))


async def until(holds):
    """Lets the others run until something holds."""
    for _turn in range(1_000_000):
        if holds():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def asked(room, listener, what):
    """What a message comes to, and what was said to be done meanwhile."""
    reply = Awaited()
    room.post(listener, what, reply)
    return await reply.came, reply.phases


def test_what_was_prepared_before_anybody_asked_is_not_begun_again():
    async def course():
        oracle = Oracle()
        room = Room(pig_table(), adviser=Adviser(oracle))
        ear = room.listen(Reader(seats=frozenset({0})))
        running = asyncio.create_task(room.run(stay=True))
        await asked(room, ear, Prepare())
        await until(lambda: oracle.prepared)
        first, phases = await asked(room, ear, Advise(0))
        await asked(room, ear, Advise(0))
        running.cancel()
        assert first.moves[0].move == "roll"
        assert phases[-1] == ("think", 0.0)
        return oracle.prepared

    assert asyncio.run(course()) == 1


def test_a_review_tells_from_its_beginning_how_far_it_is():
    async def course():
        room = Room(pig_table(), {0: Fixed(), 1: Fixed()}, adviser=Adviser(Oracle()))
        ear = room.listen(Reader())
        running = asyncio.create_task(room.run(stay=True))
        await until(lambda: any(isinstance(item, Over) for item in ear.sent))
        decisions, phases = await asked(room, ear, Review())
        running.cancel()
        assert decisions
        return [part for phase, part in phases if phase == "review"]

    parts = asyncio.run(course())
    assert parts[0] == 0.0
    assert parts == sorted(parts)


def test_work_that_is_cancelled_is_told_to_stop_and_nobody_takes_it_for_done():
    async def course():
        stop, begun = threading.Event(), threading.Event()

        def work():
            begun.set()
            stop.wait(600)
            return "too late"

        task = asyncio.create_task(in_thread(work, stop))
        await until(begun.is_set)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return stop.is_set()

    assert asyncio.run(course())


class Full(Memory):
    """A disk that is full when the second seat moves, once."""

    failures = 1

    def append(self, *lines):
        if self.failures and any(str(line).startswith("2 ") for line in lines):
            self.failures -= 1
            raise SaveError("The disk is full.")
        super().append(*lines)


def test_a_players_move_that_could_not_be_saved_is_played_when_somebody_says_go_on():
    table = pig_table(Full)
    line = LocalLine(Room(table, {0: Fixed(), 1: Fixed()}), Reader())
    kinds = []
    while Over not in kinds:
        item = line.next(600)
        if isinstance(item, Broken):
            raise item.why
        kinds.append(type(item))
        if isinstance(item, Stuck):
            line.send(GoOn())
        elif not isinstance(item, Asked | Over):
            line.send(Seen(item.n))
    assert Stuck in kinds
    assert any(event.startswith("2 ") for event in table.match.events)
    assert line.close()


def test_where_no_thread_is_to_be_had_there_is_no_hint_and_the_match_goes_on(tmp_path, monkeypatch):
    def no_thread(self):
        raise RuntimeError("can't start new thread")

    def hint():
        monkeypatch.setattr("threading.Thread.start", no_thread)
        return "hint"

    console, _here, _ending = sit_down(tmp_path, ["roll", hint, "roll", "quit"], seats="Ada,Bo")
    assert "Nobody can think now: the system has no thread to spare." in console.text
    assert "The match is kept as" in console.text
