"""The lines of a journal as those at the table meet them: which they are told of, and which change what is asked."""

from collections.abc import Sequence
from typing import Final

from tabletop.entries import Entry, Event, Note
from tabletop.history import ENDED, ENDS, PLAYER, RESIGNED, SEALED, TAKE_BACK, THROWER
from tabletop.terms import TERMS

_TURNS: Final = {
    TAKE_BACK: "back",
    PLAYER: "player",
    TERMS: "terms",
    THROWER: "thrower",
    RESIGNED: "resigned",
    ENDED: "ended",
}
"""Notes that change what is asked, and what readers are told then."""
_TOLD: Final = {**_TURNS, SEALED: "sealed"}


def kind_of(entry: Entry) -> str | None:
    """What readers are told of an entry; None: nothing."""
    if isinstance(entry, Event):
        return "event"
    return "end" if entry.kind in ENDS else _TOLD.get(entry.kind)


def asks_anew(note: Note) -> bool:
    """Whether a note changes what is asked."""
    return note.kind in ENDS or note.kind in _TURNS


def last_asking(entries: Sequence[Entry]) -> int:
    """The number of the last entry that changed what is asked; 0: none has."""
    for n in range(len(entries), 0, -1):
        entry = entries[n - 1]
        if isinstance(entry, Event) or entry.kind in ENDS or entry.kind in _TURNS:
            return n
    return 0
