"""Which matches count for statistics, and the document that sums them up: see ``docs/reference/statistics.md``.

The document is a projection of the match files, one row for each match that counts, and can be made again from them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tabletop import scoring
from tabletop.entries import Json
from tabletop.history import ACCURACY, RESIGNED, Status
from tabletop.match import Match, Seat, with_options
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, Warn, log_warning
from tabletop.saves.home import Home
from tabletop.saves.saved import OpenMatch, SavedMatch
from tabletop.terms import UNCOUNTED

FORMAT: Final = "tabletop-statistics"
VERSION: Final = 1
_AIDED: Final = {"hint", "player", UNCOUNTED}
"""Notes with which a match doesn't count: an expert helped, somebody else took a seat, or it was for practice."""
_Accuracies: Final = TypeAdapter(tuple[float | None, ...])

Rules = Literal["usual", "house"]


class CountedSeat(Seat):
    """What a seat came to."""

    side: int
    rank: int
    share: float
    """of the match, from 0 to 1: the first rank, divided among those who share it"""
    points: int
    """of its side"""
    measures: dict[str, tuple[float, float]] = Field(default_factory=dict)
    """see ``Game.measures``"""
    accuracy: float | None = None
    """from 0 to 100, where the match was reviewed"""


class CountedMatch(BaseModel):
    """A match that counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    game: str
    rules: Rules
    """``usual`` when every option has its default for so many seats"""
    finished: AwareDatetime
    seats: tuple[CountedSeat, ...] = Field(min_length=1)


def counts(saved: SavedMatch) -> bool:
    """Whether a match counts: finished, with a person in it, and nobody was helped.

    Helped means: a hint, something of chance taken back, a seat that changed hands, or a note that it shall not count.
    """
    return (
        saved.summary.status is Status.FINISHED
        and not saved.redrawn
        and not any(note.kind in _AIDED for note in saved.notes)
        and any(seat.player == "human" for seat in saved.header.seats)
    )


def count(saved: SavedMatch, match: Match) -> CountedMatch | None:
    """The row of a saved match of which ``match`` is the replay; None for one that doesn't count."""
    game = match.game
    sides, scores = game.sides(), game.scores(match.state)
    ranks = match.result.ranks if match.result else _ranks_after_resigning(saved, match)
    if ranks is None or len(ranks) != len(scores) or not counts(saved):
        return None
    shares = scoring.shares(ranks)
    measures = game.measures(match.states()) if match.result else [{} for _seat in sides]
    accuracies = _accuracies(saved)
    seats = tuple(
        CountedSeat(
            **seat.model_dump(),
            side=side,
            rank=ranks[side],
            share=shares[side],
            points=scores[side],
            measures=dict(measures[number]),
            accuracy=accuracies[number],
        )
        for number, (seat, side) in enumerate(zip(saved.header.seats, sides, strict=True))
    )
    finished = next(note.at for note in reversed(saved.notes) if note.kind == Status.FINISHED)
    return CountedMatch(id=saved.id, game=saved.header.game, rules=_rules(match), finished=finished, seats=seats)


def _ranks_after_resigning(saved: SavedMatch, match: Match) -> Sequence[int] | None:
    """The ranks of a match that ended before the rules end it; None where nobody resigned."""
    standing = match.game.standing(match.state)
    for note in reversed(saved.notes):
        if note.kind == RESIGNED:
            side = note.data.get("side")
            if isinstance(side, int) and 0 < side <= len(standing):
                return scoring.resigned(standing, side - 1)
            return saved.summary.ranks
    return None


def _rules(match: Match) -> Rules:
    game = match.game
    try:
        usual = with_options(game.__class__, {}, game.seats).options
    except ValueError:
        return "house"
    return "usual" if game.options == usual else "house"


def note_accuracy(saved: OpenMatch, accuracies: Sequence[float | None]) -> None:
    """Notes how accurate each seat was (from 0 to 100) in a finished match, once. Raises SaveError."""
    if saved.status is Status.FINISHED and not reviewed(saved):
        saved.append(accuracy_note(accuracies))


def accuracy_note(accuracies: Sequence[float | None]) -> tuple[str, Json]:
    """The note on how accurate each seat was."""
    return ACCURACY, {"seats": list(accuracies)}


def reviewed(saved: SavedMatch) -> bool:
    """Whether it is noted how accurate the seats were, for the match as it stands."""
    return any(note.kind == ACCURACY and note.after == len(saved.events) for note in saved.notes)


def _accuracies(saved: SavedMatch) -> Sequence[float | None]:
    """As the last review that saw the whole match has noted them, for each seat."""
    unknown = (None,) * len(saved.header.seats)
    for note in reversed(saved.notes):
        if note.kind == ACCURACY and note.after == len(saved.events):
            try:
                found = _Accuracies.validate_python(note.data.get("seats"))
            except ValidationError:
                return unknown
            return found if len(found) == len(unknown) else unknown
    return unknown


class Statistics:
    """The document. Rows lie in it in the order in which the matches were finished."""

    def __init__(self, home: Home, *, disk: Disk | None = None, warn: Warn = log_warning) -> None:
        """``warn`` is told of a document that was damaged."""
        self._document = Document(home.statistics, FORMAT, VERSION, disk or Disk(), warn)

    def rows(self) -> Sequence[CountedMatch]:
        """All rows; those that can't be used are left out. Raises SaveError if the disk can't be read."""
        return [row for data in self._document.rows("matches") if (row := _row(data))]

    def keep(self, row: CountedMatch) -> None:
        """Adds a row, or replaces that of the same match. Raises SaveError, with nothing changed."""
        self._change(lambda rows: {**rows, row.id: row.model_dump(mode="json")})

    def forget(self, match_id: str) -> None:
        """Removes the row of a match, if there is one. Raises SaveError, with nothing changed."""
        self._change(lambda rows: {other: row for other, row in rows.items() if other != match_id})

    def replace(self, rows: Iterable[CountedMatch]) -> None:
        """Keeps these rows and no others. Raises SaveError, with nothing changed."""
        new = {row.id: row.model_dump(mode="json") for row in rows}
        self._change(lambda _rows: new)

    def _change(self, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Writes the rows if they become others, so that what doesn't count leaves the document as it is."""
        with self._document.change() as database:
            table = database.table("matches")
            known = {str(row.get("id")): dict(row) for row in table.all()}
            changed = change(known)
            if changed != known:
                table.truncate()
                table.insert_multiple(sorted(changed.values(), key=_order))


def _order(row: Mapping[str, Any]) -> tuple[str, str]:
    return str(row.get("finished")), str(row.get("id"))


def _row(data: Mapping[str, Any]) -> CountedMatch | None:
    try:
        return CountedMatch.model_validate(dict(data))
    except ValidationError:
        return None
