"""Hot moments, and what players of other servers have reported: each of those is a test here or in a file beside."""

import asyncio
from pathlib import Path

from passing_time import Time
from sockets import Server, Visitor, copied, played, settled, visiting

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in

EXAMPLE = Path(__file__).parent.parent / "docs/examples/rock_paper_scissors"


def at_once(home, **how):
    """A server with a game in which both choose at once."""
    return Server(home, Catalogue([plugin_in(EXAMPLE)]), **how)


async def chooses(visitor, seat, text, serial, to=1):
    await visitor.say(type="answer", id=to, seat=seat, text=text, serial=serial)
    return await visitor.next(lambda its: its.get("id") == to and its["type"] in ("done", "refused"))


def readings(visitor):
    return [its["reading"] for its in visitor.got if its["type"] == "told" and its["kind"] == "event"]


@played
async def test_a_sealed_choice_outlives_a_kill_and_is_told_nobody_until_both_have_chosen(home):
    killed = home.with_name(f"{home.name}-killed")
    async with at_once(home) as server:
        tokens, looking = await server.room("rock-paper-scissors", "open", "open", options={"best_of": 1})
        async with visiting(server, *tokens) as (one, two):
            serial = (await one.next("asked"))["serial"]
            await chooses(one, 0, "paper", serial)
            await two.next(lambda its: its["type"] == "told" and "chosen" in its["text"])
            copied(home, killed)
    async with at_once(killed) as server, visiting(server, *tokens, looking) as (one, two, spectator):
        asked = await one.next("asked")
        assert (asked["seats"], asked["yours"]) == ([1], False)
        heard = "".join((*two.raw, *spectator.raw)).replace("rock-paper-scissors", "")
        assert "paper" not in heard
        await chooses(two, 1, "rock", (await two.next("asked"))["serial"])
        assert (await spectator.next("over"))["ranks"] == [1, 2]
        assert readings(spectator) == ["1 paper", "2 rock"]


@played
async def test_both_choose_in_the_same_moment(home):
    async with at_once(home) as server:
        tokens, _looking = await server.room("rock-paper-scissors", "open", "open", options={"best_of": 1})
        async with visiting(server, *tokens) as (one, two):
            serial = (await one.next("asked"))["serial"]
            done = await asyncio.gather(chooses(one, 0, "paper", serial), chooses(two, 1, "rock", serial))
            assert [its["type"] for its in done] == ["done", "done"]
            for visitor in (one, two):
                assert (await visitor.next("over"))["ranks"] == [1, 2]
                assert readings(visitor) == ["1 paper", "2 rock"]


@played
async def test_a_connection_that_is_cut_for_a_while_costs_nothing(home):
    """Reported of others: whoever reconnects forfeits, has a hand that isn't theirs, or finds the seat taken."""
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("passing-game", "open", "open", options={"target": 100})
        async with visiting(server, *tokens) as (one, two):
            mover, other = (one, two) if (await one.next("asked"))["yours"] else (two, one)
            seat = 0 if mover is one else 1
            await mover.say(type="ask", id=5, what="look")
            before = (await mover.next(lambda its: its.get("id") == 5))["value"]
            await mover.__aexit__()
            await other.next(lambda its: its["type"] == "roster" and its["begun"] and not its["seats"][seat]["here"])
            time.go_on(30)
            async with Visitor(server) as back:
                assert (await back.hello(tokens[seat], since=before["n"]))["seat"] == seat
                await back.say(type="ask", id=6, what="look")
                after = (await back.next(lambda its: its.get("id") == 6))["value"]
                assert after == before
                assert (await back.answer(after["moves"][0]["text"]))["type"] == "done"


@played
async def test_a_spectator_who_leaves_ends_nothing_and_comes_back_as_a_spectator(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            for _time in range(2):
                async with Visitor(server) as spectator:
                    assert (await spectator.hello(looking, "Player A"))["seat"] is None
                    roster = await one.next(lambda its: its["type"] == "roster" and its["spectators"] == 1)
                    assert [its["name"] for its in roster["seats"]] == ["Player A", "Player B"]
            await two.__aexit__()
            async with Visitor(server) as back:
                assert (await back.hello(tokens[1], "Eve"))["seat"] == 1
                await one.answer("roll")
                await back.next(lambda its: its.get("reading") == "1 roll")


@played
async def test_everybody_leaves_and_the_match_goes_on_when_they_come_back(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, _two):
            await one.answer("roll")
            events = readings(one)
        await settled()
        async with visiting(server, *tokens) as (one, two):
            missed = (await two.next("missed"))["told"]
            assert [its["reading"] for its in missed if its["kind"] == "event"][: len(events)] == events
            asked = await one.next("asked")
            done = await chooses(one if asked["yours"] else two, asked["seat"], "roll", asked["serial"])
            assert done["type"] == "done"


@played
async def test_while_the_host_pauses_cpu_players_wait(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy", options={"target": 1_000})
        async with Visitor(server) as one:
            await one.hello(ada)
            serial = (await one.next("asked"))["serial"]
            await one.say(type="command", id=1, what="pause")
            await one.next(lambda its: its["type"] == "roster" and its["paused"])
            await one.say(type="ask", id=2, what="log")
            before = (await one.next(lambda its: its.get("id") == 2))["value"]
            await one.say(type="command", id=3, what="go-on")
            await one.next(lambda its: its["type"] == "roster" and not its["paused"])
            await one.say(type="ask", id=4, what="log")
            assert (await one.next(lambda its: its.get("id") == 4))["value"][: len(before)] == before
            assert (await chooses(one, 0, "roll", serial))["type"] == "done"
