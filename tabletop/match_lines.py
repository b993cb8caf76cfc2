"""Saved matches in a list: how each stands, whether or not it was left in good order; and a search."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from packaging.utils import canonicalize_name

from tabletop.game import CHANCE
from tabletop.i18n import N_, Texts, language
from tabletop.match import Header
from tabletop.person import ME, shown
from tabletop.plugins.find.catalogue import Catalogue, OtherVersion, PluginError
from tabletop.plugins.find.replaying import replayed
from tabletop.saves import Matches, MatchSummary, SaveError, Status
from tabletop.saves.clock import Clock
from tabletop.saves.indexed import Wanted, Word
from tabletop.saves.when import when

_ = Texts(__file__)

_STATUS: Final = {
    Status.IN_PROGRESS: N_("in progress"),
    Status.FINISHED: N_("finished"),
    Status.ABANDONED: N_("given up"),
    Status.DAMAGED: N_("damaged"),
    Status.UNKNOWN_VERSION: N_("of an unknown version"),
}

_TELLING: Final = 5
"""Letters of a word of a status that means it alone."""


class Listing:
    """The saved matches as a person reads of them."""

    def __init__(self, catalogue: Catalogue, matches: Matches, clock: Clock, me: Callable[[], str]) -> None:
        """``clock`` tells the person's local time; ``me`` the name that the person has chosen, if any."""
        self._matches = matches
        self._clock = clock
        self._me = me
        self._catalogue = catalogue
        self._titles_in = dict[str, dict[str, str]]()

    @property
    def _titles(self) -> dict[str, str]:
        """Of the games by their ids, worked out once for each language."""
        if language() not in self._titles_in:
            self._titles_in[language()] = {game.id: game.title for game in self._catalogue.games}
        return self._titles_in[language()]

    def search(self, text: str, status: Status | None = None) -> Iterator[MatchSummary]:
        """All that ``wanted`` says, the one last played first. Raises SaveError."""
        return self._matches.each(self.wanted(text, status))

    def wanted(self, text: str = "", status: Status | None = None) -> Wanted:
        """The matches in whose id, name, game, players or status every word of ``text`` occurs."""
        if status is None:
            text, status = _with_status(text.casefold())
        titles, me = self._titles.items(), shown(ME, self._me()).casefold()
        words = text.casefold().split()
        return Wanted(
            tuple(
                Word(word, frozenset(i for i, title in titles if word in title.casefold()), word in me)
                for word in words
            ),
            status,
        )

    def line(self, summary: MatchSummary) -> str:
        """A match in a line: id, name, game, players and points, whose turn, when last played, how it stands."""
        match, me = self.standing(summary), self._me()
        parts = [f"{match.id}  "]
        if match.name:
            parts.append(_("“{name}”").format(name=match.name) + "  ")
        if match.game:
            parts.append(f"{self._titles.get(match.game, match.game)}: {_players(match, me)}; ")
        if match.status is Status.IN_PROGRESS and match.turn is not None and 0 <= match.turn < len(match.seats):
            parts.append(_("turn: {name}").format(name=shown(match.seats[match.turn].name, me)) + "; ")
        if match.last_played:
            parts.append(when(match.last_played, self._clock()) + "; ")
        parts.append(_(_STATUS[match.status]))
        if lack := self._lack(match):
            parts.append("; " + lack)
        return "".join(parts)

    def _lack(self, match: MatchSummary) -> str:
        """What keeps a match from being gone on with, in a few words or a sentence; empty if nothing does."""
        if match.status is not Status.IN_PROGRESS or not (match.game and match.plugin):
            return ""
        header = Header(game=match.game, plugin=match.plugin, plugin_version=match.plugin_version, seats=match.seats)
        try:
            self._catalogue.find_for(header)
        except PluginError as why:
            if isinstance(why, OtherVersion):
                return why.brief
            known = any(plugin.key == canonicalize_name(match.plugin) for plugin in self._catalogue.plugins)
            return str(why) if known else _("needs plugin {plugin}").format(plugin=match.plugin)
        return ""

    def standing(self, summary: MatchSummary) -> MatchSummary:
        """A match in progress with points and turn also where it was cut off, if its game is there to work them out."""
        if summary.status is not Status.IN_PROGRESS or summary.scores is not None or not summary.game:
            return summary
        try:
            saved = self._matches.look(summary.id)
            played = replayed(self._catalogue.find_for(saved.header), saved.header, saved.history)
            scores, actor = tuple(played.game.scores(played.state)), played.to_act
            actor = next((seat for seat in played.asked if seat not in saved.history.sealed), actor)
        except (SaveError, PluginError, ValueError):
            return summary
        return summary.model_copy(update={"scores": scores, "turn": None if actor == CHANCE else actor})


def _players(match: MatchSummary, me: str) -> str:
    """``Ada 34, Bo 12``; where sides have several seats, or nothing is known, the names before the points."""
    names = [shown(seat.name, me) for seat in match.seats]
    if match.scores is not None and len(match.scores) == len(names):
        return ", ".join(f"{name} {points}" for name, points in zip(names, match.scores, strict=True))
    points = f" ({', '.join(map(str, match.scores))})" if match.scores else ""
    return ", ".join(names) + points


def _with_status(text: str) -> tuple[str, Status | None]:
    """A search without the words of a status in it, and that status, if there is one.

    One of its words is enough, such as ``progress``, if it is long enough to mean nothing else.
    """
    for status, word in _STATUS.items():
        whole = (word, _(word).casefold())
        parts = [part for name in whole for part in name.split() if len(part) >= _TELLING]
        for name in (*whole, *parts):
            rest = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", " ", text)
            if rest != text:
                return rest, status
    return text, None
