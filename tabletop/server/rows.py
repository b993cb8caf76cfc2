"""What is kept of rooms, in a file of its own in the home: it can't be made anew from the matches."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tabletop.i18n import Texts
from tabletop.server.clocks import ClockTerms
from tabletop.server.pledge import Pledge
from tabletop.terms import TakeBack
from tabletop.unsaved import SaveError

_ = Texts(__file__)

NAME: Final = "rooms-1.sqlite"
"""Its number is that of the schema: versions of the program don't meet in one file."""


class Chair(BaseModel):
    """One seat of a room. ``token``: the hash of the token of whoever sits or may sit there; None for a CPU player."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    token: str | None = None
    name: str = ""
    """of who has taken it; empty while it is open"""
    level: str | None = None
    """of the CPU player that plays there, or plays for whoever it belongs to"""

    @property
    def open(self) -> bool:
        """Whether nobody has taken it yet."""
        return self.level is None and not self.name


class RoomRow(BaseModel):
    """A room as it is kept: who may sit there, what is played, and the match once it has begun."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: str
    created: datetime
    game: str
    options: dict[str, JsonValue] = Field(default_factory=dict)
    chairs: tuple[Chair, ...] = Field(min_length=1, max_length=100)
    spectators: str | None = None
    """the hash of the token of all spectators; None: nobody looks on"""
    host: int = 0
    """the seat of the room's host, from 0"""
    match: str | None = None
    """the id of the match, once it has begun"""
    hints: bool = False
    take_back: TakeBack = "off"
    locked: bool = False
    """whether no seat that is open can be taken"""
    clock: ClockTerms | None = None
    left: dict[int, float] = Field(default_factory=dict)
    """the seconds that seats have left, where a clock keeps them"""
    seen: datetime | None = None
    """when the last one left; None while somebody is here, or nobody ever was"""
    muted: tuple[int, ...] = ()
    """the seats whose chat nobody is told"""
    closed: Literal["", "over", "closed"] = ""
    fair: bool = False
    """whether the dice of its matches can be proven"""
    listed: bool = False
    """whether whoever comes to the server sees it and may take a free seat"""
    pledge: Pledge | None = None
    """what was promised about the dice of a match that hasn't begun"""

    @property
    def free(self) -> tuple[int, ...]:
        """The seats, from 0, that whoever comes may take: not that of the host, who has made the room."""
        return tuple(number for number, chair in enumerate(self.chairs) if chair.open and number != self.host)

    def chair_of(self, hashed: str) -> int | None:
        """The seat of a token's hash, from 0."""
        return next((number for number, chair in enumerate(self.chairs) if chair.token == hashed), None)

    def with_chair(self, number: int, **changes: Any) -> "RoomRow":
        """The same room with something else in one chair. What was promised about dice is void then."""
        chairs = list(self.chairs)
        chairs[number] = chairs[number].model_copy(update=changes)
        return self.model_copy(update={"chairs": tuple(chairs), "pledge": None})


class Rooms:
    """All rooms of a home, a row each. Each call that writes is on the disk when it returns, or raises SaveError."""

    def __init__(self, path: Path) -> None:
        """``path``: of the file, made where it isn't there. Raises SaveError."""
        self._path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("CREATE TABLE IF NOT EXISTS room (id TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID")
        except (OSError, sqlite3.Error) as error:
            raise self._unsaved(error) from error

    def put(self, *rows: RoomRow) -> None:
        """Keeps rooms as they are now. Raises SaveError, with what was kept before still there."""
        self._write("INSERT OR REPLACE INTO room VALUES (?, ?)", [(row.id, row.model_dump_json()) for row in rows])

    def remove(self, *rooms: str) -> None:
        """Forgets rooms by their ids. Raises SaveError, with all still there."""
        self._write("DELETE FROM room WHERE id = ?", [(room,) for room in rooms])

    def _write(self, statement: str, values: list[tuple[str, ...]]) -> None:
        try:
            with self._db:
                self._db.execute("BEGIN")
                self._db.executemany(statement, values)
        except sqlite3.Error as error:
            raise self._unsaved(error) from error

    def all(self) -> Iterator[RoomRow | str]:
        """Every room, or the id of one whose row can't be read. Raises SaveError."""
        try:
            with closing(self._db.execute("SELECT id, row FROM room ORDER BY id")) as found:
                rows: Mapping[str, str] = dict(found)
        except sqlite3.Error as error:
            raise self._unsaved(error) from error
        for room, row in rows.items():
            try:
                yield RoomRow.model_validate_json(row)
            except ValueError:
                yield room

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def _unsaved(self, error: Exception) -> SaveError:
        return SaveError(_("The rooms can't be kept in {path}: {why}.").format(path=self._path, why=error))
