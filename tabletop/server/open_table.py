"""A match that is open in a room, and who is told of it."""

from collections.abc import Callable
from typing import Any, Protocol

from tabletop.plugins.find.listing import GameListing
from tabletop.rooms.room import Room


class Ear(Protocol):
    """Somebody who is told."""

    def put(self, message: dict[str, Any]) -> None:
        """Tells them. Never waits."""
        ...


class OpenTable(Protocol):
    """A match that is open in a room."""

    room: Room

    @property
    def match(self) -> str:
        """Its id."""
        ...

    @property
    def listing(self) -> GameListing:
        """The game that is played."""
        ...

    @property
    def due(self) -> int | None:
        """See ``OpenMatch.due``."""
        ...

    @property
    def record(self) -> str:
        """Its record, once it is over."""
        ...

    def attend(self, hold: Callable[[Ear, dict[str, Any]], None]) -> None:
        """Lets plugins beside the game look on; ``hold`` hands a message over to an ear once all is on the disk."""
        ...

    def close(self) -> None:
        """Lets go of the match file. Raises SaveError."""
        ...

    def give_up(self) -> None:
        """The same without what can't be saved."""
        ...
