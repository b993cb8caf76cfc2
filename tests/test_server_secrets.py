"""Nobody's socket carries what its seat may not know: what others hold is exchanged, and every byte stays the same."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sockets import Server, Visitor, visiting

from tabletop.match import Seat, with_options
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.server import tokens
from tabletop.server.rows import Chair, RoomRow

ROOT = Path(__file__).parent.parent
DEALT = (
    "* deal 2-1 6-2 6-5 3-3 0-0 1-1 6-6 5-0 6-1 4-1 3-1 5-2 5-3 4-3 "
    "3-0 1-0 2-2 4-0 5-4 5-5 6-3 5-1 3-2 6-4 2-0 4-4 4-2 6-0"
)
DEAL = DEALT.split()
FIRST = 2
NAMES = ("Ada", "Bo")
READINGS = ("look", "log", "last", "recap", "round", "revealed", "thrown", "throws", "story", "situation")
SCREENS = ({"columns": 60}, None, {"drawn": False, "detail": "verbose"})
"""Of the first seat, of the second, and of the spectator."""
MINE, OTHERS, BONEYARD = range(FIRST, FIRST + 7), range(FIRST + 7, FIRST + 14), range(FIRST + 14, FIRST + 28)


def exchanged(one, other):
    """The deal with two tiles exchanged that the first seat never sees."""
    deal = list(DEAL)
    deal[one], deal[other] = deal[other], deal[one]
    return deal


async def heard(home, deal):
    """What the first seat and a spectator get, word for word, when the other plays 4-1 and asks for everything."""
    async with Server(home) as server:
        listing = server.host.catalogue.find("passing-game")
        game = load(listing)
        given = [tokens.new() for _seat in range(3)]
        chairs = tuple(
            Chair(token=tokens.hashed(token), name=name) for token, name in zip(given[:2], NAMES, strict=True)
        )
        header = server.host.header(listing, with_options(game, {}, 2), tuple(Seat(name=name) for name in NAMES))
        server.host.matches.create(header, events=[" ".join(deal), "* lead 2"]).close()
        (match,) = server.host.matches.list()
        row = RoomRow(
            id="room",
            created=datetime(2026, 1, 1, tzinfo=UTC),
            game=listing.full_name,
            chairs=chairs,
            spectators=tokens.hashed(given[2]),
            match=match.id,
            hints=True,
            take_back="free",
        )
        server.house.add(row)
        async with Visitor(server) as one, Visitor(server) as two, Visitor(server) as spectator:
            for visitor, token, screen in zip((one, two, spectator), given, SCREENS, strict=True):
                await visitor.hello(token, screen=screen)
            serial = (await two.next("asked"))["serial"]
            await two.say(type="answer", id=1, seat=1, text="5-9", serial=serial)
            await two.next("refused")
            await two.say(type="ask", id=2, what="hint")
            await two.next(lambda m: m.get("id") == 2)
            await two.say(type="chat", text="now")
            await two.say(type="answer", id=3, seat=1, text="4-1", serial=serial)
            await two.next(lambda m: m.get("id") == 3)
            await one.next(lambda m: m.get("yours") is True)
            for number, what in enumerate(READINGS, 10):
                for visitor in (one, spectator):
                    await visitor.say(type="ask", id=number, what=what)
                    await visitor.next(lambda m, number=number: m.get("id") == number)
            for visitor in (one, spectator):
                await visitor.say(type="ask", id=30, what="parse", text="5-2")
                await visitor.next(lambda m: m.get("id") == 30)
            got = ["\n".join(visitor.raw) for visitor in (one, spectator)]
        assert "┌" in got[0]
        return [re.sub(r'"seed":\d+', '"seed":0', text.replace(match.id, "MATCH")) for text in got]


@pytest.mark.parametrize(
    ("one", "other"), [(OTHERS[0], BONEYARD[3]), (OTHERS[6], BONEYARD[13]), (BONEYARD[0], BONEYARD[1])]
)
def test_what_others_hold_changes_no_byte(tmp_path, one, other):
    first = asyncio.run(heard(tmp_path / "first", DEAL))
    second = asyncio.run(heard(tmp_path / "second", exchanged(one, other)))
    assert first == second
    assert "4-1" in first[0]


def test_the_exchange_test_sees_what_is_open(tmp_path):
    first = asyncio.run(heard(tmp_path / "first", DEAL))
    second = asyncio.run(heard(tmp_path / "second", exchanged(MINE[0], BONEYARD[3])))
    assert first[0] != second[0]
    assert first[1] == second[1]


def test_no_hidden_tile_is_told_to_a_spectator(tmp_path):
    _one, spectator = asyncio.run(heard(tmp_path, DEAL))
    assert set(re.findall(r"\b[0-6]-[0-6]\b", spectator)) <= {"4-1", "1-4", "5-2"}


async def told_of_guesses(home, chosen):
    """What the second seat is told of its guesses at what the first has chosen at once with it."""
    catalogue = Catalogue([plugin_in(ROOT / "docs/examples/rock_paper_scissors")])
    async with Server(home, catalogue) as server:
        given, looking = await server.room("rock-paper-scissors", "open", "open")
        async with visiting(server, *given, looking) as (one, two, spectator):
            assert (await one.answer(chosen))["type"] == "done"
            serial = (await two.next("asked"))["serial"]
            await two.next(lambda m: m.get("kind") == "sealed")
            answers = []
            for visitor in (two, spectator):
                for number, text in enumerate(("rock", "paper", "scissors")):
                    await visitor.say(type="answer", id=number, seat=0, text=text, serial=serial)
                    answers.append(await visitor.next(lambda m, number=number: m.get("id") == number))
            return answers


def test_nobody_finds_out_by_guessing_what_another_has_chosen(tmp_path):
    told = [asyncio.run(told_of_guesses(tmp_path / text, text)) for text in ("rock", "paper", "scissors")]
    assert told[0] == told[1] == told[2]
    assert {answer["kind"] for answer in told[0]} == {"denied"}


def test_nobody_finds_out_by_guessing_what_chance_has_hidden_or_another_has_played(tmp_path):
    async def trial():
        async with Server(tmp_path) as server:
            given, _looking = await server.room("passing-game", "open", "open")
            async with visiting(server, *given) as visitors:
                asked = await visitors[0].next("asked")
                (room,) = server.house.parlours
                first = room._sitting.room.table.match.events[0].removeprefix("* ")
                on_turn, other = visitors if asked["yours"] else visitors[::-1]
                move = (await look(on_turn))["moves"][0]["text"]
                await on_turn.say(type="answer", id=8, seat=asked["seat"], text=move, serial=asked["serial"])
                await on_turn.next(lambda m: m.get("id") == 8)
                for seat in (0, 1):
                    for text, serial in ((first, 0), (first, 1), (move, asked["serial"])):
                        await other.say(type="answer", id=9, seat=seat, text=text, serial=serial)
                        assert (await other.next(lambda m: m.get("id") == 9))["kind"] == "stale"

    asyncio.run(trial())


async def look(visitor):
    await visitor.say(type="ask", id=7, what="look")
    return (await visitor.next(lambda m: m.get("id") == 7))["value"]
