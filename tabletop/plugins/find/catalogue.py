"""The games on offer: listed from manifests, named so that no two can be mistaken for each other."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from tabletop.complaints import printable
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.plugins.find.canonical import canonical
from tabletop.plugins.find.discovery import API_VERSION, Plugin, find_plugins
from tabletop.plugins.find.listing import GameListing, spelled
from tabletop.plugins.find.loading import load
from tabletop.saves.home import SAFE_MODE, Home
from tabletop.saves.kept import Kept

_ = Texts(__file__)

__all__ = ["SAFE_MODE", "AmbiguousGame", "Catalogue", "GameListing", "OtherVersion", "PluginError", "load"]


class AmbiguousGame(PluginError):
    """An id that several plugins have a game of: ``games``."""

    def __init__(self, games: list[GameListing]) -> None:
        super().__init__(
            _("Several plugins have a game “{id}”: say which one with {names}.").format(
                id=games[0].id, names=_(" or ").join(game.full_name for game in games)
            )
        )
        self.games = games


class OtherVersion(PluginError):
    """A match that can't be played with the version that is here: ``brief`` says why, the whole how to go back too."""

    def __init__(self, brief: str, way_back: str) -> None:
        super().__init__(f"{brief} {way_back}")
        self.brief = brief


class Needs(Protocol):
    """What is read of the header of a match."""

    @property
    def game(self) -> str:
        """The game's id."""
        ...

    @property
    def plugin(self) -> str | None:
        """The distribution."""
        ...

    @property
    def plugin_version(self) -> str | None:
        """Its version."""
        ...


class Catalogue:
    """All games of all plugins."""

    def __init__(self, plugins: Iterable[Plugin], trouble: str = "", home: Home | None = None) -> None:
        """Reads nothing but the plugins' manifests. ``trouble`` says why the plugins of the store in ``home`` are
        missing.
        """
        self.plugins = tuple(plugins)
        self.trouble = trouble
        self._home = home
        usable = [plugin for plugin in self.plugins if plugin.state == "enabled" and plugin.manifest]
        games = [GameListing(entry, plugin) for plugin in usable for entry in plugin.manifest.games]  # type: ignore[union-attr]
        counts = Counter(game.id for game in games)
        self.games = sorted((_named(game, counts) for game in games), key=_order)

    @classmethod
    def installed(cls, environ: Mapping[str, str] = os.environ) -> "Catalogue":
        """The games of the installed plugins: of the host's environment, and of the store in ``environ``'s home.

        Without those that a person has switched off; in safe mode without any but this project's own.
        """
        if environ.get(SAFE_MODE):
            return cls(plugin for plugin in find_plugins() if plugin.first_party)
        home = Home.find(environ)
        trouble, kept = _activated(home), kept_in(home)
        plugins = find_plugins(tuple(_disabled(home)), kept)
        kept.write()
        return cls(plugins, trouble, home)

    def with_folder(self, plugin: Plugin) -> "Catalogue":
        """The same with a plugin in a folder, before those that are installed."""
        others = [other for other in self.plugins if other.package != plugin.package]
        return Catalogue([plugin, *others], self.trouble, self._home)

    def doubles(self) -> list[str]:
        """One sentence for each plugin that is installed beside the host and in the store too."""
        if self._home is None or not _has_store(self._home):
            return []
        from tabletop.plugins.store.overlay import hidden

        folders = {plugin.key: plugin.folder for plugin in self.plugins}
        text = _(
            "The plugin {name} is installed twice, beside the host and in the store; the one beside the host is used. "
            "“tabletop plugins uninstall {name}” removes the other."
        )
        return [text.format(name=name) for name in hidden(self._home.plugins, folders)]

    def problems(self) -> list[str]:
        """One sentence for the store, each plugin that can't be used, and each id that several plugins have."""
        skipped = _("The plugin {plugin} is skipped: {why}.")
        shared = _("Several plugins have a game “{id}”: {names}.")
        wrong = [plugin for plugin in self.plugins if plugin.state in ("broken", "incompatible")]
        ids = dict.fromkeys(game.id for game in self.games)
        rivals = {game_id: [game.full_name for game in self.games if game.id == game_id] for game_id in ids}
        return [
            *([self.trouble] if self.trouble else []),
            *self.doubles(),
            *(skipped.format(plugin=plugin, why=plugin.problem) for plugin in wrong),
            *(shared.format(id=i, names=", ".join(names)) for i, names in rivals.items() if len(names) > 1),
        ]

    def find(self, text: str) -> GameListing:
        """The game of an id or a full name, of a title in any language, or of an alias that its manifest declares.

        An id that a game of this project has means that one.

        Raises AmbiguousGame where several plugins have it, and PluginError, with a suggestion, when there is none.
        """
        distribution, colon, game_id = text.rpartition(":")
        found = [
            game
            for game in self.games
            if game.id == game_id and (not colon or game.plugin.key == canonical(distribution))
        ]
        found = found or self._called(text)
        found = [game for game in found if game.plugin.first_party] or found
        if len(found) > 1:
            raise AmbiguousGame(found)
        return found[0] if found else self._refuse(text)

    def _called(self, text: str) -> list[GameListing]:
        wanted = spelled(text)
        return [game for game in self.games if wanted in game.names]

    def _refuse(self, text: str) -> GameListing:
        distribution, _colon, game_id = text.rpartition(":")
        for plugin in self.plugins:
            ids = [game.id for game in plugin.manifest.games] if plugin.manifest else []
            if plugin.problem and (game_id in ids or canonical(distribution) == plugin.key):
                why = _("The game “{id}” of the plugin {plugin} can't be played: {why}.")
                raise PluginError(why.format(id=printable(game_id), plugin=plugin, why=plugin.problem))
        from difflib import get_close_matches

        if not self.games:
            from tabletop.plugins.find.origin import without_games

            hint = " ".join(without_games())
            raise PluginError(_("There is no game “{id}”. {hint}").format(id=printable(game_id), hint=hint))
        names = {name: game.name for game in self.games for name in (*game.names, spelled(game.name))}
        close = get_close_matches(spelled(text), names, n=1)
        hint = _("Did you mean {id}?").format(id=names[close[0]]) if close else _("“tabletop games” lists them.")
        raise PluginError(_("There is no game “{id}”. {hint}").format(id=printable(text), hint=hint))

    def find_for(self, header: Needs, *, any_version: bool = False) -> GameListing:
        """The game that a match is played with: of the same plugin, in the same version or a newer one of that major.

        Raises PluginError that says what the match needs. Within a major version a plugin keeps to its rules, and what
        it doesn't keep to, the replay of the events refuses. ``any_version``: to look at, or to check by replaying.
        """
        if header.plugin is None:
            return self.find(header.game)
        key = canonical(header.plugin)
        there = [game for game in self.games if game.id == header.game and game.plugin.key == key]
        if not there:
            if any(plugin.key == key and plugin.problem for plugin in self.plugins):
                return self._refuse(f"{key}:{header.game}")
            from tabletop.plugins.find.sources import missing
            from tabletop.saves.sources import PluginSources

            raise PluginError(missing(header.plugin, PluginSources(self._home).find(key) if self._home else None))
        from tabletop.plugins.find.versions import way_back, why_not_of

        version, here = header.plugin_version, there[0].plugin
        why = "" if any_version else why_not_of(version, here.version)
        if why and version:
            text = _("This match was played with {plugin} {version}; {here} is here, {why}.")
            said = text.format(plugin=header.plugin, version=version, here=here.version, why=why)
            raise OtherVersion(said, way_back(here, version))
        return there[0]

    def after(self, game: GameListing) -> GameListing | None:
        """The next game in the order of the menu."""
        following = self.games[self.games.index(game) + 1 :]
        return following[0] if following else None


def kept_in(home: Home) -> Kept:
    """What was found in the plugins before, with this Python and this version of the API."""
    return Kept(home.cache / "plugins.json", f"{API_VERSION} {sys.version} {sys.prefix}")


def _has_store(home: Home) -> bool:
    """Whether anything was ever installed into the store, or is on the path of this process."""
    return any(home.plugins.glob("ledger*.json")) or any(Path(entry).is_relative_to(home.plugins) for entry in sys.path)


def _activated(home: Home) -> str:
    """Puts what lies in the store on the path; why that can't be, in a sentence."""
    if not _has_store(home):
        return ""
    from tabletop.plugins.store.overlay import activate

    return activate(home.plugins)


def _disabled(home: Home) -> Iterable[str]:
    if not home.switches.exists():
        return ()
    from tabletop.saves.switches import PluginSwitches

    return PluginSwitches(home).disabled()


def _named(game: GameListing, counts: Counter[str]) -> GameListing:
    unmistakable = counts[game.id] == 1 or game.plugin.first_party
    return GameListing(game.entry, game.plugin, game.id if unmistakable else game.full_name)


def _order(game: GameListing) -> tuple[int, str, str, str]:
    return game.entry.order, game.entry.title, game.id, game.plugin.key
