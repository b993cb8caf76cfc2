"""A real browser, a server that it reaches, on a thread at a port of the system's choice, and pages that play."""

import asyncio
import os
import shutil
import socket
import threading

import pytest
import uvicorn
from playwright.sync_api import expect, sync_playwright
from processes import LAST_RESORT

from tabletop.host import Host
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings
from tabletop.server import protocol
from tabletop.server.app import application
from tabletop.server.doors import Doors
from tabletop.server.house import House, NewRoom
from tabletop.server.rows import NAME, Rooms

TOKEN = "the-house-of-the-test"
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
LANGUAGES = ("en", "de", "it", "da")
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


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        found = launch(playwright)
        expect.set_options(timeout=1_000 * LAST_RESORT)
        yield found
        found.close()


@pytest.fixture
def ground(tmp_path):
    served = Ground(tmp_path)
    yield served
    served.stop()


@pytest.fixture
def enter(browser):
    """Opens a link in a window of its own and comes in; whatever the page complains of is a failure."""
    contexts, complaints = [], []

    def open_page(link, name="", **how):
        contexts.append(browser.new_context(**{"viewport": {"width": 800, "height": 900}, **how}))
        page = contexts[-1].new_page()
        page.set_default_timeout(1_000 * LAST_RESORT)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: "Policy" in said.text and complaints.append(said.text))
        page.goto(link)
        if name:
            page.fill("#name", name)
            page.press("#name", "Enter")
            page.wait_for_selector("#people li")
        return page

    open_page.complaints = complaints
    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def over(page):
    return page.locator("#actions button", has_text="Review").count() > 0


def play_on(page, prefer=()):
    """Does what is to be done on a page, if there is something; whether there was."""
    if page.locator("#go-on").count():
        page.locator("#go-on").click()
        expect(page.locator("#go-on")).to_have_count(0)
        return True
    keys = page.locator("#moves:not([aria-busy]) button").evaluate_all("all => all.map(each => each.dataset.key)")
    if not keys:
        return False
    key = next((key for key in prefer if key in keys), keys[0])
    click = "(all, key) => all.find(each => each.dataset.key === key)?.click()"
    page.locator("#moves button").evaluate_all(click, key)
    page.locator("#moves:not([aria-busy])").wait_for(state="attached")
    return True


def play_to_the_end(pages, prefer=()):
    for _turn in range(300):
        busy = ", ".join(["#moves button", "#go-on"])
        pages[0].locator(f"{busy}, #status:has-text('Waiting'), #status:has-text('over')").first.wait_for()
        played = [play_on(page, prefer) for page in pages]
        if not any(played) and all(over(page) for page in pages):
            return
    raise AssertionError([page.locator("#status").inner_text() for page in pages])
