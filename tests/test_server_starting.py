"""No room waits while another one begins or ends its match, or somebody there thinks."""

import asyncio
from threading import get_ident

from sockets import Server, Visitor, played, settled, visiting

from tabletop.rooms.adviser import Adviser
from tabletop.rooms.desks import Desks
from tabletop.saves import index
from tabletop.server.limits import HouseLimits


@played
async def test_the_index_is_written_by_a_thread_of_its_own(home):
    wrote, own = [], index.connected

    def connected(*arguments, **how):
        wrote.append((get_ident(), how.get("write", False)))
        return own(*arguments, **how)

    index.connected = connected
    try:
        async with Server(home) as server:
            tokens, _looking = await server.room("pig", "open", "open", options={"target": 2})
            wrote.clear()
            async with visiting(server, *tokens) as (one, two):
                await one.next("asked")
                await one.say(type="command", id=5, what="resign")
                await two.next("over")
    finally:
        index.connected = own
    assert [written for _thread, written in wrote if written]
    assert get_ident() not in [thread for thread, _written in wrote]
    async with Server(home) as server:
        assert [match.status for match in server.host.matches.list()] == ["finished"]


async def _hint(visitor, number):
    await visitor.say(type="ask", id=number, what="hint")


@played
async def test_hints_and_cpu_players_share_one_bound(home):
    thinking, most, go_on = [], [], asyncio.Event()
    analyse = Adviser._analysed

    async def slow(self, thought):
        thinking.append(self)
        most.append(len(thinking))
        await go_on.wait()
        thinking.remove(self)
        return await analyse(self, thought)

    Adviser._analysed = slow
    try:
        async with Server(home, limits=HouseLimits(thinking=2)) as server:
            rooms = [await server.room("pig", "open", "cpu:easy", hints=True) for _number in range(4)]
            visitors = [Visitor(server) for _room in rooms]
            for visitor, ((token,), _looking) in zip(visitors, rooms, strict=True):
                await visitor.__aenter__()
                await visitor.hello(token)
                await visitor.next("asked")
                await _hint(visitor, 7)
            while len(thinking) < 2:
                await asyncio.sleep(0)
            await settled()
            assert len(thinking) == 2
            go_on.set()
            for visitor in visitors:
                assert (await visitor.next(lambda m: m.get("id") == 7))["type"] == "done"
                await visitor.__aexit__()
    finally:
        Adviser._analysed = analyse
    assert max(most) == 2


@played
async def test_who_no_longer_wants_a_hint_gives_the_place_back(home):
    desks, inside, go_on = Desks(1), [], asyncio.Event()

    async def think(name):
        async with desks.visit():
            inside.append(name)
            await go_on.wait()

    first, second = (asyncio.create_task(think(number)) for number in (1, 2))
    await settled()
    assert inside == [1]
    second.cancel()
    first.cancel()
    await asyncio.wait([first, second])
    go_on.set()
    await asyncio.wait_for(think(3), 5)
    assert inside == [1, 3]


@played
async def test_a_hint_that_takes_too_long_is_given_up(home):
    async with Server(home, limits=HouseLimits(thinking=1)) as server:
        server.house._desks.longest = 0.0
        own = Adviser._analysed

        async def slow(self, thought):
            await asyncio.Event().wait()

        Adviser._analysed = slow
        try:
            (token,), _looking = await server.room("pig", "open", "cpu:easy", hints=True)
            async with visiting(server, token) as (one,):
                await one.next("asked")
                await _hint(one, 7)
                refused = await one.next(lambda m: m.get("id") == 7)
            assert refused["reason"] == "That takes too long here."
        finally:
            Adviser._analysed = own
