"""Games that many rooms play: rooms with the same house rules share one, which never changes, and its guard."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from tabletop.guard.proxies import guarded
from tabletop.match import AnyGame, with_options
from tabletop.plugins.find.listing import GameListing
from tabletop.plugins.find.loading import load

MOST: Final = 256
"""Sets of house rules that are kept."""


class SharedGames:
    """Those of one house."""

    def __init__(self) -> None:
        self._rules: dict[str, type[AnyGame]] = {}
        self._games: OrderedDict[tuple[str, str, int], tuple[AnyGame, AnyGame]] = OrderedDict()

    def rules(self, listing: GameListing) -> type[AnyGame]:
        """The rules of a game, which are loaded once. Raises PluginError."""
        if listing.full_name not in self._rules:
            self._rules[listing.full_name] = load(listing)
        return self._rules[listing.full_name]

    def game(self, listing: GameListing, options: Mapping[str, object], seats: int) -> tuple[AnyGame, AnyGame]:
        """The game with these house rules, and the same behind its guard. Raises PluginError and ValueError."""
        key = (listing.full_name, json.dumps(options, sort_keys=True), seats)
        found = self._games.pop(key, None)
        if found is None:
            game = with_options(self.rules(listing), options, seats)
            found = game, guarded(game, str(listing.plugin))
        self._games[key] = found
        if len(self._games) > MOST:
            self._games.popitem(last=False)
        return found
