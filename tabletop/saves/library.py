"""The library: how each saved match stood when it was last started, left or ended.

It is a summary of the match files and never more: a row is used as long as its file has the length that the row
knows, and is made again from the file otherwise, so that a library that is missing or damaged costs time only.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from tabletop.history import MatchSummary
from tabletop.person import marked
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home
from tabletop.saves.rows import Warn
from tabletop.terms import IMPORTED, UNCOUNTED

FORMAT: Final = "tabletop-library"
VERSION: Final = 1


class LibraryRow(NamedTuple):
    """A match, and the length in bytes of the file that it was read from."""

    summary: MatchSummary
    length: int


class Library:
    """The document. It never fails: what goes wrong is told, and the match files say the same."""

    def __init__(self, home: Home, disk: Disk, warn: Warn) -> None:
        """``warn`` is told of a library that can't be read or written."""
        self._warn = warn
        self._document = Document(home.library, FORMAT, VERSION, disk, warn, {"matches": _is_row}, large=True)

    def rows(self) -> Mapping[str, LibraryRow]:
        """The rows by the ids of the matches."""
        try:
            rows = [_row(data) for data in self._document.rows("matches")]
            if None in rows:
                self._document.tidy("matches")
        except SaveError as why:
            self._warn(str(why))
            return {}
        return {row.summary.id: row for row in rows if row}

    def touch(self, row: LibraryRow) -> None:
        """Keeps one row."""
        try:
            with self._document.change() as database:
                table = database.table("matches")
                table.upsert(_data(row), lambda data: data.get("id") == row.summary.id)
        except SaveError as why:
            self._warn(str(why))

    def replace(self, rows: Iterable[LibraryRow]) -> None:
        """Keeps these rows and no others. A folder that can't be written is not worth a word: nothing is lost."""
        with suppress(SaveError), self._document.change() as database:
            table = database.table("matches")
            table.truncate()
            table.insert_multiple(_data(row) for row in rows)


def _data(row: LibraryRow) -> dict[str, Any]:
    return {**row.summary.model_dump(mode="json"), "length": row.length}


def _is_row(data: Mapping[str, Any]) -> bool:
    """Those that don't say whether their match counts are of an earlier program, and in order."""
    return _row({"uncounted": None, **data}) is not None


def _row(data: Mapping[str, Any]) -> LibraryRow | None:
    if "uncounted" not in data:
        return None
    try:
        summary = MatchSummary.model_validate({key: value for key, value in data.items() if key != "length"})
        return LibraryRow(_as_marked(summary), int(data["length"]))
    except (ValidationError, KeyError, TypeError, ValueError):
        return None


def _as_marked(summary: MatchSummary) -> MatchSummary:
    """Rows of earlier programs have no mark for the person; whether an uncounted match was imported they don't say."""
    if summary.uncounted in (UNCOUNTED, IMPORTED):
        return summary
    return summary.model_copy(update={"seats": marked(summary.seats)})
