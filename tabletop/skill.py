"""How a game is played well, and how it is learned: what the CPU service, the advice and the lessons take from it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tabletop.analysis import Analyst, Solver
from tabletop.course import Course

V = TypeVar("V")
M = TypeVar("M")
V_contra = TypeVar("V_contra", contravariant=True)


class Strategy(Protocol[V_contra, M]):
    """A CPU player. It is given what its seat may know, never a state."""

    def choose(self, view: V_contra, moves: Sequence[M], rng: Random) -> M:
        """One of ``moves``, the seat's legal moves (at least one)."""
        ...


class ManyMatches(NamedTuple):
    """Pairs of matches between two players, by numpy arrays of the shape (2, pairs): the first player has side 0 in
    row 0 and side 1 in row 1. (Since API 1.1.)
    """

    won: Any
    """the first player's share of the match"""
    points: tuple[Any, Any]
    """those of the first player's side, and of the other's"""
    turns: int
    """all together"""
    events: int
    decisions: tuple[int, int]
    """choices among several moves, of the first player and of the other"""
    gained: Any = None
    """the win probability that the second player gave away less what the first one did; None where that isn't known"""


class Together(Protocol):
    """Two players of a game who play many matches at once. (Since API 1.1.)"""

    def play(self, seed: int, pairs: int) -> ManyMatches:
        """So many pairs of matches with the same luck, which follows from ``seed``."""
        ...


class Skill(Generic[V, M]):
    """Players, an analyst, a solver and lessons, each where a game brings one."""

    def strategies(self) -> Mapping[str, Callable[..., Strategy[V, M]]]:
        """CPU players by name, the levels ``easy``, ``medium``, ``hard``, ``expert`` among them.

        The parameters in ``cpu:name:4/2`` are passed as texts; a factory raises ValueError for those it can't use.
        """
        return {}

    def analyst(self) -> Analyst[V, M] | None:
        """What analyses positions of this game better than a general search, if there is such a thing."""
        return None

    def solver(self) -> Solver | None:
        """What solves this game, if it can be solved."""
        return None

    def together(self, first: Strategy[V, M], second: Strategy[V, M]) -> Together | None:
        """What plays many matches of two seats at once, each player on a side: tournaments become hundreds of times as
        fast. None: these players can't, or not under these house rules. (Since API 1.1.)
        """
        return None

    @classmethod
    def course(cls) -> Course | None:
        """Lessons on this game, if there are any."""
        return None
