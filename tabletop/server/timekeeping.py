"""The time of one room: clocks of the people who are asked, how long a summary waits, and who is reminded of a turn."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from tabletop.server.clocks import Clocks, Later
from tabletop.server.rows import RoomRow
from tabletop.table.question import Question

QUIET: Final = 180.0
"""Seconds after a restart in which no clock runs."""
LOOKING: Final = 60.0
"""Seconds in which everybody may look at a summary."""
AWAY: Final = 60.0
"""Seconds after which somebody who is asked and isn't here is reminded."""

What = Literal["warning", "up"]
Reason = Literal["turn", "warning"]
Remind = Callable[[int, Reason], None]
"""Calls somebody who isn't here: a seat, because it is its turn, or its time grows short."""


class Timing(NamedTuple):
    """Time, as it is passed in: seconds that only grow, and what has something done later."""

    now: Callable[[], float]
    later: Later


class TimeKeeping:
    """What waits for people at one table."""

    def __init__(
        self,
        row: RoomRow,
        timing: Timing,
        *,
        ring: Callable[[What, int, float], None],
        looked: Callable[[int], None],
        is_here: Callable[[int], bool],
        remind: Remind | None,
        restarted: bool,
    ) -> None:
        """``ring`` is told of a seat with so many seconds left; ``looked`` that the summary of a question has been
        there long enough; ``remind``: None where nobody is reminded. ``restarted``: see ``Parlour``.
        """
        self._timing = timing
        self._ring = ring
        self._looked_enough = looked
        self._is_here = is_here
        self._remind = remind
        self._clocks = None if row.clock is None else Clocks(row.clock, row.left, timing.now, timing.later, self._rings)
        if self._clocks is not None and restarted:
            self._clocks.stand_still(QUIET)
        self.up: set[int] = set()
        """the seats whose time is up"""
        self._looked: int | None = None
        """the serial of the last question that a summary stood for"""
        self._serial: int | None = None
        self._thinking: tuple[int, ...] = ()
        self._awaited: set[tuple[int, int]] = set()
        """seats and serials of questions of which somebody is, or will be, reminded"""

    def asked(self, question: Question | None, row: RoomRow) -> None:
        """What is asked now."""
        thinking: tuple[int, ...] = ()
        if question is not None and question.kind == "look":
            self._wait_for_looks(question.serial)
        elif question is not None:
            thinking = tuple([seat for seat in question.seats if row.chairs[seat].level is None])
        if self.up:
            self.up.intersection_update(thinking)
        if self._clocks is not None:
            self._clocks.ask(thinking if question is None or question.kind == "move" else ())
        if self._remind is not None:
            self._thinking, self._serial = thinking, None if question is None else question.serial
            self.look_round()

    def look_round(self) -> None:
        """Somebody may have left: whoever is asked and isn't here is reminded after a while."""
        serial = self._serial
        if self._remind is None or serial is None:
            return
        self._awaited = {awaited for awaited in self._awaited if awaited[1] == serial}
        for seat in self._thinking:
            if (seat, serial) not in self._awaited and not self._is_here(seat):
                self._awaited.add((seat, serial))
                self._timing.later(AWAY, partial(self._call, seat, serial))

    def _call(self, seat: int, serial: int) -> None:
        if serial != self._serial or seat not in self._thinking or self._remind is None:
            return
        if self._is_here(seat):
            self._awaited.discard((seat, serial))
        else:
            self._remind(seat, "turn")

    def _wait_for_looks(self, serial: int) -> None:
        if self._looked != serial:
            self._looked = serial
            self._timing.later(LOOKING, partial(self._have_looked, serial))

    def _have_looked(self, serial: int) -> None:
        if self._looked == serial:
            self._looked_enough(serial)

    def _rings(self, what: What, seat: int) -> None:
        if what == "up":
            self.up.add(seat)
        self._ring(what, seat, self.left(seat) or 0.0)
        if what == "warning" and self._remind is not None and not self._is_here(seat):
            self._remind(seat, "warning")

    def left(self, seat: int) -> float | None:
        """The seconds that a seat has left; None where there is no clock."""
        return None if self._clocks is None else round(self._clocks.left(seat), 1)

    def more(self, seat: int) -> None:
        """The others wait for a seat."""
        self.up.discard(seat)
        if self._clocks is not None:
            self._clocks.refill(seat)

    def all_left(self) -> dict[int, float]:
        """The seconds that seats have left, as far as that isn't their whole time."""
        return {} if self._clocks is None else self._clocks.all_left()

    def stop(self) -> None:
        """No clock runs any more, and nobody is reminded."""
        self._serial, self._thinking = None, ()
        if self._clocks is not None:
            self._clocks.stop()
