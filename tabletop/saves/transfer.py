"""A saved match as the events of a record, and back: what was noted outside the rules is its lines with ``!``."""

from collections.abc import Sequence
from typing import Final

from tabletop.complaints import printable
from tabletop.entries import Json, Note
from tabletop.history import ENDED, PLAYER, PLAYS_ON, RESIGNED, TAKE_BACK, Status
from tabletop.match import AnyGame, Header, Seat
from tabletop.outside import MARK, RESIGN, Ended, RecordedMatch, Seating, parse
from tabletop.person import exported, from_elsewhere
from tabletop.saves.saved import SavedMatch, seated

_ENDINGS: Final = {RESIGNED, ENDED}


def header(saved: SavedMatch, me: str = "") -> Header:
    """The header as a record has it. ``me``: the chosen name of the person at the keyboard, if any."""
    seats = tuple(exported(seat, me) for seat in saved.history.first_seats)
    return saved.header.model_copy(update={"seats": seats})


def recorded(game: AnyGame, saved: SavedMatch, me: str = "", versions: Sequence[str] = ()) -> RecordedMatch:
    """A saved match as its record tells it. Raises IllegalMove, with the reason, for one that can't be told so.

    ``versions``: see ``Match``; the record has all events as this version of the plugin writes them.
    """
    lines = _lines(saved, me)
    remaining = iter(versions)
    written = ["" if line.startswith(MARK) else next(remaining, "") for line in lines]
    match = RecordedMatch(game, header(saved, me).seats, lines, versions=written)
    ending = _ending(saved)
    if ending is not None and match.to_act is not None:
        match.replay(ending)
    return match


def _lines(saved: SavedMatch, me: str) -> list[str]:
    """The events in play, and who sat down where and for whom, each before the first event that is played so."""
    lines = list(saved.events)
    place = len(lines)
    for note in reversed(saved.notes):
        place = min(place, note.after)
        if note.kind == PLAYER:
            lines.insert(place, str(_seated(note, me)))
        elif _plays_on(note):
            lines.insert(place, _ended(note))
    return lines


def _plays_on(note: Note) -> bool:
    """Whether a side resigned and somebody plays on for it."""
    return note.kind == RESIGNED and bool(note.data.get(PLAYS_ON))


def _seated(note: Note, me: str) -> Seating:
    data = dict(note.data)
    number = data.pop("seat")
    assert isinstance(number, int)
    return Seating(number - 1, exported(Seat.model_validate(data), me))


def _ending(saved: SavedMatch) -> str | None:
    """The line of what ended the match, if its rules didn't. What was played on after a note has overruled it."""
    if saved.status is not Status.FINISHED:
        return None
    for note in reversed(saved.notes):
        if note.kind == TAKE_BACK or note.after != len(saved.events):
            return None
        if note.kind in _ENDINGS and not _plays_on(note):
            return _ended(note)
    return None


def _ended(note: Note) -> str:
    why = RESIGN if note.kind == RESIGNED else f"end {note.data.get('why')}"
    side = note.data.get("side")
    return printable(f"{MARK} {why}" if side is None else f"{MARK} {why} {side}")


def entries(events: Sequence[str]) -> list[str | tuple[str, Json]]:
    """The events of a recorded match as a match file has them: its lines with ``!`` as kinds and data of notes."""
    return [
        _note(parse(event), last=number == len(events)) if event.startswith(MARK) else event
        for number, event in enumerate(events, 1)
    ]


def _note(found: Seating | Ended, *, last: bool) -> tuple[str, Json]:
    if isinstance(found, Seating):
        return seated(found.seat, from_elsewhere(found.player))
    side: Json = {} if found.side is None else {"side": found.side + 1}
    if found.why == RESIGN and side:
        return RESIGNED, side if last else {**side, PLAYS_ON: True}
    return ENDED, {"why": found.why, **side}
