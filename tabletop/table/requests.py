"""What can be wanted of a table, as values: commands that change the match, and questions that read it.

A command's ``happen`` yields what happened, and a question's ``read`` answers; ``by`` is whoever wants it. Both raise
ValueError with the reason, in the language of ``by``, and SaveError, with nothing changed that wasn't yielded.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from tabletop.aliases import spoken
from tabletop.audit import ChanceTally, tallies
from tabletop.game import CHANCE
from tabletop.history import NAME
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.match import Seat, read_name
from tabletop.naming import who
from tabletop.pieces.scenes import Scene
from tabletop.table import looking, telling
from tabletop.table.addressing import reworded
from tabletop.table.looking import Look, Option
from tabletop.table.playing import Table
from tabletop.table.question import Denied, Happening
from tabletop.table.reader import Reader
from tabletop.table.rounds import RoundEnd, round_end, summary_at
from tabletop.table.telling import Told
from tabletop.table.winning import Slip, slip

_ = Texts(__file__)


@runtime_checkable
class Change(Protocol):
    """Something that changes the match."""

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """Does it."""
        ...


@runtime_checkable
class Reading(Protocol):
    """Something that is only read."""

    def read(self, table: Table, by: Reader) -> Any:
        """Answers it."""
        ...


@dataclass(frozen=True)
class Play:
    """A move of a seat, or a throw of real dice, as an answer to the question ``serial``."""

    seat: int
    text: str
    serial: int

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.answer``."""
        yield from table.answer(by, self.seat, self.text, self.serial)


@dataclass(frozen=True)
class Confirm:
    """Whoever says so has looked at the summary of the question ``serial``; the room itself says so for everybody."""

    serial: int

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.confirm``."""
        table.confirm(by, self.serial)
        yield from ()


@dataclass(frozen=True)
class Replay:
    """An event from its canonical text, whoever acts."""

    event: str

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.replay``."""
        _only_host(by)
        try:
            self._expect_turn(table)
            yield from table.replay(self.event)
        except IllegalMove as why:
            raise reworded(why, table.game, table.journal.history, by) from None

    def _expect_turn(self, table: Table) -> None:
        actor = table.match.to_act
        if actor is not None and actor != CHANCE and self.event.partition(" ")[0] != str(actor + 1):
            raise IllegalMove(who(actor, _("It is your turn."), _("It is the turn of {name}.")))


@dataclass(frozen=True)
class Parse:
    """What a typed move of a seat comes to, without playing it."""

    seat: int
    text: str

    def read(self, table: Table, by: Reader) -> Option:
        """The move. Raises IllegalMove with the reason, and Denied for another's seat."""
        _only_own(by, self.seat)
        try:
            text = table.legal(self.seat, self.text)
        except IllegalMove as why:
            raise reworded(why, table.game, table.journal.history, by) from None
        return Option(text, spoken(table.game, text))


@dataclass(frozen=True)
class Slips:
    """Whether a typed move of a seat lets a win at once go by, without playing it."""

    seat: int
    text: str

    def read(self, table: Table, by: Reader) -> Slip | None:
        """See ``winning.slip``. Raises Denied for another's seat."""
        _only_own(by, self.seat)
        return slip(table, self.seat, self.text)


@dataclass(frozen=True)
class Undo:
    """Back to one's last decision."""

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.undo``."""
        yield from table.undo(tuple(seat for seat in table.people if seat in by.seats))


@dataclass(frozen=True)
class Redo:
    """Forward again."""

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.redo``."""
        yield from table.redo()


@dataclass(frozen=True)
class Reseat:
    """Somebody else plays on for a seat."""

    number: int
    seat: Seat

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.reseat``."""
        _only_host(by)
        yield from table.reseat(self.number, self.seat)


@dataclass(frozen=True)
class ThrowForAll:
    """A seat throws real dice for everybody; None: the program throws."""

    seat: int | None

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.throw_for_all``."""
        _only_host(by)
        yield from table.throw_for_all(self.seat)


@dataclass(frozen=True)
class Resign:
    """The side of a seat gives up; ``instead`` plays its seats out, or else the match ends."""

    seat: int
    instead: Seat | None = None

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.resign``."""
        _only_own(by, self.seat)
        if self.instead is not None and self.instead.program is not None:
            _only_host(by)
        yield from table.resign(table.game.sides()[self.seat], self.instead)


@dataclass(frozen=True)
class EndFor:
    """The match ends by the side of a seat, beside the rules; ``why``: a word, such as ``time``."""

    seat: int
    why: str

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.end``."""
        _only_host(by)
        yield from table.end(table.game.sides()[self.seat], self.why)


@dataclass(frozen=True)
class Abandon:
    """The match is given up for good."""

    def happen(self, table: Table, by: Reader) -> Iterator[Happening]:
        """See ``Table.abandon``."""
        _only_host(by)
        yield from table.abandon()


@dataclass(frozen=True)
class LookAt:
    """The table now, or after ``at`` events."""

    at: int | None = None

    def read(self, table: Table, by: Reader) -> Look:
        """See ``looking.look``."""
        return looking.look(table, by, self.at)


@dataclass(frozen=True)
class RoundAt:
    """The end of a round, from 1; None: of the one that ended last."""

    number: int | None = None

    def read(self, table: Table, by: Reader) -> RoundEnd:
        """See ``rounds.round_end``."""
        return round_end(table, by, self.number)


@dataclass(frozen=True)
class SummaryAt:
    """What there is to look at after so many events, for all who share a keyboard."""

    position: int

    def read(self, table: Table, by: Reader) -> Scene | None:
        """See ``rounds.summary_at``."""
        return summary_at(table, replace(by, eyes=None), self.position)


@dataclass(frozen=True)
class Log:
    """All events."""

    def read(self, table: Table, by: Reader) -> list[str]:
        """See ``telling.log``."""
        return telling.log(table, by)


@dataclass(frozen=True)
class Last:
    """What happened last."""

    def read(self, table: Table, by: Reader) -> list[Told]:
        """See ``telling.last``."""
        return telling.last(table, by)


@dataclass(frozen=True)
class Recap:
    """What happened since the last move of a seat, whose person has come to the keyboard."""

    seat: int

    def read(self, table: Table, by: Reader) -> list[Told]:
        """See ``telling.since_own_move``."""
        return telling.since_own_move(table, by, self.seat)


@dataclass(frozen=True)
class Since:
    """What happened after line ``n``, for who has been away."""

    n: int

    def read(self, table: Table, by: Reader) -> tuple[int, list[Told]]:
        """The number of the last line, and what is still in play of what was told after line ``n``."""
        return table.n, [telling.told(table, happening, by) for happening in table.since(self.n)]


@dataclass(frozen=True)
class Story:
    """All that has happened and is in play."""

    def read(self, table: Table, by: Reader) -> list[Told]:
        """See ``telling.retold``."""
        return telling.retold(table, by, 0)


@dataclass(frozen=True)
class Revealed:
    """What was hidden, once the match is over."""

    at: int | None = None

    def read(self, table: Table, by: Reader) -> list[str]:
        """Sentences. Raises Denied while the match is under way."""
        if table.ending is None:
            raise Denied(_("What is hidden stays so until the match is over."))
        return looking.revealed(table, by, self.at)


@dataclass(frozen=True)
class Seats:
    """Who sits where now."""

    def read(self, table: Table, by: Reader) -> tuple[Seat, ...]:
        """By seats."""
        return table.seats


@dataclass(frozen=True)
class Uncounted:
    """Why the match doesn't count for statistics."""

    def read(self, table: Table, by: Reader) -> str | None:
        """A word, see ``MatchSummary``; None: it counts once it is finished."""
        return table.journal.history.uncounted


@dataclass(frozen=True)
class Throws:
    """What real dice can show now."""

    def read(self, table: Table, by: Reader) -> list[str]:
        """Canonical texts; none where they can't be listed, or no throw is asked for."""
        game, question = table.game, table.question
        if question is None or question.kind != "throw":
            return []
        return [game.outcome_notation(outcome) for outcome, _chance in game.outcomes(table.match.state) or ()]


@dataclass(frozen=True)
class Thrown:
    """What was thrown in this match, beside what was to be expected."""

    def read(self, table: Table, by: Reader) -> list[ChanceTally]:
        """For each kind of chance. Raises Denied where it would tell of what is hidden."""
        if table.game.hides and table.ending is None:
            raise Denied(_("What is hidden stays so until the match is over."))
        return tallies(table.match)


@dataclass(frozen=True)
class Remark:
    """A note that changes nothing that is asked."""

    kind: str
    data: dict[str, Any]

    def read(self, table: Table, by: Reader) -> None:
        """See ``Table.note``."""
        _only_host(by)
        table.note(self.kind, self.data)


@dataclass(frozen=True)
class Rename:
    """The match gets a name by which it is found again; None: it has none."""

    name: str | None

    def read(self, table: Table, by: Reader) -> None:
        """Notes it. Raises ValueError for what can't be a name."""
        _only_host(by)
        table.note(NAME, {"name": None if self.name is None else read_name(self.name)})


def _only_own(by: Reader, seat: int) -> None:
    if seat not in by.seats:
        raise Denied(_("Only who sits there can do that."))


def _only_host(by: Reader) -> None:
    if not by.host:
        raise Denied(_("Only the host of the table can do that."))
