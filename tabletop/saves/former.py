"""What earlier programs kept of the matches in two documents: read once for the index, and put aside."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.history import ENDS, UNREAD, MatchSummary
from tabletop.match import Seat
from tabletop.person import marked
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home
from tabletop.saves.indexed import IndexRow
from tabletop.saves.rows import Warn
from tabletop.tally_note import Rules, TallyNote, opponents
from tabletop.terms import UNCOUNTED

_VERSION: Final = 1


class Former(NamedTuple):
    """What the documents say, by the ids of the matches."""

    rows: Mapping[str, IndexRow]
    tallies: Mapping[str, TallyNote]


class _CountedSeat(Seat):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    side: int = Field(ge=0, lt=100)
    rank: int
    points: int
    measures: dict[str, tuple[float, float]] = Field(default_factory=dict)


class _CountedMatch(BaseModel):
    id: str
    rules: Rules
    seats: tuple[_CountedSeat, ...] = Field(min_length=1)


def documents(home: Home) -> list[Path]:
    """Those that are there."""
    return [path for path in (home.library, home.statistics) if path.exists()]


def read_former(home: Home, disk: Disk, warn: Warn) -> Former:
    """Both documents. What can't be used is left out, and that is told."""
    library = [_row(data) for data in _rows(home.library, "tabletop-library", disk, warn)]
    tallies = [_tally(data) for data in _rows(home.statistics, "tabletop-statistics", disk, warn)]
    return Former({row.id: row for row in library if row}, dict(filter(None, tallies)))


def put_aside(path: Path, disk: Disk) -> Path | None:
    """Renames a document, with what lies beside it; its new name, or None where that can't be done, or was."""
    names = (path.with_name(f"{path.name}.old-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        disk.replace(path, aside)
    except OSError:
        return None
    with suppress(OSError):
        disk.replace(path.with_name(path.name + ".bak"), aside.with_name(aside.name + ".bak"))
    with suppress(OSError):
        disk.remove(path.with_name(path.name + ".lock"))
    return aside


def _rows(path: Path, form: str, disk: Disk, warn: Warn) -> list[Mapping[str, Any]]:
    try:
        return list(Document(path, form, _VERSION, disk, warn).rows("matches"))
    except SaveError as why:
        warn(str(why))
        return []


def _row(data: Mapping[str, Any]) -> IndexRow | None:
    """A row that tells all that is known today of a match whose file can be read."""
    if "uncounted" not in data:
        return None
    try:
        summary = MatchSummary.model_validate({key: value for key, value in data.items() if key != "length"})
        length = int(data["length"])
    except (ValidationError, KeyError, TypeError, ValueError, OverflowError):
        return None
    if summary.status in UNREAD:
        return None
    if summary.uncounted != UNCOUNTED:  # an imported match, where every name is only a name, has this
        summary = summary.model_copy(update={"seats": marked(summary.seats)})
    return IndexRow(summary, length, summary.status not in ENDS, None)


def _tally(data: Mapping[str, Any]) -> tuple[str, TallyNote] | None:
    try:
        match = _CountedMatch.model_validate(dict(data))
        by_side = {seat.side: seat for seat in match.seats}
        sides = [seat.side for seat in match.seats]
        note = TallyNote(
            sides=tuple(side + 1 for side in sides),
            rules=match.rules,
            opponents=opponents(sides, match.seats),
            points=tuple(by_side[side].points for side in range(len(by_side))),
            ranks=tuple(by_side[side].rank for side in range(len(by_side))),
            measures=tuple(seat.measures for seat in match.seats),
        )
    except (ValidationError, KeyError):
        return None
    return match.id, note
