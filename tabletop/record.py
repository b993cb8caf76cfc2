"""A match as a portable, human-readable file: one JSON document of a stated version.

See ``docs/reference/record.md``. A record from elsewhere is hostile input: bounded in size, validated, and each of its
events checked against the rules.
"""

import json
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import Header, Match
from tabletop.validation import first_problem

_ = Texts(__file__)

MAX_BYTES: Final = 8 * 1024 * 1024
MAX_EVENTS: Final = 200_000
EventText = Annotated[str, StringConstraints(min_length=1, max_length=1_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]


class RecordError(ValueError):
    """A record that can't be read; the text says why, in one sentence."""


class Ranks(BaseModel):
    """How a finished match ended: the rank of each side."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ranks: tuple[Annotated[int, Field(ge=1, le=100)], ...]


class Record(Header):
    """The document. ``plugin``, ``plugin_version`` and ``result`` may be missing in one written by hand."""

    format: Literal["tabletop-record"]
    version: Literal[1]
    events: tuple[EventText, ...] = Field(max_length=MAX_EVENTS)
    result: Ranks | None = None


def export(header: Header, match: Match) -> str:
    """The record of a match as JSON text, one line for each event."""
    head = {"format": "tabletop-record", "version": 1, **header.model_dump(exclude_none=True)}
    lines = [f'  "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in head.items()]
    events = ",\n".join(f"    {json.dumps(event, ensure_ascii=False)}" for event in match.events)
    result = json.dumps({"ranks": match.result.ranks} if match.result else None)
    return "\n".join(["{", *lines, f'  "events": [\n{events}\n  ],', f'  "result": {result}', "}", ""])


def read(source: Path | BinaryIO) -> Record:
    """Reads and validates a record's form, not yet its events. Raises RecordError with one clear sentence."""
    try:
        data = _read_bounded(source)
        return Record.model_validate_json(data)
    except OSError as error:
        raise RecordError(_("The record can't be read: {why}.").format(why=error.strerror)) from None
    except ValidationError as error:
        why = first_problem(error)
        raise RecordError(_("This is not a record of version 1: {why}.").format(why=why)) from None


def _read_bounded(source: Path | BinaryIO) -> bytes:
    if isinstance(source, Path):
        with source.open("rb") as file:
            return _read_bounded(file)
    data = source.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RecordError(_("The record is larger than {limit} bytes.").format(limit=MAX_BYTES))
    return data


def check_result(record: Record, match: Match) -> None:
    """Raises RecordError when the record claims another result than its events lead to."""
    if record.result is not None and (match.result is None or match.result.ranks != record.result.ranks):
        raise RecordError(_("The result in the record is not the one that its events lead to."))


def replay_line(match: Match) -> dict[str, Any]:
    """What ``record replay --json`` says of a position: see ``docs/reference/record.md``."""
    actor, result = match.to_act, match.result
    return {
        "event": match.events[-1] if match.events else None,
        "to_act": "*" if actor == CHANCE else None if actor is None else actor + 1,
        "legal": [match.game.notation(move) for move in match.legal_moves()],
        "scores": list(match.game.scores(match.state)),
        "state": match.game.dump(match.state),
        "result": {"ranks": list(result.ranks)} if result else None,
    }
