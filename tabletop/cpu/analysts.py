"""Who analyses a game: its own analyst, or the host's search."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tabletop.analysis import Analysis, Analyst, Progress
from tabletop.cpu import players
from tabletop.cpu.search import ANALYSIS, Search
from tabletop.game import Game

AnyGame = Game[Any, Any, Any, Any, Any]
AnyAnalyst = Analyst[Any, Any]


def find(game: AnyGame, *, timed: bool = True) -> AnyAnalyst:
    """The game's own analyst, else one whose method is ``search`` (``exact`` where little is left).

    ``timed``: whether the search heeds the clock; in a seeded match it must not.
    """
    own = game.analyst()
    search = Search(game, ANALYSIS if timed else ANALYSIS.untimed())
    return search if own is None else OwnOrSearch(own, search)


class OwnOrSearch:
    """A game's own analyst, and the search for a match that is beyond it."""

    def __init__(self, own: AnyAnalyst, search: Search) -> None:
        """``own`` is tried first."""
        self._analyst = own
        self._own = own
        self._search = search

    def prepare(self, progress: Progress) -> None:
        """Prepares the game's own analyst, or finds that it can't do this match."""
        if self._analyst is self._own:
            try:
                self._own.prepare(progress)
            except ValueError:
                self._analyst = self._search

    def analyse(self, view: Any, moves: Sequence[Any], rng: Random) -> Analysis:
        """See ``Analyst``."""
        self.prepare(lambda _done: None)
        return self._analyst.analyse(view, moves, rng)

    def interrupt(self) -> None:
        """See ``players.Interruptible``."""
        players.interrupt(self._analyst)
