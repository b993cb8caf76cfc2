"""Statistics kept up to date with the matches: each is replayed with its game when it has ended."""

from random import Random

from tabletop.cpu import analysts
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.replaying import replayed
from tabletop.review import accuracies, decisions
from tabletop.saves import Matches, SavedMatch, SaveError, Status
from tabletop.saves.documents import Warn
from tabletop.saves.statistics import CountedMatch, Statistics, count, counts, note_accuracy, reviewed

_ = Texts(__file__)


class Counting:
    """What joins matches, games and statistics."""

    def __init__(self, catalogue: Catalogue, matches: Matches, statistics: Statistics, warn: Warn) -> None:
        """``warn`` is told, in one sentence, what goes wrong; no match is ever the worse for it."""
        self._catalogue = catalogue
        self._matches = matches
        self._statistics = statistics
        self._warn = warn

    def update(self, match_id: str) -> None:
        """Counts a match as it stands now, or takes it out where it doesn't count, or isn't there any more."""
        try:
            row = self._row(self._matches.look(match_id))
        except SaveError:
            row = None
        except Exception as why:
            self._warn(_("The match {id} can't be counted: {why}").format(id=match_id, why=why))
            return
        try:
            if row is None:
                self._statistics.forget(match_id)
            else:
                self._statistics.keep(row)
        except SaveError as why:
            self._warn(str(why))

    def rebuild(self) -> int:
        """Makes the statistics again from the matches; returns how many count. Raises SaveError.

        A match whose game isn't installed, or fails, keeps the row that it had; that is told.
        """
        known = {row.id: row for row in self._statistics.rows()}
        rows = []
        for summary in self._matches.list():
            if summary.status is not Status.FINISHED:
                continue
            try:
                row = self._row(self._matches.look(summary.id))
            except Exception as why:
                self._warn(_("The match {id} can't be counted: {why}").format(id=summary.id, why=why))
                row = known.get(summary.id)
            if row is not None:
                rows.append(row)
        self._statistics.replace(rows)
        return len(rows)

    def note_accuracy(self, match_id: str) -> bool:
        """Works out how accurate each seat of a counted match was and notes it there, unless that was done before.

        Says whether it was noted now. Raises SaveError, PluginError and ValueError.
        """
        with self._matches.open(match_id) as saved:
            replayed = self._replay(saved)
            analyst = analysts.find(replayed.game)
            if analyst is None or reviewed(saved):
                return False
            made = decisions(replayed, analyst.analyse, Random(match_id))
            note_accuracy(saved, accuracies(made, len(saved.header.seats)))
        return True

    def _row(self, saved: SavedMatch) -> CountedMatch | None:
        return count(saved, self._replay(saved)) if counts(saved) else None

    def _replay(self, saved: SavedMatch) -> Match:
        return replayed(self._catalogue.find_for(saved.header, any_version=True), saved.header, saved.events)
