"""What clients may say, checked and bounded before anybody acts on it. Unknown fields are ignored."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tabletop.complaints import explain
from tabletop.fair import Hex
from tabletop.style import Detail

VERSION: Final = 1
"""Of the protocol. A client of another version is told so and let go."""
MOST_BYTES: Final = 16_384
"""Of one message."""

Text = Annotated[str, Field(max_length=1_000)]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Number = Annotated[int, Field(ge=0, le=2**53)]


class _Said(BaseModel):
    model_config = ConfigDict(defer_build=True, strict=True, extra="ignore", frozen=True)


Width = Annotated[int, Field(ge=200, le=4_000)]
"""Of a picture, in pixels."""


class Screen(_Said):
    """What a client that shows lines of text draws on, or how much is told to who listens."""

    columns: Annotated[int, Field(ge=20, le=400)] = 80
    rows: Annotated[int, Field(ge=5, le=400)] = 24
    ascii: bool = False
    compact: bool = False
    drawn: bool = True
    """whether the table is drawn for it; else it listens"""
    detail: Detail = "normal"


class Hello(_Said):
    """The first message of a connection."""

    type: Literal["hello"]
    version: int
    token: Token
    name: Annotated[str, Field(max_length=100)] = ""
    language: Annotated[str, Field(max_length=20)] = "en"
    since: Number | None = None
    """the number of the last happening that the client knows; None: it knows nothing"""
    pictures: Literal["svg"] | None = None
    """how scenes are drawn for it; None: not at all"""
    width: Width = 640
    screen: Screen | None = None
    """of a client that shows lines of text"""
    fair: bool = False
    """whether the client gives a nonce to dice that can be proven"""


class SentFair(_Said):
    """Its part in dice that can be proven: the hash of its nonce, then the nonce."""

    type: Literal["fair"]
    id: Number = 0
    hash: Hex | None = None
    nonce: Hex | None = None


class SentAnswer(_Said):
    """A move, or what real dice showed, as an answer to the question ``serial``."""

    type: Literal["answer"]
    id: Number = 0
    seat: Number
    text: Text
    serial: Number


class SentConfirm(_Said):
    """The summary of the question ``serial`` was looked at."""

    type: Literal["confirm"]
    id: Number = 0
    serial: Number


class SentAsk(_Said):
    """Something is to be read from the table."""

    type: Literal["ask"]
    id: Number
    what: Literal[
        "look",
        "log",
        "last",
        "recap",
        "round",
        "parse",
        "summary",
        "revealed",
        "thrown",
        "throws",
        "hint",
        "review",
        "roster",
        "about",
        "story",
        "situation",
        "record",
        "slips",
    ]
    at: Number | None = None
    text: Text = ""
    width: Width | None = None
    """of pictures from now on"""
    screen: Screen | None = None
    """from now on"""


class SentCommand(_Said):
    """Something is to be done at the table, or in the room."""

    type: Literal["command"]
    id: Number = 0
    what: Literal[
        "undo",
        "redo",
        "end",
        "rematch",
        "grant",
        "refuse",
        "resign",
        "abort",
        "seat",
        "pause",
        "go-on",
        "lock",
        "host",
        "kick",
        "ban",
        "link",
        "mute",
        "close",
        "time",
        "fair",
        "dice",
    ]
    seat: Number | None = None
    text: Text = ""


class SentChat(_Said):
    """Something for everybody in the room."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class SentPing(_Said):
    """Whether the other side is there."""

    type: Literal["ping"]
    id: Number = 0


Message = Hello | SentAnswer | SentConfirm | SentAsk | SentCommand | SentChat | SentPing | SentFair
_MESSAGES: Final[TypeAdapter[Message]] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read(text: str | bytes) -> Message:
    """A message from a client. Raises ValueError with a sentence."""
    try:
        return _MESSAGES.validate_json(text)
    except ValidationError as error:
        raise ValueError(explain(error)) from None


def refused(why: BaseException, to: int = 0) -> dict[str, Any]:
    """The refusal of the message ``to``: its kind, which programs read, and its reason, which people read."""
    from tabletop.illegal import IllegalMove
    from tabletop.table.question import Denied, Stale
    from tabletop.unsaved import SaveError

    kinds = {Stale: "stale", Denied: "denied", IllegalMove: "illegal", SaveError: "unsaved"}
    kind = next((kind for error, kind in kinds.items() if isinstance(why, error)), "refused")
    return {"type": "refused", "id": to, "kind": kind, "reason": str(why)}
