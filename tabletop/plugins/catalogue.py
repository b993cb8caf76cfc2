"""The games on offer: listed from manifests, loaded when one is opened."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any, cast

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.match import Header
from tabletop.plugins.discovery import Plugin, find_plugins
from tabletop.plugins.manifest import GameEntry
from tabletop.plugins.overlay import activate, store_folder

_ = Texts(__file__)


class PluginError(Exception):
    """A plugin, or a game, that can't be used; the text says which and why, in one sentence."""


@dataclass(frozen=True)
class GameListing:
    """A game on offer, and the plugin that it comes with."""

    entry: GameEntry
    plugin: Plugin

    @property
    def id(self) -> str:
        """The game's id."""
        return self.entry.id

    @property
    def title(self) -> str:
        """The game's title in the language in use."""
        return self._texts(self.entry.title)

    @property
    def summary(self) -> str:
        """One sentence on the game in the language in use."""
        return self._texts(self.entry.summary)

    @property
    def _texts(self) -> Texts:
        return Texts(self.plugin.folder / "__init__.py")


class Catalogue:
    """All games of all plugins."""

    def __init__(self, plugins: Iterable[Plugin], trouble: str = "") -> None:
        """Reads nothing but the plugins' manifests. ``trouble`` says why the plugins of the store are missing."""
        self.plugins = tuple(plugins)
        self.trouble = trouble
        self._twice: list[GameListing] = []
        listings: dict[str, GameListing] = {}
        for plugin in self.plugins:
            for entry in plugin.manifest.games if plugin.manifest else ():
                listing = GameListing(entry, plugin)
                if listings.setdefault(entry.id, listing) is not listing:
                    self._twice.append(listing)
        self.games = sorted(listings.values(), key=lambda game: (game.entry.order, game.entry.title, game.id))

    @classmethod
    def installed(cls, environ: Mapping[str, str] = os.environ) -> "Catalogue":
        """The games of the installed plugins: of the host's environment, and of the store in ``environ``'s home."""
        trouble = activate(store_folder(environ))
        return cls(find_plugins(), trouble)

    def problems(self) -> list[str]:
        """One sentence for the store, each plugin, and each game, that can't be used."""
        skipped = _("The plugin {plugin} is skipped: {why}.")
        twice = _("The game “{id}” of the plugin {plugin} is skipped: {other} has one of that id.")
        return [
            *([self.trouble] if self.trouble else []),
            *(skipped.format(plugin=plugin, why=plugin.problem) for plugin in self.plugins if plugin.problem),
            *(
                twice.format(id=game.id, plugin=game.plugin, other=self.find(game.id).plugin.distribution)
                for game in self._twice
            ),
        ]

    def find(self, game_id: str) -> GameListing:
        """The game of that id. Raises PluginError, with a suggestion, when there is none.

        Of two plugins with a game of one id, the first by name of the distribution has it.
        """
        for game in self.games:
            if game.id == game_id:
                return game
        close = get_close_matches(game_id, [game.id for game in self.games], n=1)
        hint = _("Did you mean {id}?").format(id=close[0]) if close else _("“tabletop games” lists them.")
        raise PluginError(_("There is no game “{id}”. {hint}").format(id=game_id, hint=hint))

    def find_for(self, header: Header) -> GameListing:
        """The game of a match. Raises PluginError, naming the plugin that the match needs, when there is none."""
        if not self.has(header.game) and header.plugin:
            message = _("This match needs the plugin {plugin}: “tabletop plugins install {plugin}” brings it.")
            raise PluginError(message.format(plugin=header.plugin))
        return self.find(header.game)

    def has(self, game_id: str) -> bool:
        """Whether there is a game of that id."""
        return any(game.id == game_id for game in self.games)

    def after(self, game: GameListing) -> GameListing | None:
        """The next game in the order of the menu."""
        following = self.games[self.games.index(game) + 1 :]
        return following[0] if following else None


def load(game: GameListing) -> type[Any]:
    """Imports the game's plugin and returns its class. Raises PluginError, whatever the plugin does wrong."""
    import pluggy

    from tabletop import hooks
    from tabletop.game import Game

    plugin = game.plugin
    try:
        manager = pluggy.PluginManager("tabletop")
        manager.add_hookspecs(hooks)
        manager.register(import_module(plugin.package), plugin.package)
        games: dict[str, type[Any]] = {}
        for implementation in manager.hook.tabletop_games.get_hookimpls():
            games |= cast("Mapping[str, type[Any]]", implementation.function())
        rules = games.get(game.id)
        if isinstance(rules, type) and issubclass(rules, Game):
            return rules
        why = _("it offers no game “{id}”").format(id=game.id)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = f"{type(error).__name__}: {printable(str(error), 200)}"
    raise PluginError(_("The plugin {plugin} can't be used: {why}.").format(plugin=plugin, why=why))
