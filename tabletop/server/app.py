"""The server as an ASGI application: a page, one call that makes a room, and the socket."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletop.complaints import explain
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.server import lobby, pages, protocol
from tabletop.server.client import BAD, FLOOD, UNKNOWN, Client
from tabletop.server.doors import Doors
from tabletop.server.house import House, NewRoom, Unknown, summary
from tabletop.server.limits import TooOften
from tabletop.server.parlour import Parlour
from tabletop.server.served import Forbidden, Served, TooMuch, body_of, problem
from tabletop.unsaved import SaveError

_ = Texts(__file__)

HELLO: Final = 10.0
"""Seconds in which a connection must say who it is."""
MOST_CLIENTS: Final = 4_096
"""Connections at once."""


SEND: Final = "tabletop.send"
"""Under this name a connection's scope holds what sends to it without detours."""


def application(
    house: House, doors: Doors, address: str, token: str, clock: Callable[[], float] = time.monotonic
) -> Starlette:
    """The application. ``token``: the house's; who has it may make rooms. ``address``: what links begin with."""
    served = Served(house, address, token, clock)
    app = Starlette(
        routes=[
            *pages.routes(),
            *lobby.routes(),
            Route("/api/rooms", _make, methods=["POST"]),
            WebSocketRoute("/table", _table),
        ],
    )
    app.state.served = served
    app.add_middleware(Doorkeeper, doors=doors)
    return app


class Doorkeeper:
    """Lets nobody in who names another host, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._doors.admits(headers.get(b"host", ""), headers.get(b"origin")):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await Response("this server isn't known by that name\n", 421)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            scope[SEND] = send
        await self._app(scope, receive, send)


async def _make(request: Request) -> Response:
    """``POST /api/rooms`` with ``Authorization: Bearer TOKEN``: see docs/reference/protocol.md."""
    served: Served = request.app.state.served
    try:
        served.check_maker(request)
    except Forbidden:
        return problem(401, _("Only who has the house's token makes rooms."))
    except TooOften as why:
        return problem(429, str(why))
    try:
        body = await body_of(request, protocol.MOST_BYTES)
        made = served.house.make(NewRoom.model_validate_json(body))
    except TooMuch as why:
        return problem(413, str(why))
    except ValidationError as error:
        return problem(422, explain(error))
    except (ValueError, PluginError, SaveError) as why:
        return problem(422, str(why))
    return JSONResponse(summary(made, served.address), 201)


async def _table(socket: WebSocket) -> None:
    """One connection, from its hello to its end."""
    served: Served = socket.app.state.served
    await socket.accept()

    async def shut(code: int, why: str) -> None:
        with suppress(RuntimeError):
            await socket.close(code, why)

    send: Send = socket.scope[SEND]

    async def write(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    client = Client(write, shut, served.clock, getattr(getattr(send, "__self__", None), "tell", _later))
    if served.clients >= MOST_CLIENTS:
        await shut(1013, "full")
        return
    served.clients += 1
    writing = asyncio.create_task(client.write())
    parlour: Parlour | None = None
    try:
        parlour = await _entered(socket, served.house, client)
        if parlour is not None:
            reading = asyncio.create_task(_converse(socket, client, parlour))
            await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
            reading.cancel()
    finally:
        served.clients -= 1
        if parlour is not None:
            parlour.leave(client)
        client.close(1000, "")
        with suppress(Exception):
            await asyncio.wait_for(writing, HELLO)


def _later(_data: bytes) -> bool:
    return False


async def _entered(socket: WebSocket, house: House, client: Client) -> Parlour | None:
    """The room that the first message leads into; None: nowhere, and the client was told."""
    try:
        said = protocol.read(await asyncio.wait_for(socket.receive_text(), HELLO))
        if not isinstance(said, protocol.Hello):
            raise ValueError(_("The first message has to be “hello”."))
        if said.version != protocol.VERSION:
            text = _("This server speaks version {here} of the protocol, not {there}: update the older of the two.")
            raise ValueError(text.format(here=protocol.VERSION, there=said.version))
        return house.enter(client, said)
    except (TimeoutError, WebSocketDisconnect, KeyError):
        client.close(BAD, "no hello")
    except Unknown:
        client.put(protocol.refused(ValueError(_("This link isn't valid any more: ask for a new one."))))
        client.close(UNKNOWN, "unknown token")
    except (ValueError, SaveError, PluginError) as why:
        client.put(protocol.refused(why))
        client.close(BAD, "refused")
    return None


async def _converse(socket: WebSocket, client: Client, parlour: Parlour) -> None:
    with suppress(WebSocketDisconnect, KeyError):
        while not client.gone:
            text = await socket.receive_text()
            if not client.spend():
                client.close(FLOOD, "too many messages")
                return
            try:
                said = protocol.read(text)
            except ValueError as why:
                client.put(protocol.refused(why))
                continue
            if isinstance(said, protocol.Hello):
                client.put(protocol.refused(ValueError(_("You have said hello already."))))
                continue
            parlour.take(client, said)
