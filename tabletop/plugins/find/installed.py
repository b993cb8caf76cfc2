"""Which entry points the installed distributions have, told anew only where one of these looks different."""

import os
import sys
import zlib
from importlib.machinery import PathFinder
from typing import Any, Final, NamedTuple

from tabletop.saves.kept import Kept, changed, look_of

_METADATA: Final = (".dist-info", ".egg-info")
_FILES: Final = ("entry_points.txt", "METADATA", "PKG-INFO")


class FoundEntry(NamedTuple):
    """An entry point, by its name; the top-level package that it names; and the distribution that has it.

    ``folder``: in which the distribution is installed; empty where nobody knows.
    """

    name: str
    package: str
    distribution: str
    version: str
    folder: str


class FoundEntries(NamedTuple):
    """The entry points of a group, and the folder in which the host's distribution is installed, if it is."""

    host: str | None
    entries: tuple[FoundEntry, ...]

    @classmethod
    def now(cls, group: str, host: str, kept: Kept) -> "FoundEntries":
        """Those on ``sys.path``, of ``group``; ``host``: the host's distribution."""
        looks = _looks()
        name = f"on {zlib.crc32(repr(sys.path).encode()):08x}"
        known = None if looks is None else _from_plain(kept.get(name, looks))
        if known is None:
            known = _found(group, host)
            if looks is not None:
                kept.put(name, looks, known, changed(looks.values()))
        return known


def _looks() -> dict[str, list[int] | None] | None:
    """How everything looks on ``sys.path`` that tells of distributions; None where others than Python's own finder
    know of some.
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return None
    looks: dict[str, list[int] | None] = {}
    for place, entry in enumerate(sys.path):
        folder = entry or os.curdir
        looks[f"{place} {os.path.abspath(folder)}"] = None
        try:
            names = os.listdir(folder)
        except OSError:
            looks[folder] = look_of(folder)  # an archive, or nothing
            continue
        for name in sorted(names):
            if name.lower().endswith(_METADATA) or name.lower() == "egg-info":
                path = os.path.join(folder, name)
                found = [look_of(os.path.join(path, file)) for file in _FILES] if os.path.isdir(path) else []
                looks[path] = look_of(path)
                looks.update({f"{path} {number}": look for number, look in enumerate(found) if look})
    return looks


def _from_plain(value: Any) -> FoundEntries | None:
    try:
        host, entries = value
        return FoundEntries(host, tuple(FoundEntry(*map(str, entry)) for entry in entries))
    except (TypeError, ValueError):
        return None


def _found(group: str, host: str) -> FoundEntries:
    from importlib.metadata import PackageNotFoundError, distribution, entry_points

    try:
        ours = _folder(distribution(host))
    except PackageNotFoundError:
        ours = None
    return FoundEntries(ours, tuple(map(_registered, entry_points(group=group))))


def _folder(found: Any) -> str:
    return os.path.realpath(str(found.locate_file("")))


def _registered(entry: Any) -> FoundEntry:
    """As the metadata of the distribution say; whatever is wrong with those, there is a name."""
    try:
        metadata = entry.dist.metadata if entry.dist else None
        name, version = (metadata["Name"], metadata["Version"]) if metadata else (None, None)
    except Exception:
        name = version = None
    folder = "" if entry.dist is None else _folder(entry.dist)
    return FoundEntry(entry.name, entry.value, name or entry.name, version or "?", folder)
