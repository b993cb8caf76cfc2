"""Statistics kept up to date with the matches: the game of each that isn't noted what it is worth is asked, once."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tabletop import analysis, scoring
from tabletop.cores import on_all_cores
from tabletop.cpu import analysts
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure
from tabletop.guard.lapses import Lapses, Tell
from tabletop.guard.proxies import GuardedAnalyst, guarded
from tabletop.history import PLAYS_ON, RESIGNED
from tabletop.i18n import Texts
from tabletop.match import AnyGame, Header, Match, bind
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.loading import load
from tabletop.plugins.find.replaying import reading, replayed
from tabletop.plugins.find.versions import old
from tabletop.review import accuracies, looked_through
from tabletop.saves import Matches, MatchSummary, SavedMatch, SaveError
from tabletop.saves.errors import NoSuchMatch
from tabletop.saves.folders import LONG, Progress
from tabletop.saves.indexed import IndexRow
from tabletop.saves.rows import Warn
from tabletop.saves.statistics import note_accuracy, reviewed
from tabletop.saves.tallies import Statistics
from tabletop.tally_note import TallyNote, tally_of

_ = Texts(__file__)


class _Outcome(NamedTuple):
    """What came of asking for the worth of a match."""

    id: str
    row: IndexRow | None = None
    why: str = ""
    """why it has none"""
    lapses: tuple[tuple[str, str, str], ...] = ()
    """what its plugin failed in that it can be counted without"""


class Counting:
    """What joins matches, games and statistics."""

    def __init__(
        self,
        catalogue: Catalogue,
        matches: Matches,
        warn: Warn,
        tell_lapse: Tell,
        progress: Progress = lambda _text, _done: None,
    ) -> None:
        """``warn`` is told, in one sentence, what goes wrong; no match is ever the worse for it.

        ``tell_lapse`` is told what a plugin fails in that the statistics go without; ``progress`` what takes long.
        """
        self._catalogue = catalogue
        self._matches = matches
        self._warn = warn
        self._progress = progress
        self._lapses = Lapses(tell_lapse)
        self._rules = dict[tuple[Plugin, str], type[AnyGame]]()
        """of the games that were asked"""
        self._failed = set[str]()
        """matches of which it was told that they can't be counted"""

    def statistics(self, game: str | None = None) -> Statistics:
        """What has been played, once all is settled; what doesn't count of one game or all. Raises SaveError."""
        found = self._matches.statistics(game)
        if self._failed.issuperset(match.id for match in found.uncounted):
            return found
        self.settle()
        return self._matches.statistics(game)

    def settle(self) -> None:
        """Has it noted in every match that counts what it is worth. Raises SaveError where the folder can't be read.

        Earlier programs didn't note it. That such a match wasn't counted is told.
        """
        if counted := self._settle():
            self._warn(
                _.plural(
                    "{n} finished match was missing in the statistics: it is counted now.",
                    "{n} finished matches were missing in the statistics: they are counted now.",
                    counted,
                )
            )

    def _settle(self) -> int:
        """How many are counted now that weren't before, by an earlier program either."""
        missing = [match for match in self._matches.uncounted() if match.id not in self._failed]
        if not missing:
            return 0
        known = self._matches.formerly_counted()
        rows, failed, counted = list[IndexRow](), list[_Outcome](), 0
        try:
            for number, outcome in enumerate(on_all_cores(self._outcome, missing)):
                if len(missing) >= LONG and number % 50 == 0:
                    self._progress(_("Counting the matches"), number / len(missing))
                for lapse in outcome.lapses:
                    self._lapses.add(PluginFailure(*lapse))
                if outcome.row is None:
                    failed.append(outcome)
                    continue
                rows.append(outcome.row)
                counted += outcome.row.counted is not None and outcome.id not in known
                if len(rows) >= LONG:
                    self._matches.keep_rows(rows)
                    rows = []
        finally:
            if rows:
                self._matches.keep_rows(rows)
            if len(missing) >= LONG:
                self._progress("", 0.0)
        self._tell(failed)
        return counted

    def _tell(self, failed: Sequence[_Outcome]) -> None:
        self._failed.update(outcome.id for outcome in failed)
        if told := [outcome for outcome in failed if outcome.why]:
            self._warn(
                _.plural(
                    "The match {id} can't be counted: {why}",
                    "{n} matches can't be counted; the last of them is {id}: {why}",
                    len(told),
                    id=told[-1].id,
                    why=told[-1].why,
                )
            )

    def rebuild(self) -> int:
        """Makes the statistics again from the matches; returns how many count. Raises SaveError.

        A match whose game isn't installed, or fails, counts as its file says, and otherwise not, which is told.
        """
        self._matches.rebuild()
        self._settle()
        return len({seat.id for seat in self._matches.played()})

    def note_accuracy(self, match_id: str, tell: analysis.Progress = lambda _part: None) -> bool:
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

    def is_here(self, match: MatchSummary) -> bool:
        """Whether the game of a match is installed."""
        try:
            self._catalogue.find_for(header_of(match), any_version=True)
        except PluginError:
            return False
        return True

    def _outcome(self, match: MatchSummary) -> _Outcome:
        failures: list[PluginFailure] = []
        try:
            with Lapses(failures.append).heard():
                row = self._matches.note_tally(match.id, self._worth)
        except NoSuchMatch:
            return _Outcome(match.id)
        except Exception as why:
            former = self._as_formerly(match.id)
            return _Outcome(match.id, former, "" if former else str(why))
        return _Outcome(match.id, row, lapses=tuple((one.plugin, one.what, one.why) for one in failures))

    def _as_formerly(self, match_id: str) -> IndexRow | None:
        """As an earlier program counted a match whose game can't be asked."""
        try:
            tally = self._matches.former_tally(match_id)
            return self._matches.note_tally(match_id, lambda _saved: tally) if tally else None
        except SaveError:
            return None

    def _worth(self, saved: SavedMatch) -> TallyNote | None:
        """The game is called under one guard for all of the replay, and for what it says of the end under its own."""
        listing = self._catalogue.find_for(saved.header, any_version=True)
        plugin, history = listing.plugin, saved.history
        if (plugin, listing.id) not in self._rules:
            self._rules[plugin, listing.id] = load(listing)
        rules = self._rules[plugin, listing.id]

        def replay() -> Match:
            return Match(bind(rules, saved.header), history.events, old(history.versions, plugin))

        with reading(plugin):
            match: Match = Guard(str(plugin)).rules("play", replay, allowed=(ValueError,))
        match.game = guarded(match.game, str(plugin))
        return worth(saved, match)

    def _replay(self, saved: SavedMatch) -> Match:
        return replayed(self._catalogue.find_for(saved.header, any_version=True), saved.header, saved.history)


def header_of(match: MatchSummary) -> Header:
    """What a match in a list was played with, as far as its game is found by it."""
    assert match.game is not None
    return Header(game=match.game, plugin=match.plugin, plugin_version=match.plugin_version, seats=match.seats)


def worth(saved: SavedMatch, match: Match) -> TallyNote | None:
    """What a finished match is worth of which ``match`` is the replay; None where it ended before its rules end it and
    nobody resigned.
    """
    ranks = _ranks(saved, match)
    return None if ranks is None else tally_of(match, saved.history.first_seats, ranks)


def _ranks(saved: SavedMatch, match: Match) -> Sequence[int] | None:
    """The ranks, last those who resigned."""
    resigned = saved.history.resigned
    if match.result:
        return scoring.resigned(match.result.ranks, *resigned)
    standing = match.game.standing(match.state)
    for note in reversed(saved.notes):
        if note.kind == RESIGNED and not note.data.get(PLAYS_ON):
            side = note.data.get("side")
            if isinstance(side, int) and 0 < side <= len(standing):
                return scoring.resigned(standing, *resigned, side - 1)
            return saved.summary.ranks
    return None
