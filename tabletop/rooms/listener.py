"""A reader of a room, and what it is sent."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tabletop.guard.failures import PluginFailure
from tabletop.table.question import Ending, Question
from tabletop.table.reader import Reader
from tabletop.table.telling import Told


class Asked(NamedTuple):
    """A seat is asked; everybody is told, ``yours`` says whether the reader is to answer.

    Of several seats that are asked together, ``seat`` is the first of the reader's that has to answer, if there is one.
    """

    question: Question
    seat: int
    yours: bool


class Stuck(NamedTuple):
    """Something couldn't be saved and hasn't happened; the room waits until somebody says ``GoOn``."""

    why: Exception


class GaveUp(NamedTuple):
    """A player can't go on, and a CPU player takes its seat."""

    seat: int
    why: str


class Over(NamedTuple):
    """The match is over."""

    ending: Ending


class Broken(NamedTuple):
    """The room is closed, since something failed in it that it can't go on from."""

    why: BaseException


class Listener:
    """One reader's ear at a room."""

    def __init__(
        self,
        reader: Reader,
        put: Callable[[Any], None] | None = None,
        *,
        paced: bool = False,
        lapse: Callable[[PluginFailure], None] | None = None,
    ) -> None:
        """``put`` is given what the reader is sent; by default it is kept. ``paced``: the room goes on only when all
        that was told has been ``Seen``. ``lapse`` is given what a plugin fails in and the match goes on without, at
        once, before anything that was made without it; by default it is kept too.
        """
        self.lapses: list[PluginFailure] = []
        self.lapse = lapse or self.lapses.append
        self.reader = reader
        self.sent: list[Any] = []
        self.put = put or self.sent.append
        self.paced = paced
        self.seen = 0
        self.asked: Asked | None = None
        """what was asked last"""

    def texts(self) -> list[str]:
        """What was told so far: a line each, with the players' names."""
        told = [item for item in self.sent if isinstance(item, Told) and item.text]
        return [f"{item.name}: {item.text}" if item.kind == "event" and item.name else item.text for item in told]
