"""Past matches as a browser looks at them, position by position, and what was made of them."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tabletop import setup, uncounted
from tabletop.chance import Entropy
from tabletop.host import Host, guarded_game
from tabletop.i18n import Texts, find_language, language
from tabletop.person import shown
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import old
from tabletop.saves import MatchSummary, Status
from tabletop.saves.tallies import chosen, written
from tabletop.server.drawn import with_pictures
from tabletop.server.fields import fields
from tabletop.table import looking, telling
from tabletop.table.journal import Closed
from tabletop.table.playing import Table
from tabletop.table.reader import Reader

_ = Texts(__file__)

MOST: Final = 200
"""Matches in one answer."""
_OPEN: Final = 4
"""Matches that are kept played through."""
_AT_HOME: Final = ("speech",)
"""Settings that name a program to run: they are made at the home's own keyboard alone."""
_OVER: Final = (Status.FINISHED, Status.ABANDONED)


@dataclass(frozen=True)
class _Played:
    """A match that was played through again."""

    title: str
    table: Table
    over: bool


class Past:
    """The matches, statistics and settings of a home. It lives in one thread."""

    def __init__(self, host: Host) -> None:
        """``host``: of that thread."""
        self.host = host
        self._played: OrderedDict[tuple[str, int], _Played] = OrderedDict()

    # Matches

    def matches(self, text: str, limit: int) -> dict[str, Any]:
        """The newest ``limit`` matches with these words, newest first, and how many there are. Raises SaveError."""
        listing = self.host.listing
        wanted = listing.wanted(text)
        found = self.host.matches.page(wanted, min(max(1, limit), MOST))
        return {"number": self.host.matches.number(wanted), "matches": [self._line(one) for one in found]}

    def _line(self, match: MatchSummary) -> dict[str, Any]:
        standing = self.host.listing.standing(match)
        return {
            "id": match.id,
            "name": match.name,
            "game": match.game,
            "line": self.host.listing.line(match),
            "players": [shown(seat.name, self.host.me) for seat in standing.seats],
            "over": match.status in _OVER,
        }

    def over(self, match_id: str) -> bool:
        """Whether a match has ended. Raises SaveError."""
        return self.host.matches.look(match_id).summary.status in _OVER

    def title(self, match_id: str) -> str:
        """The title of the game of a match. Raises SaveError and PluginError."""
        header = self.host.matches.look(match_id).header
        return self.host.catalogue.find_for(header, any_version=True).title

    def match(self, match_id: str) -> dict[str, Any]:
        """What happened in a match, by position. Raises SaveError, PluginError and ValueError."""
        played = self._open(match_id)
        reader = self._reader()
        lines = []
        for happening in played.table.since(0):
            told = telling.told(played.table, happening, reader)
            text = f"{told.name}: {told.text}" if told.name else told.text
            if told.text:
                lines.append({"position": happening.position, "kind": happening.kind, "text": text})
        events = len(played.table.match.events)
        return {"id": match_id, "title": played.title, "events": events, "over": played.over, "told": lines}

    def position(self, match_id: str, at: int, width: int) -> dict[str, Any]:
        """A match after ``at`` events, so many pixels wide. Raises as ``match`` does."""
        table = (played := self._open(match_id)).table
        reader = self._reader()
        shown_now = with_pictures(looking.look(table, reader, at), width)
        names = ("position", "events", "names", "scores", "words", "status", "svg", "summary_svg")
        revealed = looking.revealed(table, reader, at) if played.over else []
        return {**{name: shown_now[name] for name in names}, "revealed": revealed}

    def _reader(self) -> Reader:
        return Reader(language=language(), me=self.host.me, scenes=True)

    def _open(self, match_id: str) -> _Played:
        """The match as it stands now, played through once for each length."""
        saved = self.host.matches.look(match_id)
        key = (match_id, len(saved.history.entries))
        found = self._played.pop(key, None)
        if found is None:
            listing = self.host.catalogue.find_for(saved.header, any_version=True)
            game = guarded_game(self.host.catalogue, saved.header)
            with reading(listing.plugin):
                versions = old(saved.history.versions, listing.plugin)
                table = Table(game, Closed(saved.history), Entropy(), versions=versions)
            found = _Played(listing.title, table, saved.summary.status in _OVER)
            table.match.revealed = found.over
        self._played[key] = found
        while len(self._played) > _OPEN:
            self._played.popitem(last=False)
        return found

    # Statistics and settings

    def statistics(self) -> dict[str, Any]:
        """The tallies as ``tabletop stats --json`` has them, with titles and names as people read them."""
        statistics = self.host.statistics()
        titles = {game.id: game.title for game in self.host.catalogue.games}
        rows = []
        for tally in chosen(statistics.tallies, None, None, self.host.me):
            row = written(tally)
            called = {"title": titles.get(row["game"], row["game"]), "name": shown(row["person"], self.host.me)}
            rows.append({**row, **called})
        reasons = uncounted.reasons(statistics.left_out, None, self.host.me)
        return {"tallies": rows, "uncounted": list(uncounted.lines(reasons))}

    def settings(self) -> list[dict[str, Any]]:
        """Each setting: its name, what it is about, its value, and what is allowed."""
        now = self.host.personal
        return [field for field in fields(now) if field["name"] not in _AT_HOME]

    def change(self, changes: Sequence[str]) -> list[dict[str, Any]]:
        """Changes settings, as ``tabletop settings`` does. Raises ValueError with nothing changed, and SaveError."""
        for name in _AT_HOME:
            if any(change.partition("=")[0].strip().replace("-", "_") == name for change in changes):
                raise ValueError(_("{name} is set at this home's own keyboard alone.").format(name=name))
        changed = setup.with_changes(self.host.personal, changes)
        if changed.language:
            find_language(changed.language)
        self.host.change_personal(changed)
        return self.settings()
