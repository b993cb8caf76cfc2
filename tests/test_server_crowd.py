"""Many at once, and many who mean no good: one room, no seat twice, and nothing leaks or dies."""

import asyncio
import random

from hostile_messages import REAL, hostile
from sockets import Server, Visitor, played, visiting

from tabletop.server import app, client

CLIENTS = 50


@played
async def test_fifty_who_race_for_the_seats_of_a_room_get_one_match_and_no_seat_twice(home):
    async with Server(home) as server:
        tokens, looking = await server.room("passing-game", *["open"] * 4)
        racers = [Visitor(server) for _number in range(CLIENTS)]
        for racer in racers:
            await racer.__aenter__()
        links = [(tokens * CLIENTS)[number] if number % 3 else looking for number in range(CLIENTS)]
        random.Random(5).shuffle(links)
        came = await asyncio.gather(*(racer.hello(link, "Eve") for racer, link in zip(racers, links, strict=True)))
        stayed = [its["seat"] for its, racer in zip(came, racers, strict=True) if racer.closed is None]
        seats = sorted(seat for seat in stayed if seat is not None)
        assert seats == sorted({tokens.index(link) for link in links if link != looking})
        assert stayed.count(None) == links.count(looking)
        assert len(list(server.host.matches.list())) == 1
        for racer in racers:
            await racer.__aexit__()


@played
async def test_all_who_ask_for_a_rematch_at_once_get_one(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo, looking) as (one, two, spectator):
            await one.say(type="command", id=1, what="abort")
            await one.next("over")
            for number in range(CLIENTS):
                await (one, two)[number % 2].say(type="command", id=2, what=("rematch", "grant")[number % 3 == 1])
            assert (await one.next("seated"))["seat"] == 1
            assert (await two.next("seated"))["seat"] == 0
            assert (await spectator.next("seated"))["seat"] is None
            await one.say(type="ask", id=9, what="roster")
            seats = (await one.next(lambda message: message.get("id") == 9))["value"]["seats"]
            assert [seat["name"] for seat in seats] == ["Player B", "Player A"]
        assert len(list(server.host.matches.list())) == 2


@played
async def test_hostile_messages_of_a_spectator_change_nothing_and_end_nothing(home):
    rng = random.Random(7)
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo, looking) as (one, _two, spectator):
            for _message in range(3_000):
                server.time += 1
                await spectator.say(hostile(rng, REAL))
                if _message % 20 == 0:
                    await spectator.say(type="ping", id=_message)
                    await spectator.next(lambda its, wanted=_message: its["type"] == "pong" and its["id"] == wanted)
                    spectator._unread.clear()
                    spectator.got.clear()
            assert (await one.answer("roll"))["type"] == "done"
            await one.say(type="ask", id=8, what="log")
            log = (await one.next(lambda its: its.get("id") == 8))["value"]
            assert [event for event in log if not event.startswith("*")] == ["1 roll"]
            assert [chair.name for chair in next(iter(server.house.parlours)).row.chairs] == ["Player A", "Player B"]


@played
async def test_a_thousand_connections_that_never_say_hello_keep_nobody_out(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        silent = [Visitor(server) for _number in range(1_000)]
        for one in silent:
            await one.__aenter__()
        async with Visitor(server) as player:
            await player.hello(ada)
            assert (await player.answer("roll"))["type"] == "done"
        for one in silent:
            await one.__aexit__()
        assert server.app.state.served.clients == 0


@played
async def test_who_comes_to_a_full_server_is_told_to_come_back(home):
    async with Server(home) as server:
        server.app.state.served.clients = app.MOST_CLIENTS
        async with Visitor(server) as late:
            assert await late.shut() == client.FULL
