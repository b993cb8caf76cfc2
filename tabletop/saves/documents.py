"""The small documents beside the matches: opened, read or changed under a lock, and closed again."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, explain
from tabletop.saves.locks import locked
from tabletop.saves.rows import Check, Row, Warn

if TYPE_CHECKING:
    from tinydb import TinyDB


def log_warning(sentence: str) -> None:
    """Hands a warning to the standard log, which shows it on the error output by default."""
    logging.getLogger("tabletop.saves").warning(sentence)


@dataclass(frozen=True)
class Document:
    """A TinyDB document of one format and version, shared by processes.

    What can't be used is told, and the document put aside as it was, by the first reader that has ``warn``: one
    without leaves it to others.
    """

    path: Path
    format: str
    version: int
    disk: Disk
    warn: Warn | None
    checks: Mapping[str, Check] = field(default_factory=dict)
    """for the rows of tables by their names"""
    large: bool = False
    """whether rows are only checked where a reader asks for it with ``tidy``"""

    def rows(self, table: str) -> Sequence[Row]:
        """The rows of a table that can be used. No lock is needed: the document is always replaced in one step.

        Raises SaveError; UnknownVersion for a version not known here.
        """
        return self._read(table, {} if self.large else self.checks)

    def tidy(self, table: str) -> None:
        """Tells which rows of a large document can't be used, and puts them aside. Raises SaveError."""
        self._read(table, self.checks)

    def _read(self, table: str, checks: Mapping[str, Check]) -> Sequence[Row]:
        from tinydb import TinyDB

        storage = self._storage(self.warn or mute, checks)
        rows = TinyDB(storage=lambda: storage).table(table).all()
        if storage.damaged and self.warn:
            self._repair(checks)
        return rows

    @contextmanager
    def change(self) -> Iterator["TinyDB"]:
        """The document under its lock; what was changed is written once, at the end, unless there was an exception.

        Raises SaveError, with the document unchanged; UnknownVersion for a version not known here.
        """
        from tinydb import TinyDB
        from tinydb.middlewares import CachingMiddleware

        try:
            self.disk.make_folder(self.path.parent)
        except OSError as error:
            raise explain(error, self.path.parent) from error
        with locked(self.path):
            storage = self._storage(self.warn or log_warning, {} if self.large else self.checks)
            database = TinyDB(storage=CachingMiddleware(lambda: storage))  # type: ignore[no-untyped-call]
            yield database
            database.close()

    def _repair(self, checks: Mapping[str, Check]) -> None:
        """Puts what is left of a damaged document in its place, if that can be done now."""
        with suppress(SaveError), locked(self.path):
            storage = self._storage(mute, checks)
            tables = storage.read()
            if storage.damaged:
                storage.write(tables or {})

    def _storage(self, warn: Warn, checks: Mapping[str, Check]) -> Any:
        from tabletop.saves.storage import AtomicStorage

        return AtomicStorage(
            self.path, format_=self.format, version=self.version, disk=self.disk, warn=warn, checks=checks
        )


def mute(_sentence: str) -> None:
    """Says nothing."""
