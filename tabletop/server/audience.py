"""Who is in a room of the server, and what they are told, once it is on the disk."""

from collections.abc import Callable
from typing import Any

from tabletop.i18n import speaking
from tabletop.server.client import Client
from tabletop.server.guests import called
from tabletop.server.open_table import Ear
from tabletop.server.room_play import RoomPlay
from tabletop.server.rows import RoomRow
from tabletop.server.timekeeping import TimeKeeping


class Audience(RoomPlay):
    """That of one room."""

    _time: TimeKeeping

    def __init__(self, row: RoomRow, check_level: Callable[[str | None], None]) -> None:
        """See ``Parlour``."""
        super().__init__(check_level)
        self.row = row
        self.clients: list[Client] = []
        self.paused = False
        self._held: list[tuple[int, Ear, dict[str, Any]]] = []
        """what waits for a batch to be on the disk"""

    def roster(self) -> dict[str, Any]:
        """Who is in the room, as everybody may know it."""
        here = {client.seat for client in self.clients}
        seats = [
            {
                "name": called(self.row, number),
                "level": chair.level,
                "open": chair.open,
                "here": chair.token is None or number in here,
                "left": self._time.left(number),
            }
            for number, chair in enumerate(self.row.chairs)
        ]
        spectators = sum(client.seat is None for client in self.clients)
        begun, locked = self.row.match is not None, self.row.locked
        fields = {"host": self.row.host, "begun": begun, "locked": locked, "paused": self.paused}
        return {"seats": seats, "spectators": spectators, **fields}

    def present(self) -> None:
        """Tells everybody who is in the room."""
        self.say({"type": "roster", **self.roster()})

    def notice(self, text: Callable[[], str]) -> None:
        """Tells everybody a sentence, each in their language."""
        for client in self.clients:
            with speaking(client.language):
                client.put({"type": "notice", "text": text()})

    def say(self, what: dict[str, Any]) -> None:
        """Tells everybody the same."""
        for client in self.clients:
            self._put(client, what)

    def _put(self, client: Ear, what: dict[str, Any]) -> None:
        """Nobody is told anything before it is on the disk; what comes later waits behind it."""
        due = self._sitting.due if self._sitting is not None else None
        if due is None and not self._held:
            client.put(what)
        else:
            self._held.append((due or 0, client, what))

    def release(self, committed: int | None) -> None:
        """Tells what waited for a batch up to ``committed``, or any (None), to be on the disk."""
        ready = 0
        for batch, ear, what in self._held:
            if committed is not None and batch > committed:
                break
            ready += 1
            ear.put(what)
        del self._held[:ready]
