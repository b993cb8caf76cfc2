"""What a CPU player or an analyst is given to think about: a value, so that the thinking can be done anywhere."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.table.playing import Table
from tabletop.terms import HINT

_ = Texts(__file__)


class Thought(NamedTuple):
    """A decision of one seat, with what that seat may know and a source of randomness of its own."""

    seat: int
    view: Any
    moves: Sequence[Any]
    """the legal ones, at least one"""
    rng: Random


def of(match: Match, seat: int, rng: Random) -> Thought:
    """What ``seat``, which is asked for a move, has to think about."""
    return Thought(seat, match.view(seat), match.legal_moves(seat), rng)


def choice(table: Table, seat: int) -> Thought:
    """What the player of ``seat`` has to think about. Raises ValueError for a seat that isn't asked for a move."""
    question = table.question
    if question is None or question.kind != "move" or seat not in question.seats:
        raise ValueError(_("There is nothing for you to decide now."))
    return of(table.match, seat, source(table, seat))


def source(table: Table, seat: int) -> Random:
    """What the player of a seat that is asked draws from: each of those who choose at once has a source of its own."""
    match = table.match
    return table.chance.thought(len(match.events) + match.asked.index(seat))


def hint(table: Table, seat: int) -> Thought:
    """The same for somebody who advises. It is noted first, once for each question. Raises ValueError and SaveError."""
    found = choice(table, seat)
    if not _noted(table, seat):
        table.note(HINT, {"seat": seat + 1})
    return found


def _noted(table: Table, seat: int) -> bool:
    """Whether this seat has had a hint on the question that is open."""
    entries = table.journal.history.entries[table.serial :]
    return any(getattr(entry, "kind", "") == HINT and entry.data.get("seat") == seat + 1 for entry in entries)  # type: ignore[union-attr]
