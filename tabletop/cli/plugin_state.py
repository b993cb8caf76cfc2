"""``tabletop plugins disable`` and ``enable``: kept until they are changed again. No plugin is imported for it."""

import os

import click

from tabletop.i18n import Texts
from tabletop.plugins.catalogue import Catalogue
from tabletop.plugins.discovery import Plugin
from tabletop.plugins.naming import find_plugin, game_ids
from tabletop.saves import Home, PluginSwitches

_ = Texts(__file__)


@click.command()
@click.argument("name")
def disable(name: str) -> None:
    """Leave a plugin out from now on: by its name, or that of one of its games. Its saved matches stay."""
    plugin = _plugin(name)
    PluginSwitches(Home.find(os.environ)).disable(plugin.key)
    print(_("Disabled: {plugin}.").format(plugin=_with_games(plugin)))


@click.command()
@click.argument("name")
def enable(name: str) -> None:
    """Use a plugin again that was disabled."""
    plugin = _plugin(name)
    PluginSwitches(Home.find(os.environ)).enable(plugin.key)
    print(_("Enabled: {plugin}.").format(plugin=_with_games(plugin)))


def _plugin(name: str) -> Plugin:
    return find_plugin(Catalogue.installed().plugins, name)


def _with_games(plugin: Plugin) -> str:
    games = ", ".join(game_ids(plugin)) or _("no games")
    return _("{plugin} ({games})").format(plugin=plugin, games=games)
