"""Time to think: what is left, when somebody is warned, and when it is up."""

import pytest
from passing_time import Time
from pydantic import ValidationError
from sockets import Server, Visitor, played, settled, visiting

from tabletop.server import parlour, timekeeping
from tabletop.server.clocks import ClockTerms


def test_each_move_has_its_time_with_a_warning_at_a_fifth():
    time = Time()
    clocks = time.clocks(move=60)
    clocks.ask((0,))
    time.go_on(30)
    clocks.ask((1,))
    time.go_on(59)
    assert time.rung == [(78.0, "warning", 1)]
    time.go_on(1)
    assert time.rung[1:] == [(90.0, "up", 1)]
    assert clocks.left(0) == 60


def test_a_bank_is_spent_over_all_moves_and_grows_with_each():
    time = Time()
    clocks = time.clocks(bank=100, credit=10, cap=105)
    clocks.ask((0,))
    time.go_on(50)
    clocks.ask((1,))
    assert clocks.left(0) == 60
    time.go_on(1)
    clocks.ask((0,))
    assert clocks.left(1) == 105
    time.go_on(60)
    assert time.rung == [(91.0, "warning", 0), (111.0, "up", 0)]


def test_who_is_asked_again_meanwhile_has_no_more_time():
    time = Time()
    clocks = time.clocks(move=60)
    clocks.ask((0, 1))
    time.go_on(40)
    clocks.ask((0,))
    assert clocks.left(0) == 20


def test_no_clock_runs_for_a_while_after_a_restart():
    time = Time()
    clocks = time.clocks(move=60)
    clocks.stand_still(180)
    clocks.ask((0,))
    time.go_on(180)
    assert clocks.left(0) == 60
    time.go_on(60)
    assert time.rung[-1] == (240.0, "up", 0)


def test_what_is_left_goes_on_over_a_restart():
    time = Time()
    clocks = time.clocks(bank=100)
    clocks.ask((1,))
    time.go_on(40)
    assert time.clocks(clocks.stop(), bank=100).left(1) == 60
    time.go_on(1_000)
    assert time.rung == []


def test_who_is_waited_for_has_a_fifth_again():
    time = Time()
    clocks = time.clocks(bank=100)
    clocks.ask((0,))
    time.go_on(100)
    clocks.refill(0)
    time.go_on(19)
    assert clocks.left(0) == 1
    time.go_on(1)
    assert [what for _at, what, _seat in time.rung] == ["warning", "up", "up"]


@pytest.mark.parametrize("terms", [{}, {"move": 1, "bank": 1}, {"move": 0}, {"bank": -1}, {"move": 1e9}])
def test_what_is_no_clock_is_refused(terms):
    with pytest.raises(ValidationError):
        ClockTerms(**terms)


async def choose(visitor, text, to=50):
    """What becomes of what the others choose for the first seat."""
    await visitor.say(type="command", id=to, what="time", seat=0, text=text)
    return await visitor.next(lambda m: m.get("id") == to and m["type"] in ("done", "refused"))


@played
async def test_when_time_is_up_the_others_choose(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, looking = await server.room("pig", "open", "open", clock={"move": 60})
        async with visiting(server, *tokens, looking) as (one, two, spectator):
            await two.next("asked")
            assert (await choose(two, "end", 1))["type"] == "refused"
            time.go_on(48)
            assert (await two.next("time"))["what"] == "warning"
            time.go_on(12)
            up = await spectator.next(lambda m: m["type"] == "time" and m["what"] == "up")
            assert (up["seat"], up["name"], up["left"]) == (0, "Player A", 0.0)
            for visitor in (one, spectator):
                assert (await choose(visitor, "end", 2))["type"] == "refused"
            assert (await choose(two, "wait", 3))["type"] == "done"
            assert (await choose(two, "wait", 4))["type"] == "refused"
            time.go_on(60)
            assert (await choose(two, "end", 5))["type"] == "done"
            over = await spectator.next("over")
            assert over["ranks"] == [2, 1]
    (match,) = server.host.matches.list()
    assert server.host.matches.look(match.id).notes[-3].data == {"why": "time", "side": 1}


@played
async def test_a_cpu_player_may_take_over_from_who_is_out_of_time(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open", clock={"move": 60})
        async with visiting(server, *tokens) as (_one, two):
            await two.next("asked")
            time.go_on(60)
            assert (await choose(two, "cpu:easy"))["type"] == "done"
            await two.next(lambda m: m.get("reading") == "1 roll")


@played
async def test_after_a_restart_nobody_loses_time_for_a_while(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open", clock={"bank": 100})
        async with visiting(server, *tokens) as (one, _two):
            await one.next("asked")
            time.go_on(30)
    async with Server(home, timing=time.timing) as server, visiting(server, *tokens) as (one, _two):
        time.go_on(timekeeping.QUIET)
        assert (await one.next("roster"))["seats"][0]["left"] == 70.0
        time.go_on(70)
        await one.next(lambda m: m["type"] == "time" and m["what"] == "up")


def test_of_a_time_for_each_move_what_is_left_goes_on_over_a_restart_too():
    time = Time()
    clocks = time.clocks(move=100)
    clocks.ask((1,))
    time.go_on(40)
    again = time.clocks(clocks.stop(), move=100)
    assert again.left(1) == 60
    again.ask((1,))
    again.ask((0,))
    assert (again.left(0), again.left(1)) == (100, 100)


@played
async def test_a_clock_goes_on_while_nobody_is_there_and_the_file_is_closed(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open", clock={"move": 2 * 86_400})
        async with visiting(server, *tokens) as (one, _two):
            await one.next("asked")
        time.go_on(86_400)
        await settled()
        (room,) = server.house.parlours
        await room.rested()
    async with Server(home, timing=time.timing) as server:
        time.go_on(timekeeping.QUIET)
        await settled()
        time.go_on(86_400)
        async with Visitor(server) as two:
            await two.hello(tokens[1])
            up = await two.next("time")
            assert (up["what"], up["seat"]) == ("up", 0)
            assert (await choose(two, "wait"))["type"] == "done"


@played
async def test_in_a_rematch_everybody_has_all_their_time_again(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open", clock={"bank": 100})
        async with visiting(server, *tokens) as (one, two):
            await one.next("asked")
            time.go_on(60)
            await one.say(type="command", id=1, what="abort")
            await one.next("over")
            await one.say(type="command", id=2, what="rematch")
            await two.next("request")
            await two.say(type="command", id=3, what="grant")
            await one.next("seated")
            roster = await one.next(lambda m: m["type"] == "roster" and m["begun"])
            await one.next("asked")
            await one.say(type="ask", id=4, what="roster")
            roster = (await one.next(lambda m: m.get("id") == 4))["value"]
            assert [seat["left"] for seat in roster["seats"]] == [100, 100]


@played
async def test_a_summary_that_nobody_confirms_doesnt_stop_the_match(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada,), _looking = await server.room("passing-game", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            while True:
                asked = await one.next(lambda m: m["type"] == "asked" and (m["yours"] or m["kind"] == "look"))
                if asked["kind"] == "look":
                    break
                await one.say(type="ask", id=1, what="look")
                look = (await one.next(lambda m: m.get("id") == 1))["value"]
                text = look["moves"][0]["text"]
                await one.say(type="answer", id=2, seat=0, text=text, serial=asked["serial"])
            time.go_on(timekeeping.LOOKING)
            await one.next(lambda m: m["type"] == "told" and m["n"] > asked["serial"])


@played
async def test_a_host_who_stays_away_is_followed_by_who_came_first(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, two):
            await one.__aexit__()
            time.go_on(parlour.HOST_AWAY)
            await two.next(lambda m: m["type"] == "roster" and m["host"] == 1)
            async with Visitor(server) as back:
                assert (await back.hello(ada))["host"] is False


@played
async def test_the_file_of_a_room_that_nobody_is_in_is_closed_until_somebody_comes(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            await one.answer("roll")
        (room,) = server.house.parlours
        time.go_on(parlour.IDLE)
        await room.rested()
        (match,) = server.host.matches.list()
        with server.host.matches.open(match.id) as save:
            assert save.events[0] == "1 roll"
        async with Visitor(server) as back:
            await back.hello(ada)
            assert await back.next("asked")
