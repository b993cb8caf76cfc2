"""The lines of a match: what it is played with, and what was played and noted."""

from datetime import datetime
from typing import Final, Literal, NamedTuple

from pydantic import JsonValue

from tabletop.match import Header

FORMAT: Final = "tabletop-match"
VERSION: Final = 1

Json = dict[str, JsonValue]


class LogHeader(Header):
    """The first line."""

    format: Literal["tabletop-match"] = FORMAT
    version: Literal[1] = VERSION
    id: str
    created: datetime
    seed: int | None

    @property
    def header(self) -> Header:
        """What the match is played with."""
        return Header.model_validate({name: getattr(self, name) for name in Header.model_fields})


class Event(NamedTuple):
    """Something that was played, and when."""

    at: datetime
    text: str


class Note(NamedTuple):
    """Something else that happened, and when."""

    at: datetime
    kind: str
    data: Json
    after: int = 0
    """how many events the match had then"""


Entry = Event | Note

Line = str | tuple[str, Json]
"""An entry to be written: the text of an event, or the kind of a note and its data."""


def stamped(line: Line, at: datetime) -> Event | Note:
    """The entry that a line becomes."""
    return Event(at, line) if isinstance(line, str) else Note(at, *line)
