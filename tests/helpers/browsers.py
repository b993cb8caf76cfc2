"""A real browser, and a server that it reaches: on a thread, at a port of the system's choice."""

import asyncio
import os
import shutil
import socket
import threading

import pytest
import uvicorn

from tabletop.host import Host
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings
from tabletop.server import protocol
from tabletop.server.app import application
from tabletop.server.doors import Doors
from tabletop.server.house import House, NewRoom
from tabletop.server.rows import NAME, Rooms

TOKEN = "the-house-of-the-test"
NAMES = ("chromium", "chromium-browser", "google-chrome")


def launch(playwright):
    """The system's browser. Without one: a failure where CI is set, elsewhere a skip."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        said = "There is no browser here: install Debian's chromium to run these tests."
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(said)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if root else [])


class Ground:
    """A server of this process that can be ended and begun again at the same port."""

    def __init__(self, home, catalogue=None):
        self._home = home
        self._catalogue = catalogue or Catalogue.installed()
        self._port = 0
        self.start()

    @property
    def address(self):
        """What links begin with."""
        return f"http://127.0.0.1:{self._port}"

    def start(self):
        """Serves; returns when it does."""
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self._port))
        self._port = listening.getsockname()[1]
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(listening, ready)), daemon=True)
        self._thread.start()
        ready.wait()

    async def _serve(self, listening, ready):
        host = Host(self._catalogue, Home(self._home), Settings(), warn=print)
        self._loop = asyncio.get_running_loop()
        self._house = House(host, Rooms(self._home / NAME), processes=False)
        app = application(self._house, Doors([]), self.address, TOKEN)
        how = {"log_level": "error", "lifespan": "off", "ws": "websockets-sansio", "timeout_graceful_shutdown": 1}
        self._server = uvicorn.Server(uvicorn.Config(app, ws_max_size=protocol.MOST_BYTES, **how))
        listening.listen()
        ready.set()
        await self._server.serve([listening])
        app.state.served.library.close()
        await self._house.close()
        listening.close()

    def stop(self):
        """Ends; returns when nothing is served any more."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join()

    def room(self, game, *seats, **wish):
        """A new room: the addresses of its open seats, and that of its spectators last."""

        async def make():
            return self._house.make(NewRoom(game=game, seats=seats, **wish))

        made = asyncio.run_coroutine_threadsafe(make(), self._loop).result()
        return [f"{self.address}/#{token}" for token in (*made.seats.values(), made.spectators)]
