"""A saved match or a record played through with its game behind the guard, whichever version of it wrote the events."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError
from tabletop.guard.proxies import AnyGame, guarded
from tabletop.history import History
from tabletop.i18n import Texts
from tabletop.match import Header, Match, OldEvent, bind
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.listing import GameListing
from tabletop.plugins.find.loading import load
from tabletop.plugins.find.versions import old, way_back

_ = Texts(__file__)


def guarded_game(listing: GameListing, header: Header) -> AnyGame:
    """The game of a header. Raises ValueError for options that don't do, and PluginError for a game that fails."""
    plugin = str(listing.plugin)
    game: AnyGame = Guard(plugin).rules(_("its options"), bind, load(listing), header, allowed=(ValueError,))
    return guarded(game, plugin)


def replayed(listing: GameListing, header: Header, history: History) -> Match:
    """The match of a history. Raises ValueError where the rules refuse an event, PluginError for a game that fails, and
    as ``reading`` does.
    """
    with reading(listing.plugin):
        return Match(guarded_game(listing, header), history.events, old(history.versions, listing.plugin))


@contextmanager
def reading(plugin: Plugin) -> Iterator[None]:
    """Raises PluginError, with the way back, where an event of an earlier version can't be read in the block."""
    try:
        yield
    except OldEvent as event:
        text = _("This match was played with {plugin} {version}; {here} can't read event {number}, “{event}”: {why}")
        said = text.format(
            plugin=plugin.distribution,
            version=event.version,
            here=plugin,
            number=event.number,
            event=event.event,
            why=event.why,
        )
        raise PluginError(f"{said} {way_back(plugin, event.version)}") from None
