"""What was reported of other servers of tables, and the tests of each report, here and in the files beside this one.

The reports are in public trackers; what is said here is the symptom in our own words.
"""

import ast
import asyncio
from pathlib import Path

import pytest
from passing_time import Time
from sockets import Server, Visitor, played, visiting

from tabletop.server import client, parlour

TESTS = Path(__file__).parent
REPORTS = {
    "cynicaloptimist/longwave#26": (  # every client gets the whole state
        "test_server_secrets.test_what_others_hold_changes_no_byte",
        "test_server_secrets.test_no_hidden_tile_is_told_to_a_spectator",
    ),
    "Balatro-MultiplayerAPI-Server#20": (  # who comes back is a blank player
        "test_server_reports.test_who_comes_back_finds_hand_and_points_as_they_were",
    ),
    "riichinomics/autotable#28": (  # a broken connection holds the seat against its owner
        "test_server.test_of_two_connections_of_one_seat_the_newer_stays",
        "test_server_reports.test_an_owner_takes_the_seat_back_from_a_connection_that_hangs",
    ),
    "KBVE/kbve#12863": (  # whoever gets a slot sees what its former owner held
        "test_server_reports.test_no_name_and_no_dead_link_leads_into_a_seat",
        "test_server_reports.test_after_a_rematch_everybody_sees_their_own_hand_and_nobody_elses",
    ),
    "wordbots-core#1746": ("test_server_reports.test_who_loses_the_connection_loses_nothing_else",),  # it forfeits
    "wordbots-core#1748": ("test_server_reports.test_who_loses_the_connection_loses_nothing_else",),
    "wordbots-core#1572": ("test_server_reports.test_a_spectator_who_leaves_changes_nothing",),  # it ends the match
    "octgn/OCTGN#1475": (  # spectators come back as players
        "test_server_reports.test_who_looked_on_looks_on_again_after_any_break",
    ),
    "octgn/OCTGN#1286": (  # nobody can go on once the player on turn has left
        "test_server_manners.test_a_cpu_player_plays_for_who_is_away_and_the_seat_comes_back",
        "test_server_reports.test_a_match_goes_on_when_its_host_leaves_on_turn",
    ),
    "Card-Forge/forge#9708": (  # pause, grace, a CPU player takes over
        "test_server_clocks.test_when_time_is_up_the_others_choose",
        "test_server_clocks.test_a_cpu_player_may_take_over_from_who_is_out_of_time",
        "test_server_reports.test_the_host_pauses_cpu_players_until_somebody_is_back",
    ),
    "triplea#10142": (  # a lost connection loses lobby and save
        "test_server.test_a_server_that_was_ended_goes_on_where_it_was",
        "test_server_clocks.test_the_file_of_a_room_that_nobody_is_in_is_closed_until_somebody_comes",
        "test_server_reports.test_everybody_leaves_and_the_room_is_as_it_was",
    ),
    "phase-rs/phase#1883": (  # spectators need a view of their own, read only
        "test_server_secrets.test_no_hidden_tile_is_told_to_a_spectator",
        "test_server.test_spectators_and_others_act_for_nobody",
    ),
    "ppy/osu-server-spectator#193": (  # a client must send again what may not have come
        "test_server.test_an_answer_that_is_sent_twice_is_played_once",
        "test_server_reports.test_an_answer_whose_fate_is_unknown_is_sent_again_by_another_connection",
    ),
    "boardgame.io#1098": ("test_server.test_who_was_away_is_told_what_happened_meanwhile",),
    "boardgame.io#548": ("test_server_reports.test_the_log_tells_nobody_what_others_hold",),
    "boardgame.io#292": ("test_server_secrets.test_what_others_hold_changes_no_byte",),
}


@pytest.mark.parametrize("report", REPORTS)
def test_each_report_has_its_tests(report):
    for name in REPORTS[report]:
        file, _dot, test = name.partition(".")
        tree = ast.parse((TESTS / f"{file}.py").read_text("utf-8"))
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


async def ask(visitor, what, to=70):
    await visitor.say(type="ask", id=to, what=what)
    return (await visitor.next(lambda m: m.get("id") == to and m["type"] == "done"))["value"]


async def order(visitor, what, to=80, **more):
    await visitor.say(type="command", id=to, what=what, **more)
    return await visitor.next(lambda m: m.get("id") == to and m["type"] in ("done", "refused"))


async def hand(visitor, to=70):
    """What somebody sees: the table in words, with what is their own."""
    return (await ask(visitor, "look", to))["words"]


@played
async def test_who_comes_back_finds_hand_and_points_as_they_were(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("passing-game", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            before = await hand(two)
            await two.__aexit__()
            await one.next(lambda m: m["type"] == "roster" and not m["seats"][1]["here"])
            async with Visitor(server) as back:
                assert (await back.hello(tokens[1], "Somebody else"))["seat"] == 1
                assert await hand(back) == before
                seats = (await ask(back, "roster", 71))["seats"]
                assert seats[1]["name"] == "Player B"


@played
async def test_an_owner_takes_the_seat_back_from_a_connection_that_hangs(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as hung:
            await hung.hello(ada)
            await hung.next("asked")
            hung.reads = False
            async with Visitor(server) as new:
                assert (await new.hello(ada))["seat"] == 0
                assert (await new.answer("roll"))["type"] == "done"
                hung.reads = True
                assert await hung.shut() == client.NEWER


@played
async def test_no_name_and_no_dead_link_leads_into_a_seat(home):
    async with Server(home) as server:
        tokens, looking = await server.room("passing-game", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            held = await hand(two)
            new = (await order(one, "link", seat=1))["value"]
            assert await two.shut() == client.KICKED
            async with Visitor(server) as former, Visitor(server) as other:
                assert (await former.hello(tokens[1], "Player B"))["type"] == "refused"
                assert (await other.hello(looking, "Player B"))["seat"] is None
                seen = await hand(other)
                assert not set(held) - set(seen) <= set()
            async with Visitor(server) as owner:
                await owner.hello(new, "Cleo")
                assert await hand(owner) == held


@played
async def test_after_a_rematch_everybody_sees_their_own_hand_and_nobody_elses(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("passing-game", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await one.next("asked")
            await order(one, "end", 81)
            await order(two, "grant", 82)
            await one.next("over")
            await order(one, "rematch", 83)
            await order(two, "grant", 84)
            assert ((await one.next("seated"))["seat"], (await two.next("seated"))["seat"]) == (1, 0)
            (room,) = server.house.parlours
            game, state = room._sitting.room.table.game, room._sitting.room.table.match.state
            for visitor, seat in ((one, 1), (two, 0)):
                mine, others = (set(game.words(game.view(state, its))) for its in (seat, 1 - seat))
                seen = set(await hand(visitor, 71))
                assert not (others - mine) & seen


@played
async def test_who_loses_the_connection_loses_nothing_else(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            asked = await one.next("asked")
        for _break in range(3):
            time.go_on(30)
            async with visiting(server, *tokens) as (one, two):
                again = await one.next("asked")
                assert (again["serial"], again["yours"]) == (asked["serial"], True)
                assert not any(message["type"] == "over" for message in one.got + two.got)
        async with visiting(server, *tokens) as (one, two):
            assert (await one.answer("roll"))["type"] == "done"


@played
async def test_a_spectator_who_leaves_changes_nothing(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await two.next("asked")
            before = next(iter(server.house.parlours))._sitting.room.table.n
            for _time in range(3):
                async with visiting(server, looking, looking) as (_first, _second):
                    pass
            assert next(iter(server.house.parlours))._sitting.room.table.n == before
            assert (await one.answer("roll"))["type"] == "done"


@played
async def test_who_looked_on_looks_on_again_after_any_break(home):
    async with Server(home) as server:
        tokens, looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens, looking) as (_one, _two, spectator):
            await spectator.next("asked")
    async with Server(home) as server, visiting(server, looking, *tokens, looking) as (first, one, _two, second):
        for spectator in (first, second):
            assert next(m for m in spectator.got if m["type"] == "welcome")["seat"] is None
            assert (await spectator.next("asked"))["yours"] is False
        assert (await ask(one, "roster"))["spectators"] == 2


@played
async def test_a_match_goes_on_when_its_host_leaves_on_turn(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await two.next("asked")
            await one.__aexit__()
            await two.next(lambda m: m["type"] == "roster" and not m["seats"][0]["here"])
            assert (await order(two, "seat", 81, seat=0, text="cpu:easy"))["kind"] == "denied"
            time.go_on(parlour.HOST_AWAY)
            assert (await order(two, "seat", 82, seat=0, text="cpu:easy"))["type"] == "done"
            await two.next(lambda m: m.get("reading") == "1 roll")
            async with Visitor(server) as back:
                assert (await back.hello(tokens[0]))["seat"] == 0
                assert (await order(back, "seat", 83, seat=0, text="back"))["type"] == "done"


@played
async def test_the_host_pauses_cpu_players_until_somebody_is_back(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            await one.next("asked")
            await order(one, "pause", 81)
            await order(one, "seat", 82, seat=1, text="cpu:easy")
            await one.next(lambda m: m["type"] == "roster" and m["paused"])
            await order(one, "seat", 83, seat=1, text="back")
            await order(one, "go-on", 84)
            await one.next(lambda m: m["type"] == "roster" and not m["paused"])
            assert (await ask(two, "log")) == []


@played
async def test_everybody_leaves_and_the_room_is_as_it_was(home):
    time = Time()
    async with Server(home, timing=time.timing) as server:
        tokens, _looking = await server.room("passing-game", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            before = [await hand(one), await hand(two)]
        time.go_on(parlour.IDLE)
        (room,) = server.house.parlours
        await room.rested()
    async with Server(home) as server, visiting(server, *tokens) as (one, two):
        assert [await hand(one), await hand(two)] == before


@pytest.mark.parametrize("killed", [False, True])
def test_an_answer_whose_fate_is_unknown_is_sent_again_by_another_connection(tmp_path, killed):
    async def trial():
        async with Server(tmp_path) as server:
            tokens, _looking = await server.room("pig", "open", "open")
            async with visiting(server, *tokens) as (one, two):
                serial = (await one.next("asked"))["serial"]
                said = {"type": "answer", "id": 9, "seat": 0, "text": "roll", "serial": serial}
                await one.say(said)
                await two.next(lambda m: m.get("reading") == "1 roll")
                await one.__aexit__()
                if not killed:
                    await sent_again(server, tokens[0], said)
        if killed:
            async with Server(tmp_path) as server:
                await sent_again(server, tokens[0], said)

    async def sent_again(server, token, said):
        async with Visitor(server) as back:
            await back.hello(token)
            await back.say(said)
            assert (await back.next(lambda m: m.get("id") == 9))["type"] == "done"
            assert (await ask(back, "log")).count("1 roll") == 1
            await back.say({**said, "id": 10, "text": "hold"})
            assert (await back.next(lambda m: m.get("id") == 10))["kind"] == "stale"

    asyncio.run(trial())


@played
async def test_the_log_tells_nobody_what_others_hold(home):
    async with Server(home) as server:
        tokens, looking = await server.room("passing-game", "open", "open")
        async with visiting(server, *tokens, looking) as visitors:
            (room,) = server.house.parlours
            await visitors[0].next("asked")
            dealt = room._sitting.room.table.match.events[0].split()[2:]
            own = (set(dealt[:7]), set(dealt[7:14]), set())
            for visitor, its in zip(visitors, own, strict=True):
                for number, what in enumerate(("log", "last"), 71):
                    text = str(await ask(visitor, what, number))
                    assert {tile for tile in dealt if tile in text} <= its
