"""Commands about games and matches."""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from tabletop import setup
from tabletop.cli.arguments import GameType, MatchType, plain_option, private_option
from tabletop.i18n import N_, Texts
from tabletop.lines import can_encode
from tabletop.plugins.find.catalogue import Catalogue, PluginError, load
from tabletop.plugins.find.folder import plugin_in
from tabletop.style import Style
from tabletop.terminal import pages
from tabletop.terminal.seated import PAUSES
from tabletop.terminal.session import Session

_ = Texts(__file__)

folder_option = click.option(
    "--plugin",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=N_("The folder of a plugin that isn't installed, for this once."),
)


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
    private: bool,
    plain: bool,
) -> None:
    """Play a new match, with the usual rules and seats unless you say otherwise."""
    here = _here(plain or group_plain, folder, private=private)
    if speed:
        here.settings = here.settings.model_copy(update={"speed": speed})
    listing = here.choose_game(game or _only_game(folder))
    rules = load(listing)
    values = {**_preset(rules, preset), **setup.read_settings(rules.options_model, settings)}
    said = {"take_back": take_back, "dice": dice}
    terms = here.usual_terms.model_copy(update={name: value for name, value in said.items() if value})
    here.start(listing, rules, setup.read_seats(_usual(seats, rules), here.person), values, seed, terms)


def _here(plain: bool, folder: Path | None, *, private: bool) -> Session:
    """The services, with the plugin in ``folder`` beside the installed ones, and before them."""
    here = Session.at_screen(os.environ, plain=plain, private=private)
    if folder is not None:
        plugin = plugin_in(folder)
        others = [other for other in here.catalogue.plugins if other.package != plugin.package]
        here.use_catalogue(Catalogue([plugin, *others]))
        here.resume_options = f" --plugin {shlex.quote(str(folder))}"
        if plugin.problem:
            raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem))
    return here


def _only_game(folder: Path | None) -> str:
    if folder is None:
        raise click.UsageError(_("Missing argument 'GAME': “tabletop games” lists them."))
    ids = [game.id for game in Catalogue([plugin_in(folder)]).games]
    if len(ids) != 1:
        raise click.UsageError(_("Which game? The plugin has {games}.").format(games=", ".join(ids) or _("none")))
    return ids[0]


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
@private_option
@plain_option
@click.pass_obj
def resume(group_plain: bool, match: str | None, folder: Path | None, private: bool, plain: bool) -> None:
    """Go on with a match: the one named, or the one last played."""
    _here(plain or group_plain, folder, private=private).resume(match)


@click.command()
@click.argument("game", type=GameType())
def rules(game: str) -> None:
    """Show the rules of a game."""
    listing = Session.at_screen(os.environ, plain=True).choose_game(game)
    style = Style(min(100, shutil.get_terminal_size().columns), ascii=not can_encode(sys.stdout))
    print(pages.rules_page(listing, style))
