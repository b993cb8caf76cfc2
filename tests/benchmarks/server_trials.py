"""What is measured of a server beside the cost of a move: crowds, memory, a restart, and bad neighbours."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from server_load import Load, Player, Served


class Crowd(NamedTuple):
    """``rate``: moves a second; ``p95``, ``p99``: milliseconds; ``connection``, ``room``: bytes."""

    rate: float
    seconds: float
    p95: float
    p99: float
    connection: float
    room: float


def late(times, part):
    """The percentile of so many seconds, in milliseconds."""
    return 1_000 * sorted(times)[int(len(times) * part)] if times else float("nan")


def crowded(kind, home, rooms, pace, warm=3.0, long=8.0):
    """So many rooms of two, each player of which thinks for ``pace`` seconds: what is held, and what it takes."""

    async def trial():
        empty = served.used()["bytes"]
        silent = [await idle(served.port) for _number in range(1_000)]
        connected = served.used()["bytes"]
        for transport in silent:
            transport.abort()
        load = Load(pace)
        await load.come(served)
        await _all_in_step(load)
        await asyncio.sleep(warm)
        before = served.used()
        load.measures, begun = True, perf_counter()
        await asyncio.sleep(long)
        load.measures, ended = False, perf_counter()
        after = served.used()
        load.leave()
        seconds = (after["seconds"] - before["seconds"]) * 1_000 / load.moves
        connection = (connected - empty) / len(silent)
        room = (after["bytes"] - empty - 2 * rooms * connection) / rooms
        rate = load.moves / (ended - begun)
        return Crowd(rate, seconds, late(load.times, 0.95), late(load.times, 0.99), connection, room)

    with Served(kind, home, rooms) as served:
        return asyncio.run(trial())


class Silent(asyncio.Protocol):
    """A connection that is open, and on which nothing is said."""

    def __init__(self, opened):
        self.opened = opened
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport
        transport.write(Player.GREETING)

    def data_received(self, data):
        if not self.opened.done():
            self.opened.set_result(None)


async def idle(port):
    """One such connection; its transport."""
    opened = asyncio.get_running_loop().create_future()
    transport, _protocol = await asyncio.get_running_loop().create_connection(lambda: Silent(opened), "127.0.0.1", port)
    await opened
    return transport


def came_back(kind, home, rooms):
    """Seconds until all clients of a server that was killed are back in step: each is told what is asked."""
    with Served(kind, home, rooms) as served:
        tokens, last = served.tokens, asyncio.run(_played(served))
        served.process.kill()
    with Served(kind, home, rooms, tokens) as served:
        return asyncio.run(_returned(served, last))


async def _played(served):
    """Everybody plays for a while."""
    load = Load(1.0)
    await load.come(served)
    await _all_in_step(load)
    await asyncio.sleep(2.5)
    load.leave()
    return [player.last for player in load.players]


async def _all_in_step(load):
    while not all(player.in_step for player in load.players):
        await asyncio.sleep(0.005)


async def _returned(served, last):
    load = Load(1_000.0)
    begun = perf_counter()
    await load.come(served, last)
    await _all_in_step(load)
    took = perf_counter() - begun
    load.leave()
    return took


def neighboured(home, rooms, pace, neighbour, long=6.0, kind="ours"):
    """The 95th percentile of all others, in milliseconds, beside a neighbour."""

    async def trial():
        load = Load(pace)
        await load.come(served)
        await asyncio.sleep(1.5)
        with neighbour(served):
            load.measures = True
            await asyncio.sleep(long)
            load.measures = False
        load.leave()
        return late(load.times, 0.95)

    with Served(kind, home, rooms) as served:
        return asyncio.run(trial())


@contextmanager
def nobody(_served):
    """No neighbour at all."""
    yield


def _said(text):
    data = text.encode()
    head = bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2)
    return head + b"\0\0\0\0" + data


@contextmanager
def flooder(served):
    """Somebody who sends as much as it can, and comes again whenever it is let go: a process of its own."""
    hello = json.dumps({"type": "hello", "version": 1, "token": served.looking, "name": ""})
    said = [Player.GREETING, _said(hello), _said('{"type":"ping"}') * 50]
    with subprocess.Popen([sys.executable, "-c", FLOOD, str(served.port), *(data.hex() for data in said)]) as process:
        try:
            yield
        finally:
            process.kill()


FLOOD = """
import socket, sys
*first, more = map(bytes.fromhex, sys.argv[2:])
while True:
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2) as connection:
            connection.settimeout(None)
            connection.sendall(first[0])
            connection.recv(4_096)
            connection.sendall(first[1])
            while True:
                connection.sendall(more)
    except OSError:
        pass
"""


@contextmanager
def stalled(served):
    """Somebody who looks on and never reads."""
    hello = json.dumps({"type": "hello", "version": 1, "token": served.looking, "name": ""})
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(("127.0.0.1", served.port))
        connection.sendall(Player.GREETING)
        connection.recv(4_096)
        connection.sendall(_said(hello))
        yield


@contextmanager
def writer(served):
    """Another program that writes to the same disk, and syncs."""
    path = os.path.join(served.home, "neighbour")
    with subprocess.Popen([sys.executable, "-c", WRITE, path]) as process:
        try:
            yield
        finally:
            process.kill()


WRITE = """
import os, sys
file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
while True:
    os.pwrite(file, bytes(2**22), 0)
    os.fsync(file)
"""
