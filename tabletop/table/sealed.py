"""What some have chosen where others, who choose at once with them, haven't yet."""

from collections.abc import Sequence

from tabletop.entries import Line
from tabletop.history import SEALED
from tabletop.match import Match


def note(seat: int, move: str | None) -> Line:
    """The line that seals the move of a seat; None: the seat chooses anew."""
    return SEALED, {"seat": seat + 1, "move": move}


def torn(match: Match) -> tuple[str, ...]:
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


def chosen(events: Sequence[str]) -> dict[int, str]:
    """The moves of such events, by seats."""
    parts = [event.partition(" ") for event in events]
    return {int(who) - 1: move for who, _space, move in parts}
