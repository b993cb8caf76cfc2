"""Small positions solved outright: every line to the end of the match, with chance by its probabilities.

Each seat maximises its own side's share of the first rank (max-n: Luckhardt & Irani, An Algorithmic Solution of
N-Person Games, 1986), which for two sides is minimax.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tabletop.cpu.playout import AnyGame, Worth, final
from tabletop.game import CHANCE

_MAX_DEPTH: Final = 200


def hashable(value: Any) -> bool:
    """Whether the value can be the key of a dictionary."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


class TooLarge(Exception):
    """The position has more states than the solver may visit, can repeat itself, or can't be looked up."""


class Exact:
    """Solves positions of one game; what it has worked out is kept."""

    def __init__(self, game: AnyGame, limit: int) -> None:
        """``limit``: how many states one call may visit before it raises TooLarge."""
        self._game = game
        self._limit = limit
        self._sides = game.sides()
        self._known: dict[Any, Worth] = {}
        self._left = 0
        self._open: set[Any] = set()
        self._stopped: Callable[[], bool] = bool

    def values(self, state: Any, moves: Sequence[Any], stopped: Callable[[], bool]) -> list[Worth]:
        """What each move is worth. Raises TooLarge, also when ``stopped`` says so."""
        if not hashable(state):
            raise TooLarge
        self._stopped = stopped
        self._left = self._limit
        self._open = set()
        if len(self._known) > 20 * self._limit:
            self._known.clear()
        return [self._value(self._game.play(state, move), 1) for move in moves]

    def _value(self, state: Any, depth: int) -> Worth:
        known = self._known.get(state)
        if known is not None:
            return known
        self._left -= 1
        if self._left < 0 or depth > _MAX_DEPTH or state in self._open or self._stopped():
            raise TooLarge
        self._open.add(state)
        value = self._known[state] = self._computed(state, depth)
        self._open.discard(state)
        return value

    def _computed(self, state: Any, depth: int) -> Worth:
        game = self._game
        actor = game.to_act(state)
        if actor is None:
            return final(game, state)
        if actor == CHANCE:
            return self._expected(state, depth)
        side = self._sides[actor]
        found = (self._value(game.play(state, move), depth + 1) for move in game.legal_moves(state))
        return max(found, key=lambda worth: worth.to(side))

    def _expected(self, state: Any, depth: int) -> Worth:
        outcomes = self._game.outcomes(state)
        if outcomes is None:
            raise TooLarge
        found = [(self._value(self._game.resolve(state, outcome), depth + 1), chance) for outcome, chance in outcomes]
        sides = range(max(self._sides) + 1)
        return Worth(
            [sum(worth.shares[side] * chance for worth, chance in found) for side in sides],
            [sum(worth.leads[side] * chance for worth, chance in found) for side in sides],
        )
