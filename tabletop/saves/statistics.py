"""Which matches count for statistics, and the document that sums them up: see ``docs/reference/statistics.md``.

The document is a projection of the match files, one row for each match that counts, and can be made again from them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tabletop import scoring
from tabletop.entries import Json
from tabletop.history import ACCURACY, PLAYS_ON, RESIGNED, UNREAD, MatchSummary, Status
from tabletop.match import Code, Match, Seat, with_options
from tabletop.person import marked
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document, log_warning
from tabletop.saves.home import Home
from tabletop.saves.rows import Warn
from tabletop.saves.saved import OpenMatch, SavedMatch

FORMAT: Final = "tabletop-statistics"
VERSION: Final = 1
_Accuracies: Final = TypeAdapter(tuple[float | None, ...])

Rules = Literal["usual", "house"]


class CountedSeat(Seat):
    """What a seat came to."""

    side: Annotated[int, Field(ge=0)]
    rank: int
    share: Annotated[float, Field(ge=0, le=1)]
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
    game: Code
    rules: Rules
    """``usual`` when every option has its default for so many seats"""
    finished: AwareDatetime
    seats: Annotated[tuple[CountedSeat, ...], AfterValidator(marked)] = Field(min_length=1)


def counts(saved: SavedMatch) -> bool:
    """Whether a match counts: see ``docs/reference/statistics.md``."""
    return saved.summary.counts


def astray(matches: Iterable[MatchSummary], rows: Iterable[CountedMatch]) -> Set[str]:
    """The ids of the matches that count and have no row, or have one and don't count.

    Of a match that isn't there, or can't be read, nothing is known, and it keeps what it has.
    """
    counted = {row.id for row in rows}
    return {match.id for match in matches if match.status not in UNREAD and match.counts != (match.id in counted)}


def count(saved: SavedMatch, match: Match) -> CountedMatch | None:
    """The row of a saved match of which ``match`` is the replay; None for one that doesn't count."""
    game = match.game
    sides, scores = game.sides(), game.scores(match.state)
    ranks = _ranks(saved, match)
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
        for number, (seat, side) in enumerate(zip(saved.history.first_seats, sides, strict=True))
    )
    finished = next(note.at for note in reversed(saved.notes) if note.kind == Status.FINISHED)
    return CountedMatch(id=saved.id, game=saved.header.game, rules=_rules(match), finished=finished, seats=seats)


def _ranks(saved: SavedMatch, match: Match) -> Sequence[int] | None:
    """The ranks, last those who resigned; None where the match ended before the rules end it and nobody resigned."""
    resigned = saved.history.resigned
    if match.result:
        return scoring.resigned(match.result.ranks, *resigned)
    standing = match.game.standing(match.state)
    for note in reversed(saved.notes):
        if note.kind == RESIGNED and not note.data.get(PLAYS_ON):
            side = note.data.get("side")
            if isinstance(side, int) and 0 < side <= len(standing):
                return scoring.resigned(standing, *resigned, side - 1)
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
        self._document = Document(
            home.statistics, FORMAT, VERSION, disk or Disk(), warn, {"matches": _is_row}, large=True
        )

    def rows(self) -> Sequence[CountedMatch]:
        """All rows; those that can't be used are told and left out. Raises SaveError if the disk can't be read."""
        rows = [_row(data) for data in self._document.rows("matches")]
        if None in rows:
            self._document.tidy("matches")
        return [row for row in rows if row]

    def keep(self, row: CountedMatch) -> None:
        """Adds a row, or replaces that of the same match. Raises SaveError, with nothing changed."""
        self._change(lambda rows: {**rows, row.id: row.model_dump(mode="json")})

    def forget(self, match_id: str) -> None:
        """Removes the row of a match, if there is one. Raises SaveError, with nothing changed."""
        self._change(lambda rows: {other: row for other, row in rows.items() if other != match_id})

    def replace(self, rows: Iterable[CountedMatch], former: Iterable[CountedMatch] | None = None) -> int:
        """Keeps these rows and no others; returns how many. Raises SaveError, with nothing changed.

        ``former``: what was read before ``rows`` were made; whatever has changed since then stays as it is now.
        """
        new = {row.id: row for row in rows}
        merged = dict[str, CountedMatch]()

        def change(current: dict[str, Any]) -> dict[str, Any]:
            merged.update(new if former is None else _merged(new, former, current))
            return {match_id: row.model_dump(mode="json") for match_id, row in merged.items()}

        self._change(change)
        return len(merged)

    def _change(self, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Writes the rows if they become others, so that what doesn't count leaves the document as it is."""
        with self._document.change() as database:
            table = database.table("matches")
            known = {str(row.get("id")): dict(row) for row in table.all()}
            changed = change(known)
            if changed != known:
                table.truncate()
                table.insert_multiple(sorted(changed.values(), key=_order))


def _merged(
    new: Mapping[str, CountedMatch], former: Iterable[CountedMatch], current: Mapping[str, Any]
) -> dict[str, CountedMatch]:
    before = {row.id: row for row in former}
    now = {row.id: row for data in current.values() if (row := _row(data))}
    changed = {match_id for match_id in before.keys() | now.keys() if before.get(match_id) != now.get(match_id)}
    unchanged = {match_id: row for match_id, row in new.items() if match_id not in changed}
    return {**unchanged, **{match_id: now[match_id] for match_id in changed if match_id in now}}


def _order(row: Mapping[str, Any]) -> tuple[str, str]:
    return str(row.get("finished")), str(row.get("id"))


def _is_row(data: Mapping[str, Any]) -> bool:
    return _row(data) is not None


def _row(data: Mapping[str, Any]) -> CountedMatch | None:
    try:
        return CountedMatch.model_validate(dict(data))
    except ValidationError:
        return None
