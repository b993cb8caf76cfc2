"""What all requests to one server share: its rooms, its home, and who has the house's token."""

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tabletop.i18n import Texts
from tabletop.server import tokens
from tabletop.server.house import House
from tabletop.server.library import Library
from tabletop.server.limits import Callers

_ = Texts(__file__)

_SITTING: Final = 100
"""So many seats one address may take in listed rooms in an hour."""


class Forbidden(Exception):
    """Somebody has no business here."""


class TooMuch(ValueError):
    """Somebody sends more than anybody needs to."""


class Served:
    """What all requests share."""

    def __init__(self, house: House, address: str, token: str, clock: Callable[[], float]) -> None:
        """``address``: what links begin with. ``token``: the house's."""
        self.house = house
        self.address = address
        self._token = tokens.hashed(token)
        self.clock = clock
        self.clients = 0
        self.library = Library(house.host.catalogue, house.host.home, house.host.warn)
        self.callers_sitting = Callers(_SITTING, clock)
        self._makers = Callers(house.limits.each, clock)

    def is_house(self, request: Request) -> bool:
        """Whether whoever asks has the house's token."""
        return tokens.same(_bearer(request), self._token)

    def check_house(self, request: Request) -> None:
        """Raises Forbidden where whoever asks hasn't the house's token."""
        if not self.is_house(request):
            raise Forbidden

    def match_of(self, request: Request) -> str | None:
        """The match in which whoever asks has a seat; None: none yet. Raises Forbidden for a token of no seat."""
        found = self.house.row_of(_bearer(request))
        if found is None:
            raise Forbidden
        return found.match

    def check_maker(self, request: Request) -> None:
        """Raises TooOften where whoever asks may not make a room now, and Forbidden where they never may."""
        if self.is_house(request):
            return
        if not self.house.limits.anybody:
            raise Forbidden
        self._makers.check(request.client.host if request.client else "")


def _bearer(request: Request) -> str:
    scheme, _space, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def body_of(request: Request, most: int) -> bytes:
    """What was sent. Raises TooMuch where that is over ``most`` bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooMuch(_("That is too much at once."))
    return body


def problem(status: int, sentence: str) -> Response:
    """An answer that says what is wrong."""
    return JSONResponse({"error": sentence}, status, headers={"Cache-Control": "no-store"})
