"""``tabletop plugins duel``: how strong a CPU player is."""

import json
import os
import sys
from pathlib import Path
from typing import TextIO

import click

from tabletop import setup
from tabletop.cli.arguments import json_option
from tabletop.complaints import printable
from tabletop.guard.output import own_output
from tabletop.host import Host, lend_cache
from tabletop.i18n import N_, Texts
from tabletop.incidents import account
from tabletop.lines import show_line
from tabletop.match import with_options
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.tournament.duel import Duel
from tabletop.tournament.results import Results

_ = Texts(__file__)


@click.command()
@click.argument("where", metavar="FOLDER|GAME")
@click.option("--players", required=True, metavar="ONE,OTHER", help=N_("Two CPU players, such as hard,hold:20."))
@click.option("--matches", default=100, type=click.IntRange(2, 1_000_000), help=N_("How many; they go in pairs."))
@click.option("--seats", type=int, help=N_("How many seats; as few as the game allows, if not given."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@click.option("--seed", type=int, default=0, help=N_("Seed for the random matches."))
@click.option("--game", help=N_("Which game, where the folder has several or none."))
@json_option(N_("One JSON document."))
def duel(
    where: str,
    players: str,
    matches: int,
    seats: int | None,
    settings: tuple[str, ...],
    seed: int,
    game: str | None,
    json_to: TextIO | None,
) -> int:
    """Let two CPU players play each other: GAME is installed, FOLDER holds a plugin that isn't."""
    if matches % 2:
        raise ValueError(_("The matches go in pairs: --matches should be an even number."))
    with own_output():
        here = Host.here(os.environ, warn=_say_aside)
        listing = _listing(here, where, game)
        rules = load(listing)
        options = setup.read_settings(rules.options_model, settings)
        bound = lend_cache(here.home, with_options(rules, options, rules.seat_counts[0] if seats is None else seats))
        names = [name.strip().removeprefix("cpu:") for name in players.split(",")]
        results = Results(Duel(bound, names, str(listing.plugin)), seed, matches)
        stopped = _play(results, matches)
    if json_to:
        print(json.dumps(results.document(listing.id), ensure_ascii=False, indent=1), file=json_to)
    else:
        for line in results.lines(listing.title):
            show_line(line)
    return 130 if stopped else _told(here, results)


def _listing(here: Host, where: str, game: str | None) -> GameListing:
    """The game that is meant; a plugin in a folder is there beside the installed ones, and before them."""
    if not os.path.isdir(where):
        return here.catalogue.find(where)
    plugin = plugin_in(Path(where))
    if plugin.problem:
        raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem))
    here.use_catalogue(here.catalogue.with_folder(plugin))
    ids = [found.id for found in Catalogue([plugin]).games]
    if game is None and len(ids) != 1:
        raise ValueError(_("Which game? The plugin has {games}.").format(games=", ".join(ids) or _("none")))
    return here.catalogue.find(game or ids[0])


def _play(results: Results, wanted: int) -> bool:
    """Plays to the end, with a sign of life on a terminal; whether it was stopped."""
    sign = ""
    try:
        for done in results.play():
            if sys.stderr.isatty():
                sign = _("{done} of {wanted} matches").format(done=done, wanted=wanted)
                print(f"\r{sign}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return True
    finally:
        if sign:
            print("\r" + " " * len(sign) + "\r", end="", file=sys.stderr, flush=True)
    return False


def _told(here: Host, results: Results) -> int:
    """Says what failed, and how to see it again; the exit code."""
    if results.failure is None:
        return 0
    _say_aside(str(results.failure))
    _say_aside(_("To see it again: --seed {seed} --matches 2").format(seed=results.failure.seed))
    for line in account(results.failure.failure, here.home)[1:]:
        _say_aside(line)
    return 1


def _say_aside(line: str) -> None:
    print("tabletop: " + printable(line, 1_000), file=sys.stderr, flush=True)
