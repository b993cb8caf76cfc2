"""TinyDB on a file that a crash can't tear."""

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tinydb import Storage

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk, put_aside, write_atomically
from tabletop.saves.errors import UnknownVersion, explain
from tabletop.saves.rows import Check, Warn

_ = Texts(__file__)

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
"""The key of a row."""
Tables = dict[str, dict[str, Any]]


class _Found(NamedTuple):
    """What a document holds."""

    tables: Tables
    left_out: int
    """so many rows can't be used"""


class AtomicStorage(Storage):
    """A document ``{"format": ..., "version": ..., "tables": ...}``, replaced as a whole, with the one before kept.

    A document that can't be read is told, and put aside before it is replaced; the one before is used in its place.
    Where only some rows can't be used, that is told and put aside too, and the others are used. Reading changes nothing
    on the disk. Writing is for the holder of the document's lock.
    """

    def __init__(
        self, path: Path, *, format_: str, version: int, disk: Disk, warn: Warn, checks: Mapping[str, Check]
    ) -> None:
        """``format_`` and ``version``: what the document must say of itself. ``checks``: of rows, by their table."""
        self.path = path
        self.backup = path.with_name(path.name + ".bak")
        self.damaged = False
        """whether the last reading met a document that can't be read, or not all of it"""
        self._format = format_
        self._version = version
        self._disk = disk
        self._warn = warn
        self._checks = checks

    def read(self) -> Tables | None:
        """The tables; None when there is no document. Raises SaveError; UnknownVersion for a version not known here."""
        self.damaged = False
        data = self._load(self.path)
        if data is None:
            return None
        found = self._found(data)
        if found is None:
            self.damaged = True
            return self._former()
        if found.left_out:
            self.damaged = True
            self._warn(
                _.plural(
                    "{n} entry of {path} can't be used and is left out.",
                    "{n} entries of {path} can't be used and are left out.",
                    found.left_out,
                    path=self.path,
                )
            )
        return found.tables

    def _former(self) -> Tables | None:
        former = self._load(self.backup)
        found = None if former is None else self._found(former)
        self._warn(
            _("{path} was damaged: nothing in it could be used.").format(path=self.path)
            if found is None
            else _("{path} was damaged: the version before it is used.").format(path=self.path)
        )
        return None if found is None else found.tables

    def write(self, data: Tables) -> None:
        """Replaces the document. Raises SaveError, with the old document in place."""
        document = {"format": self._format, "version": self._version, "tables": data}
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
        former = self._load(self.path)
        try:
            if former is not None:
                self._keep(former)
            write_atomically(self._disk, self.path, text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise explain(error, self.path) from error

    def close(self) -> None:
        """Nothing is held open."""

    def _keep(self, former: bytes) -> None:
        found = self._found(former)
        if found is None or found.left_out:
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

    def _found(self, data: bytes) -> _Found | None:
        """What a document holds, or None for one that can't be read."""
        try:
            document = json.loads(data, parse_float=_finite, parse_constant=_finite)
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
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            return None
        return self._usable(tables)

    def _usable(self, tables: Tables) -> _Found:
        usable = {
            name: {key: row for key, row in table.items() if self._is_row(name, key, row)}
            for name, table in tables.items()
        }
        return _Found(usable, sum(len(tables[name]) - len(usable[name]) for name in tables))

    def _is_row(self, table: str, key: str, row: object) -> bool:
        """Whether TinyDB, and whoever asked for it, can use a row."""
        if not isinstance(row, dict) or not _NUMBER.fullmatch(key):
            return False
        check = self._checks.get(table)
        return check is None or check(row)


def _finite(text: str) -> float | None:
    """A number that JSON has, or None."""
    number = float(text)
    return number if math.isfinite(number) else None
