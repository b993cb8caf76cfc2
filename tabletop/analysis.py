"""The part of the contract about knowing better: what each move is worth, and games that are solved."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

M_contra = TypeVar("M_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
Progress = Callable[[float], None]
"""Is told from time to time which part of the work is done, from 0 to 1."""


class MoveValue(NamedTuple):
    """What a move is worth: the probability, from 0 to 1, that the side of the seat on turn wins with it.

    A shared first rank counts as its share. ``error`` is the standard error of an estimate, None for an exact value.
    """

    move: Any
    value: float
    error: float | None = None


class Analysis(NamedTuple):
    """A position seen by the seat on turn: every legal move, the best first. ``method``: ``exact``, ``search``..."""

    seat: int
    method: str
    moves: tuple[MoveValue, ...]

    def loss(self, move: Any) -> float:
        """By how much ``move`` is worth less than the best one, from 0 to 1."""
        return self.moves[0].value - next(other.value for other in self.moves if other.move == move)


class Analyst(Protocol[V_contra, M_contra]):
    """Analyses positions of one bound game from what the seat on turn may know."""

    def prepare(self, progress: Progress) -> None:
        """Does the long part of the work, once; it is called in a thread, and calling it again costs nothing.

        Raises ValueError, with the reason, for a match that is beyond this analyst; the host then searches instead.
        """
        ...

    def analyse(self, view: V_contra, moves: Sequence[M_contra], rng: Random) -> Analysis:
        """The value of each of ``moves``, the legal moves of the seat on turn. Prepares first if need be."""
        ...


class Solved(NamedTuple):
    """A solved game. ``residual`` bounds how far values are from optimal; ``seconds`` is what solving took."""

    win_probability: float
    """of the seat that begins"""
    method: str
    residual: float
    states: int
    seconds: float
    cached: bool


class Solver(Protocol):
    """Solves one bound game.

    It may also have ``seconds()``: about how long ``solve`` will take, known at once. Who has to wait long is told so
    before the work begins.
    """

    def solve(self, progress: Progress) -> Solved:
        """Solves the game, or finds it in its cache. Raises ValueError, with the reason, if that can't be done."""
        ...

    def policy(self) -> str:
        """The optimal policy as a table for people. Solves first if need be."""
        ...


@runtime_checkable
class Estimating(Protocol):
    """A solver that knows beforehand how long it will take."""

    def seconds(self) -> float:
        """About how long ``solve`` will take; 0 for what is kept. Raises ValueError, as ``solve`` does."""
        ...


@runtime_checkable
class PolicyReader(Protocol):
    """A solver that reads what its ``policy`` has written."""

    def player(self, policy: str) -> Any:
        """The ``Strategy`` that plays by such a table. Raises ValueError, with the reason, for a text that is none."""
        ...


@runtime_checkable
class Tabled(Protocol):
    """A solver whose policy is a number for each pair of totals: from how many points on a seat stops."""

    def thresholds(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """By title ``[own total][the other's total]``; 0: never."""
        ...


class Response(NamedTuple):
    """The best that can be done against a player: the win probability on average over who begins, and each way.

    ``exact`` is False where it may be more.
    """

    share: float
    beginning: float
    following: float
    exact: bool


@runtime_checkable
class Exploiting(Protocol):
    """A solver that finds the best response to a player."""

    def against(self, player: Any, progress: Progress) -> Response:
        """The best response to a ``Strategy``. Raises ValueError, with the reason, where it can't be found."""
        ...


class Between(NamedTuple):
    """How often the first of two players wins: when it begins and when it doesn't; a shared first rank counts one half.

    ``turns``: how many a match takes on average when the first begins.
    """

    beginning: float
    following: float
    turns: float


@runtime_checkable
class Measuring(Protocol):
    """A solver that works out how two players do against each other, without playing."""

    def between(self, first: Any, second: Any) -> Between:
        """Exactly what two ``Strategy`` do. Raises ValueError, with the reason, where that can't be found."""
        ...
