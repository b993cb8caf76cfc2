"""Commands about games and matches."""

import os
import shutil
from typing import Any

import click

from tabletop.cli.arguments import GameType, MatchType, plain_option
from tabletop.i18n import Texts
from tabletop.plugins.catalogue import load
from tabletop.ui import host, pages, setup
from tabletop.ui.table import PAUSES

_ = Texts(__file__)


@click.command()
@click.argument("game", type=GameType())
@click.option("--seats", help=_("Who sits where, such as you,cpu:hard,cpu or Ada,Bo."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=_("A house rule, such as target=50."))
@click.option("--preset", help=_("A named set of house rules."))
@click.option("--seed", type=int, help=_("A whole number: the same seed and moves make the same match."))
@click.option("--speed", type=click.Choice(list(PAUSES)), help=_("How fast CPU players play."))
@plain_option
@click.pass_obj
def play(
    group_plain: bool,
    game: str,
    seats: str | None,
    settings: tuple[str, ...],
    preset: str | None,
    seed: int | None,
    speed: str | None,
    plain: bool,
) -> None:
    """Play a new match, with the usual rules and seats unless you say otherwise."""
    here = host.Host.here(os.environ, plain=plain or group_plain)
    if speed:
        here.settings = here.settings.model_copy(update={"speed": speed})
    listing = here.choose_game(game)
    rules = load(listing)
    values = {**_preset(rules, preset), **setup.read_settings(rules.options_model, settings)}
    here.start(listing, rules, setup.read_seats(_usual(seats, rules), here.person), values, seed)


def _usual(seats: str | None, rules: type[Any]) -> str:
    return setup.default_seats(rules) if seats is None else seats


def _preset(rules: type[Any], name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    if name not in rules.presets:
        known = ", ".join(rules.presets) or _("none")
        raise ValueError(_("There is no preset “{name}” for this game; known: {known}.").format(name=name, known=known))
    return dict(rules.presets[name])


@click.command()
@click.argument("match", required=False, type=MatchType())
@plain_option
@click.pass_obj
def resume(group_plain: bool, match: str | None, plain: bool) -> None:
    """Go on with a match: the one named, or the one last played."""
    host.Host.here(os.environ, plain=plain or group_plain).resume(match)


@click.command()
def matches() -> None:
    """List the saved matches."""
    catalogue = host.open_catalogue(os.environ)
    for match in host.open_matches(os.environ).list():
        click.echo(host.match_line(match, catalogue))


@click.command()
def games() -> None:
    """List the games on offer."""
    catalogue = host.open_catalogue(os.environ)
    for game in catalogue.games:
        low, high = game.entry.seats
        click.echo(f"{game.name:<16} {game.title} ({low}-{high}): {game.summary}")
    for problem in catalogue.problems():
        click.echo(problem, err=True)


@click.command()
@click.argument("game", type=GameType())
def rules(game: str) -> None:
    """Show the rules of a game."""
    listing = host.Host.here(os.environ, plain=True).choose_game(game)
    click.echo(pages.rules_page(listing, min(100, shutil.get_terminal_size().columns)))
