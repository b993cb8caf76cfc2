"""The same as the index from the match files alone, where there can be no index."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from tabletop.history import MatchSummary, Status
from tabletop.saves.indexed import IndexRow, LeftOut, Played, Wanted, played
from tabletop.saves.sql_index import LAST, MOST_MEANT
from tabletop.saves.tallies import Tally, tally


class FileIndex:
    """See ``Index``. Each folder is read once."""

    def __init__(self, read: Callable[[str], Iterable[IndexRow]]) -> None:
        """``read``: all matches of a place."""
        self._read = read
        self._places = dict[str, list[IndexRow]]()

    def _rows(self, place: str) -> list[IndexRow]:
        if place not in self._places:
            self._places[place] = sorted(self._read(place), key=lambda row: (row.played, row.id), reverse=True)
        return self._places[place]

    def page(self, place: str, wanted: Wanted, limit: int, after: tuple[str, str] = LAST) -> list[MatchSummary]:
        """See ``Index``."""
        rows = (row for row in self._rows(place) if (row.played, row.id) < after and wanted.fits(row))
        return [row.summary for row in islice(rows, limit)]

    def number(self, place: str, wanted: Wanted) -> int:
        """See ``Index``."""
        return sum(wanted.fits(row) for row in self._rows(place))

    def meant(self, place: str, text: str) -> list[MatchSummary]:
        """See ``Index``."""
        rows = self._rows(place)
        ids = [row.summary for row in rows if row.id == text]
        names = [row.summary for row in rows if text and row.name == text]
        begins = [row.summary for row in rows if row.id.startswith(text)]
        return (ids or names or begins)[:MOST_MEANT]

    def uncounted(self) -> list[MatchSummary]:
        """See ``Index``."""
        return [row.summary for row in self._rows("matches") if row.uncounted]

    def played(self, game: str | None) -> list[Played]:
        """See ``Index``."""
        counted = [row.counted for row in self._rows("matches") if row.counted]
        wanted = [match for match in counted if game in (None, match.game)]
        return [
            seat for match in sorted(wanted, key=lambda match: (match.finished, match.id)) for seat in played(match)
        ]

    def tallies(self) -> Sequence[Tally]:
        """See ``Index``."""
        return tally(self.played(None))

    def left_out(self, game: str | None) -> list[LeftOut]:
        """See ``Index``."""
        numbers = Counter(
            (row.summary.uncounted, row.people)
            for row in self._rows("matches")
            if row.summary.status is Status.FINISHED and row.summary.uncounted and game in (None, row.summary.game)
        )
        return [LeftOut(str(why), people, number) for (why, people), number in numbers.items()]

    def formerly_counted(self) -> set[str]:
        """See ``Index``. Old statistics stay where they are meanwhile."""
        return set()

    def former(self, match_id: str) -> str | None:
        """See ``Index``."""
        return None
