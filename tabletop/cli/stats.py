"""``tabletop stats``: what has been played, and how well."""

import json
import sys
from pathlib import Path
from typing import TextIO

import click

from tabletop import uncounted
from tabletop.cli.arguments import GameType, json_option, plain_option
from tabletop.cli.at_screen import session_with
from tabletop.cli.folders import folder_option
from tabletop.i18n import N_, Texts
from tabletop.saves.tallies import chosen, written
from tabletop.terminal.console import PlainConsole

_ = Texts(__file__)


@click.command()
@click.argument("game", required=False, type=GameType())
@click.option("--person", help=N_("Only this person."))
@click.option("--accuracy", is_flag=True, help=N_("Review the matches that weren't reviewed first. This takes long."))
@click.option("--rebuild", is_flag=True, help=N_("Make the statistics again from the saved matches first."))
@json_option(N_("One JSON document: see docs/reference/statistics.md."))
@folder_option
@plain_option
@click.pass_obj
def stats(
    group_plain: bool | None,
    game: str | None,
    person: str | None,
    accuracy: bool,
    rebuild: bool,
    json_to: TextIO | None,
    folder: Path | None,
    plain: bool,
) -> None:
    """Statistics of finished matches that were played without help: of one game, or all."""
    from tabletop.terminal.stats_page import StatsPage

    aside = PlainConsole(sys.stdin, sys.stderr) if json_to else None
    here = session_with(folder, plain=plain or bool(group_plain), console=aside)
    page = StatsPage(here)
    if rebuild:
        here.console.say(_.plural("{n} match counts.", "{n} matches count.", here.counting.rebuild()))
    if game is not None and not chosen(here.statistics(game).tallies, game, None):
        here.catalogue.find(game)
    if accuracy:
        page.work_out_accuracy(game, person)
    if json_to:
        statistics = here.statistics(game)
        tallies = [written(found) for found in chosen(statistics.tallies, game, person, here.me)]
        reasons = uncounted.reasons(statistics.left_out, person, here.me)
        found = {"format": "tabletop-stats", "version": 1, "tallies": tallies, "uncounted": reasons}
        print(json.dumps(found), file=json_to)
        return
    page.say(game, person)
