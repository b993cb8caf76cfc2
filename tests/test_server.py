"""Rooms over the network: who comes in, what each is told, and what nobody can do."""

import asyncio
import json
import stat

import pytest
from sockets import TOKEN, Server, Visitor, played, visiting

from tabletop.server import client, tokens
from tabletop.server.rows import NAME, Rooms

# A room and its match


@played
async def test_two_players_and_a_spectator_follow_one_match_in_three_languages(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo, looking, languages="en,de,da") as (one, two, spectator):
            assert (await one.answer("roll"))["type"] == "done"
            told = [
                await who.next(lambda m: m["type"] == "told" and m["reading"] == "1 roll")
                for who in (one, two, spectator)
            ]
            assert [(its["name"], its["text"]) for its in told] == [
                ("Player A", "rolls"),
                ("Player A", "würfelt"),
                ("Player A", "slår"),
            ]


@played
async def test_the_match_begins_when_nobody_is_missing_and_is_saved_like_any_other(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with Visitor(server) as one, Visitor(server) as two:
            await one.hello(ada, "Ada")
            assert (await one.next("roster"))["begun"] is False
            assert list(server.host.matches.list()) == []
            await two.hello(bo, "Bo")
            await one.next("asked")
            (match,) = server.host.matches.list()
            assert [seat.name for seat in server.host.matches.look(match.id).seats] == ["Ada", "Bo"]


@played
async def test_a_match_is_played_to_its_end_and_counts(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy", options={"target": 10})
        async with Visitor(server) as one:
            await one.hello(ada, "Ada")
            while True:
                asked = await one.next(lambda m: m["type"] == "over" or m.get("yours") is True)
                if asked["type"] == "over":
                    break
                for number, text in enumerate(("hold", "roll")):
                    await one.say(type="answer", id=number, seat=0, text=text, serial=asked["serial"])
                    if (await one.next(lambda m: m["type"] in ("done", "refused")))["type"] == "done":
                        break
            assert asked["why"] == "rules"
            assert sorted(asked["ranks"]) == [1, 2]
    assert [match.status for match in server.host.matches.list()] == ["finished"]


@played
async def test_a_server_that_was_ended_goes_on_where_it_was(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        one, two = Visitor(server), Visitor(server)
        for visitor, token in ((one, ada), (two, bo)):
            await visitor.__aenter__()
            await visitor.hello(token)
        await one.answer("roll")
        last = (await one.next(lambda m: m["type"] == "told" and m["seat"] is None))["n"]
    assert await one.shut() == client.RESTART
    for visitor in (one, two):
        await visitor.__aexit__()
    async with Server(home) as server, Visitor(server) as again:
        assert (await again.hello(ada, since=last - 1))["seat"] == 0
        missed = await again.next("missed")
        assert [told["n"] for told in missed["told"]] == [last]
        assert (await again.next("asked"))["yours"] in (True, False)


@played
async def test_who_was_away_is_told_what_happened_meanwhile(home):
    async with Server(home) as server:
        (ada, bo), _looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo) as (one, two):
            known = (await two.next("missed"))["n"]
            await two.__aexit__()
            await one.answer("roll")
            await one.next(lambda m: m["type"] == "told" and m["seat"] is None)
            async with Visitor(server) as back:
                await back.hello(bo, since=known)
                assert (await back.next("missed"))["told"][0]["reading"] == "1 roll"


@played
async def test_an_answer_that_is_sent_twice_is_played_once(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            asked = await one.next("asked")
            said = {"type": "answer", "id": 9, "seat": 0, "text": "roll", "serial": asked["serial"]}
            await one.say(said)
            await one.say(said)
            for _time in range(2):
                done = await one.next(lambda m: m.get("id") == 9)
                assert done["type"] == "done"
            await one.say(type="ask", id=10, what="log")
            log = (await one.next(lambda m: m.get("id") == 10))["value"]
            assert sum(event == "1 roll" for event in log) == 1


# Who may do what


@played
async def test_a_room_is_made_only_with_the_houses_token(home):
    async with Server(home) as server:
        wish = {"game": "pig", "seats": ["open", "cpu"]}
        for token in (None, "", "the-housf", TOKEN.upper()):
            status, _headers, text = await server.request("POST", "/api/rooms", wish, token=token)
            assert status == 401
            assert "house" in json.loads(text)["error"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "chess", "seats": ["open", "open"]}, "chess"),
        ({"game": "pig", "seats": ["open"]}, "seats"),
        ({"game": "pig", "seats": ["open", "Bo"]}, "Seat 2"),
        ({"game": "pig", "seats": ["cpu", "cpu"]}, "open"),
        ({"game": "pig", "seats": ["open", "cpu:klingon"]}, "klingon"),
        ({"game": "pig", "seats": ["open", "open"], "options": {"target": -1}}, "target"),
        ({"game": "pig", "seats": ["open", "open"], "colour": "red"}, "colour"),
        ([], ""),
    ],
)
def test_a_room_that_cant_be_is_refused_with_a_sentence(tmp_path, wish, said):
    async def trial():
        async with Server(tmp_path) as server:
            status, _headers, text = await server.request("POST", "/api/rooms", wish)
            assert status == 422
            assert said in json.loads(text)["error"]
            assert list(server.house.parlours) == []

    asyncio.run(trial())


@played
async def test_nobody_comes_in_by_a_token_that_was_never_given(home):
    async with Server(home) as server:
        (ada, _bo), _looking = await server.room("pig", "open", "open")
        for token in (ada[:-1], ada + "x", tokens.hashed(ada), tokens.new(), " "):
            async with Visitor(server) as one:
                assert (await one.hello(token))["type"] == "refused"
                assert await one.shut() == client.UNKNOWN


@played
async def test_only_hashes_of_tokens_are_kept(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo, looking) as (one, _two, _spectator):
            await one.answer("roll")
    for file in home.rglob("*"):
        if file.is_file():
            held = file.read_bytes()
            assert not any(token.encode() in held for token in (ada, bo, looking))


@played
async def test_what_is_kept_of_rooms_is_private(home):
    async with Server(home) as server:
        await server.room("pig", "open", "open")
        assert stat.S_IMODE((home / NAME).stat().st_mode) == 0o600


@played
async def test_spectators_and_others_act_for_nobody(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("pig", "open", "open")
        async with visiting(server, ada, bo, looking) as (one, two, spectator):
            serial = (await one.next("asked"))["serial"]
            for who in (two, spectator):
                await who.say(type="answer", id=4, seat=0, text="roll", serial=serial)
                assert (await who.next(lambda m: m.get("id") == 4))["kind"] == "denied"
            for what in ("undo", "redo", "resign", "abort", "pause", "lock", "host"):
                await spectator.say(type="command", id=5, what=what, seat=0)
                assert (await spectator.next(lambda m: m.get("id") == 5))["type"] == "refused"


@played
async def test_who_isnt_on_turn_plays_nothing(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("pig", "open", "open")
        async with visiting(server, *tokens) as (one, two):
            asked = await two.next("asked")
            assert not asked["yours"]
            for serial in (asked["serial"], asked["serial"] + 1, 0):
                await two.say(type="answer", id=9, seat=1, text="roll", serial=serial)
                assert (await two.next(lambda m: m.get("id") == 9))["type"] == "refused"
            await one.answer("roll")
            assert (await two.next("told"))["seat"] == 0
        (match,) = server.host.matches.list()
        assert not [event for event in server.host.matches.look(match.id).history.events if event.startswith("2")]


@played
async def test_of_two_connections_of_one_seat_the_newer_stays(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as old, Visitor(server) as new:
            await old.hello(ada)
            await old.next("asked")
            await new.hello(ada)
            assert await old.shut() == client.NEWER
            assert (await new.answer("roll"))["type"] == "done"


@pytest.mark.parametrize("name", ["@me", " @me ", "\x1b[2J", "\u202e", "x" * 41, "\u200b", "a\0b", "A\nB"])
def test_what_cant_be_a_name_is_refused_and_keeps_no_seat(tmp_path, name):
    async def trial():
        async with Server(tmp_path) as server:
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            async with Visitor(server) as one:
                refused = await one.hello(ada, name)
                assert refused["type"] == "refused"
                assert "validation error" not in refused["reason"]
                assert await one.shut() == client.BAD
            async with Visitor(server) as two:
                await two.hello(ada, "Ada")
                assert (await two.answer("roll"))["type"] == "done"

    asyncio.run(trial())


@pytest.mark.parametrize(
    ("name", "kept"),
    [("You", "You 2"), ("Tu", "Tu 2"), ("CPU 2", "CPU 2 2"), ("", "Player 1"), ("You" * 13, "You" * 13)],
)
def test_a_guest_is_called_like_nobody_else_and_never_like_the_person_at_home(tmp_path, name, kept):
    async def trial():
        async with Server(tmp_path) as server:
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            async with Visitor(server) as one:
                await one.hello(ada, name)
                await one.next("asked")
            (match,) = server.host.matches.list()
            assert [seat.name for seat in server.host.matches.look(match.id).seats] == [kept, "CPU 2"]

    asyncio.run(trial())


# What is no message


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", "null", '{"type":"hello"}', '{"type":"answer"}', "9" * 5000])
def test_a_first_message_that_is_no_hello_ends_the_connection_with_a_sentence(tmp_path, text):
    async def trial():
        async with Server(tmp_path) as server, Visitor(server) as one:
            await one.say(text)
            assert (await one.next("refused"))["reason"]
            assert await one.shut() == client.BAD

    asyncio.run(trial())


@played
async def test_a_client_of_another_version_is_told_so(home):
    async with Server(home) as server, Visitor(server) as one:
        await one.say(type="hello", version=2, token="x")
        assert "version 1" in (await one.next("refused"))["reason"]


@played
async def test_a_message_that_means_nothing_is_refused_and_costs_nothing(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            for said in ("{", '{"type":"answer","id":-1}', '{"type":"command","what":"format"}', '{"type":"hello"}'):
                await one.say(said)
                assert (await one.next("refused"))["reason"]
            assert (await one.answer("roll"))["type"] == "done"


@played
async def test_who_sends_too_much_is_let_go(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("pig", "open", "cpu:easy")
        async with Visitor(server) as one:
            await one.hello(ada)
            for _time in range(int(client.BURST) + 1):
                await one.say(type="ping")
            assert await one.shut() == client.FLOOD


def test_a_slow_reader_is_cut_off_and_nobody_waits_for_it():
    async def trial():
        shut = []

        async def never(_text):
            await asyncio.Event().wait()

        async def close(code, why):
            shut.append((code, why))

        slow = client.Client(never, close, lambda: 0.0)
        for number in range(client.MOST_WAITING + 1):
            slow.put({"n": number})
        assert slow.gone

    asyncio.run(trial())


@pytest.mark.parametrize(
    ("headers", "admitted"),
    [
        ({"host": "127.0.0.1:8765"}, True),
        ({"host": "localhost"}, True),
        ({"host": "[::1]:8765"}, True),
        ({"host": "evil.example"}, False),
        ({"host": "127.0.0.1.evil.example:8765"}, False),
        ({"host": ""}, False),
        ({"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:8765"}, True),
        ({"host": "127.0.0.1:8765", "origin": "https://evil.example"}, False),
        ({"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:9"}, False),
        ({"host": "127.0.0.1:8765", "origin": "null"}, False),
    ],
)
def test_only_who_knows_the_servers_name_comes_in(tmp_path, headers, admitted):
    async def trial():
        async with Server(tmp_path) as server:
            assert (await server.request("GET", "/", token=None, **headers))[0] == (200 if admitted else 421)
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            async with Visitor(server, **headers) as one:
                if admitted:
                    assert (await one.hello(ada))["type"] == "welcome"
                else:
                    assert await one.shut() == 1008

    asyncio.run(trial())


@played
async def test_the_page_says_what_it_may_load_whoever_asks(home):
    async with Server(home) as server:
        for token in (None, TOKEN, "x"):
            status, headers, text = await server.request("GET", "/", token=token)
            assert status == 200
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "<h1>Tabletop</h1>" in text


def test_a_row_that_cant_be_read_costs_itself_alone(tmp_path):
    rooms = Rooms(tmp_path / NAME)
    rooms._db.execute("INSERT INTO room VALUES ('broken', '{')")
    assert list(rooms.all()) == ["broken"]
    rooms.close()

    async def trial():
        async with Server(tmp_path) as server:
            assert len(server.warnings) == 1
            await server.room("pig", "open", "open")

    asyncio.run(trial())
