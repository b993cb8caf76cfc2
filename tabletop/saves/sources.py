"""Where plugins came from with which matches were begun: who misses one later is told so, and sent nowhere else."""

from typing import Final, NamedTuple

from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home
from tabletop.saves.rows import Row, Warn

FORMAT: Final = "tabletop-plugin-sources"
VERSION: Final = 1
KINDS: Final = frozenset({"index", "wheel", "folder", "archive", "repository", "plugin"})
"""What a plugin was installed from; ``plugin``: it lay in a folder that was named with ``--plugin``."""
_FIELDS: Final = ("distribution", "kind", "source")


class KnownSource(NamedTuple):
    """Where a plugin came from, and what to name to have it again."""

    kind: str
    source: str


class PluginSources:
    """The document that keeps them, by the names of distributions."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of a document that can't be used."""
        self._path = home.sources
        self._warn = warn
        self._document = Document(self._path, FORMAT, VERSION, disk or Disk(), warn, {"sources": _is_source})

    def find(self, distribution: str) -> KnownSource | None:
        """Where a plugin came from, if that is known."""
        if not self._path.exists():
            return None
        try:
            rows = self._document.rows("sources")
        except SaveError as why:
            self._warn(str(why))
            return None
        found = (KnownSource(row["kind"], row["source"]) for row in rows if row["distribution"] == distribution)
        return next(found, None)

    def keep(self, distribution: str, source: KnownSource) -> None:
        """Keeps where a plugin came from. Raises SaveError, with nothing changed."""
        if self.find(distribution) == source:
            return
        with self._document.change() as database:
            row = {"distribution": distribution, **source._asdict()}
            database.table("sources").upsert(row, lambda known: known.get("distribution") == distribution)


def _is_source(row: Row) -> bool:
    return all(isinstance(row.get(name), str) for name in _FIELDS) and row["kind"] in KINDS
