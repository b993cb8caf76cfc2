"""A damaged match file made whole again, as far as that can be: what is damaged is put aside, never destroyed."""

import os
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tabletop.entries import Entry, LogHeader, Note
from tabletop.history import History, MatchSummary
from tabletop.saves import log
from tabletop.saves.clock import Clock, now
from tabletop.saves.disk import Disk, put_aside
from tabletop.saves.errors import MatchInUse, SaveError, UnknownVersion, explain
from tabletop.saves.format import parse
from tabletop.saves.home import Home
from tabletop.saves.locks import take
from tabletop.saves.mending import Salvage, salvaged
from tabletop.terms import UNCOUNTED

SALVAGED: Final = "salvaged"
"""Why a match doesn't count of which something is lost that matters to its result."""

Fits = Callable[[LogHeader, Sequence[Entry]], bool | None]
"""Whether the rules lead through all entries to the points that are noted last; None: nobody can say."""


Known = Literal["whole", "unchecked", "index"]
"""How a first line is known: as it was, read without its checksum, or made anew from what was known of the match."""


class Salvaged(NamedTuple):
    """What came of a damaged match file."""

    aside: str
    """where the damaged file is kept, beside it"""
    entries: int
    """how many entries the match has now"""
    lost: int
    """how many entries couldn't be read"""
    left: int
    """how many whole ones are only in the file that was put aside: nobody knows what came before them"""
    header: Known


class Lost(SaveError):
    """A match file of which nothing says any more what was played; it is left as it is."""


class Salvager:
    """Mends the match files of a home."""

    def __init__(self, home: Home, disk: Disk, clock: Clock, fits: Fits) -> None:
        self._home = home
        self._disk = disk
        self._clock = clock
        self._fits = fits

    def cut_off(self) -> Iterator[tuple[str, Path]]:
        """Matches of which more is whole in a damaged file beside them than they have, and that file.

        A match that is opened keeps what comes before the damage. One that went on since then isn't among these.
        """
        for aside in listed(self._home.matches, "*.jsonl.damaged-*"):
            path = aside.with_name(aside.name.partition(".")[0] + ".jsonl")
            try:
                now_there, found = parse(self._disk.read(path)), salvaged(self._disk.read(aside))
                if now_there.header is None or now_there.damage is not None:
                    continue
                entries, _left = self._usable(now_there.header, "whole", found)
            except (OSError, SaveError):
                continue
            if len(now_there.entries) < len(entries) and now_there.entries == list(entries)[: len(now_there.entries)]:
                yield path.stem, aside

    def mend(self, match_id: str, known: MatchSummary | None, aside: Path | None = None) -> Salvaged:
        """Puts a whole file in the place of a damaged one. ``known``: what was known of the match before.

        ``aside``: where the damaged file was put before. Raises MatchInUse, Lost, and SaveError where it can't be
        written; the damaged file is then in its place.
        """
        path = self._home.matches / f"{match_id}.jsonl"
        lock = take(path.with_suffix(".lock"))
        if lock is None:
            raise MatchInUse(match_id)
        try:
            data = self._disk.read(aside or path)
            found = salvaged(data)
            header, source = _header(match_id, found, known)
            entries, left = self._usable(header, source, found)
            if source == "index" or (source == "unchecked" and self._fits(header, entries) is None):
                entries = (*entries, Note(now(self._clock), UNCOUNTED, {"why": SALVAGED}))
            kept = aside or put_aside(self._disk, path, data)
            log.create(path, header, self._disk, entries)
        except OSError as error:
            raise explain(error, path) from error
        finally:
            lock.release()
        return Salvaged(kept.name, len(entries), found.lost, left, source)

    def _usable(self, header: LogHeader, source: str, found: Salvage) -> tuple[tuple[Entry, ...], int]:
        """The entries that follow each other, and how many others there are. Raises Lost where there are none."""
        every = (*found.entries, *(later.entry for later in found.later))
        if not _follow(header, found.entries):
            raise Lost(header.id)
        if found.later and _follow(header, every) and self._fits(header, every):
            return every, 0
        if source != "whole" and self._fits(header, found.entries) is False:
            raise Lost(header.id)
        return found.entries, len(found.later)


def damaged(home: Home, disk: Disk) -> Iterator[str]:
    """The ids of the match files that can't be read whole. One that was only torn at its end mends itself."""
    for path in listed(home.matches, "*.jsonl"):
        try:
            contents = parse(disk.read(path))
        except (OSError, UnknownVersion):
            continue
        if contents.damage is not None and not contents.damage.torn:
            yield path.stem


def _header(match_id: str, found: Salvage, known: MatchSummary | None) -> tuple[LogHeader, Known]:
    if found.header is not None:
        return found.header.model_copy(update={"id": match_id}), "whole" if found.checked else "unchecked"
    if known is None or known.game is None or known.created is None or not known.seats:
        raise Lost(match_id)
    header = LogHeader(
        id=match_id,
        created=known.created,
        seed=None,
        game=known.game,
        plugin=known.plugin,
        plugin_version=known.plugin_version,
        seats=known.seats,
    )
    return header, "index"


def _follow(header: LogHeader, entries: Sequence[Entry]) -> bool:
    try:
        History(header, entries)
    except ValueError:
        return False
    return True


def listed(folder: Path, pattern: str) -> list[Path]:
    """What lies in a folder under such names, in order; nothing where there is none. Raises OSError."""
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    return [folder / name for name in sorted(names) if fnmatchcase(name, pattern)]
