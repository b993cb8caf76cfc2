"""``tabletop games``: what can be played."""

import sys

import click

from tabletop.cli.arguments import is_plain, plain_option
from tabletop.complaints import printable
from tabletop.i18n import N_, Texts
from tabletop.lines import show_line
from tabletop.plugins.find.catalogue import Catalogue

_ = Texts(__file__)


@click.command()
@click.option("--find", "text", default="", help=N_("Only those with these words in name, title, summary or tags."))
@plain_option
@click.pass_obj
def games(group_plain: bool, text: str, plain: bool) -> None:
    """List the games on offer."""
    catalogue = Catalogue.installed()
    found = [game for game in catalogue.games if game.fits(text)]
    columns = not is_plain(group_plain, plain)
    for game in found:
        low, high = game.entry.seats
        tags = f" [{', '.join(game.tags)}]" if game.tags else ""
        name = f"{game.name:<16}" if columns else f"{game.name}:"
        show_line(f"{name} {game.title} ({low}-{high}): {game.summary}{tags}")
    if text and not found and catalogue.games:
        raise ValueError(_("No game has “{text}” in its name, title, summary or tags.").format(text=printable(text)))
    if not catalogue.games:
        from tabletop.plugins.find.origin import without_games

        for line in without_games():
            show_line(line)
    for problem in catalogue.problems():
        print(problem, file=sys.stderr)
