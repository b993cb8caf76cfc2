"""A server without a network: its application, called as a web server calls it, by clients that keep what they get."""

import asyncio
import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tabletop.host import Host
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings
from tabletop.saves.disk import Disk
from tabletop.saves.group import Group
from tabletop.server.app import application
from tabletop.server.doors import Doors
from tabletop.server.house import House
from tabletop.server.rows import NAME, Rooms

TOKEN = "the-house"
ADDRESS = "http://127.0.0.1:8765"


def copied(home: Path, to: Path) -> None:
    """What of a home is left where its server is killed now; the index, which is just being written, is made anew."""
    shutil.copytree(home, to, ignore=shutil.ignore_patterns("*.lock", "index-*"))


class Server:
    """One run of a server over a home."""

    def __init__(self, home: Path, catalogue: Catalogue | None = None, disk: Disk | None = None, **how: Any) -> None:
        self.warnings: list[str] = []
        self.host = Host(catalogue or Catalogue.installed(), Home(home), Settings(), warn=self.warnings.append)
        self.time = 0.0
        self._open = lambda: House(self.host, Rooms(home / NAME), Group(Home(home), disk), processes=False, **how)

    async def __aenter__(self) -> "Server":
        self.house = self._open()
        self.app = application(self.house, Doors([]), ADDRESS, TOKEN, lambda: self.time)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.app.state.served.library.close()
        await self.house.close()

    async def request(
        self, method: str, path: str, body: Any = None, token: str | None = TOKEN, **headers: str
    ) -> tuple[int, Mapping[str, str], str]:
        """Status, headers and text of an answer."""
        given = {"host": "127.0.0.1:8765", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if token is not None:
            given["authorization"] = f"Bearer {token}"
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await requested(self.app, method, path, sent, given)

    async def room(self, game: str, *seats: str, **wish: Any) -> tuple[list[str], str | None]:
        """A new room: the tokens of its open seats, and that of its spectators."""
        status, _headers, text = await self.request("POST", "/api/rooms", {"game": game, "seats": seats, **wish})
        assert status == 201, text
        made = json.loads(text)
        looking = made["spectators"]
        return [seat["link"].partition("#")[2] for seat in made["seats"]], looking and looking.partition("#")[2]


async def requested(
    app: Any, method: str, path: str, sent: bytes, headers: Mapping[str, str]
) -> tuple[int, Mapping[str, str], str]:
    """Status, headers and text of an application's answer."""
    came: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(message: Any) -> None:
        came.append(message)

    path, _mark, query = path.partition("?")
    await app(_scope("http", path, headers, method=method, query_string=query.encode()), receive, send)
    start = next(message for message in came if message["type"] == "http.response.start")
    text = b"".join(message.get("body", b"") for message in came if message["type"] == "http.response.body")
    return start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, text.decode()


def _scope(kind: str, path: str, headers: Mapping[str, str], **more: Any) -> dict[str, Any]:
    listed = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    usual = {"type": kind, "path": path, "headers": listed, "query_string": b"", "asgi": {"version": "3.0"}}
    return {**usual, **more}


class Visitor:
    """One connection. ``got``: all messages so far; ``closed``: the code with which it was closed."""

    def __init__(self, server: Server, **headers: str) -> None:
        self.got: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.closed: int | None = None
        self.reads = True
        self._server = server
        self._headers = {"host": "127.0.0.1:8765", **headers}
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._news = asyncio.Condition()
        self._unread: list[dict[str, Any]] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Visitor":
        scope = _scope("websocket", "/table", self._headers, subprotocols=[])
        await self._in.put({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._server.app(scope, self._in.get, self._take))
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._in.put({"type": "websocket.disconnect", "code": 1006})
        assert self._task is not None
        await self._task

    async def _take(self, message: Any) -> None:
        async with self._news:
            if message["type"] == "websocket.close":
                self.closed = message["code"]
            elif message["type"] == "websocket.send":
                self.raw.append(message["text"])
                self.got.append(json.loads(message["text"]))
                self._unread.append(self.got[-1])
            self._news.notify_all()
        while not self.reads:
            await asyncio.sleep(0)

    async def say(self, raw: str | Mapping[str, Any] | None = None, /, **fields: Any) -> None:
        """Sends a message, or text as it is."""
        text = raw if isinstance(raw, str) else json.dumps(fields if raw is None else raw)
        await self._in.put({"type": "websocket.receive", "text": text})

    async def hello(self, token: str, name: str = "", language: str = "en", **more: Any) -> dict[str, Any]:
        """Says hello; the welcome, or the refusal."""
        await self.say(type="hello", version=1, token=token, name=name, language=language, **more)
        return await self.next(lambda message: message["type"] in ("welcome", "refused"))

    async def next(self, wanted: Callable[[dict[str, Any]], bool] | str) -> dict[str, Any]:
        """The oldest message of a kind that wasn't asked for before."""
        fits = wanted if callable(wanted) else lambda message: message["type"] == wanted
        async with self._news:
            while True:
                for message in self._unread:
                    if fits(message):
                        self._unread.remove(message)
                        return message
                assert self.closed is None, (self.closed, self.got[-3:])
                await self._news.wait()

    async def shut(self) -> int:
        """Waits until it is closed; the code."""
        async with self._news:
            await self._news.wait_for(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def answer(self, text: str) -> dict[str, Any]:
        """Waits until it is asked, and answers; what becomes of it."""
        asked = await self.next(lambda message: message["type"] == "asked" and message["yours"])
        await self.say(type="answer", id=1, seat=asked["seat"], text=text, serial=asked["serial"])
        return await self.next(lambda message: message["type"] in ("done", "refused"))


@asynccontextmanager
async def visiting(server: Server, *tokens: str, languages: str = "en"):
    """Several who have said hello, one after another."""
    visitors = [Visitor(server) for _token in tokens]
    for visitor in visitors:
        await visitor.__aenter__()
    codes = languages.split(",") * len(tokens)
    for number, (visitor, token) in enumerate(zip(visitors, tokens, strict=True)):
        await visitor.hello(token, f"Player {chr(65 + number)}", codes[number])
    try:
        yield visitors
    finally:
        for visitor in visitors:
            await visitor.__aexit__()


async def settled() -> None:
    """Lets the loop do what it has to do."""
    for _turn in range(20):
        await asyncio.sleep(0)


def played(test):
    """A test that runs in a loop of its own."""

    def run(tmp_path):
        asyncio.run(test(tmp_path))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
