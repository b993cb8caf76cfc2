"""What a remote table tells beside what every table tells."""

from typing import NamedTuple

from tabletop.remote.unpacking import Roster


class Came(NamedTuple):
    """Who is in the room has changed."""

    before: Roster | None
    now: Roster


class Wants(NamedTuple):
    """Somebody wants something that the others have to grant."""

    what: str
    seat: int | None
    name: str
    thrower: int | None = None
    """who is to throw real dice; None: the program throws"""


class Chatted(NamedTuple):
    """Somebody has said something; without a name a spectator."""

    name: str
    text: str


class Remarked(NamedTuple):
    """A sentence of the server's for people."""

    text: str
    problem: bool = False


class Opened(NamedTuple):
    """The secret of the dice is open, and it is the one that was promised."""

    own: bool
    """whether something that was given here is in the draws"""


class Ticked(NamedTuple):
    """A seat's time gets short, or is up."""

    up: bool
    seat: int
    name: str
    left: float


class Afresh(NamedTuple):
    """Another match has begun in this room, with seats moved on."""


class Cut(NamedTuple):
    """The connection is lost."""


class Restored(NamedTuple):
    """It is there again."""


class Parted(NamedTuple):
    """The table is gone for good."""

    why: str
    began: bool
