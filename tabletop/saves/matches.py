"""All saved matches: started, opened, listed and found."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

from tabletop.entries import Entry, Event, Json, LogHeader, Note
from tabletop.history import MatchSummary, Status
from tabletop.i18n import Texts
from tabletop.lines import composed
from tabletop.match import Header, read_name
from tabletop.saves import log, trash
from tabletop.saves.clock import Clock, now, system_clock
from tabletop.saves.disk import Disk
from tabletop.saves.documents import log_warning
from tabletop.saves.errors import MatchInUse, NoSuchMatch, SaveError, explain
from tabletop.saves.folders import ID, Place, Progress
from tabletop.saves.former import documents, put_aside, read_former
from tabletop.saves.group import Group, lay_left
from tabletop.saves.home import Home
from tabletop.saves.index import MatchIndex
from tabletop.saves.indexed import SUFFIX, IndexRow, Played, Wanted, played_at, row_of
from tabletop.saves.locks import take
from tabletop.saves.rows import Warn
from tabletop.saves.saved import Changed, OpenMatch, SavedMatch, load
from tabletop.saves.sql_index import LAST, Index
from tabletop.saves.statistics import noted_tally
from tabletop.saves.tallies import Statistics
from tabletop.tally_note import TALLY, TallyNote

if TYPE_CHECKING:
    from filelock import BaseFileLock

_ = Texts(__file__)

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike."""
EVERY: Final = Wanted()
MOST: Final = 20
"""Matches that are listed unless all are asked for."""
PAGE: Final = 500
"""Matches that are read at once where all are asked for."""


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
        progress: Progress = lambda _text, _done: None,
    ) -> None:
        """``rng``: for ids only. ``warn`` is told what goes wrong with the index, which costs no match anything;
        ``progress`` what takes long.
        """
        self._home = home
        self._clock = clock
        self._rng = rng or SystemRandom()
        self._disk = disk or Disk()
        self._warn = warn
        self._index = MatchIndex(home, self._disk, warn, progress)
        self.group: Group | None = None
        """through which all matches are written, in a server"""
        self.note: Callable[[IndexRow], None] = self._index.put
        """keeps a row of the index; a server doesn't wait for that"""

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
        self._keep(match)
        return match

    def open(self, match_id: str) -> OpenMatch:
        """Opens a match to play on. Raises MatchInUse while another process does, and SaveError."""
        path = self._existing(match_id)
        return self._open(path, self._lock(path))

    def look(self, match_id: str) -> SavedMatch:
        """The match as its file says now, whoever plays it. Raises SaveError."""
        path = self._existing(match_id)
        return SavedMatch(path, *load(path, self._disk))

    def page(self, wanted: Wanted = EVERY, limit: int = MOST) -> Sequence[MatchSummary]:
        """The matches that are wanted and were last played, the last one first. Raises SaveError."""
        return self._index.ask(lambda index: index.page("matches", wanted, limit, LAST), "matches")

    def number(self, wanted: Wanted = EVERY) -> int:
        """How many are wanted. Raises SaveError."""
        return self._index.ask(lambda index: index.number("matches", wanted), "matches")

    def each(self, wanted: Wanted = EVERY) -> Iterator[MatchSummary]:
        """All that are wanted, the one last played first, a page at a time. Raises SaveError."""
        return self._each("matches", wanted)

    def list(self) -> Sequence[MatchSummary]:
        """All matches, the one last played first. Raises SaveError if the folder can't be read."""
        return list(self.each())

    def known(self) -> Mapping[str, MatchSummary]:
        """What the index has known of each match, also of those that can't be read any more."""
        return {match.id: match for match in self.each()}

    def _each(self, place: Place, wanted: Wanted = EVERY) -> Iterator[MatchSummary]:
        after = LAST
        while True:
            page = self._index.ask(lambda index: index.page(place, wanted, PAGE, after), place)  # noqa: B023
            yield from page
            if len(page) < PAGE:
                return
            after = played_at(page[-1]), page[-1].id

    def find(self, text: str | None = None) -> MatchSummary:
        """The match that ``text`` means: an id, a name, or how only one id begins; None: the last one in progress.

        Raises SaveError when there is none, or more than one.
        """
        if text is None:
            return _only(self.page(Wanted(status=Status.IN_PROGRESS), 1), _("There is no match in progress."))
        return self._meant("matches", text, _("There is no match “{text}”: “tabletop matches” lists all."))

    def _meant(self, place: Place, text: str, nothing: str) -> MatchSummary:
        wanted = composed(text).strip().casefold()
        return _only(self._index.ask(lambda index: index.meant(place, wanted), place), nothing.format(text=text))

    # Statistics

    def played(self, game: str | None = None) -> Sequence[Played]:
        """The seats of people in matches that count, in the order in which these were finished. Raises SaveError."""
        return self._index.ask(lambda index: index.played(game), "matches")

    def statistics(self, game: str | None = None) -> Statistics:
        """What has been played; what doesn't count of one game or all. Raises SaveError."""

        def answer(index: Index) -> Statistics:
            return Statistics(index.uncounted(), index.tallies(), index.left_out(game))

        return self._index.ask(answer, "matches")

    def uncounted(self) -> Sequence[MatchSummary]:
        """Those that count and of which it isn't noted what they are worth, as earlier programs left them."""
        return self._index.ask(lambda index: index.uncounted(), "matches")

    def adopt(self, is_here: Callable[[MatchSummary], bool]) -> None:
        """Reads what earlier programs kept of the matches, once, puts it aside and says so.

        ``is_here``: whether the game of a match is installed; in a match without, what the old statistics say is noted.
        """
        old = documents(self._home)
        if not old:
            return
        former = read_former(self._home, self._disk, self._warn)
        try:
            if not self._index.adopt(former.rows, former.tallies):
                return
            alone = [match.id for match in self.uncounted() if match.id in former.tallies and not is_here(match)]
            self.keep_rows([self.note_tally(match_id, lambda _saved: former.tallies[match_id]) for match_id in alone])  # noqa: B023
        except SaveError as why:
            self._warn(str(why))
            return
        if aside := [path.name for path in (put_aside(document, self._disk) for document in old) if path]:
            text = _("What earlier programs kept of the matches is in the index now; it was put aside as {names}.")
            self._warn(text.format(names=", ".join(aside)))

    def formerly_counted(self) -> Set[str]:
        """The ids of the matches that an earlier program had counted."""
        return self._index.ask(lambda index: index.formerly_counted())

    def former_tally(self, match_id: str) -> TallyNote | None:
        """What the statistics of an earlier program said of a match."""
        text = self._index.ask(lambda index: index.former(match_id))
        return None if text is None else TallyNote.model_validate_json(text)

    def note_tally(self, match_id: str, work_out: Callable[[SavedMatch], TallyNote | None]) -> IndexRow:
        """Notes in a match what it is worth, unless that was done, and returns its row for ``keep_rows``.

        Where it can't be noted, since the match is open elsewhere or its file can't be written, the row says so all the
        same. Raises SaveError where the match can't be read, and whatever ``work_out`` does.
        """
        path, tally = self._existing(match_id), None
        try:
            with self._open(path, self._lock(path), changed=_ignore) as match:
                if not match.summary.counts or noted_tally(match):
                    return row_of(match, match.length)
                tally = work_out(match)
                if tally is None:
                    return row_of(match, match.length)
                match.note(TALLY, tally.data)
                return row_of(match, match.length)
        except SaveError:
            saved = self.look(match_id)
        tally = tally or work_out(saved)
        if tally is not None:
            saved.history.take(Note(now(self._clock), TALLY, tally.data))
        return row_of(saved, saved.bytes)

    def keep_rows(self, rows: Iterable[IndexRow]) -> None:
        """Keeps rows of ``note_tally`` in the index."""
        self._index.put_all(rows)

    def rebuild(self) -> None:
        """Makes the index again from the match files. Raises SaveError where their folder can't be read."""
        self._index.rebuild()

    def check_index(self) -> None:
        """Looks at every entry of the index; what is damaged is told, and made again. Raises SaveError."""
        self._index.check()

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
        self._index.move(match_id, "matches", "trash")

    def trashed(self) -> Sequence[MatchSummary]:
        """The matches in the trash, the one last played first. Raises SaveError if the folder can't be read."""
        return list(self._each("trash"))

    def restore(self, text: str) -> MatchSummary:
        """Takes a match out of the trash; ``text`` as for ``find``. Raises SaveError."""
        found = self._meant("trash", text, _("There is no match “{text}” in the trash."))
        self._home.prepare(self._disk)
        trash.move(found.id + SUFFIX, self._home.trash, self._home.matches, self._disk)
        self._index.move(found.id, "trash", "matches")
        return found

    def empty_trash(self) -> int:
        """Removes what is in the trash for good; says how many matches it were. Raises SaveError."""
        number = self._index.ask(lambda index: index.number("trash", EVERY), "trash")
        trash.empty(self._home.trash, self._disk)
        return number

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
        if self.group is None:
            self._lay_left()
        path = self._path(match_id)
        if not ID.fullmatch(match_id) or not os.path.lexists(path):
            raise NoSuchMatch(_("There is no match “{text}”: “tabletop matches” lists all.").format(text=match_id))
        return path

    def _lay_left(self) -> None:
        try:
            lay_left(self._home, self._disk)
        except OSError as error:
            raise explain(error, self._home.path) from error

    def _open(self, path: Path, lock: "BaseFileLock", changed: Changed | None = None) -> OpenMatch:
        try:
            opened = log.MatchLog if self.group is None else self.group.open
            changed = changed or self._keep
            return OpenMatch(path, lock, disk=self._disk, clock=self._clock, changed=changed, opened=opened)
        except BaseException:
            lock.release()
            raise

    def _keep(self, match: OpenMatch) -> None:
        self.note(row_of(match, match.length, is_open=match.is_open))


def _ignore(_match: OpenMatch) -> None:
    pass


def _only(found: Sequence[MatchSummary], nothing: str) -> MatchSummary:
    if not found:
        raise SaveError(nothing)
    if len(found) > 1:
        ids = ", ".join(summary.id for summary in found[:5])
        raise SaveError(_("More than one match fits ({ids}). Type more of the id.").format(ids=ids))
    return found[0]
