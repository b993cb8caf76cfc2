"""``tabletop games``: what can be played."""

import sys

import click

from tabletop.lines import show_line
from tabletop.plugins.find.catalogue import Catalogue


@click.command()
def games() -> None:
    """List the games on offer."""
    catalogue = Catalogue.installed()
    for game in catalogue.games:
        low, high = game.entry.seats
        show_line(f"{game.name:<16} {game.title} ({low}-{high}): {game.summary}")
    for problem in catalogue.problems():
        print(problem, file=sys.stderr)
