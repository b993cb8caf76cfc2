"""A room owns a table and asks its players; the thread of a hanging player is left behind, and the match goes on."""

import asyncio
import threading

import pytest
from kuhn import Kuhn
from tabletop_pig.games import Pig

from tabletop import GameOptions
from tabletop.analysis import Analysis, MoveValue
from tabletop.chance import Seeded
from tabletop.cpu.budget import Budget, Meter
from tabletop.match import Header, Seat, with_options
from tabletop.rooms import Room
from tabletop.rooms.adviser import Adviser
from tabletop.rooms.line import LocalLine
from tabletop.rooms.listener import Asked, Broken, Over, Stuck
from tabletop.rooms.messages import Advise, Close, Enough, GoOn, Pause, Review, Seen
from tabletop.rooms.players import CpuPlayer
from tabletop.saves import SaveError
from tabletop.table import Memory, Reader, Table
from tabletop.table.requests import LookAt, Play, Reseat, Undo
from tabletop.table.telling import Told

CPU = Seat(name="CPU 2", player="cpu", level="easy")
PEOPLE = (Seat(name="Ada"), Seat(name="Bo"))
HOST = Reader(seats=frozenset({0}), host=True)


class Fixed:
    """A player who always does the same."""

    def __init__(self, text):
        self.text = text

    async def choose(self, ask):
        return self.text if self.text in [move.text for move in ask.look.moves] else ask.look.moves[0].text


def pig_table(seats=PEOPLE, journal=Memory, take_back="fair", **options):
    game = with_options(Pig, {"target": 20, **options}, len(seats))
    lines = journal(Header(game="pig", seats=seats))
    if take_back != "fair":
        lines.append(("table", {"take_back": take_back, "dice": "program"}))
    return Table(game, lines, Seeded(1))


def played(room, **more):
    return asyncio.run(asyncio.wait_for(room.run(**more), 600))


def test_players_play_to_the_end_and_every_reader_is_told_in_its_language():
    room = Room(pig_table(), {0: Fixed("hold"), 1: Fixed("roll")})
    german, danish = room.listen(Reader(language="de")), room.listen(Reader(language="da"))
    ending = played(room)
    assert ending.why == "rules"
    assert "Ada: würfelt" in german.texts()
    assert "Ada: slår" in danish.texts()
    assert [type(item) for item in german.sent][-1] is Over
    assert [item.n for item in german.sent if isinstance(item, Told)] == list(range(1, room.table.n))  # but the tally


def test_kuhn_poker_between_two_players_tells_nobody_the_others_card():
    table = Table(Kuhn(GameOptions(), 2), Memory(Header(game="kuhn", seats=PEOPLE)), Seeded(2))
    room = Room(table, {0: Fixed("bet"), 1: Fixed("fold")})
    ears = [room.listen(Reader(seats=frozenset({seat}))) for seat in (0, 1)]
    played(room)
    cards = table.match.events[0].removeprefix("* ").split()
    for seat, ear in enumerate(ears):
        before = [item for item in ear.sent if isinstance(item, Told) and item.kind == "event"]
        assert not any(cards[1 - seat] in item.reading.split() for item in before)


class Screen:
    """The other end of a line, in the test's thread."""

    def __init__(self, room, reader=HOST):
        self.line = LocalLine(room, reader)
        self.told = []

    def until(self, kind, wanted=lambda _item: True):
        """Takes what comes, and has seen it, until something of a kind comes."""
        for _step in range(6000):
            item = self.line.next()
            if isinstance(item, Broken):
                raise item.why
            if isinstance(item, Told):
                self.told.append(item)
                self.line.send(Seen(item.n))
            if isinstance(item, kind) and wanted(item):
                return item
            if isinstance(item, Broken):
                raise item.why
        raise AssertionError(f"no {kind.__name__} came")

    def answer(self, text):
        asked = self.until(Asked, lambda item: item.yours)
        self.line.ask(Play(asked.seat, text, asked.question.serial))


class Thinker:
    """A strategy whose thoughts the test holds."""

    def __init__(self, hangs=False):
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.hangs = hangs
        self.meters = []

    def choose(self, view, moves, rng):
        meter = Meter(Budget(10**9))
        meter.begin()
        self.meters.append(meter)
        self.begun.set()
        if self.hangs:
            self.may_end.wait(600)
        else:
            while meter.more() and not self.may_end.is_set():
                pass
        return moves[0]


def cpu_room(thinkers, **options):
    """Ada against a CPU player whose strategies are ``thinkers``, one after the other."""
    made = iter(thinkers)
    return Room(
        pig_table((PEOPLE[0], CPU), **options),
        find=lambda _number, seat: CpuPlayer(lambda: next(made)) if seat.player == "cpu" else None,
    )


def to_the_cpu(screen):
    """Ada rolls and holds, or loses, until the CPU player is asked."""
    while True:
        asked = screen.until(Asked)
        if not asked.yours:
            return asked
        moves = [move.text for move in screen.line.ask(LookAt()).moves]
        screen.line.ask(Play(0, "hold" if "hold" in moves else "roll", asked.question.serial))


def test_a_pause_makes_a_player_decide_and_its_answer_waits_until_it_goes_on():
    thinker = Thinker()
    screen = Screen(cpu_room([thinker]))
    to_the_cpu(screen)
    assert thinker.begun.wait(600)
    before = screen.line.ask(LookAt()).events
    screen.line.ask(Pause())
    assert screen.line.ask(LookAt()).events == before
    screen.line.ask(GoOn())
    assert screen.until(Told, lambda told: told.seat == 1).text
    assert screen.line.close()


def test_after_a_pause_a_later_thought_has_a_budget_of_its_own():
    thinker = Thinker()
    screen = Screen(cpu_room([thinker], target=1000))
    to_the_cpu(screen)
    assert thinker.begun.wait(600)
    screen.line.ask(Pause())
    thinker.begun.clear()
    screen.line.ask(GoOn())
    screen.until(Asked, lambda asked: asked.seat == 1 or asked.yours)
    if thinker.begun.wait(5):
        assert not thinker.meters[-1].stopped()
    assert thinker.meters[0].stopped()
    thinker.may_end.set()
    assert screen.line.close()


def test_a_player_that_hangs_can_be_replaced_and_the_room_closes():
    hanging, other = Thinker(hangs=True), Thinker()
    other.may_end.set()
    screen = Screen(cpu_room([hanging, other], target=1000))
    asked = to_the_cpu(screen)
    assert hanging.begun.wait(600)
    screen.line.ask(Pause())
    screen.line.ask(Reseat(1, CPU))
    screen.line.ask(GoOn())
    again = screen.until(Asked, lambda item: item.seat == 1)
    assert again.question.serial > asked.question.serial
    assert screen.until(Told, lambda told: told.seat == 1 and told.kind == "event").reading == "2 roll"
    assert screen.line.close()
    hanging.may_end.set()


class Failing(Thinker):
    """It fails when the test lets it."""

    def choose(self, view, moves, rng):
        self.thread = threading.current_thread()
        self.begun.set()
        self.may_end.wait(600)
        raise RuntimeError("no idea")


@pytest.mark.parametrize("paused", [True, False])
def test_a_player_that_fails_when_it_was_replaced_disturbs_nobody(paused):
    failing, other = Failing(), Thinker()
    other.may_end.set()
    screen = Screen(cpu_room([failing, other], target=1000))
    to_the_cpu(screen)
    assert failing.begun.wait(600)
    if paused:
        screen.line.ask(Pause())
    screen.line.ask(Reseat(1, CPU))
    failing.may_end.set()
    failing.thread.join(600)
    for _turn in range(3):
        screen.line.ask(LookAt())
    screen.line.ask(GoOn())
    assert screen.until(Told, lambda told: told.seat == 1 and told.kind == "event").reading == "2 roll"
    assert screen.line.close()


def test_a_thought_of_a_position_that_was_taken_back_is_thrown_away():
    first, second = Thinker(), Thinker()
    second.may_end.set()
    room = cpu_room([first, second], target=1000, take_back="free")
    screen = Screen(room)
    to_the_cpu(screen)
    assert first.begun.wait(600)
    screen.line.ask(Pause())
    screen.line.ask(Undo())
    screen.line.ask(GoOn())
    events = screen.line.ask(LookAt()).events
    first.may_end.set()
    asked = screen.until(Asked, lambda item: item.yours)
    look = screen.line.ask(LookAt())
    assert look.events == events
    assert asked.question == look.question
    assert screen.line.close()


def test_rules_that_hang_leave_the_room_behind():
    gate = threading.Event()

    class Hanging(Pig):
        def resolve(self, state, outcome):
            gate.wait(600)
            return super().resolve(state, outcome)

    game = Hanging(Hanging.options_model(), 2)
    screen = Screen(Room(Table(game, Memory(Header(game="pig", seats=PEOPLE)), Seeded(1))))
    screen.answer("roll")
    screen.until(Told)
    assert not screen.line.close(seconds=0.2)
    gate.set()


def test_a_player_that_fails_closes_the_room_with_its_error():
    class Unwilling:
        async def choose(self, ask):
            raise RuntimeError("no idea")

    room = Room(pig_table(), {0: Unwilling()})
    ear = room.listen(Reader())
    with pytest.raises(RuntimeError, match="no idea"):
        played(room)
    assert [str(item.why) for item in ear.sent if isinstance(item, Broken)] == ["no idea"]


class Full(Memory):
    """A disk that is full for a while."""

    failures = 0

    def append(self, *lines):
        if self.failures:
            self.failures -= 1
            raise SaveError("The disk is full.")
        super().append(*lines)


def test_what_cannot_be_saved_waits_until_somebody_says_go_on():
    room = Room(pig_table(journal=Full), {1: Fixed("hold")})
    screen = Screen(room)
    screen.answer("roll")
    room.table.journal.failures = 1
    screen.until(Told, lambda told: told.kind == "event")
    assert str(screen.until(Stuck).why) == "The disk is full."
    assert screen.line.ask(LookAt()).events == 1
    screen.line.ask(GoOn())
    assert screen.until(Told, lambda told: told.seat is None).reading.startswith("* ")
    assert screen.line.close()


def test_a_room_goes_on_only_when_what_was_told_has_been_seen():
    room = Room(pig_table(), {0: Fixed("roll"), 1: Fixed("roll")})
    line = LocalLine(room, HOST)
    first = line.next(600)
    while not isinstance(first, Told):
        first = line.next(600)
    assert line.ask(LookAt()).events == 1
    line.send(Seen(first.n))
    item = line.next(600)
    assert isinstance(item, Told)
    assert item.n == 2
    assert line.close()


def test_a_person_is_not_asked_for_the_only_move_where_that_is_wanted():
    table = pig_table(journal=Memory)
    table.plays_forced = True
    room = Room(table)

    def put(item):
        if isinstance(item, Asked):
            room.post(None, Close())

    room.listen(Reader(seats=frozenset({0, 1})), put)
    played(room)
    assert table.match.events[0] == "1 roll"


class Oracle:
    """An analyst that thinks until it is stopped, or says at once that the first move is best."""

    def __init__(self, endless=False):
        self.endless, self.begun, self.stopped = endless, threading.Event(), threading.Event()

    def prepare(self, progress):
        progress(0.5)

    def analyse(self, view, moves, rng):
        self.begun.set()
        meter = Meter(Budget(10**12))
        meter.begin()
        while self.endless and meter.more():
            pass
        self.stopped.set()
        return Analysis(0, "exact", tuple(MoveValue(move, 0.5) for move in moves))


def test_a_hint_is_noted_before_it_is_given():
    room = Room(pig_table(), adviser=Adviser(Oracle()))
    screen = Screen(room)
    screen.until(Asked)
    assert screen.line.ask(Advise(0)).moves[0].move == "roll"
    assert [note.kind for note in room.table.journal.history.notes] == ["hint"]
    with pytest.raises(ValueError, match="nothing for you to decide"):
        screen.line.ask(Advise(1))
    with pytest.raises(ValueError, match="once it is over"):
        screen.line.ask(Review())
    assert screen.line.close()


def test_a_hint_that_nobody_waits_for_any_more_stops_thinking():
    oracle = Oracle(endless=True)
    screen = Screen(Room(pig_table(), adviser=Adviser(oracle)))
    screen.until(Asked)

    def impatient(_phase, _part):
        if oracle.begun.is_set():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        screen.line.ask(Advise(0), impatient)
    screen.line.send(Enough())
    assert oracle.stopped.wait(600)
    assert screen.line.close()


def test_who_asks_a_closed_room_is_told():
    screen = Screen(Room(pig_table()))
    assert screen.line.close()
    with pytest.raises(RuntimeError, match="closed"):
        screen.line.ask(LookAt())
