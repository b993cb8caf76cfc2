"""What is done around choices at once: others who sit down, who looks on or back, games at fault, and a room."""

import asyncio
from dataclasses import asdict

import pytest
from chosen_at_once import (
    ADA,
    BO,
    BYSTANDER,
    HOST,
    answer,
    at_once,
    everything,
    header,
    table_of,
)
from rock_paper import AtOnce, Bidding, Careless
from scripted import ScriptedConsole
from spectators import spectating

from tabletop.analysis import Analysis, MoveValue
from tabletop.chance import Seeded
from tabletop.cpu.search import LEVELS, Search
from tabletop.entries import Event
from tabletop.guard.failures import PluginFailure
from tabletop.guard.proxies import guarded
from tabletop.match import Match, Seat
from tabletop.review import decisions
from tabletop.rooms import Room
from tabletop.rooms.listener import Asked
from tabletop.table import Closed, Memory, Reader, Table, looking, telling
from tabletop.table.requests import Last, Play, Recap, Reseat, Resign
from tabletop.table.thought import choice

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


def test_the_last_round_and_the_recap_tell_all_that_was_chosen_at_once():
    table = table_of(["1 rock", "2 paper"])
    for told in (Last().read(table, BYSTANDER), Recap(1).read(table, BO), Recap(0).read(table, ADA)):
        assert [one.reading for one in told] == ["1 rock", "2 paper"]


def test_who_watches_steps_over_what_was_chosen_at_once():
    console = ScriptedConsole(["", "", ""], plain=True)
    spectating(console, at_once(), ["1 rock", "2 paper", "1 paper"], header().seats).run()
    assert [prompt for prompt in console.prompts if prompt.startswith("1/")] == []
    assert "Ada: rock.\nBo: paper." in console.text
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
