"""``tabletop plugins new`` and ``check``: for those who write plugins."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from tabletop.i18n import N_, Texts
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.discovery import Plugin
from tabletop.words import unknown

_ = Texts(__file__)


@click.command()
@click.argument("plugin", default=".")
@click.option("--only", multiple=True, metavar="CHECK", help=N_("Only this check; can be given several times."))
@click.option("--quick", is_flag=True, help=N_("Look at few matches: takes seconds."))
@click.option("--thorough", is_flag=True, help=N_("Look at many more matches: takes minutes."))
@click.option("--seed", type=int, default=0, help=N_("Seed for the random matches."))
@click.option(
    "--limit",
    "seconds",
    type=click.IntRange(1, 86_400),
    metavar="SECONDS",
    help=N_("End the checks of a game after so many seconds."),
)
@click.option(
    "--seconds",
    "each",
    type=click.IntRange(1, 86_400),
    metavar="SECONDS",
    help=N_("What each check may take before it ends and says how far it came."),
)
@click.pass_context
def check(context: click.Context, /, plugin: str, **how: Any) -> None:
    """Put a plugin's games through the conformance kit: PLUGIN is a folder, or the name of an installed one."""
    from tabletop.testing.apart import check_apart

    if how["quick"] and how["thorough"]:
        raise click.UsageError(_("--quick and --thorough can't both be: leave one out."))
    target = Path(plugin) if os.path.isdir(plugin) else _installed(plugin)
    reports = check_apart(target, **how, say=_say_aside)
    for report in reports:
        print(str(report))
    if not all(report.ok for report in reports):
        context.exit(1)


def _say_aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _installed(name: str) -> Plugin:
    """The installed plugin of that name: a distribution, a package or the id of one of its games."""
    known: dict[str, Plugin] = {}
    for plugin in Catalogue.installed(os.environ).plugins:
        games = plugin.manifest.games if plugin.manifest else ()
        for word in (plugin.distribution, plugin.package, *(game.id for game in games)):
            known.setdefault(word, plugin)
    if name not in known:
        raise ValueError(unknown(name, list(known)))
    return known[name]


@click.command()
@click.argument("name")
@click.option(
    "--into",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=N_("Where to make the folder; here, if not given."),
)
@click.option(
    "--like",
    "kind",
    type=click.Choice(["cards", "board", "dice", "tiles"]),
    help=N_("Begin with a small game of that family; with a heap of matches, if not given."),
)
def new(name: str, into: Path, kind: str | None) -> None:
    """Write a new plugin with a tiny game, to make your own of: NAME is its name and its game's id."""
    from tabletop.plugins.scaffold import write_plugin

    folder = write_plugin(name, into, [game.id for game in Catalogue.installed(os.environ).games], kind)
    print(_("Written to {folder}. Next:").format(folder=folder))
    print(f"  tabletop play --plugin {folder}")
    print(f"  tabletop plugins check {folder}")
