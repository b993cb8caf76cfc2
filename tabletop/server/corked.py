"""What is written to a connection within one step of the loop leaves the machine at once, in one write."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


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


class CorkedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket over such a transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio."""
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]
