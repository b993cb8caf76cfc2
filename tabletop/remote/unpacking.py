"""What comes from a server, as values: checked, and with nothing in it that a terminal would act on."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tabletop.analysis import Analysis, MoveValue
from tabletop.audit import ChanceTally
from tabletop.cpu.engines.situations import NewMatch, Situation
from tabletop.lines import harmless
from tabletop.pieces.scenes import Scene, Text
from tabletop.review import Decision
from tabletop.rooms.listener import Asked
from tabletop.table.looking import Look
from tabletop.table.question import Question
from tabletop.table.rounds import RoundEnd
from tabletop.table.telling import Told
from tabletop.tones import Tone


class SeatInRoom(BaseModel):
    """A seat of a room, as everybody may know it."""

    model_config = ConfigDict(defer_build=True, extra="ignore", frozen=True)

    name: str = ""
    level: str | None = None
    open: bool = False
    here: bool = False
    left: float | None = None
    """seconds of its time, where there is a clock"""


class Roster(BaseModel):
    """Who is in a room."""

    model_config = ConfigDict(defer_build=True, extra="ignore", frozen=True)

    seats: tuple[SeatInRoom, ...] = Field(default=(), max_length=100)
    spectators: int = 0
    host: int | None = None
    begun: bool = False
    locked: bool = False
    paused: bool = False


def cleaned(value: Any) -> Any:
    """The same without control characters."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list):
        return [cleaned(each) for each in value]
    if isinstance(value, dict):
        return {cleaned(name): cleaned(each) for name, each in value.items()}
    return value


def line(value: Any) -> str:
    """A text in one line, such as a name."""
    return " ".join(str(value or "").split())


@lru_cache(maxsize=16)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def told_of(message: dict[str, Any]) -> Told:
    """Raises ValueError, as all of these do, for what is none."""
    names = {field.name for field in fields(Told)}
    known: dict[str, Any] = {"scene": None, "said": "", "tone": ""}
    known |= {name: value for name, value in message.items() if name in names and name != "scene"}
    found: Told = _adapter(_ToldFields).validate_python(known).told()
    return found


class _ToldFields(BaseModel):
    n: int
    kind: str
    seat: int | None
    name: str
    text: str
    reading: str
    picture: str
    answered: bool
    position: int
    said: str
    tone: Tone

    def told(self) -> Told:
        """The value."""
        return Told(**dict(self))


def asked_of(message: dict[str, Any]) -> Asked:
    """What is asked."""
    question = _adapter(Question).validate_python([message.get("serial"), message.get("kind"), message.get("seats")])
    return Asked(question, int(message["seat"]), bool(message["yours"]))


def look_of(value: dict[str, Any]) -> Look:
    """A look at the table; its summary as the server has drawn it."""
    names = {field.name for field in fields(Look)}
    known = {name: each for name, each in value.items() if name in names}
    summary = None if value.get("summary") is None else scene_of(value.get("summary_text"))
    look: Look = _adapter(Look).validate_python({**known, "scene": None, "summary": None})
    return replace(look, summary=summary)


def nothing_seen(names: Sequence[str]) -> Look:
    """A look at a table of which nothing is known but who sits there."""
    names, sides = tuple(names), tuple(range(len(names)))
    return Look(
        0, 0, 0, None, names, (), sides, names, (), (), (), "", None, (), (), {}, "normal", (), None, over=False
    )


def scene_of(text: Any) -> Scene:
    """A scene that the server has drawn."""
    return (Text(str(text)),) if text else ()


def round_of(value: dict[str, Any]) -> RoundEnd:
    """The end of a round."""
    return RoundEnd(int(value["number"]), int(value["position"]), scene_of(value.get("summary_text")))


def analysis_of(value: dict[str, Any]) -> Analysis:
    """What moves are worth; a move is its text."""
    moves = tuple(MoveValue(str(each["move"]), float(each["value"]), each["error"]) for each in value["moves"])
    return _adapter(Analysis).validate_python((value["seat"], value["method"], moves))  # type: ignore[no-any-return]


def decisions_of(value: list[Any]) -> list[Decision]:
    """What decisions cost."""
    return [Decision(**_adapter(dict[str, Any]).validate_python(each)) for each in value]


def tallies_of(value: list[Any]) -> list[ChanceTally]:
    """What was thrown."""
    return [ChanceTally(int(each["throws"]), [tuple(cell) for cell in each["cells"]]) for each in value]


class Assignment(NamedTuple):
    """A decision that a program has to take."""

    serial: int
    match: NewMatch
    situation: Situation


def assignment_of(value: dict[str, Any]) -> Assignment:
    """A program's decision."""
    match, at = value["match"], value["position"]
    sides = tuple(side - 1 for side in match["sides"])
    new = NewMatch(match["game"], match["options"], match["seats"], sides, match["seat"] - 1, match["seed"])
    return Assignment(int(value["serial"]), new, Situation(at["view"], at["moves"], at["scores"], at["log"]))
