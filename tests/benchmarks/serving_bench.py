"""A server to be measured, as a process of its own: ours, or a bare loop that does the least that any server must.

python serving_bench.py ours|bare HOME ROOMS

It writes one line of JSON, its port and the tokens of each room's seats; then for each line that it reads, the seconds
of processor time that it has used, and the bytes of memory that it holds. It ends with its input.
"""

import asyncio
import gc
import json
import os
import socket
import sys
import time
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

TOLD = "x" * 560
"""A move comes to about 620 bytes for each client."""


class Bare:
    """One JSON message in, a durable append that is committed in groups, two out; nothing else."""

    def __init__(self, home, rooms):
        self.file = os.open(home / "bare.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.rooms = [{} for _room in range(rooms)]
        self.pending, self.news = [], asyncio.Event()
        self.app = Starlette(routes=[WebSocketRoute("/table", self.table)])
        self.tokens = [[f"{room}/0", f"{room}/1"] for room in range(rooms)]
        self.task = asyncio.ensure_future(self.commit())

    async def table(self, socket):
        await socket.accept()
        try:
            room, _slash, seat = (await socket.receive_json())["token"].partition("/")
            players = self.rooms[int(room)]
            players[int(seat)] = socket
            if len(players) == 2:
                await self.tell(players, 0, "")
            while True:
                said = json.loads(await socket.receive_text())
                line = json.dumps({"room": room, "seat": seat, "text": said["text"], "told": TOLD[:100]})
                self.pending.append((line.encode() + b"\n", players, said["serial"] + 1))
                self.news.set()
        except WebSocketDisconnect:
            pass

    async def tell(self, players, serial, text):
        for seat, player in players.items():
            yours = serial % 2 == seat
            said = {"type": "asked", "serial": serial, "seat": serial % 2, "yours": yours, "text": text}
            await player.send_text(json.dumps(said, separators=(",", ":")))

    async def commit(self):
        loop = asyncio.get_running_loop()
        while True:
            await self.news.wait()
            self.news.clear()
            batch, self.pending = self.pending, []
            await loop.run_in_executor(None, self.write, b"".join(line for line, _players, _serial in batch))
            for _line, players, serial in batch:
                await self.tell(players, serial, TOLD)

    def write(self, data):
        os.write(self.file, data)
        os.fdatasync(self.file)


def ours(home, rooms):
    from tabletop.host import Host
    from tabletop.plugins.find.catalogue import Catalogue
    from tabletop.saves import Home, Settings
    from tabletop.server.app import application
    from tabletop.server.doors import Doors
    from tabletop.server.house import House, NewRoom
    from tabletop.server.limits import HouseLimits
    from tabletop.server.rows import NAME, Rooms

    host = Host(Catalogue.installed(), Home(home), Settings(), warn=print)
    house = House(host, Rooms(home / NAME), limits=HouseLimits(rooms=rooms))
    wish = NewRoom(game="pig", seats=("open", "open"), options={"target": 10_000})
    made = [house.make(wish) for _room in range(rooms)]
    tokens = [list(room.seats.values()) for room in made]
    looking = made[0].spectators if made else None
    return application(house, Doors([]), "http://127.0.0.1", "the-house"), tokens, house, looking


async def main(kind, home, rooms):
    from tabletop.server.serving import settled, web

    found = socket.create_server(("127.0.0.1", 0), backlog=4096)
    if kind == "bare":
        bare = Bare(home, rooms)
        app, tokens, house, looking = bare.app, bare.tokens, None, None
    else:
        app, tokens, house, looking = ours(home, rooms)
    settled()
    how = web(app)
    if kind == "bare":
        how.ws = "websockets-sansio"
    server = uvicorn.Server(how)
    serving = asyncio.create_task(server.serve([found]))
    print(json.dumps({"port": found.getsockname()[1], "tokens": tokens, "looking": looking}), flush=True)
    loop = asyncio.get_running_loop()
    profile = None
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line == "profile\n":
            import cProfile

            profile = cProfile.Profile()
            profile.enable()
        elif line == "profiled\n":
            profile.disable()
            profile.dump_stats("/tmp/server.prof")
        held = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
        print(json.dumps({"seconds": time.process_time(), "bytes": held}), flush=True)
    server.should_exit = True
    await serving
    if house is not None:
        await house.close()


if __name__ == "__main__":
    gc.collect()
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
