"""The index of the matches: asked, kept in line with their folders, and done without where there can be none.

Everything in it follows from the match files: see ``docs/reference/index.md``.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeVar

from tabletop.i18n import Texts
from tabletop.saves.disk import Disk
from tabletop.saves.file_index import FileIndex
from tabletop.saves.folders import ID, LONG, Folders, Place, Progress
from tabletop.saves.home import Home
from tabletop.saves.index_file import Damaged, NotUsable, connected
from tabletop.saves.index_making import PLACES, Making
from tabletop.saves.indexed import IndexRow
from tabletop.saves.rows import Warn
from tabletop.saves.sql_index import BadRows, Index, SqlIndex
from tabletop.tally_note import TallyNote

_ = Texts(__file__)

T = TypeVar("T")


class MatchIndex:
    """The index of one home. It never fails: what goes wrong is told, and the match files say the same."""

    def __init__(self, home: Home, disk: Disk, warn: Warn, progress: Progress) -> None:
        """``warn`` is told, in a sentence, what goes wrong; ``progress`` what takes long."""
        self._path = home.index
        self._folders = Folders(home, disk, progress)
        self._making = Making(self._path, self._folders, disk)
        self._warn = warn
        self._told = set[str]()
        self._beside = dict[str, IndexRow]()
        """rows that couldn't be kept, by the ids of their matches"""

    # Questions

    def ask(self, question: Callable[[Index], T], *places: Place) -> T:
        """What the index answers, in line with the folders of ``places``. Raises SaveError where one can't be read."""
        there = {place: self._folders.ids(place) for place in places}
        if not any(there.values()) and not self._path.exists():
            return question(FileIndex(lambda _place: ()))
        try:
            return self._asked(question, there)
        except NotUsable as why:
            text = _(
                "There can be no index of the matches here ({why}): they are read from their files, which takes longer."
            )
            self._tell(text.format(why=why))
        return question(FileIndex(self._from_files))

    def _asked(self, question: Callable[[Index], T], there: Mapping[Place, set[str]]) -> T:
        """Raises NotUsable."""
        why: Exception = NotUsable()
        for _attempt in range(4):
            try:
                if isinstance(why, BadRows):
                    self._drop(why)
                for place in there:
                    self._refresh(place, there[place])
                with connected(self._path) as connection:
                    return question(SqlIndex(connection))
            except (FileNotFoundError, Damaged) as reason:
                self._make(whatever=isinstance(why, Damaged))
                why = reason
            except BadRows as bad:
                why = bad
        raise NotUsable(str(why))

    def _make(self, known: Mapping[str, IndexRow] | None = None, *, whatever: bool = False) -> None:
        if self._making.anew(known, whatever=whatever):
            self._tell(_("The index of the matches was damaged: it is made again."))

    def _refresh(self, place: Place, there: set[str]) -> None:
        """Raises as ``connected`` does."""
        with connected(self._path) as connection:
            known, under_way = SqlIndex(connection).state(place)
        stale: dict[str, int | None] = {
            match_id: length
            for match_id, length in under_way.items()
            if match_id in there and self._folders.length(place, match_id) != length
        }
        stale.update(dict.fromkeys(match_id for match_id in there - known if ID.fullmatch(match_id)))
        gone = {match_id for match_id in known - there if not self._folders.has(place, match_id)}
        if stale or gone:
            rows = list(self._folders.rows(place, stale))
            with connected(self._path, write=True) as connection:
                index = SqlIndex(connection)
                index.forget(place, gone)
                for row in rows:
                    index.put_if_known(place, row, stale[row.id])

    def _drop(self, bad: BadRows) -> None:
        """Has the matches of bad rows read again. Raises as ``connected`` does."""
        with connected(self._path, write=True) as connection:
            SqlIndex(connection).drop(bad.ids)
        self._tell(
            _.plural(
                "{n} entry of the index of the matches was damaged: it is made again.",
                "{n} entries of the index of the matches were damaged: they are made again.",
                len(bad.ids),
            )
        )

    def _from_files(self, place: Place) -> Iterable[IndexRow]:
        for row in self._folders.rows(place, self._folders.ids(place)):
            beside = self._beside.get(row.id)
            yield beside if beside and beside.length == row.length else row

    def _tell(self, sentence: str) -> None:
        """Once in a run."""
        if sentence not in self._told:
            self._told.add(sentence)
            self._warn(sentence)

    # Changes

    def put(self, row: IndexRow) -> None:
        """Keeps the row of a match that was just started, left or ended."""
        self._change(lambda index: index.put("matches", row))

    def put_all(self, rows: Iterable[IndexRow]) -> None:
        """Keeps rows, if they can be kept at all; else for this run."""
        rows = list(rows)

        def put(index: SqlIndex) -> None:
            for row in rows:
                index.put("matches", row)

        if not self._change(put):
            self._beside.update((row.id, row) for row in rows)

    def move(self, match_id: str, source: Place, target: Place) -> None:
        """A match was put into another folder."""
        self._change(lambda index: index.move(match_id, source, target))

    def _change(self, change: Callable[[SqlIndex], None]) -> bool:
        """Whether it was made. If not, the next question finds it in the files."""
        try:
            if not self._path.exists() and len(self._folders.ids("matches")) < LONG:
                self._make()
            with connected(self._path, write=True) as connection:
                change(SqlIndex(connection))
        except (FileNotFoundError, Damaged, NotUsable):
            return False
        return True

    # As a whole

    def adopt(self, rows: Mapping[str, IndexRow], tallies: Mapping[str, TallyNote]) -> bool:
        """Begins with what earlier programs knew of the matches; whether there is an index now."""
        try:
            self._make(rows)
            with connected(self._path, write=True) as connection:
                texts = [(match_id, tally.model_dump_json()) for match_id, tally in tallies.items()]
                SqlIndex(connection).keep_former(texts)
        except (FileNotFoundError, Damaged, NotUsable):
            return False
        return True

    def check(self) -> None:
        """Looks at every row; what is damaged is told, and made again. Raises SaveError as ``ask`` does."""

        def check(index: Index) -> None:
            if isinstance(index, SqlIndex):
                index.check()

        self.ask(check, *PLACES)

    def rebuild(self) -> None:
        """Makes it again from the match files. Raises SaveError where a folder can't be read."""
        try:
            self._making.again()
        except (FileNotFoundError, Damaged):
            with suppress(NotUsable):
                self._making.anew(whatever=True)
        except NotUsable:
            pass
