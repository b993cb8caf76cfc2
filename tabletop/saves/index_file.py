"""The file of the index: its schema, and a connection for each thing that is done with it."""

import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlite3 import Connection

SCHEMA: Final = """
CREATE TABLE state (revision INTEGER);
INSERT INTO state VALUES (0);
CREATE TABLE matches (
    place TEXT, id TEXT, status TEXT, name TEXT, game TEXT, played TEXT, left_out TEXT, people TEXT, words TEXT,
    me INTEGER, length INTEGER, under_way INTEGER, seats INTEGER, summary TEXT, sum INTEGER, revision INTEGER
);
CREATE UNIQUE INDEX matches_by_id ON matches (place, id);
CREATE INDEX matches_by_time ON matches (place, played, id);
CREATE INDEX matches_by_status ON matches (place, status, played, id);
CREATE INDEX matches_by_name ON matches (place, name) WHERE name <> '';
CREATE INDEX matches_under_way ON matches (place, id, length) WHERE under_way;
CREATE INDEX matches_uncounted ON matches (place, id) WHERE status = 'finished' AND left_out = '' AND seats = 0;
CREATE INDEX matches_left_out ON matches (place, game) WHERE left_out <> '';
CREATE TABLE seats (
    place TEXT, id TEXT, finished TEXT, person TEXT, game TEXT, rules TEXT, opponents TEXT, data TEXT, sum INTEGER
);
CREATE INDEX seats_by_id ON seats (place, id);
CREATE TABLE tallies (data TEXT, sum INTEGER);
CREATE TRIGGER seats_added AFTER INSERT ON seats BEGIN DELETE FROM tallies; END;
CREATE TRIGGER seats_changed AFTER UPDATE ON seats BEGIN DELETE FROM tallies; END;
CREATE TRIGGER seats_removed AFTER DELETE ON seats BEGIN DELETE FROM tallies; END;
CREATE TABLE former (id TEXT PRIMARY KEY, tally TEXT);
"""
SYNCHRONOUS = "NORMAL"
WAL = "wal"
_PATIENCE: Final = 10.0
"""Seconds to wait for another process that writes."""


class NotUsable(Exception):
    """SQLite, or WAL, can't work here: the text says why."""


class Damaged(Exception):
    """What lies there is no index as it should be."""


@contextmanager
def connected(
    path: Path, *, new: bool = False, write: bool = False, fresh: Path | None = None
) -> "Iterator[Connection]":
    """A connection, in one transaction. Raises NotUsable, Damaged, and FileNotFoundError.

    ``new``: an empty file becomes an index. ``fresh``: another index, which goes by that name.
    """
    try:
        import sqlite3
    except ImportError as why:
        raise NotUsable(str(why)) from None
    whole = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS}
    whole |= {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Damaged
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Damaged from error
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE, isolation_level=None
        )
        try:
            _prepare(connection, new=new)
            if fresh is not None:
                connection.execute("ATTACH ? AS fresh", (str(fresh),))
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            yield connection
            connection.execute("COMMIT")
        finally:
            connection.close()
    except UnicodeDecodeError as why:  # a message about damage may quote it
        raise Damaged(str(why)) from None
    except sqlite3.Error as why:
        code = (getattr(why, "sqlite_errorcode", None) or 0) & 0xFF
        raise (NotUsable if code in whole else Damaged)(str(why)) from None


def _prepare(connection: "Connection", *, new: bool) -> None:
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    if new:
        if connection.execute(f"PRAGMA journal_mode = {WAL}").fetchone() != ("wal",):
            raise NotUsable("no WAL")
        connection.executescript(SCHEMA)
    elif connection.execute("PRAGMA journal_mode").fetchone() != ("wal",) or _schema(connection) != _expected():
        raise Damaged


def _schema(connection: "Connection") -> list[tuple[str, ...]]:
    return connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()


@cache
def _expected() -> list[tuple[str, ...]]:
    import sqlite3

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return _schema(connection)
