"""Statistics kept up to date with the matches: each is replayed with its game when it has ended."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tabletop.analysis import Progress
from tabletop.cpu import analysts
from tabletop.guard.lapses import Lapses, Tell
from tabletop.guard.proxies import GuardedAnalyst
from tabletop.history import UNREAD
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.replaying import replayed
from tabletop.review import accuracies, looked_through
from tabletop.saves import Matches, MatchSummary, SavedMatch, SaveError
from tabletop.saves.errors import NoSuchMatch
from tabletop.saves.rows import Warn
from tabletop.saves.statistics import CountedMatch, Statistics, astray, count, counts, note_accuracy, reviewed

_ = Texts(__file__)


class Counting:
    """What joins matches, games and statistics."""

    def __init__(
        self, catalogue: Catalogue, matches: Matches, statistics: Statistics, warn: Warn, tell_lapse: Tell
    ) -> None:
        """``warn`` is told, in one sentence, what goes wrong; no match is ever the worse for it.

        ``tell_lapse`` is told what a plugin fails in that the statistics go without.
        """
        self._catalogue = catalogue
        self._matches = matches
        self._statistics = statistics
        self._warn = warn
        self._lapses = Lapses(tell_lapse)
        self._failed = set[str]()
        """matches of which it was told that they can't be counted"""

    def rows(self, matches: Iterable[MatchSummary]) -> Sequence[CountedMatch]:
        """The rows of all matches that count; ``matches``: all there are. Raises SaveError.

        Where a crash or a damaged document has left the statistics astray they are put right, and that is told.
        """
        former = self._statistics.rows()
        wrong = astray(matches, former) - self._failed
        if not wrong:
            return former
        known = {row.id: row for row in former}
        right = {match_id: row for match_id, row in known.items() if match_id not in wrong}
        right.update(self._counted(sorted(wrong), known))
        added, removed = len(right.keys() - known.keys()), len(known.keys() - right.keys())
        if added:
            self._warn(
                _.plural(
                    "{n} finished match was missing in the statistics: it is counted now.",
                    "{n} finished matches were missing in the statistics: they are counted now.",
                    added,
                )
            )
        if removed:
            self._warn(
                _.plural(
                    "{n} match that doesn't count was taken out of the statistics.",
                    "{n} matches that don't count were taken out of the statistics.",
                    removed,
                )
            )
        if added or removed:
            try:
                self._statistics.replace(right.values(), former)
            except SaveError as why:
                self._warn(str(why))
        return list(right.values())

    def update(self, match_id: str) -> None:
        """Counts a match as it stands now, or takes it out where it doesn't count, or isn't there any more."""
        try:
            row = self._row(self._matches.look(match_id))
        except SaveError:
            row = None
        except Exception as why:
            self._tell([match_id], why)
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

        A match whose game isn't installed, or fails, keeps the row that it had, and that is told; so does one whose
        file can't be read. What other processes count meanwhile stays.
        """
        former = self._statistics.rows()
        known = {row.id: row for row in former}
        matches = self._matches.list()
        unread = [known[match.id] for match in matches if match.status in UNREAD and match.id in known]
        counted = self._counted([match.id for match in matches if match.counts], known)
        return self._statistics.replace([*unread, *counted.values()], former)

    def note_accuracy(self, match_id: str, tell: Progress = lambda _part: None) -> bool:
        """Works out how accurate each seat of a counted match was and notes it there, unless that was done before.

        ``tell`` is told which part is done. Says whether it was noted now.

        Raises SaveError, PluginError and ValueError.
        """
        with self._matches.open(match_id) as saved, self._lapses.heard():
            replayed = self._replay(saved)
            if reviewed(saved):
                return False
            plugin = self._catalogue.find_for(saved.header, any_version=True).plugin
            analyst = GuardedAnalyst(analysts.find(replayed.game), str(plugin))
            made = looked_through(replayed, analyst.analyse, Random(match_id), tell)
            note_accuracy(saved, accuracies(made, len(saved.header.seats)))
        return True

    def _counted(self, ids: Iterable[str], known: Mapping[str, CountedMatch]) -> dict[str, CountedMatch]:
        """The rows of those matches that count; one that can't be counted has the row that is known, and is told."""
        rows, failed, why = dict[str, CountedMatch](), list[str](), Exception()
        for match_id in ids:
            try:
                row = self._row(self._matches.look(match_id))
            except NoSuchMatch:
                continue
            except Exception as reason:
                failed.append(match_id)
                why, row = reason, known.get(match_id)
            if row is not None:
                rows[match_id] = row
        if failed:
            self._tell(failed, why)
        return rows

    def _tell(self, ids: Sequence[str], why: Exception) -> None:
        """Why the last of these matches can't be counted."""
        self._failed.update(ids)
        self._warn(
            _.plural(
                "The match {id} can't be counted: {why}",
                "{n} matches can't be counted; the last of them is {id}: {why}",
                len(ids),
                id=ids[-1],
                why=why,
            )
        )

    def _row(self, saved: SavedMatch) -> CountedMatch | None:
        with self._lapses.heard():
            return count(saved, self._replay(saved)) if counts(saved) else None

    def _replay(self, saved: SavedMatch) -> Match:
        return replayed(self._catalogue.find_for(saved.header, any_version=True), saved.header, saved.history)
