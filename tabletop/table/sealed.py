"""What some have chosen where others, who choose at once with them, haven't yet."""

from collections.abc import Mapping, Sequence

from tabletop.entries import Line
from tabletop.history import SEALED, TAKE_BACK, History
from tabletop.illegal import IllegalMove
from tabletop.match import Match
from tabletop.table.typed import legal


class Seals:
    """Those of one match."""

    def __init__(self, match: Match, history: History) -> None:
        """Neither is changed here but by ``tidy``."""
        self._match = match
        self._history = history
        self._known: tuple[int, Mapping[int, str]] = (-1, {})
        self.anew: tuple[Line, ...] = ()
        """what has to be written before anybody is asked, after ``tidy``"""

    @property
    def chosen(self) -> Mapping[int, str]:
        """What is chosen and not yet revealed, by seats; for nobody to read. What the rules forbid isn't chosen."""
        n = len(self._history.entries)
        if self._known[0] != n:
            chosen = self._history.sealed if self._match.at_once else {}
            found = {seat: move for seat, move in chosen.items() if self._counts(seat) and self._may(seat, move)}
            self._known = (n, found)
        return self._known[1]

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that have still to choose."""
        chosen = self.chosen
        return () if self.anew else tuple([seat for seat in self._match.asked if seat not in chosen])

    def _counts(self, seat: int) -> bool:
        asked = self._match.asked
        return len(asked) > 1 and seat in asked

    def _may(self, seat: int, text: str) -> bool:
        try:
            return legal(self._match, seat, text) == text
        except IllegalMove:
            return False

    def tidy(self) -> None:
        """Takes out of the match what is revealed of some only; that is sealed ``anew``."""
        events = _torn(self._match)
        if events:
            chosen = {**self._history.sealed, **_by_seats(events)}
            back: Line = (TAKE_BACK, {"events": len(events)})
            self.anew = (back, *(note(seat, move) for seat, move in sorted(chosen.items())))


def note(seat: int, move: str | None) -> Line:
    """The line that seals the move of a seat; None: the seat chooses anew."""
    return SEALED, {"seat": seat + 1, "move": move}


def _torn(match: Match) -> tuple[str, ...]:
    """Takes the last events out of a match where they are only some of those that were to be chosen at once.

    So nobody reads them who has still to choose. It happens where a crash tore the line apart in which all stood, where
    a record ends there, or where an older version of the game asked the seats one after the other.
    """
    number = len(match.events)
    if not (match.at_once and match.asked):
        return ()
    first = match.began(number)
    events = tuple(match.events[first:])
    match.take_back(number - first)
    return events


def _by_seats(events: Sequence[str]) -> dict[int, str]:
    parts = [event.partition(" ") for event in events]
    return {int(who) - 1: move for who, _space, move in parts}
