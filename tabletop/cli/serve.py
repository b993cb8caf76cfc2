"""``tabletop serve``: rooms for friends elsewhere."""

import logging
import os
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from tabletop import setup
from tabletop.cli.arguments import GameType
from tabletop.cli.folders import catalogue_with, folder_option, listing_in
from tabletop.host import Host
from tabletop.i18n import N_, Texts
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.saves import Home, Settings

_ = Texts(__file__)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("game", required=False, type=GameType())
@click.option("--seats", help=N_("Who sits where: “open” for a friend, or cpu:level; open,open if left out."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@click.option("--fair", is_flag=True, help=N_("Dice whose fairness everybody can prove at the end."))
@click.option("--host", default="127.0.0.1", help=N_("The address to listen at; 0.0.0.0 for friends in the network."))
@click.option("--port", type=click.IntRange(1, 65_535), default=8765, help=N_("The port to listen at."))
@click.option("--tls-cert", type=_FILE, help=N_("The file of a TLS certificate."))
@click.option("--tls-key", type=_FILE, help=N_("The file of its key."))
@click.option("--behind-proxy", is_flag=True, help=N_("A proxy stands before it and says who comes from where."))
@click.option("--public-url", metavar="URL", help=N_("The address that friends use, such as https://play.example."))
@click.option("--open-house", is_flag=True, help=N_("Anybody may make rooms, without the house's token."))
@click.option("--rooms", type=click.IntRange(1, 100_000), help=N_("Rooms at once: 1000, or 100 in an open house."))
@click.option("--thinking", type=click.IntRange(1, 1_000), help=N_("CPU players that think at once: 32, or 2."))
@click.option(
    "--notify",
    metavar="COMMAND",
    help=N_("A command that tells who isn't there that it is their turn; without a shell."),
)
@click.option("--webhook", metavar="URL", help=N_("An address that is told the same, by POST."))
@click.option("--open", "opens", is_flag=True, help=N_("Open the page in a browser: the program with a window."))
@click.option(
    "--debug", is_flag=True, help=N_("For authors: one table, all seats side by side, on this computer alone.")
)
@folder_option
def serve(
    game: str | None,
    seats: str | None,
    settings: tuple[str, ...],
    fair: bool,
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    behind_proxy: bool,
    public_url: str | None,
    open_house: bool,
    rooms: int | None,
    thinking: int | None,
    notify: str | None,
    webhook: str | None,
    opens: bool,
    debug: bool,
    folder: Path | None,
) -> None:
    """Serve rooms in which friends play from elsewhere; with GAME, one is made at once and its links are shown."""
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError(_("A certificate needs its key: give both --tls-cert and --tls-key."))
    if behind_proxy != (public_url is not None):
        raise click.UsageError(_("Behind a proxy give both --behind-proxy and --public-url."))
    if folder is not None and not debug:
        raise click.UsageError(_("--plugin goes with --debug, for authors; rooms are for installed games."))
    if opens and (debug or behind_proxy):
        raise click.UsageError(_("--open opens the page on this computer: it goes with neither --debug nor a proxy."))
    if debug:
        if host != "127.0.0.1" or behind_proxy:
            raise click.UsageError(_("--debug shows every seat's secrets and listens at 127.0.0.1 alone."))
        _debug(folder, game, seats, settings, port)
        return
    run, Place = _server()
    from tabletop.server.limits import OPEN_HOUSE, HouseLimits

    here = Host.here(os.environ, warn=logging.getLogger("tabletop").warning)
    first = None if game is None else _first(here, game, seats, settings, fair)
    place = Place(host, port, tls_cert, tls_key, behind_proxy, public_url)
    usual = OPEN_HOUSE if open_house else HouseLimits()
    limits = usual._replace(rooms=rooms or usual.rooms, thinking=thinking or usual.thinking)
    show = webbrowser.open if opens else None
    callers = _callers(notify, webhook)
    run(here, place, lambda line: print(line, flush=True), first, limits=limits, callers=callers, show=show)


def _callers(notify: str | None, webhook: str | None) -> list[Any]:
    """What calls who isn't there. Raises ValueError for what can't."""
    from tabletop.server import notices

    found = [] if notify is None else [notices.by_command(notices.command_line(notify))]
    if webhook is not None:
        notices.check_address(webhook)
        found.append(notices.by_web(webhook))
    return found


def for_friends(
    say: Callable[[str], None], listing: GameListing, options: Mapping[str, Any], home: bool, *, fair: bool = False
) -> None:
    """Serves a room from the menu, until Ctrl-C. ``home``: for all devices in the network, not this computer alone.
    ``fair``: its dice can be proven.

    Raises as ``serve`` does.
    """
    run, Place = _server()
    here = Host.here(os.environ, warn=logging.getLogger("tabletop").warning)
    say(_("Each link is a seat: open yours in a browser and send the others. Ctrl-C leads back to the menu."))
    run(here, Place("0.0.0.0" if home else "127.0.0.1"), say, _usual_room(listing, options, None, fair))


def _server() -> tuple[Any, Any]:
    """What serves, and the class of where. Raises ValueError where a package is missing."""
    try:
        from tabletop.server.serving import Place, serve
    except ImportError as error:
        text = _("Serving needs more packages ({name} is missing): pip install 'tabletop-host[server]'.")
        raise ValueError(text.format(name=error.name)) from None
    return serve, Place


def _debug(folder: Path | None, game: str | None, seats: str | None, settings: tuple[str, ...], port: int) -> None:
    """Serves an author's table. Raises UsageError, ValueError and PluginError."""
    _server()
    from tabletop.server.serving import serve_workbench
    from tabletop.server.workbench import Workbench

    listing = listing_in(folder, game)
    rules = load(listing)
    options = setup.read_settings(rules.options_model, settings)
    number = len(seats.split(",")) if seats else max(2, rules.seat_counts[0])
    here = Host(catalogue_with(folder), Home.find(os.environ), Settings(), warn=logging.getLogger("tabletop").warning)
    bench = Workbench(here, listing, setup.chosen(rules, options), number, 1)
    serve_workbench(bench, port, lambda line: print(line, flush=True))


def _first(here: Host, game: str, seats: str | None, settings: tuple[str, ...], fair: bool) -> Any:
    """The room that is made at once. Raises ValueError and PluginError."""
    listing = here.catalogue.find(game)
    rules = load(listing)
    options = setup.chosen(rules, setup.read_settings(rules.options_model, settings))
    return _usual_room(listing, options, seats, fair)


def _usual_room(listing: GameListing, options: Mapping[str, Any], seats: str | None, fair: bool = False) -> Any:
    from tabletop.server.house import OPEN, NewRoom

    usual = ",".join([OPEN] * max(2, load(listing).seat_counts[0]))
    wanted = tuple(seat.strip() for seat in (seats or usual).split(","))
    return NewRoom(game=listing.full_name, seats=wanted, options=dict(options), fair=fair)
