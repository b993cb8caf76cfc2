"""What a screen wants of a table, as messages of the protocol, and what the answers come to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.remote import unpacking
from tabletop.remote.guest_game import Described
from tabletop.rooms.messages import Advise, Enough, GoOn, Pause, Prepare, Review, Seen
from tabletop.table.looking import Option
from tabletop.table.question import Refused
from tabletop.table.requests import (
    Abandon,
    Confirm,
    Last,
    Log,
    LookAt,
    Parse,
    Play,
    Recap,
    Redo,
    Remark,
    Reseat,
    Resign,
    Revealed,
    RoundAt,
    Slips,
    Story,
    SummaryAt,
    Thrown,
    Throws,
    Uncounted,
    Undo,
)
from tabletop.table.winning import Slip

_ = Texts(__file__)


@dataclass(frozen=True)
class Describe:
    """What there is to know of the game: ``Described``."""


@dataclass(frozen=True)
class Consult:
    """What a program in a seat is told: ``Assignment``."""

    seat: int


@dataclass(frozen=True)
class FetchRecord:
    """The match as a record, once it is over."""


@dataclass(frozen=True)
class Order:
    """A command of the protocol, such as ``kick``."""

    what: str
    seat: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Say:
    """Something for everybody in the room."""

    text: str


class Phrase(NamedTuple):
    """One message, and how its answer is read."""

    fields: dict[str, Any]
    read: Callable[[Any], Any] = lambda _value: None
    seat: int | None = None
    """whose connection sends it; None: whichever looks at the table"""
    again: bool = True
    """whether it may be sent again after a lost connection: it changes nothing, or nothing twice"""

    @property
    def is_question(self) -> bool:
        """Whether it only reads."""
        return bool(self.fields["type"] == "ask")


_SILENT: Final = (Seen, Prepare, Enough, GoOn, Pause, Remark, Uncounted)
"""What a remote table needn't be told."""


def is_silent(what: Any) -> bool:
    """Whether nothing is sent for it."""
    return isinstance(what, _SILENT)


def phrase(what: Any) -> Phrase:
    """How the protocol says it. Raises Refused for what it can't say."""
    for kind, say in _PHRASES.items():
        if isinstance(what, kind):
            return say(what)
    raise Refused(_("That can't be done at a table elsewhere."))


def _ask(what: str, read: Callable[[Any], Any], seat: int | None = None, **fields: Any) -> Phrase:
    return Phrase({"type": "ask", "what": what, **fields}, read, seat)


def _command(what: str, seat: int | None = None, text: str = "", *, by: int | None = None) -> Phrase:
    fields = {"type": "command", "what": what, "seat": seat, "text": text}
    return Phrase(fields, lambda value: value, by, again=False)


def _told(value: Any) -> list[Any]:
    return [unpacking.told_of(each) for each in value]


def _slip(value: Any) -> Slip | None:
    return None if value is None else Slip(_option(value["move"]), tuple(map(_option, value["wins"])))


def _option(value: Any) -> Option:
    return Option(str(value["text"]), str(value["spoken"]))


_PHRASES: Final[dict[type, Callable[[Any], Phrase]]] = {
    LookAt: lambda its: _ask("look", unpacking.look_of, at=its.at),
    SummaryAt: lambda its: _ask("look", lambda value: unpacking.look_of(value).summary, at=its.position),
    Log: lambda _its: _ask("log", lambda value: list(map(str, value))),
    Story: lambda _its: _ask("story", _told),
    Last: lambda _its: _ask("last", _told),
    Recap: lambda its: _ask("recap", _told, its.seat),
    RoundAt: lambda its: _ask("round", unpacking.round_of, at=its.number),
    Parse: lambda its: _ask("parse", _option, its.seat, text=its.text),
    Slips: lambda its: _ask("slips", _slip, its.seat, text=its.text),
    FetchRecord: lambda _its: _ask("record", str),
    Revealed: lambda its: _ask("revealed", lambda value: list(map(str, value)), at=its.at),
    Thrown: lambda _its: _ask("thrown", unpacking.tallies_of),
    Throws: lambda _its: _ask("throws", lambda value: list(map(str, value))),
    Advise: lambda its: _ask("hint", unpacking.analysis_of, its.seat),
    Review: lambda _its: _ask("review", unpacking.decisions_of),
    Describe: lambda _its: _ask("about", Described.model_validate),
    Consult: lambda its: _ask("situation", unpacking.assignment_of, its.seat),
    Play: lambda its: Phrase(
        {"type": "answer", "seat": its.seat, "text": its.text, "serial": its.serial}, seat=its.seat
    ),
    Undo: lambda _its: _command("undo"),
    Redo: lambda _its: _command("redo"),
    Resign: lambda its: _command("resign", text="" if its.instead is None else f"cpu:{its.instead.level}", by=its.seat),
    Abandon: lambda _its: _command("abort"),
    Reseat: lambda its: _command("seat", its.number, "back" if its.seat.level is None else f"cpu:{its.seat.level}"),
    Order: lambda its: _command(its.what, its.seat, its.text),
}


def confirming(what: Confirm) -> dict[str, Any]:
    """That a summary was looked at."""
    return {"type": "confirm", "serial": what.serial}
