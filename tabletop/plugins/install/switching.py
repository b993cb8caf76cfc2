"""Switching plugins off and on, by any name that was ever shown of them. No plugin is imported for it."""

from collections.abc import Iterable

from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.naming import find_plugin, game_ids
from tabletop.saves.home import Home
from tabletop.saves.switches import PluginSwitches

_ = Texts(__file__)


def disable(plugins: Iterable[Plugin], home: Home, name: str) -> str:
    """Leaves one of ``plugins`` out from the next catalogue on; a sentence that says so. Raises PluginError, SaveError.

    See ``find_plugin`` for what ``name`` may be.
    """
    plugin = find_plugin(plugins, name)
    PluginSwitches(home).disable(plugin.key)
    return _("Disabled: {plugin}.").format(plugin=_with_games(plugin))


def enable(plugins: Iterable[Plugin], home: Home, name: str) -> str:
    """The opposite of ``disable``."""
    plugin = find_plugin(plugins, name)
    PluginSwitches(home).enable(plugin.key)
    return _("Enabled: {plugin}.").format(plugin=_with_games(plugin))


def _with_games(plugin: Plugin) -> str:
    games = ", ".join(game_ids(plugin)) or _("no games")
    return _("{plugin} ({games})").format(plugin=plugin, games=games)
