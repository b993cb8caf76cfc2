"""``tabletop games``: what can be played."""

import sys

import click

from tabletop.complaints import printable
from tabletop.i18n import N_, Texts
from tabletop.lines import show_line
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.origin import without_games

_ = Texts(__file__)


@click.command()
@click.option("--find", "text", default="", help=N_("Only those with these words in name, title, summary or tags."))
def games(text: str) -> None:
    """List the games on offer."""
    catalogue = Catalogue.installed()
    found = [game for game in catalogue.games if game.fits(text)]
    for game in found:
        low, high = game.entry.seats
        tags = f" [{', '.join(game.tags)}]" if game.tags else ""
        show_line(f"{game.name:<16} {game.title} ({low}-{high}): {game.summary}{tags}")
    if text and not found and catalogue.games:
        raise ValueError(_("No game has “{text}” in its name, title, summary or tags.").format(text=printable(text)))
    for line in [] if catalogue.games else without_games():
        show_line(line)
    for problem in catalogue.problems():
        print(problem, file=sys.stderr)
