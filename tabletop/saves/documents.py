"""The small documents beside the matches: opened, read or changed under a lock, and closed again."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, explain
from tabletop.saves.locks import locked

if TYPE_CHECKING:
    from tinydb import TinyDB

    from tabletop.saves.storage import AtomicStorage

Warn = Callable[[str], None]
"""Is told, in one sentence, what went wrong without stopping anything."""


def log_warning(sentence: str) -> None:
    """Hands a warning to the standard log, which shows it on the error output by default."""
    logging.getLogger("tabletop.saves").warning(sentence)


@dataclass(frozen=True)
class Document:
    """A TinyDB document of one format and version, shared by processes."""

    path: Path
    format: str
    version: int
    disk: Disk
    warn: Warn

    def rows(self, table: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a table. No lock is needed, as the document is always replaced in one step.

        Raises SaveError; UnknownVersion for a version not known here.
        """
        from tinydb import TinyDB

        storage = self._storage(self.warn)
        rows = TinyDB(storage=lambda: storage).table(table).all()
        if storage.damaged:
            self._repair()
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
            database = TinyDB(storage=CachingMiddleware(lambda: self._storage(self.warn)))  # type: ignore[no-untyped-call]
            yield database
            database.close()

    def _repair(self) -> None:
        """Puts what is left of a damaged document in its place, if that can be done now."""
        with suppress(SaveError), locked(self.path):
            storage = self._storage(lambda _sentence: None)
            tables = storage.read()
            if storage.damaged:
                storage.write(tables or {})

    def _storage(self, warn: Warn) -> "AtomicStorage":
        from tabletop.saves.storage import AtomicStorage

        return AtomicStorage(self.path, format_=self.format, version=self.version, disk=self.disk, warn=warn)
