"""Commands about games and matches."""

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from tabletop import setup
from tabletop.cli.arguments import GameType, MatchType, is_plain, plain_option, private_option, traffic_option
from tabletop.cli.at_screen import session_with
from tabletop.cli.folders import folder_option, only_game
from tabletop.i18n import N_, Texts
from tabletop.lines import can_encode
from tabletop.plugins.find.catalogue import load
from tabletop.style import Style
from tabletop.terminal import pages
from tabletop.terminal.seated import PAUSES
from tabletop.terminal.session import Session

_ = Texts(__file__)


@click.command()
@click.argument("game", required=False, type=GameType())
@folder_option
@click.option("--seats", help=N_("Who sits where, such as you,cpu:hard,cpu or Ada,Bo."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@click.option("--preset", help=N_("A named set of house rules."))
@click.option("--seed", type=int, help=N_("A whole number: the same seed and moves make the same match."))
@click.option("--take-back", type=click.Choice(["off", "fair", "free"]), help=N_("What undo may do; free: practice."))
@click.option(
    "--dice", type=click.Choice(["program", "mine"]), help=N_("Who throws; mine: you type what real dice show.")
)
@click.option("--speed", type=click.Choice(list(PAUSES)), help=N_("How fast CPU players play."))
@traffic_option
@private_option
@plain_option
@click.pass_obj
def play(
    group_plain: bool,
    game: str | None,
    folder: Path | None,
    seats: str | None,
    settings: tuple[str, ...],
    preset: str | None,
    seed: int | None,
    take_back: str | None,
    dice: str | None,
    speed: str | None,
    traffic: Path | None,
    private: bool,
    plain: bool,
) -> None:
    """Play a new match, with the usual rules and seats unless you say otherwise."""
    here = session_with(folder, plain=plain or group_plain, private=private)
    here.traffic = traffic
    if speed:
        here.settings = here.settings.model_copy(update={"speed": speed})
    listing = here.choose_game(game or only_game(folder))
    rules = load(listing)
    values = {**_preset(rules, preset), **setup.read_settings(rules.options_model, settings)}
    said = {"take_back": take_back, "dice": dice}
    terms = here.usual_terms.model_copy(update={name: value for name, value in said.items() if value})
    here.start(listing, rules, setup.read_seats(_usual(seats, rules), here.person), values, seed, terms)
    _go_elsewhere(here)


def _go_elsewhere(here: Session) -> None:
    """To the menu, where the table was left for something that was typed."""
    if here.wish is not None:
        from tabletop.terminal.menu import Menu

        Menu(here).run()


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
@folder_option
@traffic_option
@private_option
@plain_option
@click.pass_obj
def resume(
    group_plain: bool, match: str | None, folder: Path | None, traffic: Path | None, private: bool, plain: bool
) -> None:
    """Go on with a match: the one named, or the one last played."""
    here = session_with(folder, plain=plain or group_plain, private=private)
    here.traffic = traffic
    here.resume(match)
    _go_elsewhere(here)


@click.command()
@click.argument("game", required=False, type=GameType())
@folder_option
@plain_option
@click.pass_obj
def rules(group_plain: bool, game: str | None, folder: Path | None, plain: bool) -> None:
    """Show the rules of a game; on a terminal a screen at a time."""
    here = session_with(folder, plain=is_plain(plain, group_plain) or not sys.stdout.isatty())
    listing = here.choose_game(game or only_game(folder))
    style = Style(min(100, shutil.get_terminal_size().columns), ascii=not can_encode(sys.stdout))
    here.console.page(pages.rules_page(listing, style, plain=is_plain(plain, group_plain)))
