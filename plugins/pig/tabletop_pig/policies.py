"""What CPU players do, as arrays over all situations: for those who play many matches at once.

Most hold from a number of turn points on that depends on both totals alone. The others hold with a chance.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.bound import Bound
from tabletop_pig.rules_of_thumb import RuleOfThumb
from tabletop_pig.solver.between import blocks
from tabletop_pig.solver.blur import Blurry
from tabletop_pig.solver.closing import closing_turns
from tabletop_pig.solver.evaluate import tremble
from tabletop_pig.solver.model import Bools, Floats, Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.turn import best_turns

LARGEST: Final = 150
"""The highest target for which what is known of every situation is kept in tables."""
NEVER: Final = 30_000
"""Turn points that nobody has."""
_MANY: Final = 1_000

Numbers = NDArray[np.int16]
Chance = Callable[[Any, Any, Any, Any, Any], Any]
"""(role, own total, the other's total, turn points, rolls) -> the chance to hold, all by arrays of a length."""


class Policy(NamedTuple):
    """A player. Either ``holds`` or ``chance`` says what it does outside closing turns."""

    holds: Numbers | None
    """(roles, own total, the other's total): the turn points from which on it holds"""
    chance: Chance | None
    tie: bool
    """whether it holds in a closing turn when that ties"""
    table: "Table | None" = None
    """where ``holds`` isn't all there is to say"""


class Table(NamedTuple):
    """Optimal play in full."""

    first: Numbers
    """(roles, own, other): the fewest points with which it holds"""
    odd: Bools
    """(roles, own, other): whether it rolls on with some more points that it may come to have"""
    leads: Floats
    """see ``leads``"""

    @classmethod
    def of(cls, solution: Solution, *, near: bool) -> "Table":
        """``near``: only what is less than a throw above ``first`` can be odd."""
        model = Model.of(solution.game)
        lead = leads(solution)
        holds = lead >= 0
        holds[..., : model.minimum] = False
        first = holds.argmax(axis=3)
        points = np.arange(holds.shape[3])
        looked_at = points >= first[..., None]
        if near:
            looked_at &= points < first[..., None] + model.widest
        return cls(first.astype(np.int16), (looked_at & ~holds).any(axis=3), lead.astype(np.float32))

    def errors(self, model: Model, policy: Policy) -> tuple[Bools, Bools]:
        """(roles, own, other): whether a player may err by holding too early, and by rolling on too late."""
        if policy.table is not None:
            return np.zeros_like(self.odd), np.zeros_like(self.odd)
        if policy.holds is None:
            return np.ones_like(self.odd), np.ones_like(self.odd)
        points, holds = np.arange(self.leads.shape[3]), policy.holds[..., None]
        holding = points >= holds
        if not model.again:
            holding &= points < holds + model.widest
        early = (holding & (self.leads < 0)).any(axis=3)
        late = ((points >= model.minimum) & (points < holds) & (self.leads > 0)).any(axis=3)
        return np.asarray(early), np.asarray(late)

    def lead(self, role: Any, own: Any, other: Any, points: Any) -> Any:
        """By how much holding is better, by arrays of a length."""
        return self.leads[role, own, other, np.minimum(points, self.leads.shape[3] - 1)]


@runtime_checkable
class Solved(Protocol):
    """A player that goes by the solution, seen blurred perhaps."""

    def solution(self) -> Solution | None:
        """The solution; None where it follows something else."""
        ...

    def blur(self, solution: Solution) -> float:
        """How blurred it sees the values; 0: not at all."""
        ...


def policy_of(game: Bound, player: object) -> Policy | None:
    """What ``player`` does in a game for two seats; None where that isn't known."""
    if isinstance(player, RuleOfThumb):
        return _by_rule(game, player)
    if isinstance(player, Solved):
        solution = player.solution()
        return None if solution is None else by_solution(solution, player.blur(solution))
    return None


def as_planner(player: Any) -> Any:
    """A player as ``evaluate`` takes it: one that goes by the solution is what it makes of that."""
    solution = player.solution() if isinstance(player, Solved) else None
    if solution is None:
        return player
    blur = player.blur(solution)
    return Blurry(solution, blur) if blur else solution


def _by_rule(game: Bound, rule: RuleOfThumb) -> Policy:
    target, minimum = game.options.target, max(1, game.options.minimum_to_hold)
    roles = Model.of(game).roles
    if target <= LARGEST:
        first = _first_holds(rule, target, minimum)
        if first is not None:
            return Policy(np.repeat(first[None], roles, axis=0), None, tie=False)

    def chance(_role: Any, own: Any, other: Any, points: Any, rolls: Any) -> Any:
        return rule.hold_chance(own.astype(int), other.astype(int), points.astype(int), rolls.astype(int), False)

    return Policy(None, chance, tie=False)


def _first_holds(rule: RuleOfThumb, target: int, minimum: int) -> Numbers | None:
    """(own, other): from how many points on it holds; None where that isn't all there is to say."""
    found = np.empty((target, target), dtype=np.int16)
    other, points = np.arange(target)[:, None], np.arange(target + 1)[None, :]
    for own in range(target):
        chances = np.broadcast_to(rule.hold_chance(own, other, points, 1, False), (target, target + 1))
        late = np.broadcast_to(rule.hold_chance(own, other, points, _MANY, False), (target, target + 1))
        holds = chances >= 1
        if not (np.array_equal(chances, late) and np.array_equal(holds, chances) and holds[:, -1].all()):
            return None
        if (holds[:, :-1] & ~holds[:, 1:]).any():
            return None
        found[own] = np.maximum(holds.argmax(axis=1), minimum)
    return found


def by_solution(solution: Solution, blur: float = 0.0) -> Policy | None:
    """Optimal play, or such that sees it blurred; None where it can't be put into a table."""
    model = Model.of(solution.game)
    if model.target > LARGEST or model.limit or model.exact:
        return None
    tie = _holds_ties(model)
    if blur:
        return Policy(None, _blurred(leads(solution), blur, model.minimum), tie)
    table = Table.of(solution, near=not model.again)
    return Policy(table.first, None, tie, table)


def leads(solution: Solution) -> Floats:
    """(roles, own, other, points): by how much holding is better than rolling on, under optimal play afterwards."""
    model = Model.of(solution.game)
    target = model.target
    tops = [solution.turns_against(role, columns).top for role, columns in blocks(model)]
    found = np.full((model.roles, target, target, max(tops) + 1), 1.0)
    for role, columns in blocks(model):
        turns = solution.turns_against(role, columns)
        rolls = best_turns(model, turns, keep_rolls=True).rolls
        assert rolls is not None
        ahead = turns.bank[: turns.top, None, :] - rolls[:, :, 0, :]
        for own in range(target):
            found[role, own, columns, : turns.top - own] = ahead[own:, own].T
    return found


def _blurred(ahead: Floats, blur: float, minimum: int) -> Chance:
    table = tremble(ahead, blur).astype(np.float32)
    table[..., :minimum] = 0
    last = table.shape[-1] - 1

    def chance(role: Any, own: Any, other: Any, points: Any, _rolls: Any) -> Any:
        return table[role, own, other, np.minimum(points, last)]

    return chance


def _holds_ties(model: Model) -> bool:
    """Whether a shared win is better than what one more roll brings."""
    if model.ending == "immediate":
        return False
    bar = model.target + model.minimum
    turns = closing_turns(model, bar, range(bar - model.minimum - 1, bar - model.minimum))
    holds = best_turns(model, turns).holds
    return bool(holds[bar - turns.first, 0, 0, 0])
