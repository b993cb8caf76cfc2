"""What the players are called to a reader, whom of them it hears addressed as “you”, and texts that name them."""

from functools import lru_cache

from tabletop.history import History
from tabletop.i18n import Texts, language
from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame, Seat
from tabletop.naming import MARK, resolve
from tabletop.person import ME, shown
from tabletop.table.reader import Reader

_ = Texts(__file__)


@lru_cache(maxsize=256)
def names_of(seats: tuple[Seat, ...], me: str, _language: str) -> tuple[str, ...]:
    """The names of the players by seats, as a reader of the language in use reads them."""
    return tuple(shown(seat.name, me) for seat in seats)


@lru_cache(maxsize=256)
def addressed_seats(seats: tuple[Seat, ...], reader: Reader) -> tuple[int, ...]:
    """The seats whose players sentences call “you”: the reader's only one, or the one whose eyes are open.

    Where that is none, it is the person at the keyboard, unless called by a chosen name.
    """
    own = reader.eyes if reader.eyes in reader.seats else None
    if own is None and len(reader.seats) == 1 and not reader.shared:
        (own,) = reader.seats
    if own is not None and (reader.shared or not reader.me or seats[own].name != ME):
        return (own,)
    return () if reader.me else tuple([number for number, seat in enumerate(seats) if seat.name == ME])


def said(text: str, game: AnyGame, history: History, reader: Reader, at: int | None = None) -> str:
    """A text of the game as it reads to ``reader``, with the names of now, or of after ``at`` events."""
    if MARK not in text:
        return text
    return _said(text, game, history.seats if at is None else history.seats_at(at), reader, language())


@lru_cache(maxsize=512)
def _said(text: str, game: AnyGame, seats: tuple[Seat, ...], reader: Reader, language: str) -> str:
    """Kept, since a table is looked at more often than its texts change."""
    you, names = addressed_seats(seats, reader), list(names_of(seats, reader.me, language))
    for number, seat in enumerate(seats):
        if seat.name == ME and not reader.me and number not in you:
            names[number] = _("“{name}”").format(name=names[number])
    return resolve(text, you, names, game.sides())


def reworded(why: IllegalMove, game: AnyGame, history: History, reader: Reader) -> IllegalMove:
    """A refusal as it reads to ``reader``."""
    return type(why)(said(str(why), game, history, reader)) if MARK in str(why) else why
