"""What a match that counts is for statistics: see ``docs/reference/statistics.md``."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from tabletop import scoring
from tabletop.entries import Json
from tabletop.history import ACCURACY, Status
from tabletop.saves.saved import OpenMatch, SavedMatch
from tabletop.tally_note import Rules, TallyNote

_Accuracies: Final = TypeAdapter(tuple[float | None, ...])


class CountedSeat(NamedTuple):
    """What the seat of a person came to."""

    seat: int
    """from 0"""
    person: str
    opponents: tuple[str, ...]
    """see ``TallyNote``"""
    sides: int
    """how many there were"""
    share: float
    """of the match, from 0 to 1: the first rank, divided among those who share it"""
    points: int
    """of its side"""
    measures: dict[str, tuple[float, float]]
    """see ``Game.measures``"""
    accuracy: float | None
    """from 0 to 100, where the match was reviewed"""


class CountedMatch(NamedTuple):
    """A match that counts."""

    id: str
    game: str
    rules: Rules
    finished: datetime
    seats: tuple[CountedSeat, ...]


def counted(saved: SavedMatch) -> CountedMatch | None:
    """A match as its file tells it; None where it doesn't count, or isn't noted what it is worth."""
    tally = noted_tally(saved)
    if tally is None or not saved.summary.counts:
        return None
    shares, accuracies = scoring.shares(tally.ranks), _accuracies(saved)
    seats = tuple(
        CountedSeat(
            seat=number,
            person=seat.name,
            opponents=tally.opponents[number],
            sides=len(set(tally.sides)),
            share=shares[tally.sides[number] - 1],
            points=tally.points[tally.sides[number] - 1],
            measures=tally.measures[number],
            accuracy=accuracies[number],
        )
        for number, seat in enumerate(saved.history.first_seats)
        if seat.player == "human"
    )
    finished = next(note.at for note in reversed(saved.notes) if note.kind == Status.FINISHED)
    return CountedMatch(saved.id, saved.header.game, tally.rules, finished, seats)


def noted_tally(saved: SavedMatch) -> TallyNote | None:
    """The note ``tally``, if there is one that fits."""
    if saved.history.tally is None:
        return None
    try:
        tally = TallyNote.model_validate(saved.history.tally)
    except ValidationError:
        return None
    return tally if len(tally.sides) == len(saved.history.first_seats) else None


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
