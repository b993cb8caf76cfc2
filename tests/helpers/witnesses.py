"""Clients of a server whose dice can be proven: each does its part by itself."""

import json

from sockets import Visitor

from tabletop.fair import Witness


class Sworn(Visitor):
    """A connection with a witness. ``shows``: whether it shows its nonce; ``gives``: whether it gives a hash."""

    def __init__(self, server, *, gives=True, shows=True, witness=None, **headers):
        super().__init__(server, **headers)
        self.witness = witness or Witness()
        self.seat = None
        self._does = {"hash": gives, "nonce": shows}

    async def hello(self, token, name="", language="en", **more):
        return await super().hello(token, name, language, fair=True, **more)

    async def _take(self, message):
        if message["type"] == "websocket.send":
            said = json.loads(message["text"])
            if said["type"] in ("welcome", "seated"):
                self.seat = said["seat"]
            answer = self.witness.take(said, self.seat) if said["type"] == "fair" else None
            if answer and any(self._does.get(what) for what in answer):
                await self.say(answer)
        await super()._take(message)


async def played_out(visitor, seat=0):
    """Plays for a seat until the match is over, holding whenever that is allowed."""
    number = 1_000
    while True:
        asked = await visitor.next(lambda m: m["type"] == "over" or (m["type"] == "asked" and m["yours"]))
        if asked["type"] == "over":
            return asked
        for text in ("hold", "roll"):
            number += 1
            await visitor.say(type="answer", id=number, seat=seat, text=text, serial=asked["serial"])
            its = number
            if (await visitor.next(lambda m, its=its: m.get("id") == its))["type"] == "done":
                break
