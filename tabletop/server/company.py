"""The people of one room and what they play, as manners and wishes see it."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from tabletop.match import Seat
from tabletop.plugins.find.listing import GameListing
from tabletop.server.client import Client
from tabletop.server.rows import RoomRow

Agreed = Literal["undo", "end", "rematch", "dice"]


class Wish:
    """Something that all others at the table have to grant."""

    def __init__(self, what: Agreed, client: Client, waiting: set[int], thrower: int | None = None) -> None:
        """``thrower``: the seat that is to throw for everybody, where that is wanted; None: the program."""
        self.what = what
        self.thrower = thrower
        self.client = client
        self.waiting = waiting
        """the seats that haven't granted it yet"""


class Company(Protocol):
    """See ``Parlour``."""

    paused: bool
    wish: Wish | None

    @property
    def row(self) -> RoomRow:
        """The room as it is kept."""
        ...

    @property
    def clients(self) -> Sequence[Client]:
        """Everybody who is here."""
        ...

    @property
    def listing(self) -> GameListing:
        """The game that is played here. Raises Refused before the match."""
        ...

    @property
    def over(self) -> bool:
        """Whether there is a match, and it is over."""
        ...

    @property
    def barely_begun(self) -> bool:
        """Whether nobody has made a second move yet."""
        ...

    def change(self, row: RoomRow) -> None:
        """Keeps the room as it is from now on. Raises SaveError, with nothing changed."""
        ...

    def post(self, client: Client, to: int, what: Any, *, host: bool = False) -> None:
        """Hands something over to the table, which answers the message ``to``. ``host``: on behalf of the room's host.

        Raises Refused where nothing is played.
        """
        ...

    def check(self, seat: Seat) -> None:
        """Raises ValueError for a CPU player that the game doesn't have."""
        ...

    def begin_if_ready(self) -> None:
        """Begins the match where nothing is missing for it."""
        ...

    def check_real_dice(self) -> None:
        """Raises ValueError where nobody can throw real dice now."""
        ...

    def say(self, what: dict[str, Any]) -> None:
        """Tells everybody the same."""
        ...

    def notice(self, text: Callable[[], str]) -> None:
        """Tells everybody a sentence, each in their language."""
        ...

    def present(self) -> None:
        """Tells everybody who is in the room."""
        ...

    def out_of_time(self, seat: int) -> bool:
        """Whether a seat's time is up, and nobody has chosen yet what becomes of it."""
        ...

    def more_time(self, seat: int) -> None:
        """The others wait for a seat."""
        ...

    def send_out(self, seat: int, code: int) -> None:
        """Ends the connections of a seat."""
        ...

    def again(self) -> None:
        """A new match for the same people, with seats moved on: who sat in seat 2 begins."""
        ...

    def shut(self) -> None:
        """Everybody leaves, at once."""
        ...
