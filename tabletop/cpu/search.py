"""The host's own player and analyst for any game: exact where little is left, else by search."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from tabletop.analysis import Analysis, MoveValue, Progress
from tabletop.cpu.budget import Budget, Clock, Meter
from tabletop.cpu.exact import Exact, TooLarge
from tabletop.cpu.playout import AnyGame, Worth
from tabletop.cpu.tree import Node, Tree
from tabletop.game import Game

_ALIKE: Final = 8
"""So many imagined states must be one and the same before nothing counts as hidden."""


@dataclass(frozen=True)
class Level:
    """A strength: how much is searched, how many states are solved outright, and how often any move is played."""

    budget: Budget
    exact: int
    whims: float = 0.0

    def untimed(self) -> "Level":
        """The same with iterations alone, however long they take: a seeded match is the same on any machine."""
        return replace(self, budget=Budget(self.budget.iterations))


LEVELS: Final = {
    "easy": Level(Budget(30, seconds=0.5), exact=0, whims=0.15),
    "medium": Level(Budget(150, seconds=1), exact=300),
    "hard": Level(Budget(1_000, seconds=2), exact=2_000),
    "expert": Level(Budget(5_000, seconds=5), exact=20_000),
}
"""The seconds are a bound for slow games and slow machines; in a seeded match they don't count (``untimed``)."""
ANALYSIS: Final = Level(Budget(4_000, seconds=5), exact=20_000)


class Search:
    """Plays and analyses one bound game, from views alone. It can be interrupted from another thread."""

    def __init__(self, game: AnyGame, level: Level, clock: Clock = time.monotonic) -> None:
        self._game = game
        self._level = level
        self._exact = Exact(game, level.exact)
        self._meter = Meter(level.budget, clock)

    def interrupt(self) -> None:
        """The choice or analysis under way ends soon, with the best found so far."""
        self._meter.interrupt()

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """The best of ``moves``, the legal moves of the seat on turn."""
        if len(moves) == 1:
            return moves[0]
        if self._level.whims and rng.random() < self._level.whims:
            return moves[rng.randrange(len(moves))]
        self._meter.begin()
        state = self._game.imagine(view, rng)
        side = self._side(state)
        solved = self._solved(view, state, moves, rng)
        if solved is not None:
            judged = [round(worth.to(side), 12) for worth in solved]
            return moves[judged.index(max(judged))]
        root = self._searched(view, moves, rng, even=0.0)
        enough = max(arm.visits for arm in root.values()) / 4
        return max((move for move in moves if root[move].visits >= enough), key=lambda move: root[move].judged)

    def prepare(self, progress: Progress) -> None:
        """There is nothing to prepare."""
        progress(1.0)

    def analyse(self, view: Any, moves: Sequence[Any], rng: Random) -> Analysis:
        """Every move with its value, by search with its standard error."""
        self._meter.begin()
        state = self._game.imagine(view, rng)
        side = self._side(state)
        solved = self._solved(view, state, moves, rng)
        if solved is not None:
            method = "exact"
            found = [MoveValue(move, worth.shares[side]) for move, worth in zip(moves, solved, strict=True)]
        else:
            method = "search"
            root = self._searched(view, moves, rng, even=0.5)
            found = [MoveValue(move, root[move].mean, root[move].error) for move in moves]
        seat = self._game.to_act(state)
        assert seat is not None
        return Analysis(seat, method, tuple(sorted(found, key=lambda one: -one.value)))

    def _side(self, state: Any) -> int:
        actor = self._game.to_act(state)
        assert actor is not None
        return self._game.sides()[actor]

    def _searched(self, view: Any, moves: Sequence[Any], rng: Random, even: float) -> Node:
        tree = Tree(self._game, view, moves, rng)
        tree.grow(self._meter, even)
        return tree.root

    def _solved(self, view: Any, state: Any, moves: Sequence[Any], rng: Random) -> list[Worth] | None:
        """The exact worth of each move where nothing is hidden and little is left, else None. What is chosen at once is
        hidden from those who choose, even where all that was before is open.
        """
        if not self._level.exact or self._game.__class__.asked is not Game.asked:
            return None
        if self._game.hides and any(self._game.imagine(view, rng) != state for _again in range(_ALIKE)):
            return None
        try:
            return self._exact.values(state, moves, self._meter.stopped)
        except (TooLarge, RecursionError):
            return None
