"""Who may knock: the names under which the server is known, and the pages that may speak to it."""

from collections.abc import Collection
from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Doors:
    """The hosts that requests may name, and the origins that may open sockets; every other is refused.

    A page elsewhere whose name was made to point here (DNS rebinding) names another host.
    """

    def __init__(self, hosts: Collection[str], public_url: str | None = None) -> None:
        """``hosts``: names without a port. ``public_url``: the address behind a proxy, such as ``https://play.example``."""
        self._hosts = {host.lower() for host in (*LOCAL, *hosts)}
        self._origin = None
        if public_url is not None:
            parts = urlsplit(public_url)
            self._origin = f"{parts.scheme}://{parts.netloc}".lower()
            self._hosts.add(name_of(parts.netloc))

    def admits(self, host: str, origin: str | None) -> bool:
        """Whether a request may come in. ``origin``: the header; None where there is none, as from a program."""
        if name_of(host) not in self._hosts:
            return False
        if origin is None:
            return True
        if origin.lower() == self._origin:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def name_of(host: str) -> str:
    """A host without its port."""
    host = host.lower()
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
