"""A bound on how many think at once: CPU players, which have processes, and hints; who has waited longest is next."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from tabletop.cpu.engines.faults import PlayerFault
from tabletop.i18n import Texts
from tabletop.rooms.players import Hurried, Player, Turn, let_go
from tabletop.table.question import Refused

_ = Texts(__file__)

LONGEST: Final = 60.0
"""Seconds that one thought may take."""


class Desks:
    """The places at which CPU players of many tables think. Who has thought keeps its place until another needs it."""

    def __init__(self, most: int, longest: float = LONGEST) -> None:
        """``most``: so many places. ``longest``: seconds that one thought may take."""
        self.longest = longest
        self._free = most
        self._resting: dict[AtDesk, None] = {}
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def sit(self, who: "AtDesk | None") -> None:
        """Returns when there is a place."""
        if who is not None and who in self._resting:
            del self._resting[who]
        elif self._free:
            self._free -= 1
        elif self._resting:
            first = next(iter(self._resting))
            del self._resting[first]
            first.put_away()
        else:
            await self._wait()

    async def _wait(self) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._pass_on()
            raise

    def rest(self, who: "AtDesk") -> None:
        """A thought is over."""
        if any(not place.done() for place in self._waiting):
            who.put_away()
            self._pass_on()
        else:
            self._resting[who] = None

    @asynccontextmanager
    async def visit(self, times: float = 1.0) -> AsyncIterator[None]:
        """A place for a thought of a guest, which keeps none. Raises Refused where it takes ``times`` the longest."""
        await self.sit(None)
        try:
            async with asyncio.timeout(self.longest * times):
                yield
        except TimeoutError:
            raise Refused(_("That takes too long here.")) from None
        finally:
            self._pass_on()

    def leave(self, who: "AtDesk") -> None:
        """A player isn't asked any more."""
        if who in self._resting:
            del self._resting[who]
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


class AtDesk:
    """A CPU player that thinks only where there is a place for it."""

    def __init__(self, player: Player, name: str, desks: Desks) -> None:
        """``name`` is said where it takes too long."""
        self._player = player
        self._name = name
        self._desks = desks

    async def choose(self, ask: Turn) -> str:
        """See ``Player``. Raises PlayerFault where it thinks for too long."""
        await self._desks.sit(self)
        try:
            return await asyncio.wait_for(self._player.choose(ask), self._desks.longest)
        except TimeoutError:
            raise PlayerFault(self._name, "late", _("it thinks for too long")) from None
        finally:
            self._desks.rest(self)

    def hurry(self) -> None:
        """See ``Hurried``."""
        if isinstance(self._player, Hurried):
            self._player.hurry()

    def put_away(self) -> None:
        """Gives up the process; the next thought begins a new one."""
        let_go(self._player)

    def leave(self) -> None:
        """See ``Leaving``."""
        self._desks.leave(self)
        self.put_away()
