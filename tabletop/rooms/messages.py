"""What can be wanted of a room, beside what can be wanted of its table, and what becomes of it."""

from dataclasses import dataclass, field
from typing import Any

from tabletop.review import Decision
from tabletop.rooms.adviser import Phase


class Reply:
    """What becomes of a message. This one is for senders who don't want to know."""

    def done(self, value: Any) -> None:
        """It came to ``value``."""

    def refused(self, why: BaseException) -> None:
        """It was refused, and has changed nothing."""

    def working(self, phase: Phase, part: float) -> None:
        """It takes long: what is being done, and which part of it is done, from 0 to 1."""


@dataclass(frozen=True)
class Pause:
    """Players wait until ``GoOn``; one that thinks makes up its mind, and its answer waits too."""


@dataclass(frozen=True)
class GoOn:
    """The end of a pause; what couldn't be saved is tried again."""


@dataclass(frozen=True)
class Seen:
    """A reader has seen all up to line ``n``."""

    n: int


@dataclass(frozen=True)
class Prepare:
    """Somebody may want advice later: the long part of the work begins."""


@dataclass(frozen=True)
class Advise:
    """What each move of a seat is worth: an ``Analysis``. That it was asked for is noted first."""

    seat: int


@dataclass(frozen=True)
class Review:
    """What each decision of the match cost, when it is over: a list of ``Decision``."""

    so_far: list[Decision] = field(default_factory=list, compare=False)
    """what was found until now, for a reader in the same process that may not wait for the end"""


@dataclass(frozen=True)
class Enough:
    """The reader doesn't want to wait for advice any longer."""


@dataclass(frozen=True)
class Close:
    """The room closes. The match is kept as it stands; refused with SaveError where that can't be noted."""
