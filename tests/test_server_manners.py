"""What people in a room may do beside playing: by consent, by its host, and nobody else."""

import asyncio

import pytest
from sockets import Server, Visitor, played, visiting

from tabletop.server import client

HOSTLY = ("pause", "go-on", "lock", "host", "kick", "ban", "link", "mute", "fair", "close")


async def order(visitor, what, to=90, **more):
    """What becomes of a command."""
    await visitor.say(type="command", id=to, what=what, **more)
    return await visitor.next(lambda m: m.get("id") == to and m["type"] in ("done", "refused"))


@played
async def test_only_the_host_keeps_order(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens, looking) as (_host, other, spectator):
            for number, what in enumerate(HOSTLY):
                for visitor in (other, spectator):
                    assert (await order(visitor, what, 100 + number, seat=0))["kind"] == "denied"


@played
async def test_a_cpu_player_plays_for_who_is_away_and_the_seat_comes_back(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open", options={"target": 10})
        async with visiting(server, ada, bo) as (one, two):
            await two.__aexit__()
            assert (await order(one, "seat", 1, seat=1, text="cpu:easy"))["type"] == "done"
            assert "Player B" in (await one.next(lambda m: m.get("kind") == "player"))["text"]
            await one.next(lambda m: m["type"] == "roster" and m["seats"][1]["level"] == "easy")
            async with Visitor(server) as back:
                assert (await back.hello(bo))["seat"] == 1
                assert (await order(back, "seat", 2, seat=1, text="back"))["type"] == "done"
                await one.next(lambda m: m["type"] == "roster" and m["seats"][1]["level"] is None)


@pytest.mark.parametrize("text", ["", "easy", "cpu:klingon", "human"])
def test_who_is_no_cpu_player_is_seated_nowhere(tmp_path, text):
    async def trial():
        async with Server(tmp_path) as server:
            tokens, _looking = await server.room("pig", "open", "open")
            async with visiting(server, *tokens) as (one, _two):
                assert (await order(one, "seat", seat=1, text=text))["type"] == "refused"
                assert (await order(one, "resign", 91, text=text))["type"] == ("refused" if text else "done")

    asyncio.run(trial())


@played
async def test_taking_back_needs_the_others(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open", take_back="free")
        async with visiting(server, *tokens) as (one, two):
            await one.answer("roll")
            await order(one, "undo", 2)
            assert (await two.next("request"))["name"] == "Player A"
            await order(two, "refuse", 3)
            assert "want" in (await one.next("notice"))["text"]
            assert (await order(two, "grant", 4))["type"] == "refused"
            await order(one, "undo", 5)
            await order(two, "grant", 6)
            await two.next(lambda m: m.get("kind") == "back")


@played
async def test_nothing_is_taken_back_where_the_room_says_so(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, _two):
            await one.answer("roll")
            assert (await order(one, "undo"))["type"] == "refused"


@played
async def test_who_is_sent_out_may_come_back_and_who_is_banned_may_not(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, two):
            await order(one, "kick", seat=1)
            assert await two.shut() == client.KICKED
            async with Visitor(server) as back:
                assert (await back.hello(bo))["type"] == "welcome"
                new = (await order(one, "ban", 2, seat=1))["value"]
                assert await back.shut() == client.KICKED
            async with Visitor(server) as again, Visitor(server) as another:
                assert (await again.hello(bo))["type"] == "refused"
                assert (await another.hello(new))["seat"] == 1


@played
async def test_a_locked_room_lets_nobody_new_in(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with Visitor(server) as one, Visitor(server) as two, Visitor(server) as later:
            await one.hello(ada)
            await order(one, "lock")
            assert "locked" in (await two.hello(bo))["reason"]
            await order(one, "lock", 2, text="off")
            assert (await later.hello(bo))["seat"] == 1


@played
async def test_who_is_muted_isnt_heard(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await order(one, "mute", seat=1)
            await two.say(type="chat", text="psst")
            assert "muted" in (await two.next("refused"))["reason"]
            await order(one, "mute", 2, seat=1, text="off")
            await two.say(type="chat", text="hello")
            assert (await one.next("chat"))["text"] == "hello"


@played
async def test_somebody_else_becomes_host(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await order(one, "host", seat=1)
            assert (await order(one, "lock", 2))["type"] == "refused"
            assert (await order(two, "lock", 3))["type"] == "done"


@played
async def test_a_match_may_be_aborted_by_anybody_before_the_second_move(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens, looking) as (_one, two, spectator):
            assert (await order(spectator, "abort"))["type"] == "refused"
            await order(two, "abort", 2)
            assert (await two.next("over"))["why"] == "abandoned"


@played
async def test_later_everybody_has_to_agree_to_an_end(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await one.answer("roll")
            asked = await one.next(lambda m: m["type"] == "asked" and m["serial"] > 2)
            its = (one, two)[asked["seat"]]
            await its.say(type="answer", id=9, seat=asked["seat"], text="roll", serial=asked["serial"])
            await its.next(lambda m: m.get("id") == 9)
            assert (await order(two, "abort", 2))["type"] == "refused"
            await order(two, "end", 3)
            await one.next("request")
            await order(one, "grant", 4)
            assert (await one.next("over"))["why"] == "abandoned"


@played
async def test_a_rematch_moves_the_seats_on(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            assert (await order(one, "rematch"))["type"] == "refused"
            await order(one, "resign", 2)
            await two.next("over")
            await order(two, "rematch", 3)
            await one.next("request")
            await order(one, "grant", 4)
            assert (await two.next("seated"))["seat"] == 0
            assert (await two.answer("roll"))["type"] == "done"
    assert sorted(match.status for match in server.host.matches.list()) == ["finished", "in progress"]


@played
async def test_a_closed_room_is_entered_no_more_and_its_match_is_kept(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, two):
            await one.answer("roll")
            await one.say(type="command", id=2, what="close")
            assert await two.shut() == client.GONE
        async with Visitor(server) as again:
            assert (await again.hello(ada))["type"] == "refused"
    assert [match.status for match in server.host.matches.list()] == ["in progress"]


@played
async def test_hints_are_off_unless_the_room_allows_them_and_told_to_all(home):
    async with Server(home) as server:
        for hints in (False, True):
            tokens, looking = await server.room("pig", "open", "open", hints=hints)
            async with visiting(server, *tokens, looking) as (one, two, spectator):
                await one.say(type="ask", id=1, what="hint")
                answer = await one.next(lambda m: m.get("id") == 1)
                assert answer["type"] == ("done" if hints else "refused")
                if hints:
                    assert answer["value"]["moves"][0]["move"] == "roll"
                    assert 0 < answer["value"]["moves"][0]["value"] < 1
                    assert "Player A" in (await two.next("notice"))["text"]
                await spectator.say(type="ask", id=1, what="hint")
                assert (await spectator.next(lambda m: m.get("id") == 1))["kind"] == "denied"
