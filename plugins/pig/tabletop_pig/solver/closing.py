"""The one turn that a seat has left when the other has reached the target: a matter of the points still missing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.outline import Unsolvable
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.turn import Turns, best_turns

NEGLIGIBLE = 1e-14
"""A closing turn that wins less often than this is counted as lost."""
_LARGEST = 2e9


@dataclass(frozen=True, eq=False)
class Closing:
    """What closing turns are worth to the seat that plays them, and what they leave to the one that set the bar."""

    chances: Floats
    """``chances[d]``: the value of the turn with d points missing to the bar; falling, and 0 from its end on"""
    rolling: Floats
    """``rolling[d]``: what rolling is worth far above the bar, see ``Turns.beyond``, d being the lead over the other"""

    def chance(self, missing: NDArray[np.generic]) -> Floats:
        """The value of a closing turn, by the points missing (an array of whole numbers)."""
        return np.asarray(np.append(self.chances, 0.0)[np.minimum(missing, len(self.chances)).astype(int)])

    def roll(self, lead: NDArray[np.generic]) -> Floats:
        """``rolling`` by the lead (an array of whole numbers)."""
        return np.asarray(self.rolling[np.minimum(lead, len(self.rolling) - 1).astype(int)])


def closing_turns(model: Model, bar: int, own: range) -> Turns:
    """The closing turns of a seat with the totals ``own``, all below ``bar``, in one column."""
    top = model.target + 1 if model.exact else max(bar + 1, own.stop - 1 + model.minimum)
    bank = np.zeros((top + model.widest, 1))
    bank[bar] = 0.5
    bank[bar + 1 :] = 1
    nothing = np.zeros((len(own), 1))
    return Turns(own.start, nothing, nothing[0], bank, top, _won(model), everywhere=len(own) == 1)


def _won(model: Model) -> Floats:
    """What rolling is worth where every hold wins."""
    return np.full((model.widest, 1), model.settled.sum() / (1 - model.again))


def solve_closing(model: Model) -> Closing:
    """The values of all closing turns; with ``ending`` immediate, nothing is left to play."""
    if model.ending == "immediate":
        return Closing(np.zeros(0), np.full(1, model.settled.sum() / (1 - model.again)))
    if model.exact:
        chances = best_turns(model, closing_turns(model, model.target, range(model.target))).values[::-1, 0]
        return Closing(np.concatenate([[0.5], chances]), np.zeros(1))
    furthest = 256
    while True:
        chances = _chances(model, furthest)
        if chances[-1] < NEGLIGIBLE:
            break
        furthest *= 2
    chances = np.concatenate([[0.5], chances[: np.argmax(chances < NEGLIGIBLE)]])
    return Closing(chances, _rolling(model, chances))


def _chances(model: Model, furthest: int) -> Floats:
    """The values of the closing turns with 1, 2, ... ``furthest`` points missing."""
    # Nothing is left to lose, so only the points missing count, unless a minimum binds.
    alone = model.minimum == 1
    own = 1 if alone else furthest
    if own * (furthest + model.minimum) * model.levels * model.widest > _LARGEST:
        raise Unsolvable("a closing turn under these rules is too long to be solved")
    best = best_turns(model, closing_turns(model, furthest, range(own)), keep_rolls=alone)
    rolls = best.values[:, 0] if best.rolls is None else best.rolls[:furthest, 0, 0, 0]
    return rolls[::-1]


def _rolling(model: Model, chances: Floats) -> Floats:
    """The part of rolling's value that doesn't hang on what a loss pays, where every hold is taken."""
    width, length = model.widest, len(chances)
    won = model.settled.sum() / (1 - model.again)
    banked = np.ones(length + width)
    banked[:length] -= chances
    rolling = np.full(length + width, won)
    for lead in range(length - 1, -1, -1):
        ahead = slice(lead + 1, lead + 1 + width)
        rolling[lead] = model.settled @ banked[ahead] + model.owing @ rolling[ahead]
    return rolling[: length + 1]
