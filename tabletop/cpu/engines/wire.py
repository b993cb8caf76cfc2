"""Lines of JSON: how the protocol is written, and what an answer must look like."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from tabletop.cpu.engines.situations import Situation
from tabletop.i18n import Texts
from tabletop.lines import CONTROL

_ = Texts(__file__)

PROTOCOL: Final = 1
LONGEST_NOTE: Final = 1_000
_DECODER: Final[Any] = json.JSONDecoder()
_decode, _scan = _DECODER.decode, _DECODER.scan_once
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _encoding() -> Callable[[Any], str]:
    """Encodes as ``_ENCODER`` does, which makes its tool in C anew for each value; that takes longer than its use."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _ENCODER.encode
    parts = make(None, _ENCODER.default, json.encoder.encode_basestring, None, ":", ",", False, False, False)
    return lambda value: "".join(parts(value, 0))


_encode = _encoding()


class Garbled(ValueError):
    """What was said isn't what the protocol says; the text says why, for the middle of a sentence."""


class Chosen(NamedTuple):
    """What a player has chosen."""

    move: str
    """the text of a legal move"""
    value: float | None = None
    """how likely its side wins, as it thinks: from 0 to 1"""
    note: str = ""
    """what it says of its choice; it may hold what others must not know"""


def line_of(message: Mapping[str, Any]) -> bytes:
    """A message as a line."""
    return _encode(message).encode("utf-8", "replace") + b"\n"


@lru_cache(maxsize=10_000)
def _text(text: str) -> str:
    return _encode(text)


def question(match: str, n: int, at: Situation, since: int, seconds: float) -> bytes:
    """A ``choose`` as a line: as ``line_of`` would write it, more quickly, since this is said all the time."""
    moves, events = ",".join(map(_text, at.moves)), ",".join(map(_text, at.log[since:]))
    return (
        f'{{"type":"choose","match":"{match}","n":{n},"position":{{"view":{_encode(at.view)},"moves":[{moves}],'
        f'"scores":[{",".join(map(str, at.scores))}],"since":{since},"events":[{events}]}},"time":{seconds}}}\n'
    ).encode("utf-8", "replace")


def message_of(line: bytes) -> dict[str, Any]:
    """The message of a line; one without a type that is a text has an empty one. Raises Garbled."""
    try:
        text = line.decode()
        message, end = _scan(text, 0) if text[:1] == "{" else (None, -1)
        if end != len(text):
            message = _decode(text)
    except UnicodeDecodeError:
        raise Garbled(_("it said something that is no UTF-8")) from None
    except (ValueError, RecursionError, StopIteration):
        raise Garbled(_("it said something that is no JSON: {line!r:.60}").format(line=line[:80])) from None
    if type(message) is not dict:
        raise Garbled(_("it said JSON that is no object: {line!r:.60}").format(line=line[:80]))
    return message


def choice_of(message: Mapping[str, Any]) -> Chosen:
    """What an answer says. A value or a note that can't be used is left out. Raises Garbled."""
    move = message.get("move")
    if type(move) is not str:
        raise Garbled(_("its answer has no “move” that is a text"))
    if len(message) == 3:  # nothing beside its type, the number and the move
        return Chosen(move)
    return Chosen(move, value_of(message.get("value")), note_of(message.get("note")) or "")


def value_of(value: Any) -> float | None:
    """A number from 0 to 1, or None."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if fits else None


def note_of(note: Any) -> str | None:
    """One plain text that isn't too long, or None."""
    fits = isinstance(note, str) and len(note) <= LONGEST_NOTE and not CONTROL.search(note)
    return note if fits else None
