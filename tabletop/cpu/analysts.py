"""Who analyses a game: its own analyst, or the host's search."""

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tabletop.analysis import Analysis, Analyst, Progress
from tabletop.cpu import players
from tabletop.cpu.search import ANALYSIS, Search
from tabletop.game import Game
from tabletop.guard import answers
from tabletop.guard.calls import Check, working

AnyGame = Game[Any, Any, Any, Any, Any]
AnyAnalyst = Analyst[Any, Any]


def find(game: AnyGame, *, timed: bool = True) -> AnyAnalyst:
    """The game's own analyst, else one whose method is ``search`` (``exact`` where little is left).

    ``timed``: whether the search heeds the clock; in a seeded match it must not.
    """
    return OwnOrSearch(game, Search(game, ANALYSIS if timed else ANALYSIS.untimed()))


class OwnOrSearch:
    """A game's own analyst; the search where there is none, for a match that is beyond it, and where it fails."""

    def __init__(self, game: AnyGame, search: Search) -> None:
        """Asks the game for its analyst when one is wanted."""
        self._game = game
        self._search = search
        self._given_up = False

    @cached_property
    def _own(self) -> AnyAnalyst | None:
        found: AnyAnalyst | None = _tried("analyst", self._game.analyst, instead=lambda: None, check=answers.analyst)
        return found

    def prepare(self, progress: Progress) -> None:
        """Prepares the game's own analyst, or finds that it can't do this match."""
        if self._own is not None and not self._given_up:
            try:
                _tried("prepare", self._own.prepare, progress, instead=self._give_up)
            except ValueError:
                self._given_up = True

    def _give_up(self, _progress: Progress) -> None:
        self._given_up = True

    def analyse(self, view: Any, moves: Sequence[Any], rng: Random) -> Analysis:
        """See ``Analyst``."""
        self.prepare(lambda _done: None)
        search = self._search.analyse
        if self._own is None or self._given_up:
            return search(view, moves, rng)
        found: Analysis = _tried("analyse", self._own.analyse, view, moves, rng, instead=search, check=answers.analysis)
        return found

    def interrupt(self) -> None:
        """See ``players.Interruptible``."""
        players.interrupt(self._search if self._own is None or self._given_up else self._own)


def _tried(
    what: str,
    function: Callable[..., Any],
    *arguments: Any,
    instead: Callable[..., Any],
    check: Check | None = None,
) -> Any:
    """What the game's own analyst answers, or what stands in for it; where no guard is at work it raises what it does.

    It may think for long. That it can't do a match is for it to say, by a ValueError.
    """
    guard = working()
    if guard is None:
        return function(*arguments)
    return guard.side(what, function, *arguments, instead=instead, allowed=(ValueError,), check=check, pace="long")
