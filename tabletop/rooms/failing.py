"""Players that fail: some end the room, and a program's seat is taken by a CPU player."""

from collections.abc import Iterable
from itertools import count

from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.players import DEFAULT_LEVEL
from tabletop.match import Seat
from tabletop.table.playing import Table
from tabletop.table.question import Happening, Stale
from tabletop.table.reader import Reader


class Failed:
    """A player that raised: its error is raised in the loop, unless nobody waits for its answer any more."""

    def __init__(self, error: Exception, serial: int) -> None:
        self._error = error
        self._serial = serial

    def happen(self, table: Table, _by: Reader) -> Iterable[Happening]:
        """Raises it."""
        _check_waits(table, self._serial)
        raise self._error


class GivenUp:
    """A program that can't go on: a CPU player takes its seat, unless nobody waits for its answer any more."""

    def __init__(self, fault: PlayerFault, seat: int, serial: int) -> None:
        self.fault = fault
        self.seat = seat
        self._serial = serial

    def happen(self, table: Table, _by: Reader) -> Iterable[Happening]:
        """Seats it. Raises Stale and SaveError."""
        _check_waits(table, self._serial)
        taken = {seat.name for seat in table.seats}
        free = (f"CPU {number}" for number in count(self.seat + 1))
        name = next(name for name in free if name not in taken)
        return table.reseat(self.seat, Seat(name=name, player="cpu", level=DEFAULT_LEVEL))


def _check_waits(table: Table, serial: int) -> None:
    question = table.question
    if question is None or question.serial != serial:
        raise Stale
