"""Which plugins a person has switched off."""

from collections.abc import Set
from typing import Final

from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home
from tabletop.saves.rows import Warn

FORMAT: Final = "tabletop-plugin-switches"
VERSION: Final = 1
_CHECKS: Final = {"disabled": lambda row: isinstance(row.get("distribution"), str)}


class PluginSwitches:
    """The document that keeps the names of disabled distributions."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of a document that can't be used."""
        self._path = home.switches
        self._warn = warn
        self._document = Document(self._path, FORMAT, VERSION, disk or Disk(), warn, _CHECKS)

    def disabled(self) -> Set[str]:
        """The distributions that are switched off; none, and ``warn`` is told, if that can't be read."""
        if not self._path.exists():
            return frozenset()
        try:
            rows = self._document.rows("disabled")
        except SaveError as why:
            self._warn(str(why))
            return frozenset()
        return frozenset(row["distribution"] for row in rows)

    def disable(self, distribution: str) -> None:
        """Switches a distribution off. Raises SaveError."""
        with self._document.change() as database:
            table = database.table("disabled")
            table.upsert({"distribution": distribution}, lambda row: row.get("distribution") == distribution)

    def enable(self, distribution: str) -> None:
        """Switches a distribution on. Raises SaveError."""
        with self._document.change() as database:
            database.table("disabled").remove(lambda row: row.get("distribution") == distribution)
