"""Which plugin a person means by any name that was ever shown of it."""

from collections.abc import Iterable

from tabletop.complaints import printable
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.plugins.find.canonical import canonical
from tabletop.plugins.find.discovery import Plugin

_ = Texts(__file__)


def find_plugin(plugins: Iterable[Plugin], name: str) -> Plugin:
    """The plugin of a distribution, an entry point, a package, a game's id or its full name, in this order.

    Raises PluginError when there is none, or when the name could mean several.
    """
    plugins = tuple(plugins)
    distribution, _colon, _id = name.rpartition(":")
    kinds = (
        [plugin for plugin in plugins if plugin.key in (canonical(name), canonical(distribution))],
        [plugin for plugin in plugins if name in (plugin.entry_point, plugin.package)],
        [plugin for plugin in plugins if name in game_ids(plugin)],
    )
    found = next((kind for kind in kinds if kind), [])
    if not found:
        known = ", ".join(dict.fromkeys(plugin.distribution for plugin in plugins)) or _("none")
        raise PluginError(_("There is no plugin “{name}”, only {known}.").format(name=printable(name), known=known))
    if len({plugin.key for plugin in found}) > 1:
        names = _(" or ").join(plugin.distribution for plugin in found)
        raise PluginError(_("“{name}” could mean {names}: say which.").format(name=name, names=names))
    return found[0]


def game_ids(plugin: Plugin) -> tuple[str, ...]:
    """The ids of a plugin's games; none where its manifest can't be read."""
    return tuple(game.id for game in plugin.manifest.games) if plugin.manifest else ()
