"""``tabletop join`` at a real terminal, over a real socket."""

import asyncio
from threading import Thread

import pytest
import uvicorn
from processes import LAST_RESORT
from sockets import Server

from tabletop.server.serving import web


class Listening:
    """A server at a port of this machine, in a thread of its own."""

    def __init__(self, home):
        self._server = Server(home)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(LAST_RESORT)

    def __enter__(self):
        self._thread.start()
        self.run(self._server.__aenter__())
        self._web = uvicorn.Server(web(self._server.app, port=0))
        self.run(self._begun())
        return self

    async def _begun(self):
        self._web.config.load()
        self._web.lifespan = self._web.config.lifespan_class(self._web.config)
        await self._web.startup()
        self.port = self._web.servers[0].sockets[0].getsockname()[1]

    def __exit__(self, *_error):
        self.run(self._server.__aexit__())
        self.run(self._web.shutdown())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def links(self, *room, **wish):
        tokens, looking = self.run(self._server.room(*room, **wish))
        return [f"http://127.0.0.1:{self.port}/#{token}" for token in (*tokens, looking)]


@pytest.fixture
def server(tmp_path_factory):
    with Listening(tmp_path_factory.mktemp("far")) as listening:
        yield listening


def test_chat_comes_while_a_line_is_typed_and_nothing_of_it_is_lost(server, open_terminal):
    ada_link, bo_link, _looking = server.links("pig", "open", "open", options={"target": 60})
    ada = open_terminal("join", ada_link, "--name", "Ada", "--lang", "da", columns=40)
    ada.wait("Plads 1: Ada")
    bo = open_terminal("join", bo_link, "--name", "Bo", "--plain")
    ada.wait("Ada>")
    ada.process.send("sl")
    ada.wait("Ada> sl")
    bo.wait("Ada is thinking").key("c").wait("\n> ")
    bo.type("say hello")
    ada.wait("hello").wait("Ada> sl")
    bo.wait("Bo says: hello").process.send("wh")
    bo.wait("> wh")
    ada.process.send("\x15say hi\r")
    bo.wait("Ada says: hi").wait("> wh", 2)
    bo.process.send("o\r")
    bo.wait("Seat 1: Ada (here, host)", 2)
    ada.wait("hi").process.send("slå\r")
    bo.wait("Ada rolls")
    assert max(map(len, ada.text.split("\n"))) <= 40
