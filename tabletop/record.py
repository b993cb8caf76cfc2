"""A match as a portable, human-readable file: one JSON document of a stated version.

See ``docs/reference/record.md``. A record from elsewhere is hostile input: bounded in size, validated, and each of its
events checked against the rules.
"""

import json
import math
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, Literal, NoReturn, Self

from pydantic import BaseModel, ConfigDict, FailFast, Field, StringConstraints, ValidationError, model_validator

from tabletop.complaints import explain, printable
from tabletop.fair import FairDice
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.match import PLAIN_TEXT, Header, Match

_ = Texts(__file__)

MAX_BYTES: Final = 8 * 1024 * 1024
MAX_EVENTS: Final = 200_000
MAX_KEYS: Final = 1_000
"""So many entries an object in a record may have, where nothing else is said."""
EventText = Annotated[str, StringConstraints(min_length=1, max_length=1_000, pattern=PLAIN_TEXT)]


class RecordError(ValueError):
    """A record that can't be read; the text says why, in one sentence."""


class Ranks(BaseModel):
    """How a finished match ended: the rank of each side."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    ranks: Annotated[tuple[Annotated[int, Field(strict=True, ge=1, le=100)], ...], FailFast()]


class Record(Header):
    """The document. ``plugin``, ``plugin_version`` and ``result`` may be missing in one written by hand."""

    format: Literal["tabletop-record"]
    version: Literal[1, 2, 3]
    events: Annotated[tuple[EventText, ...], FailFast()] = Field(max_length=MAX_EVENTS)
    result: Ranks | None = None
    fair: FairDice | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.version == 3) != (self.fair is not None):
            raise ValueError(_("“fair” belongs to version 3 of records, and to no other."))
        if self.fair is not None and len(self.fair.seats) != len(self.seats):
            raise ValueError(_("“fair” has to say something of each seat."))
        return self


def export(header: Header, match: Match, fair: FairDice | None = None) -> str:
    """The record of a match as JSON text, one line for each event; of the lowest version that can say it.

    ``fair``: what its draws can be proven by.
    """
    version = 3 if fair else 2 if any(event.startswith("!") for event in match.events) else 1
    head = {"format": "tabletop-record", "version": version, **header.model_dump(exclude_none=True)}
    lines = [f'  "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in head.items()]
    events = ",\n".join(f"    {json.dumps(event, ensure_ascii=False)}" for event in match.events)
    result = json.dumps({"ranks": match.result.ranks} if match.result else None)
    last = [f'  "result": {result}'] if fair is None else [f'  "result": {result},', f'  "fair": {_shown(fair)}']
    return "\n".join(["{", *lines, f'  "events": [\n{events}\n  ],', *last, "}", ""])


def _shown(fair: FairDice) -> str:
    return json.dumps(fair.model_dump(mode="json"), indent=2).replace("\n", "\n  ")


def read(source: Path | BinaryIO) -> Record:
    """Reads and validates a record's form, not yet its events. Raises RecordError with one clear sentence."""
    try:
        document = _load(_read_bounded(source))
    except OSError as error:
        raise RecordError(_("The record can't be read: {why}.").format(why=error.strerror or error)) from None
    try:
        return Record.model_validate(document)
    except ValidationError as error:
        said = document.get("version") if isinstance(document, dict) else 1
        version = said if said in (2, 3) else 1
        sentence = _("This is not a record of version {version}: {why}")
        raise RecordError(sentence.format(version=version, why=explain(error))) from None


def _load(data: bytes) -> object:
    try:
        return strict_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordError(_("The record is not a text in UTF-8.")) from None
    except json.JSONDecodeError as error:
        raise RecordError(
            _("The record is not JSON: see line {line}, column {column}.").format(line=error.lineno, column=error.colno)
        ) from None


def strict_json(text: str) -> object:
    """A value of JSON without a key twice in an object, and with finite numbers only.

    Raises JSONDecodeError for what is no JSON, and RecordError, with the reason, for what is refused.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_number, parse_float=_finite)
    except (RecordError, json.JSONDecodeError):
        raise
    except RecursionError:
        raise RecordError(_("The record is nested too deeply.")) from None
    except ValueError:  # a whole number of thousands of digits
        _refuse_number(_("too long"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise RecordError(_("The record has an object with more than {limit} entries.").format(limit=MAX_KEYS))
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(_("The record says “{key}” twice.").format(key=printable(key)))
        found[key] = value
    return found


def _finite(text: str) -> float:
    return value if math.isfinite(value := float(text)) else _refuse_number(text)


def _refuse_number(text: str) -> NoReturn:
    raise RecordError(_("The record has a number that can't be read: {number}.").format(number=printable(text)))


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
