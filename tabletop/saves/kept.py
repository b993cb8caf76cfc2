"""What was worked out once from files, kept in plain form beside how these files looked then.

It says nothing that the files don't: where they look otherwise, or it can't be read or written, they are read again.
"""

import json
import os
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tabletop.saves.disk import make_private

FRESH: Final = 2.0
"""Seconds in which a file may change once more and look the same, as the clock of the file system is that coarse."""

MOST: Final = 500_000
"""Bytes of a file; of a larger one only what was new in the end is left."""


def look_of(path: str | os.PathLike[str]) -> list[int] | None:
    """How a file looks from outside, or a folder; None if it isn't there."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


class Kept:
    """Values by name, in one file. Each process reads it once; the last that writes it wins, and nothing is lost."""

    def __init__(self, path: Path | None, version: str = "") -> None:
        """``path``: None keeps nothing. ``version``: of the program; what another one has kept isn't read."""
        self._path = path
        self._version = version
        self._values: dict[str, Any] = {} if path is None else dict(_read(path, version))
        self._new: dict[str, Any] = {}

    def get(self, name: str, look: object) -> Any:
        """What was kept under a name, if what it follows from looks the same; else None."""
        found = self._values.get(name)
        if not isinstance(found, list) or len(found) != 2 or found[0] != look:
            return None
        return found[1]

    def put(self, name: str, look: object, value: object, changed: float) -> None:
        """Keeps a value that JSON can hold. ``changed``: when, in seconds, what it follows from did so last."""
        if abs(time.time() - changed) >= FRESH:
            self._new[name] = [look, value]
            self._values[name] = self._new[name]

    def write(self) -> None:
        """Writes what is new, where that can be done: beside other things of a home, which isn't made for it."""
        if self._path is None or not self._new or not self._path.parent.parent.is_dir():
            return
        data = json.dumps([self._version, self._values]).encode()
        if len(data) > MOST:
            data = json.dumps([self._version, self._new]).encode()
        self._new = {}
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}.tmp")
        with suppress(OSError):
            make_private(self._path.parent)
            try:
                with open(beside, "wb", opener=_private) as file:
                    file.write(b"%08x\n" % zlib.crc32(data) + data)
                os.replace(beside, self._path)
            finally:
                beside.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read(path: Path, version: str) -> Mapping[str, Any]:
    try:
        head, _line, data = path.read_bytes().partition(b"\n")
        if head != b"%08x" % zlib.crc32(data):
            return {}
        of, values = json.loads(data)
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
    return values if of == version and isinstance(values, dict) else {}


def changed(looks: Iterable[Sequence[int] | None]) -> float:
    """When, in seconds, one of those that look so has changed last."""
    return max((look[2] for look in looks if look), default=0) / 1e9
