"""``tabletop serve``: rooms for friends elsewhere."""

import logging
import os
from pathlib import Path
from typing import Any

import click

from tabletop import setup
from tabletop.cli.arguments import GameType
from tabletop.host import Host
from tabletop.i18n import N_, Texts
from tabletop.plugins.find.catalogue import load

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
) -> None:
    """Serve rooms in which friends play from elsewhere; with GAME, one is made at once and its links are shown."""
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError(_("A certificate needs its key: give both --tls-cert and --tls-key."))
    if behind_proxy != (public_url is not None):
        raise click.UsageError(_("Behind a proxy give both --behind-proxy and --public-url."))
    try:
        from tabletop.server.serving import Place
        from tabletop.server.serving import serve as run
    except ImportError as error:
        text = _("Serving needs more packages ({name} is missing): pip install 'tabletop-host[server]'.")
        raise ValueError(text.format(name=error.name)) from None
    here = Host.here(os.environ, warn=logging.getLogger("tabletop").warning)
    first = None if game is None else _first(here, game, seats, settings, fair)
    place = Place(host, port, tls_cert, tls_key, behind_proxy, public_url)
    run(here, place, lambda line: print(line, flush=True), first)


def _first(here: Host, game: str, seats: str | None, settings: tuple[str, ...], fair: bool) -> Any:
    """The room that is made at once. Raises ValueError and PluginError."""
    from tabletop.server.house import OPEN, NewRoom

    rules = load(here.catalogue.find(game))
    options = setup.chosen(rules, setup.read_settings(rules.options_model, settings))
    usual = ",".join([OPEN] * max(2, rules.seat_counts[0]))
    wanted = tuple(seat.strip() for seat in (seats or usual).split(","))
    return NewRoom(game=game, seats=wanted, options=options, fair=fair)
