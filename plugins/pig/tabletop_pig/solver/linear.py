"""The values of a match when both seats' policies are given: linear equations, solved by their structure.

A turn leads to a state of the other seat with a higher sum of totals (points were banked), with the same sum (they
weren't), or with an own total of 0 (all was lost). So the equations are solved from the highest sum of totals down;
on one sum, a state hangs on one other, the same totals seen from the other side. Only the losses of everything lead
up again, and all of them through the few states in which the other seat has 0: these are found by a Krylov method.
"""

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.solver.krylov import gmres
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.turn import Outcomes

Indices = NDArray[np.intp]


class Linear:
    """The equations of one policy for each role, over arrays (roles, own total, other total)."""

    def __init__(self, model: Model, roles: int) -> None:
        """No equations yet: ``add`` them block by block."""
        self.model, self.roles = model, roles
        shape = (roles, model.target, model.target)
        self.given, self.lost, self.zero = (np.zeros(shape) for _ in range(3))
        self._parts: list[list[tuple[Indices, Indices, Indices, Floats]]] = [[] for _ in range(roles)]

    def add(self, role: int, columns: slice, ends: Outcomes, bank: Floats) -> None:
        """The equations of all turns of a role against the other totals ``columns``; ``bank`` as in ``Turns``."""
        target = self.model.target
        going_on = ends.banked[:target]
        total, own, other = np.nonzero(going_on)
        self._parts[role].append((own, other + columns.start, total, going_on[total, own, other]))
        self.lost[role, :, columns] = ends.lost
        self.zero[role, :, columns] = ends.zero
        won = np.einsum("tij,tj->ij", ends.banked[target:], bank[target:])
        self.given[role, :, columns] = won + ends.paid + ends.lost + ends.zero + going_on.sum(axis=0)

    @cached_property
    def _banked(self) -> list[list[tuple[Indices, Indices, Floats]]]:
        """By role and sum of totals: place on the diagonal, state led to (flat), probability."""
        target = self.model.target
        alive = np.ones(target, dtype=bool)
        for dead in self.model.dead:  # no match comes here, and none would end from here
            alive[dead] = False
            for array, value in ((self.given, 0.5), (self.lost, 0.0), (self.zero, 0.0)):
                array[:, dead] = array[:, :, dead] = value
        banked = []
        for parts in self._parts:
            own, other, total, weight = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
            order = np.argsort((own + other).astype(np.uint16), kind="stable")
            if self.model.dead:
                order = order[(alive[own] & alive[other])[order]]
            sums, own, weight = (own + other)[order], own[order], weight[order]
            place, led_to = own - np.maximum(0, sums - target + 1), (other * target + total)[order]
            bounds = np.searchsorted(sums, np.arange(2 * target))
            pieces = [slice(*pair) for pair in pairwise(bounds)]
            banked.append([(place[piece], led_to[piece], weight[piece]) for piece in pieces])
        self._parts.clear()
        return banked

    def _descend(self, right: Floats, sign: int) -> Floats:
        """Solves ``x = right + sign * (what is led to without a loss of everything)``."""
        target, roles = self.model.target, self.roles
        solution = np.zeros_like(right)
        flat = solution.reshape(roles, -1)
        banked = self._banked
        given, lost = right.reshape(roles, -1), self.lost.reshape(roles, -1)
        for total in range(2 * target - 2, -1, -1):
            low, high = max(0, total - target + 1), min(total, target - 1)
            diagonal = slice(low * target + total - low, high * target + total - high + 1, max(1, target - 1))
            count = high - low + 1
            sides, losses = [], []
            for role in range(roles):
                place, led_to, weight = banked[role][total]
                gathered = np.bincount(place, weight * flat[roles - 1 - role][led_to], count)
                sides.append(given[role, diagonal] + sign * gathered)
                losses.append(lost[role, diagonal])
            for role in range(roles):
                theirs, their_loss = sides[roles - 1 - role][::-1], losses[roles - 1 - role][::-1]
                rest = np.maximum(1 - losses[role] * their_loss, 1e-14)
                flat[role, diagonal] = (sides[role] + sign * losses[role] * theirs) / rest
        return solution

    def _solve(self, right: Floats, guess: Floats, sign: int, tolerance: float) -> Floats:
        if not self.model.lose_total:
            return self._descend(right, sign)
        base = self._descend(right, sign)
        shape = base[:, :, 0].shape

        def apply(starts: Floats) -> Floats:
            rivals = starts.reshape(shape)[::-1, None, :]
            return starts - sign * self._descend(self.zero * rivals, sign)[:, :, 0].ravel()

        starts = gmres(apply, base[:, :, 0].ravel(), guess[:, :, 0].ravel(), tolerance)
        return self._descend(right + sign * self.zero * starts.reshape(shape)[::-1, None, :], sign)

    def solve(self, guess: Floats, tolerance: float) -> Floats:
        """The values under the policy; ``tolerance`` is absolute, on what the cycles through 0 leave."""
        return self._solve(self.given, guess, -1, tolerance)

    def turns_left(self) -> Floats:
        """The expected number of turns to the end of the match."""
        ones = np.ones_like(self.given)
        return self._solve(ones, ones, 1, 1e-3)
