"""One match file: read, and written one durable entry at a time."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tabletop.entries import Entry, LogHeader
from tabletop.saves.disk import Disk, put_aside, write_all, write_atomically
from tabletop.saves.errors import MatchVanished, explain
from tabletop.saves.format import Contents, entry_body, header_body, parse, seal


def read(path: Path, disk: Disk) -> Contents:
    """A match file as far as it can be read. Raises SaveError; UnknownVersion for a version not known here."""
    try:
        return parse(disk.read(path))
    except OSError as error:
        raise explain(error, path) from error


def create(path: Path, header: LogHeader, disk: Disk, entries: Iterable[Entry] = ()) -> None:
    """Makes a match file in one step. Raises SaveError; the caller then removes what may be there."""
    line, crc = seal(header_body(header), 0)
    lines = [line]
    for number, entry in enumerate(entries, 1):
        line, crc = seal(entry_body(number, entry), crc)
        lines.append(line)
    try:
        write_atomically(disk, path, b"".join(lines))
    except OSError as error:
        raise explain(error, path) from error


class End(NamedTuple):
    """Where a file ends: number and checksum of the last good line, and the bytes up to its end."""

    number: int
    crc: int
    length: int


class MatchLog:
    """A match file open for writing. The cost of an entry doesn't depend on how many there are."""

    def __init__(self, path: Path, disk: Disk, contents: Contents) -> None:
        """``contents``: what was read from the file. Raises SaveError.

        What follows the last good line is cut off, and is put aside before unless it is only torn.
        """
        self.path = path
        self.put_aside: Path | None = None
        """where the damaged file was kept"""
        self._disk = disk
        self._end = End(len(contents.entries), contents.crc, contents.length)
        self._clean = contents.damage is None
        try:
            if contents.damage and not contents.damage.torn:
                self.put_aside = put_aside(disk, path, disk.read(path))
            self._descriptor: int | None = disk.open(path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise explain(error, path) from error
        try:
            self._cut()
        except OSError as error:
            self.close()
            raise explain(error, path) from error

    @property
    def length(self) -> int:
        """Of the good lines, in bytes."""
        return self._end.length

    @property
    def is_there(self) -> bool:
        """Whether the name still leads to the open file."""
        return self._descriptor is not None and self._disk.leads_to(self.path, self._descriptor)

    def append(self, *entries: Entry) -> None:
        """Returns when the entries are on the disk, all of them or none, in one write.

        Raises SaveError, with nothing changed; it can be tried again. Raises ValueError for an entry that JSON or
        UTF-8 can't hold.
        """
        if self._descriptor is None:
            raise ValueError("the match file is closed")
        end, lines = self._end, b""
        for entry in entries:
            line, crc = seal(entry_body(end.number + 1, entry), end.crc)
            lines += line
            end = End(end.number + 1, crc, end.length + len(line))
        try:
            if not self._clean:
                self._cut()
            self._clean = False
            write_all(self._disk, self._descriptor, lines)
            if not self._disk.leads_to(self.path, self._descriptor):
                raise MatchVanished.of(self.path)
        except (OSError, MatchVanished) as error:
            with suppress(OSError):
                self._cut()
            if isinstance(error, MatchVanished):
                raise
            raise explain(error, self.path) from error
        self._end = end
        self._clean = True

    def _cut(self) -> None:
        """Cuts off what a failed append, or a crash, has left behind the last good line."""
        if self._clean or self._descriptor is None:
            return
        self._disk.truncate(self._descriptor, self._end.length)
        self._disk.sync(self._descriptor)
        self._clean = True

    @property
    def due(self) -> int | None:
        """See ``GroupedLog``: here all is on the disk when ``append`` returns."""
        return None

    def give_up(self) -> None:
        """Closes the file."""
        self.close()

    def close(self) -> None:
        """Closes the file; all is on the disk already, so an error here costs nothing."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._disk.close(self._descriptor)
            self._descriptor = None
