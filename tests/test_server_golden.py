"""The conversation of a whole match, as released: docs/reference/protocol.md explains it line by line."""

import asyncio
import json
from pathlib import Path

from sockets import Server, Visitor

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests/data/table-protocol-1.jsonl"


async def conversation(home):
    """What two players and a spectator say and hear: each line who, whether it is said or heard, and the message."""
    lines = []
    catalogue = Catalogue([plugin_in(ROOT / "docs/examples/rock_paper_scissors")])
    async with Server(home, catalogue) as server:
        (ada, bo), looking = await server.room("rock-paper-scissors", "open", "open", options={"best_of": 1})
        hidden = {ada: "TOKEN-OF-ADA", bo: "TOKEN-OF-BO", looking: "TOKEN-OF-SPECTATORS"}
        hidden[next(iter(server.house.parlours)).row.id] = "ROOM"

        def note(who, way, message):
            text = json.dumps(message, ensure_ascii=False)
            for secret, word in hidden.items():
                text = text.replace(secret, word)
            lines.append(f'{{"who": "{who}", "{way}": {text}}}')

        async def say(who, **message):
            note(who, "says", message)
            await people[who].say(message)

        async def hear(who, kind):
            while True:
                message = await people[who].next(lambda _message: True)
                note(who, "hears", message)
                if message["type"] == kind:
                    return message

        async with Visitor(server) as one, Visitor(server) as two, Visitor(server) as other:
            people = {"Ada": one, "Bo": two, "spectator": other}
            await say("Ada", type="hello", version=1, token=ada, name="Ada", language="en")
            await hear("Ada", "roster")
            await say("Bo", type="hello", version=1, token=bo, name="Bo", language="de", since=0)
            await hear("Bo", "asked")
            await say("spectator", type="hello", version=1, token=looking)
            await hear("spectator", "asked")
            serial = (await hear("Ada", "asked"))["serial"]
            await say("Ada", type="ask", id=1, what="look")
            await hear("Ada", "done")
            await say("Ada", type="answer", id=2, seat=0, text="well", serial=serial)
            await hear("Ada", "refused")
            await say("Ada", type="answer", id=3, seat=0, text="paper", serial=serial)
            await hear("Ada", "done")
            await hear("Bo", "told")
            await hear("spectator", "told")
            await say("spectator", type="answer", id=1, seat=1, text="rock", serial=serial)
            await hear("spectator", "refused")
            await say("Bo", type="chat", text="Ready?")
            await hear("Ada", "chat")
            await say("Bo", type="answer", id=1, seat=1, text="rock", serial=serial)
            await hear("Bo", "over")
            await hear("Ada", "over")
            await hear("spectator", "over")
            await say("Ada", type="ping", id=4)
            await hear("Ada", "pong")
    return "\n".join(lines) + "\n"


def test_the_conversation_is_the_released_one(tmp_path):
    assert asyncio.run(conversation(tmp_path)) == GOLDEN.read_text("utf-8")
