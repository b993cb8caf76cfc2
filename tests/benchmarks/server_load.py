"""Many clients at once that cost little: WebSockets by hand, which answer when they are asked."""

import asyncio
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import uniform
from time import perf_counter
from typing import NamedTuple


class Player(asyncio.Protocol):
    """One client. It answers each question of its own; ``pace``: after so many seconds."""

    GREETING = (
        b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )

    def __init__(self, load, token, room, since=None):
        """``since``: the number of the last happening that it knows."""
        self.load = load
        self.token = token
        self.room = room
        self.since = since
        self.last = since
        self.in_step = False
        self.data = b""
        self.open = False
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.GREETING)

    def data_received(self, data):
        data = self.data + data
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.data = head
                return
            assert b" 101 " in head, head
            self.open = True
            self.say({"type": "hello", "version": 1, "token": self.token, "name": "", "since": self.since})
        at = 0
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if len(data) < start + length:
                break
            at = start + length
            self.came(data[start:at])
        self.data = data[at:]

    def came(self, text):
        if b'"type":"asked"' in text:
            self.in_step = True
        elif b'"type":"told"' in text:
            self.last = json.loads(text)["n"]
        if b'"yours":true' in text:
            for line in text.splitlines():
                if b'"yours":true' in line:
                    self.load.due(self, json.loads(line))
        elif b'"type":"refused"' in text:
            raise AssertionError(text)

    def answer(self, asked):
        self.room["at"] = perf_counter()
        self.say({"type": "answer", "id": 1, "seat": asked["seat"], "text": "roll", "serial": asked["serial"]})

    def say(self, what):
        data = json.dumps(what, separators=(",", ":")).encode()
        head = bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + data)


class Load:
    """All clients of a server: two in each room. ``pace``: seconds that a player thinks; 0 for none."""

    def __init__(self, pace=0.0):
        self.players = []
        self.moves = 0
        self.times = []
        self.pace = pace
        self.measures = False

    async def come(self, served, last=None):
        """Everybody sits down; ``last``: the numbers that they know."""
        loop = asyncio.get_running_loop()
        for seats in served.tokens:
            room = {}
            for token in seats:
                player = Player(self, token, room, last and last[len(self.players)])
                await loop.create_connection(partial(lambda its: its, player), "127.0.0.1", served.port)
                self.players.append(player)

    def due(self, player, asked):
        """A player is asked, in answer to the last move of its room."""
        if self.measures:
            self.moves += 1
            if "at" in player.room:
                self.times.append(perf_counter() - player.room["at"])
        if self.pace:
            asyncio.get_running_loop().call_later(self.pace * uniform(0.5, 1.5), player.answer, asked)
        else:
            player.answer(asked)

    def leave(self):
        """Everybody goes."""
        for player in self.players:
            player.transport.abort()


class Figures(NamedTuple):
    """``seconds``: of processor time for 1,000 moves; ``p95`` and ``p99`` in milliseconds; ``rate``: moves a second."""

    seconds: float
    p95: float
    p99: float
    rate: float


def measured(kind, home, rooms, pace, warm=2.0, long=6.0, profile=False):
    """What a kind of server does with so many rooms."""

    async def trial():
        load = Load(pace)
        await load.come(served)
        await asyncio.sleep(warm)
        before = served.used("profile" if profile else "")
        load.measures, begun = True, perf_counter()
        await asyncio.sleep(long)
        load.measures, ended = False, perf_counter()
        after = served.used("profiled" if profile else "")
        load.leave()
        times = sorted(load.times)
        used = (after["seconds"] - before["seconds"]) * 1000 / load.moves
        late = [1000 * times[int(len(times) * part)] for part in (0.95, 0.99)]
        return Figures(used, *late, load.moves / (ended - begun))

    with Served(kind, home, rooms) as served:
        return asyncio.run(trial())


class Served:
    """A server in a process of its own."""

    def __init__(self, kind, home, rooms, tokens=None):
        """``tokens``: of rooms that are there already."""
        script = Path(__file__).with_name("serving_bench.py")
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, str(script), kind, str(home), str(0 if tokens and kind == "ours" else rooms)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1:
            os.sched_setaffinity(self.process.pid, {max(os.sched_getaffinity(0))})
        found = json.loads(self.process.stdout.readline())
        self.port, self.tokens, self.looking = found["port"], tokens or found["tokens"], found["looking"]

    def used(self, say=""):
        self.process.stdin.write(say + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.process.stdin.close()
        self.process.wait()
