"""``tabletop join``: a seat, two, or a place to look on, at a table elsewhere."""

import os
from pathlib import Path

import click

from tabletop.cli.arguments import plain_option, private_option, traffic_option
from tabletop.host import Host
from tabletop.i18n import N_, Texts, language
from tabletop.remote.links import Link, read_link
from tabletop.table.reader import Reader

_ = Texts(__file__)


@click.command()
@click.argument("links", metavar="LINK", nargs=-1, required=True)
@click.option("--name", "names", multiple=True, help=N_("Who plays; the name of the settings if left out."))
@click.option("--as", "player", metavar="PLAYER", help=N_("A registered player that is a program sits there."))
@traffic_option
@private_option
@plain_option
@click.pass_obj
def join(
    group_plain: bool,
    links: tuple[str, ...],
    names: tuple[str, ...],
    player: str | None,
    traffic: Path | None,
    private: bool,
    plain: bool,
) -> None:
    """Play at a table elsewhere; with two links to one table two play at this keyboard."""
    found = [read_link(link) for link in links]
    if len(found) > 2 or len({link.url for link in found}) > 1 or len(set(found)) < len(found):
        raise click.UsageError(_("One link for each who plays here: two seats of one table at most."))
    try:
        import websockets  # noqa: F401
    except ImportError as error:
        text = _("Joining needs more packages ({name} is missing): pip install 'tabletop-host[server]'.")
        raise ValueError(text.format(name=error.name)) from None
    if player is not None:
        _delegate(found, player, names, traffic)
        return
    from tabletop.terminal.joining import join as run
    from tabletop.terminal.session import Session

    run(Session.at_screen(os.environ, plain=plain or group_plain, private=private), found, names)


def _delegate(links: list[Link], player: str, names: tuple[str, ...], traffic: Path | None) -> None:
    """Has a program play. Raises ValueError."""
    from tabletop.host import engine_of
    from tabletop.remote.delegate import Delegate
    from tabletop.remote.remote_line import RemoteLine

    if len(links) > 1:
        raise click.UsageError(_("A program sits in one seat: give one link."))
    here = Host.here(os.environ)
    engine = engine_of(here.home, here.programs.find(player), traffic)
    line = RemoteLine([(links[0], names[0] if names else player)], Reader(language=language()))
    line.start()
    try:
        Delegate(line, engine, lambda sentence: print(sentence, flush=True)).play()
    finally:
        line.close()
        engine.close()
