"""The lines of a match file, version 1: see ``docs/reference/match-file.md``. Bytes in, bytes out; touches no disk."""

import json
import zlib
from typing import Any, Final, NamedTuple

from tabletop.entries import FORMAT, VERSION, Entry, Event, Json, LogHeader, Note
from tabletop.i18n import Texts
from tabletop.saves.clock import parse_stamp, stamp
from tabletop.saves.errors import UnknownVersion

_ = Texts(__file__)

SEAL: Final = b',"crc":"%08x"}'
SEAL_LENGTH: Final = len(SEAL % 0)
_JSON: Final = json.JSONDecoder()
_SPACE: Final = " \t\r\n"


class Damage(NamedTuple):
    """What is wrong with a match file."""

    line: int
    """the first line, from 1, that can't be read"""
    torn: bool
    """whether it is only a last line without its end, as a crash leaves it"""


class Contents(NamedTuple):
    """A match file, as far as it can be read."""

    header: LogHeader | None
    """None if not even the first line can be read"""
    entries: list[Entry]
    crc: int
    """the checksum of the last good line"""
    length: int
    """up to the end of the last good line, in bytes"""
    damage: Damage | None
    size: int
    """of the whole file, in bytes"""


_written: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def seal(body: Json, previous: int) -> tuple[bytes, int]:
    """A line with its end, and its checksum, which goes on from the ``previous`` line's.

    Raises ValueError for what JSON or UTF-8 can't hold.
    """
    data = _written(body)[:-1].encode()
    crc = zlib.crc32(data, previous)
    return data + SEAL % crc + b"\n", crc


def unseal(line: bytes, previous: int) -> tuple[Json, int]:
    """What a line says, and its checksum. Raises ValueError where that is wrong, or doesn't go on from ``previous``."""
    data = line[:-SEAL_LENGTH]
    crc = zlib.crc32(data, previous)
    if line[-SEAL_LENGTH:] != SEAL % crc:
        raise ValueError("the checksum is wrong")
    text = (data + b"}").decode().lstrip(_SPACE)
    body, end = _JSON.raw_decode(text)
    if end < len(text):
        raise ValueError("more than one thing in a line")
    return body, crc


def header_body(header: LogHeader) -> Json:
    """The first line, in the order of its reference."""
    first: Json = {
        "format": header.format,
        "version": header.version,
        "id": header.id,
        "created": stamp(header.created),
        "seed": header.seed,
    }
    return {**first, **header.header.model_dump(mode="json")}


def entry_body(number: int, entry: Entry) -> Json:
    """Any other line."""
    head: Json = {"n": number, "at": stamp(entry.at)}
    if isinstance(entry, Event):
        return {**head, "event": entry.text}
    return {**head, "note": entry.kind, "data": entry.data}


def entry_of(body: Json, number: int) -> Entry:
    """The entry of a line, which is to be the one of that number. Raises ValueError."""
    if body.get("n") == number and isinstance(at := body.get("at"), str):
        if isinstance(text := body.get("event"), str) and len(body) == 3:
            return Event(parse_stamp(at), text)
        kind, data = body.get("note"), body.get("data")
        if isinstance(kind, str) and isinstance(data, dict) and len(body) == 4:
            return Note(parse_stamp(at), kind, data)
    raise ValueError("not the entry that follows")


def _refuse_unknown_version(line: bytes) -> None:
    try:
        body: Any = json.loads(line)
    except ValueError:
        return
    if isinstance(body, dict) and body.get("format") == FORMAT and body.get("version") != VERSION:
        raise UnknownVersion(
            _(
                "The match is saved in version {version} of the format, which this program doesn't know: "
                "it is left as it is."
            ).format(version=body.get("version"))
        )


def parse(data: bytes) -> Contents:
    """Reads a match file up to the first thing that is wrong. Raises UnknownVersion for a version not known here."""
    header: LogHeader | None = None
    entries: list[Entry] = []
    crc = start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        try:
            if end < 0:
                raise ValueError("no end of line")
            if header is None:
                _refuse_unknown_version(data[:end])
                body, next_crc = unseal(data[:end], crc)
                header = LogHeader.model_validate(body)
            else:
                body, next_crc = unseal(data[start:end], crc)
                entries.append(entry_of(body, len(entries) + 1))
        except (ValueError, RecursionError):
            line = 1 if header is None else len(entries) + 2
            return Contents(header, entries, crc, start, Damage(line, torn=end < 0 and header is not None), len(data))
        crc, start = next_crc, end + 1
    damage = Damage(1, torn=False) if header is None else None
    return Contents(header, entries, crc, start, damage, len(data))
