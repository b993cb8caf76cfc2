"""Links to tables elsewhere, as ``tabletop serve`` shows them."""

from typing import NamedTuple
from urllib.parse import urlsplit

from tabletop.complaints import printable
from tabletop.i18n import Texts

_ = Texts(__file__)


class Link(NamedTuple):
    """Where a table is, and who one is there."""

    url: str
    """of the socket"""
    token: str
    """a secret: it stands in no sentence"""
    address: str
    """for sentences"""


def read_link(text: str) -> Link:
    """The link that was typed, with a path before the page or without. Raises ValueError with a sentence.

    >>> read_link("https://play.example/games/#abc").url
    'wss://play.example/games/table'
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        shown = printable(text.partition("#")[0])
        raise ValueError(_("“{link}” is no link to a table, such as http://192.168.1.5:8765/#….").format(link=shown))
    if not parts.fragment:
        raise ValueError(_("The link has lost its end: behind “#” stands who you are at the table."))
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    path = parts.path.rstrip("/")
    scheme = "ws" if parts.scheme == "http" else "wss"
    return Link(f"{scheme}://{place}{path}/table", parts.fragment, printable(f"{parts.scheme}://{place}{path}"))
