"""Running the server: where it listens, what its links begin with, and who may make rooms."""

import asyncio
import gc
import io
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabletop.host import Host
from tabletop.i18n import Texts
from tabletop.saves.disk import Disk, write_atomically
from tabletop.server import protocol, tokens
from tabletop.server.doors import Doors
from tabletop.server.house import House, Made, NewRoom, summary
from tabletop.server.limits import HouseLimits
from tabletop.server.notices import Pass
from tabletop.server.rows import NAME, Rooms
from tabletop.server.workbench import Workbench
from tabletop.unsaved import SaveError

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

_ = Texts(__file__)

SWITCH: Final = 0.0005
"""Seconds for which a thread that thinks may keep the rooms waiting at a time."""

TOKEN: Final = "server-token"
"""The file of the house's token, where no terminal shows it."""


class Place(NamedTuple):
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    public_url: str | None = None

    @property
    def address(self) -> str:
        """What links begin with."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        scheme = "http" if self.certificate is None else "https"
        host = home_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"


def home_address() -> str:
    """This machine's address in the network at home; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def serve(
    host: Host,
    place: Place,
    say: Callable[[str], None],
    first: NewRoom | None = None,
    *,
    limits: HouseLimits | None = None,
    callers: Sequence[Pass] = (),
    show: Callable[[str], bool] | None = None,
) -> None:
    """Serves until it is ended by Ctrl-C or SIGTERM. ``say`` is told what a person at the start must know.

    ``first``: a room that is made at once, and whose links are said. ``callers``: see ``House``. ``show`` opens an
    address in a browser, as soon as it is served; whether it could.

    Raises ValueError where it can't listen there, and SaveError where the rooms can't be kept.
    """
    listening = _listening(place)
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(host, place, listening, say, first, limits or HouseLimits(), callers, show))
    finally:
        listening.close()
        with suppress(OSError):
            (host.home.path / TOKEN).unlink()


async def _serve(
    host: Host,
    place: Place,
    listening: socket.socket,
    say: Callable[[str], None],
    first: NewRoom | None,
    limits: HouseLimits,
    callers: Sequence[Pass],
    show: Callable[[str], bool] | None,
) -> None:
    import uvicorn

    from tabletop.server.app import application

    house = House(host, Rooms(host.home.path / NAME), limits=limits, callers=callers)
    try:
        made = None if first is None else house.make(first)
        token = tokens.new()
        say(_("Tabletop is served at {address}; Ctrl-C ends it.").format(address=place.address))
        say(_tell_token(host, token))
        if limits.anybody:
            text = _(
                "The house is open: anybody may make rooms, at most {rooms}; {thinking} CPU players think at once."
            )
            say(text.format(rooms=limits.rooms, thinking=limits.thinking))
        if made is not None:
            _invite(made, place, say)
        app = application(house, Doors([place.host, home_address()], place.public_url), place.address, token)
        config = web(
            app,
            proxy_headers=place.behind_proxy,
            forwarded_allow_ips="*" if place.behind_proxy else None,
            ssl_certfile=place.certificate,
            ssl_keyfile=place.key,
        )
        settled()
        opening = None
        if show is not None:
            listening.listen()
            opening = asyncio.create_task(asyncio.to_thread(_open, show, say, f"{place.address}/#house={token}"))
        try:
            await uvicorn.Server(config).serve([listening])
        finally:
            app.state.served.library.close()
            del opening
    finally:
        await house.close()


def _open(show: Callable[[str], bool], say: Callable[[str], None], address: str) -> None:
    """Opens the page; where that can't be done its address is said, with the house's token on a terminal alone."""
    if show(address):
        return
    if sys.stdout.isatty():
        say(_("No browser could be opened: open {address} in one.").format(address=address))
    else:
        say(_("No browser could be opened: open the address above in one, with the house's token."))


def serve_workbench(bench: Workbench, port: int, say: Callable[[str], None]) -> None:
    """Serves an author's table here, for this computer alone, until Ctrl-C. Raises ValueError where it can't listen."""
    import uvicorn

    from tabletop.server.workbench_page import workbench_application

    place, key = Place(port=port), tokens.new()
    listening = _listening(place)
    try:
        say(_("The workbench is at {address}; Ctrl-C ends it.").format(address=f"{place.address}/debug/{key}"))
        with suppress(KeyboardInterrupt):
            asyncio.run(uvicorn.Server(web(workbench_application(bench, key))).serve([listening]))
    finally:
        listening.close()


def web(app: "Starlette", **how: Any) -> "uvicorn.Config":
    """How the application is served; ``how``: see uvicorn."""
    import uvicorn

    from tabletop.server.corked import CorkedWebSocket, PatientHttp

    return uvicorn.Config(
        app,
        http=PatientHttp,
        ws=CorkedWebSocket,
        ws_max_size=protocol.MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=5,
        **how,
    )


def settled() -> None:
    """What is there by now stays: the collector needn't look at it again, and looks more seldom at what comes.

    Hints, which think in threads of this process, give way to the rooms sooner than usual.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    sys.setswitchinterval(SWITCH)


def _invite(made: Made, place: Place, say: Callable[[str], None]) -> None:
    """Says the links of a room; with a picture to point a phone at where it can reach the server."""
    links = summary(made, place.address)
    for seat in links["seats"]:
        say(_("Seat {number}: {link}").format(number=seat["seat"], link=seat["link"]))
    if links["spectators"]:
        say(_("To look on: {link}").format(link=links["spectators"]))
    if sys.stdout.isatty() and (place.host != Place().host or place.public_url):
        import segno

        drawn = io.StringIO()
        segno.make(links["seats"][-1]["link"], micro=False).terminal(drawn, compact=True, border=2)
        say(drawn.getvalue())


def _listening(place: Place) -> socket.socket:
    """The socket, bound. Raises ValueError with a sentence."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((place.host, place.port))
    except OSError as error:
        found.close()
        text = _("The server can't listen at {host}, port {port}: {why}. Try another --port.")
        why = error.strerror or str(error)
        raise ValueError(text.format(host=place.host, port=place.port, why=why)) from None
    return found


def _tell_token(host: Host, token: str) -> str:
    """The sentence that tells the house's token on a terminal, or the file that holds it. Raises SaveError."""
    if sys.stdout.isatty():
        return _("The house's token, for making rooms: {token}").format(token=token)
    path = host.home.path / TOKEN
    host.home.prepare(Disk())
    try:
        write_atomically(Disk(), path, f"{token}\n".encode())
        path.chmod(0o600)
    except OSError as error:
        raise SaveError(_("The house's token can't be kept in {path}: {why}.").format(path=path, why=error)) from error
    return _("The house's token, for making rooms, is in {path}.").format(path=path)
