"""Who plays for the CPU seats of one table: in threads beside the room, or in processes."""

from collections.abc import Callable, Collection
from functools import partial

from tabletop.cpu import players
from tabletop.cpu.engines.engine import Engine
from tabletop.guard.proxies import AnyGame, GuardedPlayer
from tabletop.match import Seat
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.listing import GameListing
from tabletop.rooms.desks import AtDesk, Desks
from tabletop.rooms.players import CpuPlayer, Player
from tabletop.rooms.processes import InProcess
from tabletop.rooms.programs import ProgramPlayer
from tabletop.rooms.replica import Engagement, Installed
from tabletop.rooms.threads import LeftBehind
from tabletop.setup import header_options


class CpuSeats:
    """What they choose is guarded, not each of their thoughts: they think with the game itself."""

    def __init__(
        self,
        listing: GameListing,
        game: AnyGame,
        *,
        timed: bool,
        processes: bool = False,
        plugins: Callable[[], Collection[Plugin]] = tuple,
        engine: Callable[[str], Engine] | None = None,
        desks: Desks | None = None,
    ) -> None:
        """``timed``: whether the host's search heeds the clock. ``plugins``: all of the catalogue.

        ``engine`` finds a program that is registered as a player, or raises PlayerFault.

        ``processes``: whether they think in processes from the start; otherwise only where threads hang. ``desks``:
        how many of those think at once.
        """
        self._listing = listing
        self._game = game
        self._timed = timed
        self._processes = processes
        self._plugins = plugins
        self._engine = engine
        self._desks = desks
        self._left = LeftBehind()

    def find(self, _number: int, seat: Seat) -> Player | None:
        """Who answers for a seat; None: a person."""
        if seat.player == "human":
            return None
        level = seat.level or players.DEFAULT_LEVEL
        if seat.program is not None and self._engine is not None:
            return ProgramPlayer(partial(self._engine, seat.program), self._listing.id)
        if self._processes:
            its = self._elsewhere(level)
            return its if self._desks is None else AtDesk(its, level, self._desks)
        return CpuPlayer(partial(self._here, level), self._left, partial(self._elsewhere, level))

    def _here(self, level: str) -> GuardedPlayer:
        return GuardedPlayer(players.find(self._game, level, timed=self._timed), str(self._listing.plugin))

    def _elsewhere(self, level: str) -> Player:
        guests = [
            plugin
            for plugin in self._plugins()
            if plugin.state == "enabled" and plugin.manifest and "strategies" in plugin.manifest.provides
        ]
        return InProcess(
            Engagement(
                _installed(self._listing.plugin),
                self._listing.id,
                header_options(self._game),
                self._game.seats,
                level,
                self._timed,
                str(self._game.cache) if self._game.cache else None,
                tuple(map(_installed, guests)),
            )
        )


def _installed(plugin: Plugin) -> Installed:
    return Installed(plugin.distribution, plugin.version, plugin.package)
