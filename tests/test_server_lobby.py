"""What the server answers beside its rooms: to everybody, to who sat at a table, and to who has the house's token."""

import asyncio
import json
from pathlib import Path

from sockets import TOKEN, Server, Visitor, played

from tabletop.host import Host
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Profiles, Settings, SettingsFile
from tabletop.server.limits import Callers
from tabletop.server.rules_html import html
from tabletop.server.serving import Place, serve


async def asked(server, path, *, token=None, method="GET", body=None):
    status, headers, text = await server.request(method, path, body, token)
    assert headers["cache-control"] == "no-store"
    return status, json.loads(text)


@played
async def test_everybody_sees_the_games_and_the_tables_that_wait_for_whoever_comes(home):
    async with Server(home) as server:
        await server.room("pig", "open", "open")
        await server.room("pig", "open", "open", "cpu:easy", listed=True, settings=["target=20"])
        status, lobby = await asked(server, "/api/lobby?language=de")
        assert (status, lobby["version"], lobby["house"], lobby["makes"]) == (200, 1, False, False)
        assert [game["id"] for game in lobby["games"]][:2] == ["pig", "pig-two-dice"]
        assert lobby["games"][0]["summary"].startswith("Würfle")
        (room,) = lobby["rooms"]
        assert (room["game"], room["title"]) == ("pig", "Pig")
        assert [seat["open"] for seat in room["seats"]] == [True, True, False]
        assert "token" not in json.dumps(room)
        _status, mine = await asked(server, "/api/lobby", token=TOKEN)
        assert (mine["house"], mine["makes"]) == (True, True)


@played
async def test_a_free_seat_is_taken_by_who_comes_first_and_that_of_the_host_by_nobody(home):
    async with Server(home) as server:
        (ada, old), _looking = await server.room("pig", "open", "open", listed=True)
        (room,) = (await asked(server, "/api/lobby"))[1]["rooms"]
        sit = f"/api/rooms/{room['room']}/seats"
        answers = await asyncio.gather(
            *(asked(server, sit, method="POST", body={"name": f"Bo {number}"}) for number in range(20))
        )
        taken = [answer for status, answer in answers if status == 201]
        assert [answer["seat"] for answer in taken] == [2]
        assert all(answer["error"].startswith("No seat is free") for status, answer in answers if status != 201)
        assert (await asked(server, "/api/lobby"))[1]["rooms"] == []
        async with Visitor(server) as first, Visitor(server) as second, Visitor(server) as late:
            assert (await first.hello(ada, "Ada"))["seat"] == 0
            assert (await second.hello(taken[0]["token"]))["seat"] == 1
            assert (await late.hello(old))["type"] == "refused"
            roster = await first.next(lambda message: message["type"] == "roster" and message["begun"])
            assert [seat["name"] for seat in roster["seats"]] == ["Ada", "Bo 0"]


@played
async def test_whoever_sits_down_says_it_properly(home):
    async with Server(home) as server:
        await server.room("pig", "open", "open", listed=True)
        (room,) = (await asked(server, "/api/lobby"))[1]["rooms"]
        for body in (b"", b"{", b'{"name": 1}', b'{"names": "Bo"}', b'{"name": "' + b"x" * 30_000 + b'"}'):
            status, answer = await asked(server, f"/api/rooms/{room['room']}/seats", method="POST", body=body)
            assert (status, list(answer)) == (422, ["error"])


@played
async def test_one_address_sits_down_only_so_often(home):
    async with Server(home) as server:
        server.app.state.served.callers_sitting = Callers(2, lambda: server.time)
        await server.room("pig", "open", "open", listed=True)
        (room,) = (await asked(server, "/api/lobby"))[1]["rooms"]
        answers = [
            await asked(server, f"/api/rooms/{room['room']}/seats", method="POST", body=b"{") for _time in range(3)
        ]
        assert [status for status, _answer in answers] == [422, 422, 429]
        assert "rooms" not in answers[-1][1]["error"]


@played
async def test_no_seat_is_given_where_none_was_offered(home):
    async with Server(home) as server:
        await server.room("pig", "open", "open")
        (row,) = [parlour.row for parlour in server.house.parlours]
        for room in (row.id, "nowhere"):
            status, _answer = await asked(server, f"/api/rooms/{room}/seats", method="POST", body={"name": "Bo"})
            assert status == 404


CLOSED = [
    ("GET", "/api/matches"),
    ("GET", "/api/matches/pig-x"),
    ("GET", "/api/matches/pig-x/0"),
    ("GET", "/api/statistics"),
    ("GET", "/api/settings"),
    ("PUT", "/api/settings"),
    ("GET", "/api/mine"),
]


@played
async def test_the_home_is_closed_to_who_hasnt_its_token(home):
    async with Server(home) as server:
        (_ada, _bo), looking = await server.room("pig", "open", "open")
        for token in (None, "", "somebody", TOKEN[:-1], looking):
            for method, path in CLOSED:
                status, answer = await asked(server, path, token=token, method=method, body=b"speed=off")
                assert (status, list(answer)) == (401, ["error"])
    assert SettingsFile(Home(home)).load() == Settings()


@played
async def test_games_are_described_with_their_house_rules_for_so_many_seats(home):
    async with Server(home) as server:
        _status, two = await asked(server, "/api/games/passing-game")
        _status, four = await asked(server, "/api/games/passing-game?seats=4&language=it")
        rules = {option["name"]: option for option in four["options"]}
        assert {option["name"]: option["value"] for option in two["options"]}["target"] == "101"
        assert (rules["target"]["value"], rules["partners"]["choices"]) == ("61", ["sì", "no"])
        assert four["seats"] == [2, 3, 4]
        assert {player["name"] for player in four["players"]} >= {"easy", "medium", "hard", "expert"}
        assert "<h1>" in four["rules"]
        assert (await asked(server, "/api/games/nothing"))[0] == 422
        assert (await asked(server, "/api/games/pig?seats=two"))[0] == 422


@played
async def test_a_lesson_has_its_steps_with_pictures_and_answers(home):
    async with Server(home) as server:
        for game in ("pig", "bigpig", "passing-game"):
            lessons = (await asked(server, f"/api/games/{game}"))[1]["lessons"]
            for each in lessons:
                status, lesson = await asked(server, f"/api/games/{game}/lessons/{each['id']}?language=da")
                assert (status, lesson["title"]) != (200, "")
                assert {step["kind"] for step in lesson["steps"]} <= {"tell", "ask", "try", "practise"}
                for step in lesson["steps"]:
                    if step["kind"] in ("ask", "try"):
                        assert any(answer["right"] for answer in step["answers"])
                        assert all(answer["says"] for answer in step["answers"])
                    if step["kind"] == "try":
                        assert step["svg"].startswith("<svg")
        assert (await asked(server, "/api/games/pig/lessons/nothing"))[0] == 404


async def finished(server):
    """A match that Ada and Bo have played to its end: their tokens, and its id."""
    tokens, _looking = await server.room("pig", "open", "open", settings=["target=2"])
    async with Visitor(server) as ada, Visitor(server) as bo:
        people = [ada, bo]
        for person, token, name in zip(people, tokens, ("Ada", "Bo"), strict=True):
            await person.hello(token, name)
        while True:
            question = await ada.next(lambda message: message["type"] in ("asked", "over"))
            if question["type"] == "over":
                break
            (seat,) = question["seats"]
            answer = "hold" if "hold" in await moves(people[seat]) else "roll"
            await people[seat].say(type="answer", id=1, seat=seat, text=answer, serial=question["serial"])
        (row,) = [parlour.row for parlour in server.house.parlours]
        return tokens, row.match


async def moves(person):
    await person.say(type="ask", id=2, what="look")
    done = await person.next(lambda message: message["type"] == "done" and message["id"] == 2)
    return [move["text"] for move in done["value"]["moves"]]


@played
async def test_a_match_is_looked_at_by_the_house_and_by_who_played_it_to_its_end(home):
    async with Server(home) as server:
        tokens, match = await finished(server)
        status, found = await asked(server, f"/api/matches/{match}", token=TOKEN)
        assert (status, found["over"]) == (200, True)
        assert found["told"][0] == {"position": 1, "kind": "event", "text": "Ada: rolls"}
        status, last = await asked(server, f"/api/matches/{match}/{found['events']}?width=300", token=TOKEN)
        assert (status, last["names"]) == (200, ["Ada", "Bo"])
        assert 'width="300"' in last["svg"]
        assert (await asked(server, f"/api/matches/{match}/{found['events'] + 1}", token=TOKEN))[0] == 422

        assert await asked(server, f"/api/matches/{match}", token=tokens[1]) == (200, found)
        assert (await asked(server, f"/api/matches/{match}/1", token=tokens[0]))[0] == 200
        assert (await asked(server, "/api/mine", token=tokens[0]))[1]["match"] == match
        assert (await asked(server, "/api/matches", token=tokens[0]))[0] == 401
        status, listed = await asked(server, "/api/matches?find=bo", token=TOKEN)
        assert (status, listed["number"], listed["matches"][0]["id"]) == (200, 1, match)


@played
async def test_a_match_under_way_shows_the_house_what_anybody_may_see_and_its_players_nothing(home):
    async with Server(home) as server:
        tokens, _looking = await server.room("passing-game", "open", "open")
        async with Visitor(server) as ada, Visitor(server) as bo:
            await ada.hello(tokens[0], "Ada")
            await bo.hello(tokens[1], "Bo")
            await ada.next("asked")
            (row,) = [parlour.row for parlour in server.house.parlours]
            for path in (f"/api/matches/{row.match}", f"/api/matches/{row.match}/0"):
                assert (await asked(server, path, token=tokens[0]))[0] == 401
            status, found = await asked(server, f"/api/matches/{row.match}", token=TOKEN)
            assert (status, found["over"]) == (200, False)
            _status, now = await asked(server, f"/api/matches/{row.match}/{found['events']}", token=TOKEN)
            assert now["revealed"] == []
            assert "Your hand" not in now["svg"]


@played
async def test_statistics_and_settings_are_those_of_the_home(home):
    async with Server(home) as server:
        await finished(server)
        status, statistics = await asked(server, "/api/statistics", token=TOKEN)
        assert (status, {one["name"] for one in statistics["tallies"]}) == (200, {"Ada", "Bo"})
        _status, before = await asked(server, "/api/settings", token=TOKEN)
        assert "speech" not in {field["name"] for field in before}
        status, after = await asked(server, "/api/settings", token=TOKEN, method="PUT", body=b"speed=fast\nname=Ada")
        assert status == 200
        assert {field["name"]: field["value"] for field in after}["speed"] == "fast"
        for wrong in (b"speed=fsat", b"", b"colour", b"speech=rm", b" speech = rm", b"x=1\n" * 60, b"y" * 30_000):
            status, answer = await asked(server, "/api/settings", token=TOKEN, method="PUT", body=wrong)
            assert (status, list(answer)) == (422, ["error"])
        kept = SettingsFile(Home(home)).load()
        assert (kept.speed, kept.speech) == ("fast", ())
        SettingsFile(Home(home)).save(kept.model_copy(update={"bell": True, "speech": ("say",)}))
        Profiles(Home(home)).rename("Grace")
        _status, now = await asked(server, "/api/settings", token=TOKEN)
        shown = {field["name"]: field["value"] for field in now}
        assert (shown["bell"], shown["name"]) == ("yes", "Grace")
        await asked(server, "/api/settings", token=TOKEN, method="PUT", body=b"colour=none")
    kept = SettingsFile(Home(home)).load()
    assert (kept.speed, kept.bell, kept.speech, kept.colour) == ("fast", True, ("say",), "none")
    assert Profiles(Home(home)).load().name == "Grace"


def test_a_rules_page_holds_no_markup_of_its_own_and_loads_nothing():
    page = html(
        "# A <b>page</b>\n\n<script>x()</script> ![words](http://evil.example/x.png) "
        "[there](https://example.org) [no](javascript:x)\n\n    {dice 2 3: five <points>}\n\nand\n\n    a < b\n"
    )
    assert "<script" not in page
    assert "<b>" not in page
    assert "<img" not in page
    assert "words" in page
    assert 'href="https://example.org"' in page
    assert 'href="javascript' not in page
    assert '<pre aria-label="2 3: five &lt;points&gt;">' in page
    assert "a &lt; b" in page


def test_the_page_opens_when_it_is_served_and_its_address_is_said_where_that_fails(home, monkeypatch):
    said, opened = [], []

    class Ended:
        def __init__(self, _config):
            pass

        async def serve(self, sockets):
            assert sockets[0].getsockname()
            while not (opened and said[-1].startswith("No browser")):
                await asyncio.sleep(0)

    def show(address):
        opened.append(address)
        return False

    monkeypatch.setattr("uvicorn.Server", Ended)
    host = Host(Catalogue.installed(), Home(home), Settings())
    serve(host, Place(port=0), said.append, show=show)
    address, _mark, token = opened[0].partition("/#house=")
    assert (address, len(token)) == ("http://127.0.0.1:0", 22)
    assert token not in said[-1]


def shape(value):
    """What a JSON value is made of: names and kinds."""
    if isinstance(value, dict):
        return {name: "numbers" if name == "measures" else shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "null" if value is None else {bool: "true or false", int: "number", float: "number"}.get(type(value), "text")


@played
async def test_every_answer_is_made_of_what_version_1_promised(home):
    async with Server(home) as server:
        tokens, match = await finished(server)
        await server.room("pig", "open", "open", listed=True)
        calls = {
            "GET /api/lobby": ("/api/lobby", None),
            "GET /api/games/GAME": ("/api/games/pig", None),
            "GET /api/games/GAME/lessons/LESSON": ("/api/games/pig/lessons/turn", None),
            "GET /api/mine": ("/api/mine", tokens[0]),
            "GET /api/matches": ("/api/matches", TOKEN),
            "GET /api/matches/MATCH": (f"/api/matches/{match}", TOKEN),
            "GET /api/matches/MATCH/N": (f"/api/matches/{match}/1", TOKEN),
            "GET /api/statistics": ("/api/statistics", TOKEN),
            "GET /api/settings": ("/api/settings", TOKEN),
        }
        found = {call: shape((await asked(server, path, token=token))[1]) for call, (path, token) in calls.items()}
    assert found == json.loads((Path(__file__).parent / "data" / "lobby-1.json").read_text("utf-8"))
