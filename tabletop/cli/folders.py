"""Plugins in folders, which aren't installed."""

import os
from pathlib import Path

import click

from tabletop.i18n import N_, Texts
from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError

_ = Texts(__file__)

folder_option = click.option(
    "--plugin",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=N_("The folder of a plugin that isn't installed, for this once."),
)


def catalogue_with(folder: Path | None) -> Catalogue:
    """The installed games, with those of the plugin in ``folder`` before them. Raises PluginError and FolderError."""
    installed = Catalogue.installed(os.environ)
    if folder is None:
        return installed
    from tabletop.plugins.find.folder import plugin_in

    plugin = plugin_in(folder)
    if plugin.problem:
        raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem))
    return installed.with_folder(plugin)


def folder_name(folder: Path | None) -> str | None:
    """The folder for other processes, wherever they are."""
    return None if folder is None else str(folder.absolute())


def listing_in(folder: Path | None, game: str | None) -> GameListing:
    """The game that is meant, installed or in ``folder``. Raises UsageError, PluginError."""
    return catalogue_with(folder).find(game or only_game(folder))


def only_game(folder: Path | None) -> str:
    """The id of the game of the plugin in ``folder``; raises UsageError where that says none, or several."""
    if folder is None:
        raise click.UsageError(_("Missing argument 'GAME': “tabletop games” lists them."))
    from tabletop.plugins.find.folder import plugin_in

    ids = [game.id for game in Catalogue([plugin_in(folder)]).games]
    if len(ids) != 1:
        raise click.UsageError(_("Which game? The plugin has {games}.").format(games=", ".join(ids) or _("none")))
    return ids[0]
