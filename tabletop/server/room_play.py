"""What is played in a room of the server."""

from collections.abc import Callable

from tabletop import setup
from tabletop.fair import FairDice
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.match import Seat
from tabletop.plugins.find.listing import GameListing
from tabletop.server.open_table import OpenTable
from tabletop.table.question import Refused
from tabletop.terms import Terms

_ = Texts(__file__)


class RoomPlay:
    """Nothing, until its match begins."""

    def __init__(self, check_level: Callable[[str | None], None]) -> None:
        """``check_level`` raises ValueError for a CPU player that nobody may seat here."""
        self._check_level = check_level
        self._sitting: OpenTable | None = None

    @property
    def dice(self) -> FairDice | None:
        """What the draws of the match follow from, where they can be proven."""
        return None if self._sitting is None else self._sitting.room.table.journal.history.fair

    def _record(self) -> str:
        if self._sitting is None or not self.over:
            raise Refused(_("The record is given once the match is over."))
        try:
            return self._sitting.record
        except PluginError:
            raise Refused(_("The game has failed and the table is closed; the match is kept.")) from None

    def check(self, seat: Seat) -> None:
        """Raises ValueError for a CPU player that the game doesn't have, or the house."""
        self._check_level(seat.level)
        if self._sitting is not None:
            setup.check_level(self._sitting.room.table.game, seat)

    def check_real_dice(self) -> None:
        """Raises ValueError where nobody can throw real dice now."""
        if self._sitting is None:
            raise Refused(_("The match hasn't begun."))
        if self.over:
            raise Refused(_("The match is over."))
        if self.dice is not None:
            raise Refused(_("The dice of this match can be proven, and nobody throws others."))
        setup.check_terms(self._sitting.room.table.game, Terms(dice="mine"))

    @property
    def listing(self) -> GameListing:
        """The game that is played here. Raises Refused before the match."""
        if self._sitting is None:
            raise Refused(_("The match hasn't begun."))
        return self._sitting.listing

    @property
    def over(self) -> bool:
        """Whether there is a match, and it is over."""
        return self._sitting is not None and self._sitting.room.table.ending is not None

    @property
    def barely_begun(self) -> bool:
        """Whether nobody has made a second move yet."""
        if self._sitting is None:
            return False
        return sum(not event.startswith("*") for event in self._sitting.room.table.match.events) < 2
