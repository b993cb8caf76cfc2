"""A match as a race: how many turns each seat still needs, if it minds nobody else.

The model behind the players for any number of seats. Alone, a seat does best to reach the target in the fewest turns
on average; that policy gives, for every total, the distribution of the number of turns to come. The seats are then
taken to race each other with these numbers, independently, and the seat on turn plays its own turn exactly against
the chance of winning the race from the total that it banks.

What the model leaves out: that the others will hurry when they are behind, and what a seat does later because of it.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tabletop_pig.solver.closing import Closing, solve_closing
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.turn import Turns, best_turns, outcomes

if TYPE_CHECKING:
    from tabletop_pig.family import FamilyGame

MOST_TURNS = 400
"""A race that is longer is called off, and shared equally."""
_ROUNDS = 50


class Race:
    """The race of one bound game, for any number of seats. Its tables are made when they are first needed."""

    def __init__(self, game: "FamilyGame[Any]") -> None:
        """Raises Unsolvable for throws that the solver has no model of."""
        self.model = Model.of(game, seats=None)

    @cached_property
    def closing(self) -> Closing:
        """What closing turns are worth."""
        return solve_closing(self.model)

    @cached_property
    def _leads_to(self) -> Floats:
        """(total, total): the probability that a turn of a lone seat leads from one total to another, short of the end.

        The policy is the one with the fewest turns on average, by policy iteration.
        """
        model, target = self.model, self.model.target
        top = target + 1 if model.exact else target - 1 + model.minimum
        left = np.linspace(1, 0.1, target) * target
        for _round in range(_ROUNDS):
            bank = np.zeros((top + model.widest, 1))
            bank[:target, 0] = -left
            lost, zero = -left[:, None], -left[:1]
            turns = Turns(0, lost, zero, bank, top, np.zeros((model.widest, 1)))
            best = best_turns(model, turns)
            ends = outcomes(model, turns, lambda total, start, end, _chance, holds=best.holds: holds[total, start:end])
            leads_to = ends.banked[:target, :, 0].T + np.diag(ends.lost[:, 0])
            leads_to[:, 0] += ends.zero[:, 0]
            for total in model.dead:
                leads_to[total] = 0
            before, left = left, np.linalg.solve(np.eye(target) - leads_to, np.ones(target))
            if np.abs(left - before).max() < 1e-9 * left.max():
                break
        return leads_to

    @cached_property
    def unfinished(self) -> Floats:
        """(turns, total): the probability that a lone seat hasn't reached the target after 0, 1, ... turns."""
        rows = [np.ones(self.model.target)]
        while len(rows) <= MOST_TURNS and rows[-1][0] > 1e-9:
            rows.append(self._leads_to @ rows[-1])
        return np.array(rows)

    def others(self, totals: list[int]) -> Floats:
        """By number n >= 1 of turns: the chance not to be beaten by the other seats if one finishes in its n-th turn.

        The others have these totals and move first. Who finishes in the same round is even, where a round or a last
        turn is played out; with ``final_turns`` so is who finishes one turn later.
        """
        unfinished = self.unfinished
        after = unfinished[1:]
        if self.model.ending == "immediate":
            each = after
        else:
            each = (unfinished[:-1] + after) / 2
            if self.model.ending == "final_turns":
                later = np.vstack([after[1:], after[-1:]])
                each = (unfinished[:-1] + later) / 2
        return np.asarray(each[:, totals].prod(axis=1))

    def win(self, totals: list[int]) -> Floats:
        """By own total: the chance to win the race, the other seats (with these totals) moving first."""
        finishes = self.unfinished[:-1] - self.unfinished[1:]
        share = self.unfinished[-1, totals].prod() / (len(totals) + 1)
        return np.asarray(self.others(totals) @ finishes + share * self.unfinished[-1])
