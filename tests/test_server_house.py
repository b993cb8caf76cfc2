"""A house that is open to anybody, within its limits, and rooms that nobody enters any more."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from passing_time import Time
from sockets import Server, Visitor, played, settled, visiting

from tabletop.cpu.engines.faults import PlayerFault
from tabletop.rooms.desks import AtDesk, Desks
from tabletop.server.limits import KEPT, KEPT_OVER, MOST_CALLERS, OPEN_HOUSE, Callers
from tabletop.server.parlour import IDLE


async def made(server, *seats, **wish):
    """The status with which a stranger's room is answered, and the sentence or the links."""
    status, _headers, text = await server.request("POST", "/api/rooms", {"game": "pig", "seats": seats, **wish}, None)
    return status, json.loads(text)


@played
async def test_in_an_open_house_anybody_makes_rooms_as_many_as_there_may_be(home):
    limits = OPEN_HOUSE._replace(rooms=2)
    async with Server(home, limits=limits) as server:
        assert [(await made(server, "open", "cpu"))[0] for _time in range(3)] == [201, 201, 422]
    async with Server(home, limits=limits) as server:
        assert (await made(server, "open", "cpu"))[0] == 422


@played
async def test_one_address_makes_only_so_many_rooms_an_hour(home):
    async with Server(home, limits=OPEN_HOUSE._replace(each=2)) as server:
        assert [(await made(server, "open", "cpu"))[0] for _time in range(3)] == [201, 201, 429]
        await server.room("pig", "open", "cpu")
        server.time = 3_600
        assert (await made(server, "open", "cpu"))[0] == 201


def test_only_so_many_addresses_are_remembered():
    callers = Callers(1, lambda: 0.0)
    for number in range(MOST_CALLERS + 1):
        callers.check(str(number))
    callers.check("0")
    with pytest.raises(ValueError, match="hour"):
        callers.check(str(MOST_CALLERS))


@played
async def test_strangers_seat_the_usual_levels_alone(home):
    async with Server(home, limits=OPEN_HOUSE) as server:
        for level in ("cpu:exec:ada", "cpu:hold:25", "cpu:optimal"):
            status, answer = await made(server, "open", level)
            assert (status, "easy, medium" in answer["error"]) == (422, True)
        (ada,), _looking = await server.room("pig", "open", "cpu:hard")
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.next("asked")
            for what in ("seat", "resign"):
                await one.say(type="command", id=3, what=what, seat=0, text="cpu:hold:25")
                assert "easy, medium" in (await one.next(lambda m: m.get("id") == 3))["reason"]


# How many think at once


class Thinker:
    """A player that thinks until it is told, and counts how often it was put away."""

    def __init__(self):
        self.may, self.thinks, self.left = asyncio.Event(), False, 0

    async def choose(self, _ask):
        self.thinks = True
        try:
            await self.may.wait()
        finally:
            self.thinks = False
        return "roll"

    def leave(self):
        self.left += 1


def at_desks(desks, number):
    thinkers = [Thinker() for _one in range(number)]
    return thinkers, [AtDesk(thinker, "easy", desks) for thinker in thinkers]


@played
async def test_only_so_many_think_at_once_and_who_has_waited_longest_is_next(home):
    thinkers, players = at_desks(Desks(2), 4)
    tasks = [asyncio.create_task(player.choose(None)) for player in players]
    await settled()
    assert [thinker.thinks for thinker in thinkers] == [True, True, False, False]
    thinkers[1].may.set()
    await settled()
    assert [thinker.thinks for thinker in thinkers] == [True, False, True, False]
    assert [thinker.left for thinker in thinkers] == [0, 1, 0, 0]
    for thinker in thinkers:
        thinker.may.set()
    assert await asyncio.gather(*tasks) == ["roll"] * 4


@played
async def test_who_gives_up_waiting_or_thinking_leaves_its_place_to_others(home):
    thinkers, players = at_desks(Desks(1), 3)
    tasks = [asyncio.create_task(player.choose(None)) for player in players]
    await settled()
    tasks[1].cancel()
    tasks[0].cancel()
    await settled()
    assert [thinker.thinks for thinker in thinkers] == [False, False, True]
    thinkers[2].may.set()
    assert await tasks[2] == "roll"


@played
async def test_a_process_is_kept_until_another_needs_its_place(home):
    thinkers, players = at_desks(Desks(1), 2)
    for thinker in thinkers:
        thinker.may.set()
    await players[0].choose(None)
    await players[0].choose(None)
    assert thinkers[0].left == 0
    await players[1].choose(None)
    assert thinkers[0].left == 1
    players[1].leave()
    await players[0].choose(None)


@played
async def test_who_thinks_for_too_long_is_given_up(home):
    _thinkers, (player,) = at_desks(Desks(1, longest=0), 1)
    with pytest.raises(PlayerFault, match="too long"):
        await player.choose(None)


# Rooms that nobody enters


class Days:
    """A calendar that a test turns."""

    def __init__(self):
        self.today = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self):
        return self.today


def ids(server):
    return [parlour.row.id for parlour in server.house.parlours]


async def tidied(server, time, seconds=3_600):
    time.go_on(seconds)
    await settled()


@played
async def test_a_room_that_nobody_enters_for_days_goes_and_its_match_is_one_of_the_homes(home):
    time, days = Time(), Days()
    async with Server(home, timing=time.timing) as server:
        server.host.clock = days
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, _two):
            await one.answer("roll")
        await tidied(server, time, IDLE)
        days.today += KEPT - timedelta(hours=1)
        await tidied(server, time)
        assert len(ids(server)) == 1
        days.today += timedelta(hours=1)
        await tidied(server, time)
        assert ids(server) == []
        async with Visitor(server) as late:
            assert (await late.hello(ada))["type"] == "refused"
        (match,) = server.host.matches.list()
        with server.host.matches.open(match.id) as save:
            assert save.events[0] == "1 roll"
    async with Server(home) as server:
        assert ids(server) == []


@played
async def test_a_room_in_which_somebody_sits_stays_over_restarts(home):
    time, days = Time(), Days()
    async with Server(home, timing=time.timing) as server:
        server.host.clock = days
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        await tidied(server, time, IDLE)
        days.today += KEPT - timedelta(hours=1)
        async with Visitor(server) as one:
            await one.hello(ada)
            await tidied(server, time)
            days.today += timedelta(days=1)
            await tidied(server, time)
            assert len(ids(server)) == 1
    async with Server(home, timing=time.timing) as server:
        server.host.clock = days
        await tidied(server, time)
        assert len(ids(server)) == 1


@played
async def test_rooms_that_are_over_go_sooner_and_those_with_long_clocks_later(home):
    time, days = Time(), Days()
    async with Server(home, timing=time.timing) as server:
        server.host.clock = days
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.next("asked")
            await one.say(type="command", id=1, what="abort")
            await one.next("over")
        await server.room("pig", "open", "open", clock={"move": 30 * 86_400})
        await tidied(server, time, IDLE)
        days.today += KEPT_OVER
        await tidied(server, time)
        assert len(ids(server)) == 1
        days.today += KEPT + timedelta(days=29) - KEPT_OVER
        await tidied(server, time)
        assert len(ids(server)) == 1


@played
async def test_a_closed_room_goes_at_once_when_it_is_tidied(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.say(type="command", id=1, what="close")
            await one.shut()
        await tidied(server, time, IDLE)
        assert ids(server) == []


@played
async def test_who_comes_while_a_room_is_put_away_finds_it_open(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.next("asked")
        time.go_on(IDLE)
        async with Visitor(server) as back:
            await back.hello(ada)
            assert (await back.answer("roll"))["type"] == "done"
