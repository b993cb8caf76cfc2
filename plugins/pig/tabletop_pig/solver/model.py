"""The rules of one match between two seats, as the numbers that the solver works with."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Model:
    """What a throw does, by probability, and the options that matter. Points and totals are whole numbers."""

    target: int
    exact: bool
    ignores: bool
    """whether a roll past an exact target is ignored (else it costs the turn)"""
    minimum: int
    """least turn points of a voluntary hold, 1 or more"""
    limit: int
    """most rolls of a turn; 0 without a limit"""
    dead: frozenset[int]
    """totals that may not be banked"""
    ending: str
    settled: Floats
    """``settled[k - 1]``: the probability of k points with nothing owed, k from 1 to ``widest``"""
    owing: Floats
    """the same for points that owe another roll"""
    lose_turn: float
    lose_total: float

    @classmethod
    def of(cls, game: Bound, seats: int | None = 2) -> "Model":
        """The model of a bound game.

        Raises Unsolvable if it isn't for ``seats`` (None: any number) or has throws without effect.
        """
        outline = Outline.of(game, seats)
        arrays = {"settled": np.array(outline.settled), "owing": np.array(outline.owing)}
        return cls(**{**outline._asdict(), **arrays})

    @property
    def widest(self) -> int:
        """The most points of one throw."""
        return len(self.settled)

    @property
    def levels(self) -> int:
        """How many counts of rolls are told apart within a turn."""
        return self.limit or 1

    @property
    def roles(self) -> int:
        """2 where it matters which seat began (role 0), else 1."""
        return 2 if self.ending == "complete_round" else 1

    def other(self, role: int) -> int:
        """The role of the opponent."""
        return self.roles - 1 - role

    def closes(self, role: int) -> bool:
        """Whether the opponent has one more turn when a seat in this role reaches the target."""
        return self.ending == "final_turns" or (self.ending == "complete_round" and role == 0)

    @cached_property
    def again(self) -> float:
        """The probability that a throw owes another roll."""
        return float(self.owing.sum())

    @cached_property
    def overshooting(self) -> Floats:
        """``overshooting[t]``: the probability that a throw at total t passes an exact target; zero otherwise."""
        over = np.zeros(self.target + 1)
        if self.exact:
            tail = np.cumsum((self.settled + self.owing)[::-1])[::-1]
            for total in range(max(0, self.target - self.widest + 1), self.target + 1):
                over[total] = tail[self.target - total]
        return over
