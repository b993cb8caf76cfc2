"""What a table asks, what happened at it, and how it refuses."""

from typing import Literal, NamedTuple

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove

_ = Texts(__file__)


class Question(NamedTuple):
    """What has to be answered before the match goes on."""

    serial: int
    """the number of the last line that changed what is asked; hints, names, sealed answers and the like don't"""
    kind: Literal["move", "throw", "look"]
    """a move of a seat, what real dice showed, or whether everybody has looked at a summary"""
    seats: tuple[int, ...]
    """who may still answer, from 0"""


class Happening(NamedTuple):
    """Something that happened. Its number is that of its line in the journal: stable across restarts, ever growing."""

    n: int
    kind: Literal["event", "sealed", "back", "player", "terms", "thrower", "resigned", "ended", "end"]
    """``sealed``: a seat has chosen, or chooses anew; what, nobody is told until the last has"""
    seat: int | None
    """whose move, or whose seat; None for chance and for what concerns all"""
    position: int
    """how many events are in play after it"""


class Ending(NamedTuple):
    """How a match ended."""

    why: Literal["rules", "resigned", "abandoned"]
    ranks: tuple[int, ...] | None
    """the rank of each side; None where there is no result"""


class Unread(IllegalMove):
    """What was typed means no move of this game; the text says why."""


class Refused(ValueError):
    """Something that the table doesn't do; the text is the reason, in the reader's language. Nothing has changed."""


class Stale(Refused):
    """An answer to a question that is asked no more."""

    def __init__(self) -> None:
        super().__init__(_("The match has gone on meanwhile: look at it again."))


class Denied(Refused):
    """Somebody acts for a seat that isn't theirs, or isn't asked."""
