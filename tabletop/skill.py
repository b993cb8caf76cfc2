"""How a game is played well, and how it is learned: what the CPU service, the advice and the lessons take from it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic, Protocol, TypeVar

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

    @classmethod
    def course(cls) -> Course | None:
        """Lessons on this game, if there are any."""
        return None
