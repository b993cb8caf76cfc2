"""What the people at one keyboard see and know of a table, and whose eyes the screen is for."""

from collections.abc import Callable
from dataclasses import replace

from tabletop.guard.failures import PluginFailure
from tabletop.match import has_secrets
from tabletop.rooms.line import Line
from tabletop.rooms.listener import Asked
from tabletop.setup import AnyGame
from tabletop.table.looking import Look
from tabletop.table.reader import Reader
from tabletop.table.requests import LookAt, Seats
from tabletop.terminal.console import Console
from tabletop.terminal.following import Follower


class Eyes(Follower):
    """Those of the people here."""

    def __init__(
        self,
        console: Console,
        line: Line,
        reader: Reader,
        game: AnyGame,
        match_id: str,
        tell_lapse: Callable[[PluginFailure], object],
    ) -> None:
        """``reader``: as the room knows it. ``game``: for its words and house rules only."""
        super().__init__(console, line, tell_lapse)
        self.reader = reader
        self.game = game
        self.match_id = match_id
        self.over = False
        self.asked: Asked | None = None
        """what somebody here has to answer"""
        self._hides = has_secrets(game)
        self._look: Look | None = None
        self._position: int | None = None
        """how many events were in play when something was told last"""

    def look(self) -> Look:
        """The table as the people here see it now."""
        if self._look is None:
            self._look = self._look_at(None)
        return self._look

    def _look_as_told(self) -> Look:
        """The table as far as was told: a player may have answered since it was asked."""
        try:
            return self._look_at(self._position)
        except ValueError:  # some of it was taken back
            return self.look()

    def _look_at(self, position: int | None) -> Look:
        if self.reader.style not in (None, self.console.style):
            self._sit(replace(self.reader, style=self.console.style))
        found: Look = self.ask(LookAt(position))
        return found

    def whose_lines(self, *, covered: bool = False) -> str | None:
        """Who may have again what is typed now, as ``Console.apart`` wants it. ``covered``: nobody is known to look."""
        if not self.has_secrets:
            return None
        seat = None if covered or self.over else self.viewer()
        return "" if seat is None else f"{self.match_id} {self.name(seat)}"

    @property
    def people(self) -> list[int]:
        """The seats of the people here."""
        return sorted(self.reader.seats)

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.look().names[seat]

    @property
    def has_secrets(self) -> bool:
        """Whether several people here hide something from each other."""
        return self.reader.shared and self._hides

    def viewer(self) -> int | None:
        """Whose eyes the screen is for; None: a bystander's."""
        reader, asked = self.reader, self.asked
        if reader.eyes is not None or self.has_secrets:
            return reader.eyes
        if len(reader.seats) == 1:
            return next(iter(reader.seats))
        return asked.seat if asked is not None else None

    def sit_anew(self) -> None:
        """Who of the people here sits where has changed. Of several, whoever is left opens what is hidden, once."""
        people = frozenset(number for number, seat in enumerate(self.ask(Seats())) if seat.player == "human")
        shared = len(people) > 1 or (self.reader.shared and self.reader.eyes not in people)
        self._sit(replace(self.reader, seats=people, eyes=None, shared=shared))

    def _sit(self, reader: Reader) -> None:
        self.reader = reader
        self.ask(reader)
        self._look = None
