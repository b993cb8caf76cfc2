"""Seats, sides, and who acts."""

from collections.abc import Iterator

from tabletop.match import with_options
from tabletop.testing.registry import check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.walk import said


@check("seats", "Game")
def seats(subject: Subject) -> Iterator[Complaint]:
    """A game can be set up with its usual rules for every number of seats that it declares, and for no other."""
    counts = subject.game.seat_counts
    for count in counts:
        try:
            with_options(subject.game, {}, count)
        except Exception as error:
            yield Complaint(f"a game for {count} seats, as seat_counts promises", said(error))
    for count in (counts[0] - 1, counts[-1] + 1):
        try:
            with_options(subject.game, {}, count)
        except ValueError as why:
            if not str(why).strip():
                yield Complaint(f"a reason why {count} seats are refused", "an empty text")
        else:
            yield Complaint(f"ValueError for {count} seats, which seat_counts does not allow", "a game")


@check("sides", "Game.sides")
def sides(subject: Subject) -> Iterator[Complaint]:
    """Every seat has a side; sides are numbered from 0 without a gap."""
    for walk in subject.each(subject.all_walks, "matches"):
        found = walk.game.sides()
        if len(found) != walk.seats:
            yield walk.complaint(0, f"a side for each of {walk.seats} seats", repr(found))
        elif sorted(set(found)) != list(range(len(set(found)))):
            yield walk.complaint(0, "sides numbered from 0 without a gap", repr(found))


@check("actor", "Game.to_act")
def actor(subject: Subject) -> Iterator[Complaint]:
    """Somebody who sits at the table acts, or chance, or nobody because the match is over."""
    for walk in subject.each(subject.all_walks, "matches"):
        if walk.trouble and walk.trouble.question in {"start", "to_act"}:
            yield walk.complaint(len(walk.steps), walk.trouble.expected, walk.trouble.came)
