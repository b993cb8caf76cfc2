"""All saved matches: started, opened, listed and found."""

import os
import re
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

from tabletop.entries import Entry, Event, Json, LogHeader, Note
from tabletop.history import UNREAD, MatchSummary, Status
from tabletop.i18n import Texts
from tabletop.match import Header, read_name
from tabletop.saves import log, trash
from tabletop.saves.clock import Clock, now, system_clock
from tabletop.saves.disk import Disk
from tabletop.saves.documents import log_warning
from tabletop.saves.errors import MatchInUse, NoSuchMatch, SaveError, UnknownVersion, explain
from tabletop.saves.home import Home
from tabletop.saves.library import Library, LibraryRow
from tabletop.saves.locks import take
from tabletop.saves.rows import Warn
from tabletop.saves.saved import OpenMatch, SavedMatch, load

if TYPE_CHECKING:
    from filelock import BaseFileLock

_ = Texts(__file__)

SUFFIX: Final = ".jsonl"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_NO_FILE: Final = -1
"""The length of an entry that is no file and leads to none."""
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


def new_id(game: str, day: datetime, rng: Random) -> str:
    """An id such as ``pig-20261130-k3fq``: game, day (UTC) and four letters by chance.

    Short enough to type, sorted by game and day, and in lower case letters, digits and hyphens only, so that it is a
    file name on every system. By chance rather than counted, so that finding a free one looks at no other match, and
    folders of two machines can be put together.
    """
    name = re.sub(r"[^a-z0-9]+", "-", game.lower()).strip("-")[:40] or "match"
    return f"{name}-{day.astimezone(UTC):%Y%m%d}-{''.join(rng.choice(_LETTERS) for _letter in range(4))}"


class Matches:
    """The saved matches of one home."""

    def __init__(
        self,
        home: Home,
        *,
        clock: Clock = system_clock,
        rng: Random | None = None,
        disk: Disk | None = None,
        warn: Warn = log_warning,
        changed: Callable[[str], None] = lambda _id: None,
    ) -> None:
        """``rng``: for ids only. ``warn`` is told what goes wrong with the library, which costs no match anything.

        ``changed`` is told the id of a match that has ended, that was closed, deleted or restored.
        """
        self._home = home
        self._clock = clock
        self._rng = rng or SystemRandom()
        self._disk = disk or Disk()
        self._library = Library(home, self._disk, warn)
        self._changed = changed

    def create(
        self,
        header: Header,
        *,
        seed: int | None = None,
        events: Sequence[str | tuple[str, Json]] = (),
        notes: Sequence[tuple[str, Json]] = (),
    ) -> OpenMatch:
        """Starts a match and opens it. Raises SaveError, with no match left behind.

        It may begin with ``events`` and then ``notes`` of a kind and its data, written with it in one step. Notes may
        stand among the events too.
        """
        self._home.prepare(self._disk)
        while True:
            created = now(self._clock)
            match_id = new_id(header.game, created, self._rng)
            path = self._path(match_id)
            lock = take(path.with_suffix(".lock"))
            if lock is None:
                continue
            if not os.path.lexists(path):
                break
            lock.release()
        fields = header.model_dump()
        try:
            entries: list[Entry] = [
                Event(created, first) if isinstance(first, str) else Note(created, *first)
                for first in (*events, *notes)
            ]
            log.create(path, LogHeader(id=match_id, created=created, seed=seed, **fields), self._disk, entries)
            match = self._open(path, lock)
        except SaveError:
            with suppress(OSError):
                self._disk.remove(path)
            lock.release()
            raise
        self._library.touch(LibraryRow(match.summary, match.length))
        return match

    def open(self, match_id: str) -> OpenMatch:
        """Opens a match to play on. Raises MatchInUse while another process does, and SaveError."""
        path = self._existing(match_id)
        return self._open(path, self._lock(path))

    def look(self, match_id: str) -> SavedMatch:
        """The match as its file says now, whoever plays it. Raises SaveError."""
        path = self._existing(match_id)
        return SavedMatch(path, *load(path, self._disk))

    def list(self) -> Sequence[MatchSummary]:
        """All matches, the one last played first. Raises SaveError if the folder can't be read."""
        lengths = self._lengths(self._home.matches)
        known = self._library.rows()
        rows = {}
        for match_id, length in lengths.items():
            row = known.get(match_id)
            if row and row.length == length and row.summary.status not in UNREAD:
                rows[match_id] = row
            elif summary := self._summary(match_id):
                rows[match_id] = LibraryRow(summary, length)
        if rows != known:
            self._library.replace(rows.values())
        return sorted((row.summary for row in rows.values()), key=_last_first, reverse=True)

    def find(self, text: str | None = None) -> MatchSummary:
        """The match that ``text`` means: an id, a name, or how only one id begins; None: the last one in progress.

        Raises SaveError when there is none, or more than one.
        """
        summaries = self.list()
        if text is None:
            found = [summary for summary in summaries if summary.status == Status.IN_PROGRESS][:1]
            return _only(found, _("There is no match in progress."))
        return _meant(summaries, text, _("There is no match “{text}”: “tabletop matches” lists all."))

    def rename(self, match_id: str, name: str | None) -> None:
        """Gives a match a name, or none. Raises MatchInUse, SaveError, and ValueError for what can't be a name."""
        name = None if name is None else read_name(name)
        with self.open(match_id) as match:
            match.rename(name)

    # The trash

    def delete(self, match_id: str) -> None:
        """Puts a match into the trash. Raises MatchInUse while it is open elsewhere, and SaveError."""
        path = self._existing(match_id)
        lock = self._lock(path)
        try:
            trash.move(path.name, self._home.matches, self._home.trash, self._disk)
        finally:
            lock.release()
        self._changed(match_id)

    def trashed(self) -> Sequence[MatchSummary]:
        """The matches in the trash, the one last played first. Raises SaveError if the folder can't be read."""
        folder = self._home.trash
        found = (self._summary(match_id, folder) for match_id in self._lengths(folder))
        return sorted(filter(None, found), key=_last_first, reverse=True)

    def restore(self, text: str) -> MatchSummary:
        """Takes a match out of the trash; ``text`` as for ``find``. Raises SaveError."""
        found = _meant(self.trashed(), text, _("There is no match “{text}” in the trash."))
        self._home.prepare(self._disk)
        trash.move(found.id + SUFFIX, self._home.trash, self._home.matches, self._disk)
        self._changed(found.id)
        return found

    def empty_trash(self) -> int:
        """Removes what is in the trash for good; says how many matches it were. Raises SaveError."""
        matches = self._lengths(self._home.trash)
        trash.empty(self._home.trash, self._disk)
        return len(matches)

    def _lock(self, path: Path) -> "BaseFileLock":
        lock = take(path.with_suffix(".lock"))
        if lock is None:
            raise MatchInUse(
                _("The match {id} is open in another process: leave it there first, or only look at it.").format(
                    id=path.stem
                )
            )
        return lock

    def _path(self, match_id: str) -> Path:
        return self._home.matches / (match_id + SUFFIX)

    def _existing(self, match_id: str) -> Path:
        path = self._path(match_id)
        if not _ID.fullmatch(match_id) or not os.path.lexists(path):
            raise NoSuchMatch(_("There is no match “{text}”: “tabletop matches” lists all.").format(text=match_id))
        return path

    def _open(self, path: Path, lock: "BaseFileLock") -> OpenMatch:
        try:
            return OpenMatch(path, lock, disk=self._disk, clock=self._clock, changed=self._touch)
        except BaseException:
            lock.release()
            raise

    def _touch(self, summary: MatchSummary, length: int) -> None:
        self._library.touch(LibraryRow(summary, length))
        self._changed(summary.id)

    def _lengths(self, folder: Path) -> dict[str, int]:
        """Of each match in a folder, looked at by itself. Raises SaveError if the folder can't be read."""
        try:
            files = [path for path in folder.iterdir() if path.suffix == SUFFIX and _ID.fullmatch(path.stem)]
            lengths = {path.stem: _length(path) for path in files}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise explain(error, folder) from error
        return {match_id: length for match_id, length in lengths.items() if length is not None}

    def _summary(self, match_id: str, folder: Path | None = None) -> MatchSummary | None:
        """How a match stands; None if it has vanished."""
        path = (folder or self._home.matches) / (match_id + SUFFIX)
        try:
            return SavedMatch(path, *load(path, self._disk)).summary
        except UnknownVersion:
            return MatchSummary(id=match_id, status=Status.UNKNOWN_VERSION)
        except SaveError:
            return MatchSummary(id=match_id, status=Status.DAMAGED) if os.path.lexists(path) else None


def _length(path: Path) -> int | None:
    """Of a file in bytes; None if it has vanished. Raises OSError if its folder can't be looked into."""
    try:
        found = path.stat()
    except OSError:
        try:
            path.lstat()
        except FileNotFoundError:
            return None
        return _NO_FILE
    return found.st_size if stat.S_ISREG(found.st_mode) else _NO_FILE


def _last_first(summary: MatchSummary) -> tuple[datetime, str]:
    return summary.last_played or _LONG_AGO, summary.id


def _meant(summaries: Sequence[MatchSummary], text: str, nothing: str) -> MatchSummary:
    wanted = text.strip().casefold()
    ids = [summary for summary in summaries if summary.id == wanted]
    names = [summary for summary in summaries if (summary.name or "").casefold() == wanted]
    begins = [summary for summary in summaries if summary.id.startswith(wanted)]
    return _only(ids or (names if wanted else []) or begins, nothing.format(text=text))


def _only(found: Sequence[MatchSummary], nothing: str) -> MatchSummary:
    if not found:
        raise SaveError(nothing)
    if len(found) > 1:
        ids = ", ".join(summary.id for summary in found[:5])
        raise SaveError(_("More than one match fits ({ids}). Type more of the id.").format(ids=ids))
    return found[0]
