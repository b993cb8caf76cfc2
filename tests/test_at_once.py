"""Choices at once: sealed on disk, revealed when the last has chosen, and in nothing that anybody gets before."""

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

import pytest
from rock_paper import AtOnce, Bidding, Careless
from scripted import ScriptedConsole
from spectators import spectating

from tabletop import GameOptions, IllegalMove
from tabletop.analysis import Analysis, MoveValue
from tabletop.chance import Seeded
from tabletop.cpu.search import LEVELS, Search
from tabletop.entries import Event, Note
from tabletop.guard.failures import PluginFailure
from tabletop.guard.proxies import guarded
from tabletop.match import Header, Match, OldEvent, Seat
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.review import decisions
from tabletop.rooms import Room
from tabletop.rooms.listener import Asked
from tabletop.rooms.players import Turn
from tabletop.saves import Home, Matches, SaveError
from tabletop.saves.format import entry_body, header_body, parse, seal
from tabletop.sittings import Sit
from tabletop.table import Closed, Denied, Memory, Reader, Stale, Table, looking, telling
from tabletop.table.requests import Last, Log, Play, Recap, Redo, Reseat, Resign, Seats, Undo
from tabletop.table.thought import choice, hint

ADA, BO = Reader(seats=frozenset({0})), Reader(seats=frozenset({1}))
BYSTANDER = Reader()
HOST = Reader(seats=frozenset({0, 1}), host=True)
GOLDEN = Path(__file__).parent / "data" / "match-file-1-sealed.jsonl"
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


@pytest.fixture(params=["memory", "file"])
def journal(request, tmp_path):
    if request.param == "memory":
        yield Memory(header())
    else:
        with Matches(Home(tmp_path)).create(header()) as save:
            yield save


def answer(table, seat, text):
    return table.answer(Reader(seats=frozenset({seat})), seat, text, table.question.serial)


def everything(table, reader):
    """All that a reader can get of a table, as one text."""
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


# Two readers


def test_an_early_answer_is_kept_before_it_is_acknowledged_and_both_are_revealed_together(journal):
    table = table_of(journal=journal)
    assert table.question == (0, "move", (0, 1))
    (happened,) = answer(table, 1, "paper")
    assert (happened.kind, happened.seat, happened.position) == ("sealed", 1, 0)
    (note,) = [entry for entry in journal.history.entries if isinstance(entry, Note)]
    assert (note.kind, note.data) == ("sealed", {"seat": 2, "move": "paper"})
    assert table.question == (0, "move", (0,))
    assert table.advance() == []
    happened = answer(table, 0, "rock")
    assert [(one.kind, one.seat, one.position) for one in happened] == [("event", 0, 1), ("event", 1, 2)]
    assert table.match.events == list(journal.history.events) == ["1 rock", "2 paper"]
    assert table.question.seats == (0, 1)
    assert table.question.serial > 0


@pytest.mark.parametrize(("first", "chosen"), [(0, "rock"), (0, "scissors"), (1, "rock"), (1, "scissors")])
def test_nobody_gets_what_was_chosen_before_the_last_has(journal, first, chosen):
    table = table_of(["1 paper", "2 paper"], journal=journal)
    answer(table, first, chosen)
    other = 1 - first
    readers = [Reader(seats=frozenset({other})), BYSTANDER, Reader(seats=frozenset({0, 1}), shared=True, eyes=other)]
    got = [everything(table, reader) for reader in readers]
    other_way = table_of(["1 paper", "2 paper"])
    answer(other_way, first, "rock" if chosen == "scissors" else "scissors")
    assert got == [everything(other_way, reader) for reader in readers]
    assert "has chosen." in got[1]
    answer(table, other, "paper")
    assert all(chosen in everything(table, reader) for reader in readers)


@pytest.mark.parametrize("chosen", AtOnce.moves)
def test_not_even_a_game_at_fault_tells_the_other(chosen):
    table = table_of(rules=Careless)
    answer(table, 0, chosen)
    after = looking.look(table, BO)
    assert [move.text for move in after.moves] == ["scissors", "paper"]
    assert after.words == ("Chosen so far: rock.",)
    with pytest.raises(IllegalMove, match=r"rock is what \('rock',\) took"):
        answer(table, 1, "rock")
    thought = choice(table, 1)
    assert (thought.view.moves, list(thought.moves)) == (("rock",), ["scissors", "paper"])
    if chosen == "paper":
        with pytest.raises(IllegalMove) as refused:
            answer(table, 1, "paper")
        assert "at fault" in str(refused.value)
        assert table.match.events == []
        assert table.question == (0, "move", (1,))


def test_an_answer_may_be_replaced_until_the_last_has_chosen(journal):
    table = table_of(journal=journal)
    answer(table, 0, "rock")
    answer(table, 0, "scissors")
    assert table.question == (0, "move", (1,))
    answer(table, 1, "paper")
    assert table.match.events == ["1 scissors", "2 paper"]
    with pytest.raises(Stale):
        table.answer(ADA, 0, "rock", 0)


def test_the_same_answer_again_is_taken_as_done(journal):
    table = table_of(journal=journal)
    answer(table, 1, "rock")
    for again in (table, Table(at_once(), journal, Seeded(1))):
        assert again.answer(BO, 1, "rock", 0) == []
    assert len(journal.history.entries) == 1
    table.answer(ADA, 0, "paper", 0)
    assert table.answer(ADA, 0, "paper", 0) == table.answer(BO, 1, "rock", 0) == []
    assert table.match.events == ["1 paper", "2 rock"]


def test_only_who_sits_there_chooses():
    table = table_of()
    for by, seat in ((ADA, 1), (BO, 0), (BYSTANDER, 0), (HOST, 2)):
        with pytest.raises(Denied):
            table.answer(by, seat, "rock", 0)
    with pytest.raises(IllegalMove):
        answer(table, 0, "lizard")
    assert table.n == 0


def test_a_hint_is_for_who_has_still_to_choose_and_makes_nothing_stale():
    table = table_of()
    hint(table, 1)
    answer(table, 1, "rock")
    with pytest.raises(ValueError, match="nothing for you to decide"):
        hint(table, 1)
    hint(table, 0)
    answer(table, 0, "paper")
    assert [note.data for note in table.journal.history.notes if note.kind == "hint"] == [{"seat": 2}, {"seat": 1}]
    assert table.match.events == ["1 paper", "2 rock"]


def test_players_of_one_match_draw_from_sources_of_their_own():
    table = table_of(rules=Bidding, seats=3)
    drawn = [choice(table, seat).rng.random() for seat in range(3)]
    assert len(set(drawn)) == 3


def test_a_player_in_a_process_draws_from_the_source_it_would_have_in_a_thread():
    table = table_of()
    for seat in (0, 1):
        assert Turn(table, table.question, seat).rng.random() == choice(table, seat).rng.random()


def test_each_is_told_that_somebody_has_chosen_by_name_and_in_its_language():
    table = table_of()
    (happened,) = answer(table, 1, "rock")
    assert telling.told(table, happened, ADA).text == "Bo has chosen."
    assert telling.told(table, happened, Reader(language="de")).text != "Bo has chosen."
    assert telling.told(table, happened, ADA).reading == ""


# Killed, full, torn


def test_who_is_killed_between_keeps_what_was_chosen(tmp_path):
    matches = Matches(Home(tmp_path))
    with matches.create(header()) as save:
        answer(Table(at_once(), save, Seeded(1)), 1, "rock")
        match_id = save.id
    with matches.open(match_id) as save:
        table = Table(at_once(), save, Seeded(1))
        assert table.question == (0, "move", (0,))
        assert table.advance() == []
        answer(table, 0, "paper")
        assert list(save.events) == ["1 paper", "2 rock"]


class Failing(Memory):
    """A journal on a disk that is full for a while."""

    full = False

    def append(self, *lines):
        if self.full:
            raise SaveError("The disk is full.")
        super().append(*lines)


def test_nothing_has_changed_where_a_step_cannot_be_saved():
    table = table_of(journal=Failing(header()))
    table.journal.full = True
    with pytest.raises(SaveError):
        answer(table, 0, "rock")
    assert table.question == (0, "move", (0, 1))
    table.journal.full = False
    answer(table, 0, "rock")
    table.journal.full = True
    with pytest.raises(SaveError):
        answer(table, 1, "paper")
    assert (table.match.events, table.question, table.n) == ([], (0, "move", (1,)), 1)
    with pytest.raises(SaveError):
        table.undo((0,))
    assert table.question == (0, "move", (1,))
    table.journal.full = False
    assert len(answer(table, 1, "paper")) == 2


def test_what_is_on_the_disk_of_some_only_is_sealed_again():
    events = ["1 rock", "2 rock", ("sealed", {"seat": 2, "move": "paper"}), "1 scissors"]
    table = table_of(events, journal=Memory(header()))
    assert table.match.events == ["1 rock", "2 rock"]
    assert table.question is None
    assert "scissors" not in everything(table, BO)
    happened = table.advance()
    assert [one.kind for one in happened] == ["back", "sealed", "sealed"]
    assert table.question is None
    assert [one.kind for one in table.advance()] == ["event", "event"]
    assert table.match.events == list(table.journal.history.events) == ["1 rock", "2 rock", "1 scissors", "2 paper"]


def test_what_was_recorded_of_some_only_is_asked_of_the_others():
    table = table_of(["1 2"], rules=Bidding, seats=3)
    table.advance()
    assert table.question.seats == (1, 2)
    assert "(2" not in everything(table, BO)
    answer(table, 2, "3")
    answer(table, 1, "1")
    assert table.match.events == ["1 2", "2 1", "3 3"]
    assert Table(table.game, table.journal, Seeded(1)).match.events == table.match.events


def test_a_lesson_may_say_what_others_have_chosen():
    table = table_of(["1 rock"], prescribed=True)
    assert table.question == (1, "move", (1,))
    table.replay("2 paper")
    assert table.match.events == ["1 rock", "2 paper"]


ASKED = [
    (0, 1, 2),  # the terms
    (0, 2),  # 2 chooses
    (0,),  # 3 chooses,
    (0, 2),  # chooses anew
    (0,),  # and again
    (0, 1, 2),  # a crash after the first of three lines, of which two were sealed: all are revealed
    (0, 1, 2),
    (0, 1, 2),
    (1, 2),
    (0, 1, 2),  # the first round is taken back
    (0, 1),
    (1,),
    (1, 2),  # another person sits in seat 3
    (1, 2),  # 1 chooses otherwise
    (1,),
    (1,),  # a crash after the first of three lines, of which this one and the last are known
    (0, 1, 2),
    (0, 1, 2),
    (0, 2),
    (0, 2),  # everybody has left
]


@pytest.mark.parametrize("kept", range(1, len(ASKED) + 1))
def test_the_golden_file_is_gone_on_with_wherever_it_ends(tmp_path, kept):
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    matches = Matches(Home(tmp_path))
    with matches.create(header()) as save:
        file = tmp_path / "matches" / f"{save.id}.jsonl"
        match_id = save.id
    file.write_bytes(b"".join(lines[: kept + 1]))
    with matches.open(match_id) as save:
        assert save.damage is None
        table = Table(at_once(Bidding, 3), save, Seeded(1))
        while table.advance():
            pass
        assert table.question.seats == ASKED[kept - 1]
        for reader in (BYSTANDER, Reader(seats=frozenset({1}))):
            told = [telling.told(table, happening, reader).reading for happening in table.since(0)]
            assert [reading for reading in told if reading] == table.match.events
        assert len(table.match.events) % 3 == 0


def test_the_golden_file_is_written_as_it_is_read():
    contents = parse(GOLDEN.read_bytes())
    line, crc = seal(header_body(contents.header), 0)
    written = [line]
    for number, entry in enumerate(contents.entries, 1):
        line, crc = seal(entry_body(number, entry), crc)
        written.append(line)
    assert b"".join(written) == GOLDEN.read_bytes()


# Taking back


@pytest.mark.parametrize("terms", ["fair", "free"])
def test_a_sealed_answer_can_be_taken_back_until_the_last_has_chosen(journal, terms):
    table = table_of(terms={"take_back": terms, "dice": "program"}, journal=journal)
    serial = table.question.serial
    answer(table, 0, "rock")
    (happened,) = Undo().happen(table, ADA)
    assert telling.told(table, happened, BO).text == "Ada chooses anew."
    assert table.question == (serial, "move", (0, 1))
    again = Table(at_once(), journal, Seeded(1))
    assert again.question == table.question
    assert answer(table, 0, "rock") != []
    with pytest.raises(ValueError, match="nothing"):
        list(Redo().happen(table, ADA))
    if terms == "fair":
        with pytest.raises(ValueError, match="nothing of yours"):
            list(Undo().happen(table, BO))


def test_with_take_back_off_a_seal_stays():
    table = table_of(terms={"take_back": "off", "dice": "program"})
    answer(table, 0, "rock")
    with pytest.raises(ValueError, match="Take-back is off"):
        list(Undo().happen(table, ADA))
    assert table.question.seats == (1,)


@pytest.mark.parametrize("by", [ADA, BO])
def test_what_is_revealed_is_taken_back_as_a_whole(by):
    table = table_of(["1 rock", "2 paper"], terms=FREE)
    list(Undo().happen(table, by))
    assert table.match.events == []
    assert table.question.seats == (0, 1)
    happened = list(Redo().happen(table, by))
    assert [one.position for one in happened] == [1, 2]
    assert table.match.events == ["1 rock", "2 paper"]


def test_a_take_back_voids_what_others_have_sealed_and_choosing_ends_the_way_forward():
    table = table_of(["1 rock", "2 paper"], terms=FREE)
    answer(table, 1, "scissors")
    list(Undo().happen(table, ADA))
    assert (table.match.events, table.question.seats) == ([], (0, 1))
    answer(table, 0, "paper")
    with pytest.raises(ValueError, match="nothing to play again"):
        list(Redo().happen(table, ADA))


def test_all_of_a_redo_is_written_at_once_or_not():
    table = table_of(["1 rock", "2 paper"], terms=FREE, journal=Failing(header()))
    list(Undo().happen(table, ADA))
    table.journal.full = True
    with pytest.raises(SaveError):
        list(Redo().happen(table, ADA))
    assert table.match.events == []
    table.journal.full = False
    list(Redo().happen(table, ADA))
    assert table.match.events == ["1 rock", "2 paper"]


# Others, and other ends


def test_somebody_else_in_a_seat_chooses_anew_and_the_others_stay():
    table = table_of(rules=Bidding, seats=3)
    answer(table, 0, "1")
    answer(table, 1, "2")
    list(Reseat(0, Seat(name="Eve")).happen(table, HOST))
    assert table.question.seats == (0, 2)
    assert Table(table.game, table.journal, Seeded(1)).question.seats == (0, 2)
    answer(table, 2, "3")
    answer(table, 0, "3")
    assert table.match.events == ["1 3", "2 2", "3 3"]


def test_who_resigns_reveals_nothing():
    table = table_of(["1 rock", "2 paper"])
    answer(table, 0, "scissors")
    list(Resign(1).happen(table, BO))
    assert table.ending == ("resigned", (1, 2))
    assert telling.log(table, BYSTANDER) == ["1 rock", "2 paper"]
    assert "scissors" not in everything(table, BO)
    assert not table.journal.history.sealed


def test_who_is_asked_next_is_noted_when_everybody_gets_up():
    table = table_of()
    answer(table, 0, "rock")
    table.leave()
    assert table.journal.history.turn == 1


@pytest.mark.parametrize(
    "data", [{"seat": 3, "move": "rock"}, {"seat": "1", "move": "rock"}, {"seat": 1, "move": [3]}, {"move": "rock"}]
)
def test_what_can_be_no_seal_says_nothing(data):
    table = table_of([("sealed", data)])
    assert table.question == (0, "move", (0, 1))
    assert [telling.told(table, one, BYSTANDER).text for one in table.since(0)] in ([], ["Ada chooses anew."])
    assert Table(at_once(), table.journal, Seeded(1)).question == table.question


def test_a_seal_that_the_rules_forbid_is_no_choice():
    table = table_of(["1 1", "2 2", ("sealed", {"seat": 1, "move": "1"})], rules=Bidding)
    assert table.question.seats == (0, 1)
    answer(table, 0, "2")
    assert table.question.seats == (1,)


class Renamed(AtOnce):
    """In which a rock was once called a stone."""

    def old_event(self, event, state, version):
        assert (version, len(state.moves)) == ("1.0", 1)
        return event.replace("stone", "rock")


def under(version, *lines):
    """What an earlier version has written."""
    journal = Memory(header().model_copy(update={"plugin_version": version}))
    journal.append(*lines)
    return journal


def test_what_an_earlier_version_sealed_is_sealed_as_this_one_writes_it():
    journal = under("1.0", ("sealed", {"seat": 2, "move": "stone"}))
    table = table_of(rules=Renamed, journal=journal, version="1.2", sealed_by={1: "1.0"})
    assert table.question is None
    assert [one.kind for one in table.advance()] == ["sealed"]
    assert [entry.kind for entry in journal.history.entries] == ["sealed", "plugin", "sealed"]
    assert (journal.history.sealed, journal.history.sealed_versions[1]) == ({1: "rock"}, "1.2")
    assert table.question.seats == (0,)
    answer(table, 0, "paper")
    assert table.match.events == ["1 paper", "2 rock"]
    assert [entry.kind for entry in journal.history.notes].count("plugin") == 1


def test_the_version_that_seals_is_noted_too():
    journal = under("1.0")
    answer(table_of(rules=Renamed, journal=journal, version="1.2"), 1, "rock")
    assert [entry.kind for entry in journal.history.entries] == ["plugin", "sealed"]
    assert journal.history.sealed_versions == {1: "1.2"}


def test_what_an_earlier_version_left_of_some_only_is_sealed_by_this_one():
    journal = under("1.0", "1 rock")
    table = table_of(journal=journal, version="1.2")
    table.advance()
    assert [getattr(entry, "kind", "event") for entry in journal.history.entries] == [
        "event",
        "plugin",
        "take_back",
        "sealed",
    ]


def test_a_seal_of_old_that_cannot_be_read_is_refused_and_tells_nothing():
    journal = under("1.0", "1 rock", "2 rock", ("sealed", {"seat": 2, "move": "stone"}))
    with pytest.raises(OldEvent) as caught:
        table_of(journal=journal, version="1.2", sealed_by={1: "1.0"})
    assert (caught.value.number, caught.value.version) == (3, "1.0")
    assert "stone" not in str(caught.value)
    assert len(journal.history.entries) == 3


def test_the_last_round_and_the_recap_tell_all_that_was_chosen_at_once():
    table = table_of(["1 rock", "2 paper"])
    for told in (Last().read(table, BYSTANDER), Recap(1).read(table, BO), Recap(0).read(table, ADA)):
        assert [one.reading for one in told] == ["1 rock", "2 paper"]


def test_who_watches_steps_over_what_was_chosen_at_once():
    console = ScriptedConsole(["", "", ""], plain=True)
    spectating(console, at_once(), ["1 rock", "2 paper", "1 paper"], header().seats).run()
    assert [prompt for prompt in console.prompts if prompt.startswith("1/")] == []
    assert "Ada: rock\nBo: paper" in console.text
    assert console.text.count("Ada: paper") == 0


def test_a_review_judges_what_a_seat_knew():
    seen = []

    def analyse(view, moves, rng):
        seen.append((view.seat, view.moves))
        return Analysis(view.seat, "exact", tuple(MoveValue(move, 0.5) for move in moves))

    match = Match(at_once(Careless), ["1 scissors", "2 paper"])
    assert [decision.move for decision in decisions(match, analyse, None)] == ["scissors", "paper"]
    assert seen == [(0, ()), (1, ("rock",))]


def test_the_search_does_not_answer_what_it_cannot_know():
    table = table_of(["1 rock", "2 rock"])
    thought = choice(table, 0)
    found = Search(table.game, LEVELS["hard"].untimed()).analyse(*thought[1:])
    assert found.method == "search"
    assert min(value.value for value in found.moves) > 0.1


# A game that isn't what it says


@pytest.mark.parametrize("asked", [(1, 0), (0, 0), (0, 1, 1), (), (0, 2), 3])
def test_seats_that_are_not_on_turn_one_after_the_other_are_the_games_fault(asked):
    class Faulty(AtOnce):
        def asked(self, state):
            return asked

    with pytest.raises(PluginFailure, match="asked"):
        _question = Table(guarded(at_once(Faulty), "faulty 1.0"), Memory(header()), Seeded(1)).question


# A room


class Choosing:
    """A player that waits until it may choose, and keeps what it saw."""

    def __init__(self, seat, seen, moves=("1", "2")):
        self.seat, self.seen, self.moves = seat, seen, list(moves)

    async def choose(self, ask):
        self.seen.append((self.seat, ask.question.seats, tuple(ask.look.words)))
        await asyncio.sleep(0)
        return self.moves.pop(0)


def played(room):
    return asyncio.run(asyncio.wait_for(room.run(), 600))


def test_two_players_choose_in_order_and_see_nothing_of_each_other():
    seen = []
    room = Room(table_of(rules=Bidding), {seat: Choosing(seat, seen, moves) for seat, moves in ((0, "23"), (1, "31"))})
    ear = room.listen(Reader())
    played(room)
    assert room.table.match.events == ["1 2", "2 3", "1 3", "2 1"]
    assert seen == [
        (0, (0, 1), ("Bids: ().",)),
        (1, (1,), ("Bids: (0,).",)),
        (0, (0, 1), ("Bids: (2, 3).",)),
        (1, (1,), ("Bids: (2, 3, 0).",)),
    ]
    assert ear.texts()[:3] == ["Ada has chosen.", "Ada: 2", "Bo: 3"]


def test_a_player_is_asked_only_once_everybody_before_it_has_chosen():
    seen = []
    table = table_of(rules=Bidding, seats=4)
    room = Room(table, {1: Choosing(1, seen, "23"), 2: Choosing(2, seen, "32")})
    order = []

    def put(seat, item):
        if isinstance(item, Asked) and item.yours:
            order.append((item.seat, item.question.seats))
            if seat == 3 and len(item.question.seats) == 4:
                room.post(ears[3], play(3, "1", item))
            if seat == 0 and len(item.question.seats) == 3:
                assert seen == []
                room.post(ears[0], play(0, "1", item))
            if table.n > 6:
                raise asyncio.CancelledError

    def play(seat, text, item):
        return Play(seat, text, item.question.serial)

    ears = {}
    for seat in (0, 3):
        ears[seat] = room.listen(Reader(seats=frozenset({seat})), lambda item, seat=seat: put(seat, item))
    with pytest.raises(asyncio.CancelledError):
        played(room)
    assert order[:3] == [(0, (0, 1, 2, 3)), (3, (0, 1, 2, 3)), (0, (0, 1, 2))]
    assert [one[:2] for one in seen[:2]] == [(1, (1, 2)), (2, (2,))]
    assert table.match.events[:4] == ["1 1", "2 2", "3 3", "4 1"]


def test_entries_are_written_in_the_order_in_which_they_were_chosen():
    table = table_of(rules=Bidding, seats=3)
    for seat, bid in ((2, "3"), (0, "1"), (1, "2")):
        answer(table, seat, bid)
    entries = table.journal.history.entries
    written = [entry.text if isinstance(entry, Event) else entry.data["seat"] for entry in entries]
    assert written == [3, 1, "1 1", "2 2", "3 3"]
    assert asdict(looking.look(table, BYSTANDER))["question"] == table.question
    assert Table(table.game, Closed(table.journal.history), Seeded(1)).since(0) == table.since(0)
