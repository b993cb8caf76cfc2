"""One seat throws real dice for all, if everybody agrees."""

import asyncio

import pytest
from sockets import Server, Visitor, played, visiting


async def order(visitor, what, to=90, **more):
    await visitor.say(type="command", id=to, what=what, **more)
    return await visitor.next(lambda m: m.get("id") == to and m["type"] in ("done", "refused"))


async def agreed(asker, *others, **more):
    """Somebody asks for it, and all others grant it."""
    assert (await order(asker, "dice", 60, **more))["type"] == "done"
    for number, other in enumerate(others, 61):
        await other.next("request")
        assert (await order(other, "grant", number))["type"] == "done"
    told = await asker.next(lambda m: m.get("kind") == "thrower")
    await asker.next(lambda m: m["type"] == "asked" and m["serial"] >= told["n"])
    return told


async def roll(visitor):
    """Rolls as the first seat, whatever was asked before."""
    serial = max(message["serial"] for message in visitor.got if message["type"] == "asked")
    await visitor.say(type="answer", id=30, seat=0, text="roll", serial=serial)
    assert (await visitor.next(lambda m: m.get("id") == 30))["type"] == "done"


def the_match(server):
    (match,) = server.host.matches.list()
    return server.host.matches.look(match.id)


@played
async def test_one_seat_throws_for_all_when_everybody_agrees_and_the_match_doesnt_count(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open", "open")
        async with visiting(server, *tokens, looking) as (one, two, three, spectator):
            told = await agreed(one, two, three, seat=1)
            assert told["text"] == told["said"] == "Player B throws real dice for everybody from now on."
            await roll(one)
            asked = await two.next(lambda m: m["type"] == "asked" and m["kind"] == "throw")
            assert (asked["seat"], asked["seats"], asked["yours"]) == (1, [1], True)
            for visitor in (one, three, spectator):
                for seat in (0, 1, 2):
                    await visitor.say(type="answer", id=40 + seat, seat=seat, text="5", serial=asked["serial"])
                    refused = await visitor.next(lambda m, seat=seat: m.get("id") == 40 + seat)
                    assert refused["kind"] == "denied"
            for text, kind in (("7", "refused"), ("5", "done")):
                await two.say(type="answer", id=50, seat=1, text=text, serial=asked["serial"])
                assert (await two.next(lambda m: m.get("id") == 50))["type"] == kind
            assert (await spectator.next(lambda m: m.get("reading") == "* 5"))["seat"] is None
            assert the_match(server).uncounted == "dice"


@played
async def test_the_program_throws_again_when_those_who_are_here_agree(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await agreed(one, two, seat=1)
            await roll(one)
            await two.next(lambda m: m["type"] == "asked" and m["kind"] == "throw")
            await two.__aexit__()
            await one.next(lambda m: m["type"] == "roster" and not m["seats"][1]["here"])
            assert (await agreed(one, text="program"))["text"] == "The program throws the dice from now on."
            assert (await one.next(lambda m: m.get("kind") == "event" and m["seat"] is None))["reading"]
    assert the_match(server).uncounted == "dice"


@played
async def test_it_needs_everybody_and_a_person_and_a_match_under_way(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open", "cpu:easy")
        async with visiting(server, tokens[0], looking) as (one, spectator):
            assert "begun" in (await order(one, "dice", 1, seat=0))["reason"]
            async with Visitor(server) as two:
                await two.hello(tokens[1])
                await one.next("asked")
                assert (await order(spectator, "dice", 2, seat=0))["kind"] == "denied"
                for number, seat in enumerate((2, 3, None), 3):
                    assert (await order(one, "dice", number, seat=seat))["type"] == "refused"
                await order(one, "dice", 6, seat=0)
                await two.next("request")
                await order(two, "refuse", 7)
            await one.next(lambda m: m["type"] == "roster" and not m["seats"][1]["here"])
            assert "here" in (await order(one, "dice", 8, seat=0))["reason"]
    assert the_match(server).terms.dice == "program"


@pytest.mark.parametrize(("game", "wish", "said"), [("passing-game", {}, "hides"), ("pig", {"fair": True}, "proven")])
def test_where_nobody_can_throw_it_is_said_at_once(tmp_path, game, wish, said):
    async def trial():
        async with Server(tmp_path) as server:
            tokens, _looking = await server.room(game, "open", "open", **wish)
            async with visiting(server, *tokens) as (one, _two):
                await one.next("missed")
                assert said in (await order(one, "dice", seat=0))["reason"]

    asyncio.run(trial())


@played
async def test_a_server_that_was_ended_goes_on_with_who_throws(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await agreed(one, two, seat=0)
            await roll(one)
            await one.next(lambda m: m["type"] == "asked" and m["kind"] == "throw")
    async with Server(home) as server, visiting(server, *tokens) as (one, two):
        assert (await one.next("asked"))["yours"] is True
        assert (await two.next("asked"))["yours"] is False


@played
async def test_a_cpu_player_in_the_throwers_seat_leaves_the_dice_to_the_others(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await agreed(one, two, seat=1)
            await order(one, "seat", seat=1, text="cpu:easy")
            await roll(one)
            asked = await one.next(lambda m: m["type"] == "asked" and m["kind"] == "throw")
            assert (asked["seats"], asked["yours"]) == ([0], True)
