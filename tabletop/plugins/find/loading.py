"""Importing a plugin and asking it for its games: only when one of them is opened."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import isabstract
from typing import Any, Final

from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure
from tabletop.guard.output import own_output
from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.listing import GameListing

_ = Texts(__file__)

Implementations = Mapping[str, Any]
"""The plugin's functions by the names of their hooks."""


opened: Final[dict[str, Plugin]] = {}
"""The plugins whose code runs in this process, by package: one of them is to blame for what is raised in it."""


def suspects(plugins: Iterable[Plugin]) -> Mapping[str, str]:
    """The names of plugins, by the folders of their packages."""
    return {str(plugin.folder): str(plugin) for plugin in plugins if plugin.manifest}


def implementations(plugin: Plugin) -> Implementations:
    """Imports a plugin; the hooks that it implements. Raises PluginError if it may not be used, else PluginFailure."""
    if plugin.state != "enabled":
        raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=plugin.problem))
    guard = Guard(str(plugin))
    opened[plugin.package] = plugin
    with own_output():
        module = guard.rules(_("its import"), import_module, plugin.package)
        found: Implementations = guard.rules(_("its registration"), _register, module, plugin.package)
    unknown = [name for name, function in found.items() if function is None]
    if unknown:
        why = _("it implements the hook {name}, which doesn't exist").format(name=unknown[0])
        close = get_close_matches(unknown[0], [name for name in _hooks() if name not in found], n=1)
        raise PluginFailure(
            str(plugin),
            _("its registration"),
            _("{why}: is {close} meant?").format(why=why, close=close[0]) if close else why,
        )
    return found


def _hooks() -> list[str]:
    from tabletop import hooks

    return [name for name in vars(hooks) if name.startswith("tabletop_")]


def _register(module: Any, name: str) -> Implementations:
    """The functions by hook; None for a hook that doesn't exist."""
    import pluggy

    from tabletop import hooks

    manager = pluggy.PluginManager("tabletop")
    manager.add_hookspecs(hooks)
    manager.register(module, name)
    callers = manager.get_hookcallers(module) or []
    return {caller.name: caller.get_hookimpls()[0].function if caller.has_spec() else None for caller in callers}


def load(game: GameListing) -> type[Any]:
    """Imports the game's plugin and returns its class. Raises PluginError, whatever the plugin does wrong."""
    found = implementations(game.plugin)
    if "tabletop_games" not in found:
        raise PluginFailure(
            str(game.plugin),
            _("its registration"),
            _("it has no function tabletop_games that is marked with @hookimpl"),
        )
    games = Guard(str(game.plugin)).rules(
        "tabletop_games", found["tabletop_games"], check=lambda answer: _wrong(answer, game.id)
    )
    rules: type[Any] = games[game.id]
    return rules


def _wrong(games: Any, game_id: str) -> str:
    """What is wrong with what a plugin answers to ``tabletop_games``."""
    from tabletop.game import Game

    if not isinstance(games, Mapping):
        return _("it answered {answer} where the contract says Mapping").format(answer=type(games).__name__)
    if game_id not in games:
        return _("it offers no game “{id}”, which its manifest promises").format(id=game_id)
    rules = games[game_id]
    if not (isinstance(rules, type) and issubclass(rules, Game)):
        return _("its game “{id}” is no class derived from Game").format(id=game_id)
    if isabstract(rules):
        names = ", ".join(sorted(rules.__abstractmethods__))
        return _("its game “{id}” lacks {names}").format(id=game_id, names=names)
    return _wrong_attribute(rules)


def _wrong_attribute(rules: type[Any]) -> str:
    from tabletop.game import GameOptions

    model = rules.options_model
    fine = {
        "options_model": isinstance(model, type) and issubclass(model, GameOptions),
        "seat_counts": isinstance(rules.seat_counts, range) and len(rules.seat_counts) > 0,
        "presets": isinstance(rules.presets, Mapping),
        "moves": isinstance(rules.moves, tuple),
        "texts": callable(rules.texts),
    }
    bad = [name for name, good in fine.items() if not good]
    return _("the attribute {name} of its game is not what the contract says").format(name=bad[0]) if bad else ""
