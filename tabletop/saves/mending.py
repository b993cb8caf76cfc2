"""What can be had of a damaged match file: every line that is whole, wherever it stands. Bytes in, entries out.

A line's checksum goes on from that of the line before. So it says which line comes next even where lines were swapped,
doubled or run together, and what a line was of which one byte is another now.
"""

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from pydantic import ValidationError

from tabletop.entries import Entry, Json, LogHeader
from tabletop.saves.format import SEAL, SEAL_LENGTH, entry_of, unseal

_SEALED: Final = re.compile(rb',"crc":"([0-9a-f]{8})"\}')
_RUN_TOGETHER: Final = re.compile(rb'(,"crc":"[0-9a-f]{8}"\})[^\n](?=\{")')
_FIRST: Final = b'{"format":'
_NUMBER: Final = re.compile(rb'\{"n":([1-9][0-9]{0,8}),')
_MISSPELT: Final = 2
"""In a checksum so many wrong letters can be told from a wrong line."""


class Whole(NamedTuple):
    """An entry and its number, as the file has it."""

    number: int
    entry: Entry


class Salvage(NamedTuple):
    """What could be read of a damaged match file."""

    header: LogHeader | None
    checked: bool
    """whether the header is as it was written, by its checksum"""
    entries: tuple[Entry, ...]
    """up to the first that is lost"""
    later: tuple[Whole, ...]
    """whole entries after it"""
    lost: int
    """how many lines of entries are missing before or among these"""
    mended: int
    """how many lines were put right"""


def salvaged(data: bytes) -> Salvage:
    """Whatever is whole, or can be made so."""
    return _Reading(data).result()


class _Reading:
    """The lines of a file that aren't used up."""

    def __init__(self, data: bytes) -> None:
        parted, self._mended = _RUN_TOGETHER.subn(rb"\1\n", data)
        lines = parted.split(b"\n")
        self._lines = [line.removesuffix(b"\r") for line in lines]
        self._mended += sum(line.endswith(b"\r") for line in lines)
        self._places: dict[int, list[int]] = {}
        for place, line in enumerate(self._lines):
            if found := _NUMBER.match(line):
                self._places.setdefault(int(found[1]), []).append(place)

    def result(self) -> Salvage:
        header, checked, crc = self._header()
        entries: list[Entry] = []
        while (found := self._next(len(entries) + 1, crc)) is not None:
            entry, crc = found
            entries.append(entry)
        later = tuple(self._later(len(entries) + 1))
        last = later[-1].number if later else len(entries)
        return Salvage(header, checked, tuple(entries), later, last - len(entries) - len(later), self._mended)

    def _header(self) -> tuple[LogHeader | None, bool, int]:
        """The header, whether its checksum holds, and the checksum of its line."""
        place = next((place for place, line in enumerate(self._lines) if line.startswith(_FIRST)), 0)
        first = self._lines[place]
        for body, crc, mended in _readings(first, self._lines[place + 1 : place + 2], 0):
            try:
                header = LogHeader.model_validate(body)
            except ValidationError:
                continue
            self._mended += mended
            return header, True, crc
        try:
            return LogHeader.model_validate(_unsealed(first)), False, self._after_header(first)
        except (ValueError, RecursionError):
            return None, False, self._after_header(first)

    def _after_header(self, line: bytes) -> int:
        """The checksum of a header that can't be read."""
        if end := _SEALED.fullmatch(line[-SEAL_LENGTH:]):
            return int(end[1], 16)
        for place in self._places.get(1, []):
            with suppress(ValueError):
                return _before(self._lines[place])
        return 0

    def _next(self, number: int, crc: int) -> tuple[Entry, int] | None:
        """The entry of a number, as the checksum of the one before wants it, and its own."""
        places = self._places.get(number) or [number][: number < len(self._lines)]
        for place in places:
            for body, its, mended in _readings(self._lines[place], self._lines[place + 1 : place + 2], crc):
                try:
                    entry = entry_of(body, number)
                except ValueError:
                    continue
                self._mended += mended
                return entry, its
        return None

    def _later(self, first: int) -> Iterator[Whole]:
        """What is whole after the entry ``first``, which is lost."""
        previous = self._stored(first)
        for number in sorted(known for known in self._places if known > first):
            if number - 1 not in self._places:
                previous = None
            for place in self._places[number]:
                line = self._lines[place]
                try:
                    body, previous = unseal(line, _before(line) if previous is None else previous)
                    yield Whole(number, entry_of(body, number))
                except (ValueError, RecursionError):
                    previous = self._stored(number)
                    continue
                break

    def _stored(self, number: int) -> int | None:
        """The checksum that the line of a number has, whatever is before it."""
        for place in self._places.get(number, []):
            if found := _SEALED.fullmatch(self._lines[place][-SEAL_LENGTH:]):
                return int(found[1], 16)
        return None


def _readings(line: bytes, following: list[bytes], previous: int) -> Iterator[tuple[Json, int, bool]]:
    """What a line may say: as it is, with a byte or its checksum put right, or with a line end inside it undone."""
    for text in _spellings(line, following, previous):
        try:
            body, crc = unseal(text, previous)
        except (ValueError, RecursionError):
            continue
        yield body, crc, text is not line


def _spellings(line: bytes, following: list[bytes], previous: int) -> Iterator[bytes]:
    yield line
    yield _corrected(line, previous)
    for other in following:
        yield from (line + bytes([byte]) + other for byte in range(256))


def _corrected(line: bytes, previous: int) -> bytes:
    """The line with the one byte put right that is wrong in it, if there is one."""
    data, end = line[:-SEAL_LENGTH], line[-SEAL_LENGTH:]
    crc = zlib.crc32(data, previous)
    right = SEAL % crc
    if len(end) == len(right) and sum(a != b for a, b in zip(end, right, strict=True)) <= _MISSPELT:
        return data + right
    found = _SEALED.fullmatch(end)
    if found is None:
        return line
    difference = crc ^ int(found[1], 16)
    for place in range(len(data) - 1, -1, -1):
        if (wrong := _ERRORS.get(difference)) is not None:
            return data[:place] + bytes([data[place] ^ wrong]) + data[place + 1 :] + end
        difference = _byte_before(difference)
    return line


def _unsealed(line: bytes) -> Json:
    body: Json = json.loads(line)
    if not isinstance(body, dict):
        raise ValueError("not an object")
    body.pop("crc", None)
    return body


# What one wrong byte does to the checksum, which is linear: those of two texts of one length differ by what depends on
# the difference of the texts alone. For a wrong byte at the end that is an entry of the table, and each byte after
# it is one step more.


def _table() -> list[int]:
    zero = zlib.crc32(b"\0")
    return [zlib.crc32(bytes([byte])) ^ zero for byte in range(256)]


_TABLE: Final = _table()
_ERRORS: Final = {value: byte for byte, value in enumerate(_TABLE) if byte}
_BY_FIRST: Final = {value >> 24: byte for byte, value in enumerate(_TABLE)}


def _byte_before(difference: int) -> int:
    """What a difference was before one more byte, the same in both texts, followed."""
    byte = _BY_FIRST[difference >> 24]
    return ((difference ^ _TABLE[byte]) << 8 & 0xFFFFFFFF) | byte


def _before(line: bytes) -> int:
    """The checksum that the line before must have had, if this line is whole."""
    found = _SEALED.fullmatch(line[-SEAL_LENGTH:])
    if found is None:
        raise ValueError("no checksum")
    data, crc = line[:-SEAL_LENGTH], int(found[1], 16) ^ 0xFFFFFFFF
    for byte in reversed(data):
        crc = _byte_before(crc) ^ byte
    return crc ^ 0xFFFFFFFF
