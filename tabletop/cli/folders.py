"""Plugins in folders, which aren't installed."""

import os
import shlex
from pathlib import Path

import click

from tabletop.i18n import N_, Texts
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.folder import plugin_in
from tabletop.terminal.session import Session

_ = Texts(__file__)

folder_option = click.option(
    "--plugin",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=N_("The folder of a plugin that isn't installed, for this once."),
)


def session_with(folder: Path | None, *, plain: bool, private: bool = False) -> Session:
    """The services, with the plugin in ``folder`` beside the installed ones, and before them."""
    here = Session.at_screen(os.environ, plain=plain, private=private)
    if folder is not None:
        plugin = plugin_in(folder)
        here.use_catalogue(beside(here.catalogue, plugin))
        here.resume_options = f" --plugin {shlex.quote(str(folder))}"
        _check(plugin)
    return here


def beside(catalogue: Catalogue, plugin: Plugin) -> Catalogue:
    """The plugin and all others, it before them."""
    return Catalogue([plugin, *(other for other in catalogue.plugins if other.package != plugin.package)])


def folder_name(folder: Path | None) -> str | None:
    """The folder for other processes, wherever they are."""
    return None if folder is None else str(folder.absolute())


def listing_in(folder: Path | None, game: str | None) -> GameListing:
    """The game that is meant, installed or in ``folder``. Raises UsageError, PluginError."""
    name = game or only_game(folder)
    catalogue = Catalogue.installed()
    if folder is not None:
        plugin = plugin_in(folder)
        _check(plugin)
        catalogue = beside(catalogue, plugin)
    return catalogue.find(name)


def _check(plugin: Plugin) -> None:
    if plugin.problem:
        raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem))


def only_game(folder: Path | None) -> str:
    """The id of the game of the plugin in ``folder``; raises UsageError where that says none, or several."""
    if folder is None:
        raise click.UsageError(_("Missing argument 'GAME': “tabletop games” lists them."))
    ids = [game.id for game in Catalogue([plugin_in(folder)]).games]
    if len(ids) != 1:
        raise click.UsageError(_("Which game? The plugin has {games}.").format(games=", ".join(ids) or _("none")))
    return ids[0]
