"""What is written to a connection within one step of the loop leaves the machine at once, in one write."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tabletop.server.client import BAD, FLOOD, FULL, UNKNOWN

MOST_READ: Final = 4_096
"""Bytes that are read at a time: a hundred messages or so, which keep nobody waiting while they are taken apart."""
MOST_AT_ONCE: Final = 131_072.0
"""Bytes that a client may send at once, and"""
BYTES: Final = 32_768.0
"""how many of them a second in the long run."""
ASKING: Final = 10.0
"""Seconds in which a connection must ask for something."""
PENALTY: Final = 5.0
"""Seconds in which nothing is read any more from who isn't welcome, and after which it is cut off."""


class Corked:
    """A transport that gathers what is written until the loop goes on, and stops reading only where more comes than is
    wanted: one message at a time needs no stopping. All else is the transport's own.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        if hasattr(transport, "max_size"):
            transport.max_size = MOST_READ
        self._loop = loop
        self._parts: list[bytes] = []
        self._held = self._stopped = False
        self.wanted = True
        """whether more is to be read"""

    def write(self, data: bytes) -> None:
        """Writes soon, after all that was written before."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        """Writes what there is, and closes."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._parts:
            data = b"".join(self._parts)
            self._parts.clear()
            if data and not self._transport.is_closing():
                self._transport.write(data)

    def pause_reading(self) -> None:
        """See asyncio; what comes next is read all the same, and nothing after it."""
        self.wanted = False

    def stop(self) -> None:
        """Nothing is read until more is wanted."""
        self._stopped = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """See asyncio; nothing is read while it is held."""
        self.wanted = True
        if self._stopped and not self._held:
            self._stopped = False
            self._transport.resume_reading()

    def hold(self, seconds: float) -> None:
        """Nothing is read for so many seconds: whoever sends has to wait."""
        self._held = True
        self.stop()
        self._loop.call_later(seconds, self._let_go)

    def _let_go(self) -> None:
        self._held = False
        if self.wanted and not self._transport.is_closing():
            self.resume_reading()

    def __getattr__(self, name: str) -> Any:
        """Whatever else a transport can do."""
        return getattr(self._transport, name)


_UNWELCOME: Final = frozenset({FLOOD, BAD, UNKNOWN, FULL})
"""Codes of a close after which nothing that the client sends is of interest."""
_NEEDED: Final = ("handshake_complete", "close_sent", "disconnected", "writable", "conn")
"""What has to be known of a connection to write to it without uvicorn's detours."""


class CorkedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket over such a transport; a text on an open connection is written as one frame at once.

    Who isn't welcome isn't read any more, so that it has to wait where it is instead of coming again at once.
    """

    _plain = False
    _share = MOST_AT_ONCE
    _at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio."""
        self._corked = Corked(transport, self.loop)  # type: ignore[arg-type]
        super().connection_made(self._corked)  # type: ignore[arg-type]
        self._plain = all(hasattr(self, name) for name in _NEEDED)

    def tell(self, data: bytes) -> bool:
        """Writes a text in UTF-8 at once; False where that can't be done now."""
        if not self._plain or not self._open:
            return False
        self.transport.write(frame(data))
        return True

    async def send(self, message: Any) -> None:
        """See ASGI."""
        text = message.get("text")
        if text is None or not self._plain or not self._open:
            await super().send(message)
        else:
            self.transport.write(frame(text.encode()))
        if message.get("code") in _UNWELCOME:
            self._corked.hold(PENALTY)
            self.loop.call_later(PENALTY, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """See asyncio. Of who sends more than its share of bytes, of whatever kind, nothing is read for a while."""
        if not self._corked.wanted:
            self._corked.stop()
        super().data_received(data)
        now = self.loop.time()
        self._share = min(MOST_AT_ONCE, self._share + (now - self._at) * BYTES) - len(data)
        self._at = now
        if self._share < 0:
            self._corked.hold(-self._share / BYTES)

    @property
    def _open(self) -> bool:
        done = self.close_sent or self.disconnected or not self.handshake_complete
        return not done and self.writable.is_set() and self.conn.state is State.OPEN


def frame(data: bytes) -> bytes:
    """A text in UTF-8 as one frame from a server, which masks nothing: RFC 6455, section 5.2."""
    length = len(data)
    if length < 126:
        return bytes((0x81, length)) + data
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2) + data
    return b"\x81\x7f" + length.to_bytes(8) + data


class PatientHttp(H11Protocol):
    """uvicorn's HTTP; who has asked for nothing after ten seconds is let go."""

    def connection_made(self, transport: Any) -> None:
        """See asyncio."""
        super().connection_made(transport)
        self.loop.call_later(ASKING, self._let_go)

    def _let_go(self) -> None:
        if self.scope is None and not self.transport.is_closing():
            self.transport.close()
