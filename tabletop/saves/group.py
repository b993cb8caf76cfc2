"""Commits in groups: what many matches have pending is written and synced at once, in one log, before anybody is told.

The log is emptied when all match files are synced. Whoever opens a match first lays what a dead server has left in it
into the files: see ``docs/reference/match-file.md``.
"""

import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Condition
from typing import TYPE_CHECKING, Final, NamedTuple

from tabletop.entries import Entry, Json
from tabletop.i18n import Texts
from tabletop.saves.disk import Disk, write_all
from tabletop.saves.errors import SaveError, explain
from tabletop.saves.format import Contents, entry_body, seal
from tabletop.saves.home import LOG, Home
from tabletop.saves.locks import take
from tabletop.saves.log import End, MatchLog

if TYPE_CHECKING:
    from filelock import BaseFileLock

_ = Texts(__file__)

__all__ = ["LOG", "Group"]

LOCK: Final = "server.lock"
MOST_BYTES: Final = 4 * 2**20
"""Of the log, after which the match files are synced and it is emptied."""


class Write(NamedTuple):
    """Lines that belong into a match file."""

    name: str
    """of the file"""
    offset: int
    """where they begin, in bytes"""
    lines: bytes


class Batch(NamedTuple):
    """What is committed at once."""

    number: int
    writes: list[Write]


class Group:
    """The log of one server, of which a home has one at a time. All but ``commit`` belongs to one thread."""

    def __init__(self, home: Home, disk: Disk | None = None) -> None:
        """Lays what a dead server has left. Raises SaveError, also where another server holds the home."""
        self._disk = disk or Disk()
        self._home = home
        home.prepare(self._disk)
        lock = take(home.path / LOCK)
        if lock is None:
            raise SaveError(_("Another server serves {home} already.").format(home=home.path))
        self._lock: BaseFileLock = lock
        self._path = home.commits
        self.committed = 0
        """the number of the last batch that is on the disk"""
        self._turn = Condition()
        self._next = 1
        """the number of the batch that may be committed now"""
        self._failed: dict[str, OSError] = {}
        """files of which a batch couldn't be committed: no later line of theirs has a place"""
        self.added: Callable[[], None] = lambda: None
        """is called when something is pending"""
        self._number, self._writes = 1, list[Write]()
        self._logs: dict[str, GroupedLog] = {}
        try:
            lay(home, self._disk)
            self._descriptor = self._disk.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        except OSError as error:
            lock.release()
            raise explain(error, self._path) from error
        self._length = 0

    def open(self, path: Path, disk: Disk, contents: Contents) -> "GroupedLog":
        """A match file whose lines go through the group. Raises SaveError."""
        found = GroupedLog(path, disk, contents, self)
        self._logs[path.name] = found
        return found

    def add(self, write: Write) -> int:
        """Lines are pending; the number of the batch that they will be in."""
        self._writes.append(write)
        self.added()
        return self._number

    def take(self) -> Batch | None:
        """What is pending, to be committed; None for nothing."""
        if not self._writes:
            return None
        batch = Batch(self._number, self._writes)
        self._number, self._writes = self._number + 1, []
        return batch

    def commit(self, batch: Batch) -> None:
        """Puts a batch on the disk, and then into the match files. In any thread; waits for those taken before.

        Raises OSError, with nothing of it on the disk; ``forget`` then what the matches know of it.
        """
        with self._turn:
            self._turn.wait_for(lambda: self._next == batch.number)
            try:
                self._write([write for write in batch.writes if write.name not in self._failed])
            except OSError as error:
                self._failed |= {write.name: error for write in batch.writes}
                raise
            finally:
                self._next += 1
                self._turn.notify_all()

    def _write(self, writes: list[Write]) -> None:
        body: Json = {"writes": [[write.name, write.offset, write.lines.decode()] for write in writes]}
        line, _crc = seal(body, 0)
        try:
            write_all(self._disk, self._descriptor, line)
        except OSError:
            with suppress(OSError):
                self._disk.truncate(self._descriptor, self._length)
            raise
        self._length += len(line)
        for write in writes:
            log = self._logs.get(write.name)
            if log is not None:
                log.lay(write)
        if self._length > MOST_BYTES:
            with suppress(OSError):
                self._empty()

    def done(self, batch: Batch) -> None:
        """A batch is on the disk."""
        self.committed = max(self.committed, batch.number)

    def flush(self, name: str) -> None:
        """Commits what is pending, at once. Raises OSError where a line of the file of that name has no place."""
        batch = self.take()
        if batch is not None:
            self.commit(batch)
            self.done(batch)
        with self._turn:
            self._turn.wait_for(lambda: self._next == self._number)
            if name in self._failed:
                raise self._failed[name]

    def forget(self, name: str) -> None:
        """A match file is closed; its lines are synced, or given up."""
        self._logs.pop(name, None)
        self._failed.pop(name, None)
        self._writes = [write for write in self._writes if write.name != name]

    def close(self) -> None:
        """The server ends; every match has been closed."""
        with suppress(OSError), self._turn:
            self._empty()
        self._disk.close(self._descriptor)
        self._lock.release()

    def _empty(self) -> None:
        for log in tuple(self._logs.values()):
            log.sync()
        self._disk.truncate(self._descriptor, 0)
        self._length = 0


class GroupedLog(MatchLog):
    """A match file whose lines are on the disk once their batch is committed."""

    def __init__(self, path: Path, disk: Disk, contents: Contents, group: Group) -> None:
        super().__init__(path, disk, contents)
        self._group = group
        self._batch = 0
        self._behind: list[Write] = []
        """what is in the group's log and not yet in the file"""
        self._laid_whole = True
        """whether the file ends with a whole line"""

    @property
    def due(self) -> int | None:
        """The batch that has to be committed before anybody may be told; None where all is on the disk."""
        return self._batch if self._batch > self._group.committed else None

    def append(self, *entries: Entry) -> None:
        """Adds lines, which are pending then. Raises ValueError for what JSON or UTF-8 can't hold."""
        if self._descriptor is None:
            raise ValueError("the match file is closed")
        end, lines = self._end, b""
        for entry in entries:
            line, crc = seal(entry_body(end.number + 1, entry), end.crc)
            lines += line
            end = End(end.number + 1, crc, end.length + len(line))
        self._batch = self._group.add(Write(self.path.name, self._end.length, lines))
        self._end = end

    def lay(self, write: Write) -> None:
        """Appends lines that are in the group's log already; what can't be written now waits for the next ones."""
        self._behind.append(write)
        with suppress(OSError):
            self._catch_up()

    def _catch_up(self) -> None:
        while self._behind and self._descriptor is not None:
            offset, data = self._behind[0].offset, self._behind[0].lines
            if not self._laid_whole:
                self._disk.truncate(self._descriptor, offset)
            self._laid_whole = False
            while data:
                data = data[self._disk.write(self._descriptor, data) :]
            self._laid_whole = True
            del self._behind[0]

    def sync(self) -> None:
        """Returns when the file is on the disk. Raises OSError."""
        if self._descriptor is not None:
            self._catch_up()
            self._disk.sync(self._descriptor)

    def close(self) -> None:
        """Commits what is pending, and syncs the file. Raises SaveError, with the file closed."""
        if self._descriptor is None:
            return
        try:
            if self.due is not None:
                self._group.flush(self.path.name)
            self.sync()
        except OSError as error:
            raise explain(error, self.path) from error
        finally:
            super().close()
            self._group.forget(self.path.name)

    def give_up(self) -> None:
        """Closes the file without what is pending."""
        self._group.forget(self.path.name)
        super().close()


def lay_left(home: Home, disk: Disk) -> None:
    """Lays what a server that is dead has left; one that lives is left alone. Raises OSError and SaveError."""
    try:
        if not os.stat(home.commits).st_size:
            return
    except OSError:
        return
    lock = take(home.path / LOCK)
    if lock is not None:
        try:
            lay(home, disk)
        finally:
            lock.release()


def lay(home: Home, disk: Disk) -> None:
    """Writes the lines of the log into the match files where they are missing, and empties it. Raises OSError."""
    path = home.commits
    try:
        data = disk.read(path)
    except FileNotFoundError:
        return
    for write in _writes(data):
        _lay_one(home, disk, write)
    descriptor = disk.open(path, os.O_WRONLY)
    try:
        disk.truncate(descriptor, 0)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def _writes(data: bytes) -> Iterator[Write]:
    """Those of all whole lines; a last one that was never acknowledged may be torn."""
    for line in data.split(b"\n"):
        body, _comma, end = line.rpartition(b',"crc":"')
        if end != b'%08x"}' % zlib.crc32(body):
            return
        for name, offset, lines in json.loads(body + b"}")["writes"]:
            yield Write(name, offset, lines.encode())


def _lay_one(home: Home, disk: Disk, write: Write) -> None:
    for folder in (home.matches, home.trash):
        path = folder / write.name
        try:
            held = disk.read(path)
        except FileNotFoundError:
            continue
        end = write.offset + len(write.lines)
        if len(held) >= write.offset and held[write.offset : end] != write.lines:
            descriptor = disk.open(path, os.O_WRONLY | os.O_APPEND)
            try:
                disk.truncate(descriptor, write.offset)
                write_all(disk, descriptor, write.lines)
            finally:
                disk.close(descriptor)
        return
