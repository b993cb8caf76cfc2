"""What the index knows of a match: all of it follows from the match's file."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from tabletop.history import ENDS, UNREAD, MatchSummary, Status
from tabletop.person import ME
from tabletop.saves.clock import stamp
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, UnknownVersion
from tabletop.saves.saved import SavedMatch, load
from tabletop.saves.statistics import CountedMatch, counted

SUFFIX: Final = ".jsonl"
"""How the names of match files end."""


class IndexRow(NamedTuple):
    """A match."""

    summary: MatchSummary
    length: int
    """of its file, in bytes, when it was read or written last"""
    under_way: bool
    """whether its file may have grown since without a word"""
    counted: CountedMatch | None

    @property
    def id(self) -> str:
        """The match's."""
        return self.summary.id

    @property
    def name(self) -> str:
        """The match's, for finding it in any letters."""
        return (self.summary.name or "").casefold()

    @property
    def played(self) -> str:
        """When it was last played, as text that sorts."""
        return played_at(self.summary)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people at it."""
        return tuple(seat.name for seat in self.summary.seats if seat.player == "human")

    @property
    def words(self) -> str:
        """What a search looks into, besides what the game and the person are called today."""
        match = self.summary
        seats = [part for seat in match.seats for part in (seat.name if seat.name != ME else "", seat.level or "")]
        return "\n".join([match.id, match.name or "", match.game or "", *seats]).casefold()

    @property
    def has_me(self) -> bool:
        """Whether the person at the keyboard sits at it."""
        return any(seat.name == ME for seat in self.summary.seats)

    @property
    def uncounted(self) -> bool:
        """Whether it counts for statistics and isn't noted what it is worth."""
        return self.summary.counts and self.counted is None


def played_at(match: MatchSummary) -> str:
    """When a match was last played, as text that sorts."""
    return stamp(match.last_played) if match.last_played else ""


class Word(NamedTuple):
    """A word to search for, in small letters, and what else it means."""

    text: str
    games: frozenset[str] = frozenset()
    """the games that it is part of the title of"""
    me: bool = False
    """whether it is part of what the person at the keyboard is called"""

    def fits(self, row: IndexRow) -> bool:
        """Whether a match has it."""
        return self.text in row.words or row.summary.game in self.games or (self.me and row.has_me)


class Wanted(NamedTuple):
    """Which matches are wanted."""

    words: tuple[Word, ...] = ()
    status: Status | None = None

    def fits(self, row: IndexRow) -> bool:
        """Whether a match is."""
        return self.status in (None, row.summary.status) and all(word.fits(row) for word in self.words)


class Played(NamedTuple):
    """A seat of a person in a match that counts."""

    id: str
    person: str
    game: str
    rules: str
    opponents: tuple[str, ...]
    finished: str
    """as text that sorts"""
    sides: int
    share: float
    points: int
    measures: dict[str, list[float]]
    accuracy: float | None


_FOUND_BY: Final = Played._fields.index("sides")


class LeftOut(NamedTuple):
    """Finished matches that don't count."""

    why: str
    """in a word: see ``MatchSummary.uncounted``"""
    people: tuple[str, ...]
    """who sat at them"""
    matches: int


def row_of(saved: SavedMatch, length: int, *, is_open: bool = False) -> IndexRow:
    """The row of a match whose file has so many bytes."""
    summary = saved.summary
    return IndexRow(summary, length, is_open or summary.status not in ENDS, counted(saved))


def read_row(path: Path, disk: Disk) -> IndexRow | None:
    """The row of a match file, or of what lies in its place; None if it has vanished."""
    try:
        saved = SavedMatch(path, *load(path, disk))
    except UnknownVersion:
        status = Status.UNKNOWN_VERSION
    except (SaveError, ValueError):
        if not os.path.lexists(path):
            return None
        status = Status.DAMAGED
    else:
        return row_of(saved, saved.bytes)
    return IndexRow(MatchSummary(id=path.stem, status=status), 0, under_way=True, counted=None)


def unread(row: IndexRow) -> bool:
    """Whether its file can't be read, or not to its end: what was known of it before stays counted."""
    return row.summary.status in UNREAD


def with_what_was_known(row: IndexRow, before: MatchSummary | None) -> IndexRow:
    """The row of a match of which nothing can be read any more, with all that was known of it."""
    if before is None or row.summary.status is not Status.DAMAGED or row.summary.game is not None:
        return row
    return row._replace(summary=before.model_copy(update={"status": Status.DAMAGED}))


def played(match: CountedMatch) -> Iterable[Played]:
    """The seats of people in a match that counts."""
    for seat in match.seats:
        yield Played(
            match.id,
            seat.person,
            match.game,
            match.rules,
            seat.opponents,
            stamp(match.finished),
            seat.sides,
            seat.share,
            seat.points,
            {name: list(pair) for name, pair in seat.measures.items()},
            seat.accuracy,
        )


def seat_data(seat: Played) -> str:
    """What a row holds of a seat besides what it is found by."""
    return json.dumps(seat[_FOUND_BY:], separators=(",", ":"))
