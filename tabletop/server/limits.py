"""How much a house lets people do: how many rooms there are, who makes them, and how many CPU players think at once."""

from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from tabletop.cpu.players import LEVELS
from tabletop.i18n import Texts
from tabletop.server.rows import RoomRow

_ = Texts(__file__)

HOUR: Final = 3_600.0
KEPT: Final = timedelta(days=14)
"""How long a room is kept that nobody enters; then its match is one of those of the home."""
KEPT_OVER: Final = timedelta(days=1)
"""The same where the match is over, or the room belongs to somebody unknown and nothing has begun in it."""
MOST_CALLERS: Final = 10_000
"""Addresses that are remembered."""


class HouseLimits(NamedTuple):
    """``anybody``: whether rooms are made without the house's token."""

    anybody: bool = False
    rooms: int = 1_000
    """at once"""
    thinking: int = 32
    """CPU players at once, each in a process"""
    each: int = 10
    """rooms that one address may make in an hour, where anybody may"""

    def check_level(self, level: str | None) -> None:
        """Raises ValueError for a CPU player that not everybody may seat: strangers have the usual levels alone."""
        if self.anybody and level is not None and level not in LEVELS:
            text = _("In this house CPU players are one of {levels}.")
            raise ValueError(text.format(levels=", ".join(LEVELS)))

    def kept(self, row: RoomRow) -> timedelta:
        """How long a room is kept that nobody enters; longer where players may think for days."""
        if row.closed or (self.anybody and row.match is None):
            return KEPT_OVER
        return KEPT + timedelta(seconds=0 if row.clock is None else row.clock.whole)

    def outlived(self, row: RoomRow, now: datetime) -> bool:
        """Whether nobody has entered a room for so long that it goes."""
        if row.closed == "closed":
            return True
        return row.seen is not None and now - row.seen >= self.kept(row)


OPEN_HOUSE: Final = HouseLimits(anybody=True, rooms=100, thinking=2)
"""Where anybody may make rooms."""


class TooOften(ValueError):
    """Somebody asks for the same too often."""


class Callers:
    """Who has made rooms or sat down lately, by address."""

    def __init__(self, each: int, clock: Callable[[], float]) -> None:
        """``each``: so many an hour. ``clock``: seconds that only grow."""
        self._each = each
        self._clock = clock
        self._made: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Counts a room that an address makes, or a seat that it takes. Raises TooOften where those are too many."""
        now = self._clock()
        made = self._made.pop(address, deque())
        while made and now - made[0] >= HOUR:
            made.popleft()
        self._made[address] = made
        while len(self._made) > MOST_CALLERS:
            self._made.popitem(last=False)
        if len(made) >= self._each:
            raise TooOften(_("You have done that a lot lately: come back in an hour."))
        made.append(now)
