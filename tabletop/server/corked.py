"""What is written to a connection within one step of the loop leaves the machine at once, in one write."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State


class Corked:
    """A transport that gathers what is written until the loop goes on. All else is the transport's own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []

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

    def __getattr__(self, name: str) -> Any:
        """Whatever else a transport can do."""
        return getattr(self._transport, name)


_NEEDED: Final = ("handshake_complete", "close_sent", "disconnected", "writable", "conn")
"""What has to be known of a connection to write to it without uvicorn's detours."""


class CorkedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket over such a transport; a text on an open connection is written as one frame at once."""

    _plain = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio."""
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]
        self._plain = all(hasattr(self, name) for name in _NEEDED)

    async def send(self, message: Any) -> None:
        """See ASGI."""
        text = message.get("text")
        if text is None or not self._plain or not self._open:
            await super().send(message)
        else:
            self.transport.write(frame(text.encode()))

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
