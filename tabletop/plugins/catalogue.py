"""The games on offer: listed from manifests, named so that no two can be mistaken for each other."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.plugins.discovery import Plugin, find_plugins
from tabletop.plugins.failures import PluginError
from tabletop.plugins.loading import load
from tabletop.plugins.manifest import GameEntry

_ = Texts(__file__)

__all__ = ["AmbiguousGame", "Catalogue", "GameListing", "PluginError", "load"]


class AmbiguousGame(PluginError):
    """An id that several plugins have a game of: ``games``."""

    def __init__(self, games: "list[GameListing]") -> None:
        super().__init__(
            _("Several plugins have a game “{id}”: say which one with {names}.").format(
                id=games[0].id, names=_(" or ").join(game.full_name for game in games)
            )
        )
        self.games = games


@dataclass(frozen=True)
class GameListing:
    """A game on offer, and the plugin that it comes with."""

    entry: GameEntry
    plugin: Plugin
    name: str = ""
    """What a person types for it: its id, or its full name where the id could mean another game."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.entry.id

    @property
    def full_name(self) -> str:
        """``distribution:id``, which means no other game."""
        return f"{self.plugin.key}:{self.id}"

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

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        """Reads nothing but the plugins' manifests."""
        self.plugins = tuple(plugins)
        usable = [plugin for plugin in self.plugins if plugin.state == "enabled" and plugin.manifest]
        games = [GameListing(entry, plugin) for plugin in usable for entry in plugin.manifest.games]  # type: ignore[union-attr]
        counts = Counter(game.id for game in games)
        self.games = sorted((_named(game, counts) for game in games), key=_order)

    @classmethod
    def installed(cls, disabled: Collection[str] = (), *, first_party_only: bool = False) -> "Catalogue":
        """The games of the installed plugins, but for those whose distributions are ``disabled``."""
        return cls(find_plugins(disabled, first_party_only=first_party_only))

    def problems(self) -> list[str]:
        """One sentence for each plugin that can't be used, and for each id that several plugins have a game of."""
        skipped = _("The plugin {plugin} is skipped: {why}.")
        shared = _("Several plugins have a game “{id}”: {names}.")
        wrong = [plugin for plugin in self.plugins if plugin.state in ("broken", "incompatible")]
        ids = dict.fromkeys(game.id for game in self.games)
        rivals = {game_id: [game.full_name for game in self.games if game.id == game_id] for game_id in ids}
        return [
            *(skipped.format(plugin=plugin, why=plugin.problem) for plugin in wrong),
            *(shared.format(id=i, names=", ".join(names)) for i, names in rivals.items() if len(names) > 1),
        ]

    def find(self, text: str) -> GameListing:
        """The game of an id or a full name. An id that a game of this project has means that one.

        Raises AmbiguousGame where several plugins have it, and PluginError, with a suggestion, when there is none.
        """
        distribution, colon, game_id = text.rpartition(":")
        found = [
            game
            for game in self.games
            if game.id == game_id and (not colon or game.plugin.key == canonicalize_name(distribution))
        ]
        found = [game for game in found if game.plugin.first_party] or found
        if len(found) > 1:
            raise AmbiguousGame(found)
        return found[0] if found else self._refuse(text)

    def _refuse(self, text: str) -> GameListing:
        distribution, _colon, game_id = text.rpartition(":")
        for plugin in self.plugins:
            ids = [game.id for game in plugin.manifest.games] if plugin.manifest else []
            if plugin.problem and (game_id in ids or canonicalize_name(distribution) == plugin.key):
                why = _("The game “{id}” of the plugin {plugin} can't be played: {why}.")
                raise PluginError(why.format(id=printable(game_id), plugin=plugin, why=plugin.problem))
        close = get_close_matches(text, [game.name for game in self.games], n=1)
        hint = _("Did you mean {id}?").format(id=close[0]) if close else _("“tabletop games” lists them.")
        raise PluginError(_("There is no game “{id}”. {hint}").format(id=printable(text), hint=hint))

    def played(self, game_id: str, distribution: str | None, version: str | None) -> GameListing:
        """The game that a match or a record is played with: of the same plugin, of the same or a newer version of it.

        Raises PluginError that says what is needed. A plugin keeps the rules of its matches within one major version;
        what it doesn't keep, the replay of the events will refuse.
        """
        if distribution is None:
            return self.find(game_id)
        game = (
            self.find(f"{distribution}:{game_id}") if self._has(distribution) else self._missing(distribution, version)
        )
        why = _why_not_of(version, game.plugin.version)
        if why:
            text = _("The match was played with {plugin} {version}; installed is {installed}, {why}.")
            installed = game.plugin.version
            raise PluginError(text.format(plugin=distribution, version=version, installed=installed, why=why))
        return game

    def _has(self, distribution: str) -> bool:
        return any(plugin.key == canonicalize_name(distribution) for plugin in self.plugins)

    def _missing(self, distribution: str, version: str | None) -> GameListing:
        text = _("The match needs the plugin {plugin}, which is not here: “tabletop plugins install {name}” brings it.")
        plugin = f"{distribution} {version}" if version else distribution
        raise PluginError(text.format(plugin=printable(plugin), name=printable(distribution)))

    def after(self, game: GameListing) -> GameListing | None:
        """The next game in the order of the menu."""
        following = self.games[self.games.index(game) + 1 :]
        return following[0] if following else None


def _named(game: GameListing, counts: Counter[str]) -> GameListing:
    unmistakable = counts[game.id] == 1 or game.plugin.first_party
    return GameListing(game.entry, game.plugin, game.id if unmistakable else game.full_name)


def _order(game: GameListing) -> tuple[int, str, str, str]:
    return game.entry.order, game.entry.title, game.id, game.plugin.key


def _why_not_of(played: str | None, installed: str) -> str:
    """Why a match played with one version of a plugin can't be played with another; empty if it can."""
    try:
        then, now = Version(played or installed), Version(installed)
    except InvalidVersion:
        return ""
    if now.major != then.major:
        return _("whose rules may be others")
    return _("which is older") if now < then else ""
