"""The socket between a client and a server: text in, text out. The one place that knows the library."""

from typing import Final, Protocol

from tabletop.i18n import Texts
from tabletop.remote.links import Link

_ = Texts(__file__)

MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one message from a server."""
PATIENCE: Final = 10.0
"""Seconds in which a server has to answer the knock."""
ABNORMAL: Final = 1006


class Unreachable(Exception):
    """Nobody is there, or nobody who knows the protocol; the text is a sentence."""


class Shut(Exception):
    """The connection has ended, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Conversation(Protocol):
    """One connection."""

    def send(self, text: str) -> None:
        """Sends a message. Raises Shut."""
        ...

    def receive(self) -> str:
        """Waits for the next message. Raises Shut."""
        ...

    def close(self) -> None:
        """Hangs up, from any thread."""
        ...


class SocketConversation:
    """One over a WebSocket."""

    def __init__(self, link: Link) -> None:
        """Knocks. Raises Unreachable."""
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        try:
            self._socket = connect(link.url, compression=None, open_timeout=PATIENCE, max_size=MOST_BYTES)
        except (OSError, TimeoutError) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Unreachable(_("Nobody answers at {address}: {why}.").format(address=link.address, why=why)) from None
        except (WebSocketException, ValueError, EOFError):
            raise Unreachable(not_a_table(link)) from None

    def send(self, text: str) -> None:
        """See ``Conversation``."""
        from websockets.exceptions import ConnectionClosed

        try:
            self._socket.send(text)
        except (ConnectionClosed, OSError):
            raise Shut(self._code) from None

    def receive(self) -> str:
        """See ``Conversation``."""
        from websockets.exceptions import ConnectionClosed

        try:
            came = self._socket.recv()
        except (ConnectionClosed, OSError, EOFError):
            raise Shut(self._code) from None
        return came if isinstance(came, str) else came.decode("utf-8", "replace")

    @property
    def _code(self) -> int:
        return self._socket.close_code or ABNORMAL

    def close(self) -> None:
        """See ``Conversation``."""
        self._socket.close_timeout = 1.0
        self._socket.close()


def not_a_table(link: Link) -> str:
    """The sentence for who answers otherwise than the protocol says."""
    return _("What answers at {address} is no table of this program.").format(address=link.address)
