"""One connection, as the room at its other end sees it: messages go into a bounded queue, and are written in order."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from pydantic_core import PydanticSerializationError, to_json

from tabletop.rooms.inbox import Inbox
from tabletop.rooms.listener import Listener
from tabletop.server.protocol import Screen

MOST_WAITING: Final = 500
"""Messages that may wait for a client that reads slowly; with one more it is cut off, and comes back by its number."""
RATE: Final = 20.0
"""Messages a second that a client may send in the long run."""
BURST: Final = 60.0
"""Messages that it may send at once."""

GONE: Final = 1000
FULL: Final = 1013
NEWER: Final = 4001
"""The same token has come by another connection."""
KICKED: Final = 4002
"""The room's host has sent it out."""
UNKNOWN: Final = 4003
"""The token is worth nothing here."""
BAD: Final = 4400
"""Messages that break the protocol."""
FLOOD: Final = 4429
RESTART: Final = 1012
"""The server ends: come back in a while."""

Send = Callable[[str], Awaitable[None]]
Shut = Callable[[int, str], Awaitable[None]]
Tell = Callable[[bytes], bool]
"""Sends a text in UTF-8 without waiting, if it can; whether it has."""


def written(message: dict[str, Any]) -> bytes:
    """A message as JSON in UTF-8."""
    try:
        return to_json(message)
    except PydanticSerializationError:  # half of a character stands in a text
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class Client:
    """Somebody at the other end. ``put`` never waits."""

    def __init__(self, send: Send, shut: Shut, clock: Callable[[], float], tell: Tell = lambda _data: False) -> None:
        """``clock``: seconds that only grow."""
        self.seat: int | None = None
        """from 0; None for a spectator"""
        self.language = "en"
        self.width: int | None = None
        """of its pictures, in pixels; None: it wants none"""
        self.screen: Screen | None = None
        """on which it shows lines of text, if it does"""
        self.fair = False
        """whether it gives a nonce to dice that can be proven"""
        self.listener: Listener | None = None
        self._send = send
        self._tell = tell
        self._busy = False
        """whether something that waited is being sent"""
        self._shut = shut
        self._clock = clock
        self._waiting: Inbox[str] = Inbox()
        """what can't be sent at once; an empty text is the end"""
        self._closing: tuple[int, str] | None = None
        self._allowance, self._at = BURST, clock()

    @property
    def gone(self) -> bool:
        """Whether nothing more is sent."""
        return self._closing is not None

    def put(self, message: dict[str, Any]) -> None:
        """Sends a message, after all that were sent before."""
        if self._closing is not None:
            return
        data = written(message)
        if not self._waiting.items and not self._busy and self._tell(data):
            return
        if len(self._waiting.items) >= MOST_WAITING:
            self._waiting.items.clear()
            self.close(FULL, "too slow")
            return
        self._waiting.put(data.decode())

    def close(self, code: int, why: str) -> None:
        """Ends the connection once what waits is sent. ``why``: for programs, in English."""
        if self._closing is None:
            self._closing = (code, why)
            self._waiting.put("")

    def spend(self) -> bool:
        """Counts a message that came; whether the client may send as many."""
        now = self._clock()
        self._allowance, self._at = min(BURST, self._allowance + (now - self._at) * RATE), now
        self._allowance -= 1
        return self._allowance >= 0

    async def write(self) -> None:
        """Writes what is sent, until the connection ends."""
        while text := await self._waiting.get():
            self._busy = True
            await self._send(text)
            self._busy = bool(self._waiting.items)
        assert self._closing is not None
        await self._shut(*self._closing)
