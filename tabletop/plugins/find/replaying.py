"""A saved match or a record played through with its game, behind the guard."""

from collections.abc import Iterable

from tabletop.guard.calls import Guard
from tabletop.guard.proxies import AnyGame, guarded
from tabletop.i18n import Texts
from tabletop.match import Header, Match, bind
from tabletop.plugins.find.listing import GameListing
from tabletop.plugins.find.loading import load

_ = Texts(__file__)


def guarded_game(listing: GameListing, header: Header) -> AnyGame:
    """The game of a header. Raises ValueError for options that don't do, and PluginError for a game that fails."""
    plugin = str(listing.plugin)
    game: AnyGame = Guard(plugin).rules(_("its options"), bind, load(listing), header, allowed=(ValueError,))
    return guarded(game, plugin)


def replayed(listing: GameListing, header: Header, events: Iterable[str]) -> Match:
    """The match after ``events``. Raises ValueError where the rules refuse one, PluginError for a game that fails."""
    return Match(guarded_game(listing, header), events)
