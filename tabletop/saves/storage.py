"""TinyDB on a file that a crash can't tear."""

import json
from pathlib import Path
from typing import Any

from tinydb import Storage

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk, put_aside, write_atomically
from tabletop.saves.documents import Warn
from tabletop.saves.errors import UnknownVersion, explain

_ = Texts(__file__)

Tables = dict[str, dict[str, Any]]


class AtomicStorage(Storage):
    """A document ``{"format": ..., "version": ..., "tables": ...}``, replaced as a whole, with the one before kept.

    A document that can't be read is told, and put aside before it is replaced; the one before is used in its place.
    Reading changes nothing on the disk. Writing is for the holder of the document's lock.
    """

    def __init__(self, path: Path, *, format_: str, version: int, disk: Disk, warn: Warn) -> None:
        """``format_`` and ``version``: what the document must say of itself."""
        self.path = path
        self.backup = path.with_name(path.name + ".bak")
        self.damaged = False
        """whether the last reading met a document that can't be read"""
        self._format = format_
        self._version = version
        self._disk = disk
        self._warn = warn

    def read(self) -> Tables | None:
        """The tables; None when there is no document. Raises SaveError; UnknownVersion for a version not known here."""
        self.damaged = False
        data = self._load(self.path)
        if data is None:
            return None
        tables = self._tables(data)
        if tables is not None:
            return tables
        self.damaged = True
        former = self._load(self.backup)
        tables = None if former is None else self._tables(former)
        self._warn(
            _("{path} was damaged: nothing in it could be used.").format(path=self.path)
            if tables is None
            else _("{path} was damaged: the version before it is used.").format(path=self.path)
        )
        return tables

    def write(self, data: Tables) -> None:
        """Replaces the document. Raises SaveError, with the old document in place."""
        document = {"format": self._format, "version": self._version, "tables": data}
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
        former = self._load(self.path)
        try:
            if former is not None:
                self._keep(former)
            write_atomically(self._disk, self.path, text.encode())
        except OSError as error:
            raise explain(error, self.path) from error

    def close(self) -> None:
        """Nothing is held open."""

    def _keep(self, former: bytes) -> None:
        if self._tables(former) is None:
            put_aside(self._disk, self.path, former)
        else:
            write_atomically(self._disk, self.backup, former)

    def _load(self, path: Path) -> bytes | None:
        try:
            return self._disk.read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise explain(error, path) from error

    def _tables(self, data: bytes) -> Tables | None:
        """What a document holds, or None for one that can't be read."""
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not isinstance(document, dict) or document.get("format") != self._format:
            return None
        if document.get("version") != self._version:
            raise UnknownVersion(
                _("{path} is of version {version}, which this program doesn't know: it is left as it is.").format(
                    path=self.path, version=document.get("version")
                )
            )
        tables = document.get("tables")
        well_formed = isinstance(tables, dict) and all(isinstance(table, dict) for table in tables.values())
        return tables if well_formed else None
