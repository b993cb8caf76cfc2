"""What some have chosen where others, who choose at once with them, haven't yet."""

from collections.abc import Mapping, Sequence

from tabletop.entries import Line
from tabletop.history import SEALED, TAKE_BACK, History
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.match import Match, OldEvent, state_for
from tabletop.table.typed import legal

_ = Texts(__file__)


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

    def tidy(self, old: Mapping[int, str]) -> None:
        """Finds what is to be sealed ``anew``: what is revealed of some only, which is taken out of the match, and what
        earlier versions of the plugin have sealed. Raises OldEvent where that can't be read.

        ``old``: these versions, by seats.
        """
        events = _torn(self._match)
        back: tuple[Line, ...] = ((TAKE_BACK, {"events": len(events)}),) if events else ()
        read = {
            seat: _read(self._match, seat, self._history.sealed[seat], old[seat]) for seat in old if self._counts(seat)
        }
        if events or read:
            chosen = {**self._history.sealed, **read, **_by_seats(events)}
            self.anew = (*back, *(note(seat, move) for seat, move in chosen.items()))


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


def _read(match: Match, seat: int, text: str, version: str) -> str:
    """What a seat has sealed under an earlier version, as this one writes it. Raises OldEvent, which doesn't say it."""
    who = str(seat + 1)
    try:
        event = match.game.old_event(f"{who} {text}", state_for(match.game, match.state, seat), version)
        if event.partition(" ")[0] == who:
            return legal(match, seat, event.partition(" ")[2])
    except Exception:  # whatever it says may tell what was chosen
        pass
    raise OldEvent(len(match.events) + 1, f"{who} …", version, _("what was chosen there isn't revealed yet."))


def _by_seats(events: Sequence[str]) -> dict[int, str]:
    parts = [event.partition(" ") for event in events]
    return {int(who) - 1: move for who, _space, move in parts}
