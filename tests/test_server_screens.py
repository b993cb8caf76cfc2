"""What the protocol gives a client that shows lines of text and hasn't got the game, and a program in a seat."""

import asyncio
import json
from pathlib import Path

import pytest
from sockets import Server, Visitor, played, visiting

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests/data/table-protocol-1-screen.jsonl"
DRAWN = {"columns": 60, "rows": 24, "ascii": False, "compact": False, "drawn": True, "detail": "normal"}


def asking(visitor, what, **more):
    async def ask():
        await visitor.say(type="ask", id=77, what=what, **more)
        return await visitor.next(lambda message: message.get("id") == 77)

    return ask()


async def conversation(home):
    """Two players, one at a screen and one a program, up to the second one's choice."""
    lines, catalogue = [], Catalogue([plugin_in(ROOT / "docs/examples/rock_paper_scissors")])
    async with Server(home, catalogue) as server, Visitor(server) as one, Visitor(server) as two:
        (ada, bo), _looking = await server.room("rock-paper-scissors", "open", "open", options={"best_of": 1})
        hidden = {ada: "TOKEN-OF-ADA", bo: "TOKEN-OF-BO", next(iter(server.house.parlours)).row.id: "ROOM"}

        def note(who, way, message):
            text = json.dumps(message, ensure_ascii=False)
            for secret, word in hidden.items():
                text = text.replace(secret, word)
            lines.append(f'{{"who": "{who}", "{way}": {text}}}')

        async def tell(who, visitor, wanted, **message):
            note(who, "says", message)
            await visitor.say(message)
            heard = await visitor.next(lambda message: message["type"] in wanted)
            if message.get("what") == "situation" and heard["type"] == "done":
                heard["value"]["match"]["seed"] = 0
            note(who, "hears", heard)

        await tell("Ada", one, ["welcome"], type="hello", version=1, token=ada, name="Ada", language="de", screen=DRAWN)
        await tell("Bo", two, ["welcome"], type="hello", version=1, token=bo, name="Bo", screen={"drawn": False})
        await one.next("asked")
        for number, what in enumerate(("about", "look", "story", "situation"), 1):
            await tell("Ada", one, ["done", "refused"], type="ask", id=number, what=what)
        await tell("Ada", one, ["done"], type="answer", id=5, seat=0, text="paper", serial=1)
        await tell("Ada", one, ["refused"], type="ask", id=6, what="situation")
        await tell("Bo", two, ["done"], type="ask", id=1, what="situation")
    return "\n".join(lines) + "\n"


def test_the_conversation_is_the_released_one(tmp_path):
    assert asyncio.run(conversation(tmp_path)) == GOLDEN.read_text("utf-8")


@played
async def test_a_table_is_drawn_as_wide_as_the_screen(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("passing-game", "open", "cpu:random")
        async with Visitor(server) as one:
            await one.hello(ada, "Ada", screen=DRAWN)
            await one.next(lambda message: message.get("yours") is True)
            wide = (await asking(one, "look"))["value"]
            narrow = (await asking(one, "look", screen={**DRAWN, "columns": 30, "ascii": True}))["value"]
            heard = (await asking(one, "look", screen={"drawn": False, "detail": "terse"}))["value"]
    assert "┌" in wide["picture"]
    assert narrow["picture"].isascii()
    assert max(map(len, narrow["picture"].split("\n"))) <= 30 < max(map(len, wide["picture"].split("\n")))
    assert (heard["picture"], heard["detail"], bool(heard["words"])) == ("", "terse", True)


@played
async def test_a_summary_comes_in_lines_of_text(home):
    async with Server(home) as server:
        (ada,), _looking = await server.room("passing-game", "open", "cpu:random", options={"target": 1})
        async with Visitor(server) as one:
            await one.hello(ada, "Ada", screen=DRAWN)
            while True:
                asked = await one.next(lambda message: message.get("yours") is True)
                if asked["kind"] == "look":
                    break
                server.time += 1
                move = (await asking(one, "look"))["value"]["moves"][-1]["text"]
                await one.say(type="answer", id=1, seat=0, text=move, serial=asked["serial"])
            look = (await asking(one, "look"))["value"]
            round_ = (await asking(one, "round"))["value"]
    assert "Round" in look["summary_text"]
    assert round_["summary_text"] == look["summary_text"]


@played
async def test_what_a_program_is_told_is_for_its_own_seat_when_it_is_asked(home):
    async with Server(home) as server:
        (ada, bo), looking = await server.room("passing-game", "open", "open")
        async with visiting(server, ada, bo, looking) as (one, two, spectator):
            asked = await one.next("asked")
            on_turn, other = (one, two) if asked["yours"] else (two, one)
            given = (await asking(on_turn, "situation"))["value"]
            hand = (await asking(on_turn, "look"))["value"]
            refusals = [await asking(who, "situation") for who in (other, spectator)]
    assert [refusal["kind"] for refusal in refusals] == ["denied", "denied"]
    assert given["serial"] == asked["serial"]
    assert given["position"]["moves"] == [move["text"] for move in hand["moves"]]
    assert given["match"]["seat"] == asked["seat"] + 1
    deals = [event for event in given["position"]["log"] if "deal" in event]
    assert len(deals) == 1
    assert deals[0].count("?") or len(deals[0]) < 60, deals


@pytest.mark.parametrize("screen", [{"columns": 3}, {"columns": 10**9}, {"detail": "all"}, {"rows": "many"}, 7])
def test_a_screen_that_cannot_be_is_refused(tmp_path, screen):
    async def play():
        async with Server(tmp_path) as server, Visitor(server) as one:
            (ada,), _looking = await server.room("pig", "open", "cpu:easy")
            return await one.hello(ada, "Ada", screen=screen)

    assert asyncio.run(play())["type"] == "refused"
