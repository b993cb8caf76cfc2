"""The rows of the index, found and changed by SQL."""

import gc
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from tabletop.history import UNREAD, MatchSummary
from tabletop.saves.index_file import Damaged
from tabletop.saves.indexed import (
    IndexRow,
    LeftOut,
    Played,
    Wanted,
    played,
    seat_data,
    unread,
    with_what_was_known,
)
from tabletop.saves.tallies import Tally, from_text, tally, to_text

if TYPE_CHECKING:
    from sqlite3 import Connection

_MATCH: Final = "id, status, name, game, played, left_out, people, words, me, length, under_way, summary"
_UNREAD: Final = "('damaged', 'unknown version')"
_SEAT: Final = "id, finished, person, game, rules, opponents, data"


class BadRows(Exception):
    """Rows that can't be used: their matches are to be read again."""

    def __init__(self, ids: Iterable[str]) -> None:
        super().__init__()
        self.ids = frozenset(ids)


class Index(Protocol):
    """What can be asked of the matches in a folder, by its name (the place)."""

    def page(self, place: str, wanted: Wanted, limit: int, after: tuple[str, str]) -> list[MatchSummary]:
        """At most so many matches, the one last played first, of those played before ``after``: time and id."""
        ...

    def number(self, place: str, wanted: Wanted) -> int:
        """How many matches there are."""
        ...

    def meant(self, place: str, text: str) -> list[MatchSummary]:
        """Some of the matches that ``text`` means, in small letters: by its id, a name, or how ids begin."""
        ...

    def uncounted(self) -> list[MatchSummary]:
        """Those that count for statistics and of which it isn't noted what they are worth."""
        ...

    def played(self, game: str | None) -> list[Played]:
        """The seats of people in matches that count, in the order in which these were finished."""
        ...

    def tallies(self) -> Sequence[Tally]:
        """What people have come to in all these matches."""
        ...

    def left_out(self, game: str | None) -> list[LeftOut]:
        """How many finished matches don't count, by why and by who sat at them."""
        ...

    def formerly_counted(self) -> set[str]:
        """The ids of the matches of which old statistics say something."""
        ...

    def former(self, match_id: str) -> str | None:
        """What old statistics said of a match: the data of its note ``tally``."""
        ...


LAST: Final = ("\U0010ffff", "")
"""Later than every time."""
MOST_MEANT: Final = 6


class SqlIndex:
    """The index in one transaction. Raises BadRows where a row that is asked for can't be used."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._run = connection.execute

    def page(self, place: str, wanted: Wanted, limit: int, after: tuple[str, str] = LAST) -> list[MatchSummary]:
        """See ``Index``."""
        where, values = _where(place, wanted)
        return self._summaries(
            f"{where} AND (played, id) < (?, ?) ORDER BY played DESC, id DESC LIMIT ?", (*values, *after, limit)
        )

    def number(self, place: str, wanted: Wanted) -> int:
        """See ``Index``."""
        where, values = _where(place, wanted)
        return int(self._run(f"SELECT count(*) FROM matches WHERE {where}", values).fetchone()[0])

    def meant(self, place: str, text: str) -> list[MatchSummary]:
        """See ``Index``."""
        found = self._summaries("place = ? AND id = ?", (place, text))
        if not found and text:
            found = self._summaries("place = ? AND name <> '' AND name = ? LIMIT ?", (place, text, MOST_MEANT))
        return found or self._summaries(
            "place = ? AND id >= ? AND id < ? ORDER BY played DESC, id DESC LIMIT ?",
            (place, text, text + "\U0010ffff", MOST_MEANT),
        )

    def uncounted(self) -> list[MatchSummary]:
        """See ``Index``."""
        return self._summaries("place = 'matches' AND status = 'finished' AND left_out = '' AND seats = 0", ())

    def played(self, game: str | None) -> list[Played]:
        """See ``Index``."""
        with _uncollected():
            return self._played(game)

    def _played(self, game: str | None) -> list[Played]:
        only, values = ("", ()) if game is None else (" AND game = ?", (game,))
        found = self._run(
            f"SELECT {_SEAT}, sum FROM seats WHERE place = 'matches'{only} ORDER BY finished, id, rowid", values
        ).fetchall()
        bad = [row[0] for row in found if _text_sum(row[:-1]) != row[-1]]
        expected = self._run(f"SELECT sum(seats) FROM matches WHERE place = 'matches'{only}", values).fetchone()[0]
        if not bad and (expected or 0) != len(found):
            counts = "SELECT count(*) FROM seats WHERE seats.place = 'matches' AND seats.id = matches.id"
            query = f"SELECT id FROM matches WHERE place = 'matches' AND seats <> ({counts})"
            bad = [match_id for (match_id,) in self._run(query)] or [row[0] for row in found]
        if bad:
            raise BadRows(bad)
        levels = {row[5]: tuple(row[5].split("\n")) if row[5] else () for row in found}
        data = json.loads(f"[{','.join([row[6] for row in found])}]")
        return [
            Played._make((match_id, person, game_id, rules, levels[others], finished, *seat))
            for (match_id, finished, person, game_id, rules, others, _data, _of), seat in zip(found, data, strict=True)
        ]

    def tallies(self) -> Sequence[Tally]:
        """See ``Index``. They are kept until a seat of a match is added, changed or removed."""
        import sqlite3

        for text, known in self._run("SELECT data, sum FROM tallies"):
            if _text_sum([text]) == known:
                return from_text(text)
        with _uncollected():
            found = tally(self._played(None))
            text = to_text(found)
        with suppress(sqlite3.OperationalError):  # another process writes: then it isn't kept
            self._run("DELETE FROM tallies")
            self._run("INSERT INTO tallies VALUES (?, ?)", (text, _text_sum([text])))
        return found

    def left_out(self, game: str | None) -> list[LeftOut]:
        """See ``Index``."""
        only, values = ("", ()) if game is None else (" AND game = ?", (game,))
        found = self._run(
            "SELECT left_out, people, count(*) FROM matches"
            f" WHERE place = 'matches' AND left_out <> ''{only} GROUP BY left_out, people",
            values,
        )
        return [LeftOut(why, tuple(people.splitlines()), number) for why, people, number in found]

    def formerly_counted(self) -> set[str]:
        """See ``Index``."""
        return {match_id for (match_id,) in self._run("SELECT id FROM former")}

    def former(self, match_id: str) -> str | None:
        """See ``Index``."""
        found = self._run("SELECT tally FROM former WHERE id = ?", (match_id,)).fetchone()
        return None if found is None else str(found[0])

    # How it stands beside the folders

    def state(self, place: str) -> tuple[set[str], dict[str, int]]:
        """The ids of all matches, and the lengths of the files that may have grown."""
        ids = {match_id for (match_id,) in self._run("SELECT id FROM matches WHERE place = ?", (place,))}
        if odd := [match_id for match_id in ids if not isinstance(match_id, str)]:
            raise BadRows(odd)
        return ids, dict(self._run("SELECT id, length FROM matches WHERE place = ? AND under_way", (place,)).fetchall())

    def revision(self) -> int:
        """Grows with each change."""
        return int(self._run("SELECT max(revision) FROM state").fetchone()[0])

    def check(self) -> None:
        """Reads every row, and what rows are found by. Raises Damaged too."""
        if (fault := str(self._run("PRAGMA integrity_check(1)").fetchone()[0])) != "ok":
            raise Damaged(fault)
        bad = [row[0] for row in self._run(f"SELECT {_MATCH}, sum FROM matches") if _sum(row[:-1]) != row[-1]]
        bad += [row[0] for row in self._run(f"SELECT {_SEAT}, sum FROM seats") if _sum(row[:-1]) != row[-1]]
        if bad:
            raise BadRows(bad)

    # Changes

    def put(self, place: str, row: IndexRow) -> None:
        """Keeps a row. What was known of a match, and counted, stays where its file can't be read any more."""
        if unread(row):
            row = with_what_was_known(row, self._known(place, row.id))
        self._run("DELETE FROM matches WHERE place = ? AND id = ?", (place, row.id))
        if unread(row):
            number = self._run("SELECT count(*) FROM seats WHERE place = ? AND id = ?", (place, row.id)).fetchone()[0]
            self._add(place, row, number)
        else:
            self._run("DELETE FROM seats WHERE place = ? AND id = ?", (place, row.id))
            self.add(place, row)

    def _known(self, place: str, match_id: str) -> MatchSummary | None:
        found = self._run(f"SELECT {_MATCH}, sum FROM matches WHERE place = ? AND id = ?", (place, match_id)).fetchone()
        if found is None or _sum(found[:-1]) != found[-1]:
            return None
        return MatchSummary.model_validate_json(found[-2])

    def put_if_known(self, place: str, row: IndexRow, length: int | None) -> None:
        """The same if nobody has put another row meanwhile: that in the index has ``length``; None: there is none."""
        found = self._run("SELECT length FROM matches WHERE place = ? AND id = ?", (place, row.id)).fetchone()
        if (None if found is None else found[0]) == length:
            self.put(place, row)

    def add(self, place: str, row: IndexRow) -> None:
        """Keeps the row of a match that has none."""
        seats = list(played(row.counted)) if row.counted else []
        for seat in seats:
            values = _seat_values(seat)
            self._run(f"INSERT INTO seats (place, {_SEAT}, sum) VALUES ({_marks(9)})", (place, *values, _sum(values)))
        self._add(place, row, len(seats))

    def _add(self, place: str, row: IndexRow, seats: int) -> None:
        values = _match_values(row)
        self._run("UPDATE state SET revision = revision + 1")
        self._run(
            f"INSERT INTO matches (place, {_MATCH}, sum, seats, revision)"
            f" VALUES ({_marks(15)}, (SELECT max(revision) FROM state))",
            (place, *values, _sum(values), seats),
        )

    def move(self, match_id: str, source: str, target: str) -> None:
        """A match has been put into another folder."""
        self.forget(target, [match_id])
        self._run("UPDATE state SET revision = revision + 1")
        for table in ("matches", "seats"):
            self._run(f"UPDATE {table} SET place = ? WHERE place = ? AND id = ?", (target, source, match_id))

    def forget(self, place: str, ids: Iterable[str]) -> None:
        """These matches aren't there any more."""
        for match_id in ids:
            for table in ("matches", "seats"):
                self._run(f"DELETE FROM {table} WHERE place = ? AND id = ?", (place, match_id))

    def drop(self, ids: Iterable[object]) -> None:
        """Rows that can't be used, wherever their matches are."""
        for match_id in ids:
            for table in ("matches", "seats"):
                self._run(f"DELETE FROM {table} WHERE id IS ?", (match_id,))

    def keep_former(self, tallies: Iterable[tuple[str, str]]) -> None:
        """What old statistics said, by the ids of the matches."""
        self._connection.executemany("INSERT OR REPLACE INTO former VALUES (?, ?)", tallies)

    def merge(self, revision: int) -> None:
        """Takes over the rows of the other index, ``fresh``, but for what has changed here since ``revision``.

        What was known of a match, and counted, stays where its file can't be read any more.
        """
        unread_ids = self._run(f"SELECT place, id FROM fresh.matches WHERE status IN {_UNREAD}").fetchall()
        known = [(place, self._known(place, match_id)) for place, match_id in unread_ids]
        kept = "SELECT place, id FROM matches WHERE revision > ?"
        unread_there = f"SELECT place, id FROM fresh.matches WHERE status IN {_UNREAD}"
        self._run("CREATE TEMP TABLE kept AS " + kept, (revision,))
        self._run(f"CREATE TEMP TABLE stay AS SELECT * FROM kept UNION {unread_there}")
        self._run("DELETE FROM seats WHERE (place, id) NOT IN (SELECT place, id FROM stay)")
        self._run("DELETE FROM matches WHERE (place, id) NOT IN (SELECT place, id FROM kept)")
        columns = f"place, {_SEAT}, sum"
        self._run(
            f"INSERT INTO seats ({columns}) SELECT {columns} FROM fresh.seats"
            " WHERE (place, id) NOT IN (SELECT place, id FROM stay)"
        )
        columns = f"place, {_MATCH}, sum, seats"
        self._run(
            f"INSERT INTO matches ({columns}, revision) SELECT {columns}, 0 FROM fresh.matches"
            " WHERE (place, id) NOT IN (SELECT place, id FROM kept)"
        )
        of_match = "SELECT count(*) FROM seats WHERE seats.place = matches.place AND seats.id = matches.id"
        self._run(f"UPDATE matches SET seats = ({of_match}) WHERE status IN {_UNREAD}")
        for place, before in known:
            now = before and self._known(place, before.id)
            if now is not None and now.status in UNREAD:
                row = IndexRow(now, 0, under_way=True, counted=None)
                self.put(place, with_what_was_known(row, before))

    def _summaries(self, where: str, values: Sequence[object]) -> list[MatchSummary]:
        found = self._run(f"SELECT {_MATCH}, sum FROM matches WHERE {where}", values).fetchall()
        if bad := [row[0] for row in found if _sum(row[:-1]) != row[-1]]:
            raise BadRows(bad)
        return [MatchSummary.model_validate_json(row[-2]) for row in found]


def _where(place: str, wanted: Wanted) -> tuple[str, tuple[object, ...]]:
    parts, values = ["place = ?"], list[object]([place])
    if wanted.status is not None:
        parts.append("status = ?")
        values.append(wanted.status.value)
    for word in wanted.words:
        others = f" OR game IN ({_marks(len(word.games))})" if word.games else ""
        parts.append(f"(instr(words, ?){others}{' OR me' if word.me else ''})")
        values += [word.text, *sorted(word.games)]
    return " AND ".join(parts), tuple(values)


def _marks(number: int) -> str:
    return ", ".join("?" * number)


def _sum(values: Sequence[Any]) -> int:
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"))


def _text_sum(values: Sequence[Any]) -> int:
    """The same of a row of texts; of one of something else what can be none."""
    try:
        return zlib.crc32("\x1f".join(values).encode("utf-8", "surrogatepass"))
    except TypeError:
        return -1


@contextmanager
def _uncollected() -> Iterator[None]:
    """Python doesn't look for rubbish again and again while thousands of rows are read, which are none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _match_values(row: IndexRow) -> tuple[object, ...]:
    match = row.summary
    left_out = (match.uncounted or "") if match.status == "finished" else ""
    return (
        match.id,
        match.status.value,
        row.name,
        match.game or "",
        row.played,
        left_out,
        "\n".join(row.people),
        row.words,
        int(row.has_me),
        row.length,
        int(row.under_way),
        match.model_dump_json(),
    )


def _seat_values(seat: Played) -> tuple[object, ...]:
    opponents = "\n".join(seat.opponents)
    return seat.id, seat.finished, seat.person, seat.game, seat.rules, opponents, seat_data(seat)
