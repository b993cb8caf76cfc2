"""The match between its turns: the equations that the values of these states obey.

A state between turns is (role, own total, other total), seen by the seat that plays next; its value is that seat's
probability of winning. Arrays are (roles, target, target).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.solver.closing import Closing
from tabletop_pig.solver.linear import Linear
from tabletop_pig.solver.model import Bools, Floats, Model
from tabletop_pig.solver.turn import Turns, best_turns, count, outcomes

_CELLS = 10_000
"""How many turns are looked at together: enough to keep numpy busy, few enough for the processor's cache."""


def turns_from(model: Model, closing: Closing, values: Floats, role: int, own: slice, columns: slice) -> Turns:
    """The turns of a role with own totals ``own`` against other totals ``columns`` (slices with start and stop)."""
    rivals = values[model.other(role)]
    others = np.arange(columns.start, columns.stop)
    lost = 1 - rivals[columns, own].T
    zero = 1 - rivals[columns, 0]
    short = 1 - rivals[columns].T
    if model.exact:
        won = 1 - closing.chance(model.target - others) if model.closes(role) else np.ones(len(others))
        return Turns(own.start, lost, zero, np.vstack([short, won]), model.target + 1, np.zeros((0, len(others))))
    worst = (model.lose_turn * (1 - lost) + model.lose_total * (1 - zero)).min(axis=0)
    top = max(model.target, own.stop - 1 + model.minimum)
    if model.closes(role):
        top = max(top, _never_roll_from(closing, others, worst))
    past = np.arange(model.target, top + model.widest)
    beyond = np.arange(top, top + model.widest)
    if model.closes(role):
        won = 1 - closing.chance(past[:, None] - others)
        rolling = closing.roll(beyond[:, None] - others)
    else:
        won = np.ones((len(past), len(others)))
        rolling = np.broadcast_to(closing.roll(np.full(1, len(closing.rolling))), (model.widest, len(others)))
    return Turns(own.start, lost, zero, np.vstack([short, won]), top, rolling)


def _never_roll_from(closing: Closing, others: NDArray[np.int64], worst: Floats) -> int:
    """The total from which rolling on, to raise the bar, is never better, whatever the other total.

    Holding with a lead of d is worth 1 - chances[d]; rolling at most 1 - ``worst``, what the next throw loses at
    least. As ``chances`` falls, the first d that decides it decides it for all greater ones. This holds for the
    values at hand, so the cap costs nothing.
    """
    leads = len(closing.chances) - np.searchsorted(closing.chances[::-1], worst, side="right")
    return int((others + leads).max())


def blocks(model: Model) -> Iterator[tuple[int, slice]]:
    """Roles and slices of other totals that are worked on together."""
    step = max(1, _CELLS // (model.target * model.levels))
    for role in range(model.roles):
        for start in range(0, model.target, step):
            yield role, slice(start, min(start + step, model.target))


@dataclass(frozen=True, eq=False)
class Improved:
    """The best replies to some values, turn by turn."""

    values: Floats
    linear: Linear
    """the equations of playing so"""
    states: int
    """how many states within turns were looked at"""


def improve(model: Model, closing: Closing, values: Floats, pause: Callable[[], None]) -> Improved:
    """The best replies to ``values``. ``pause`` is called after each block."""
    improved = np.empty_like(values)
    linear = Linear(model, model.roles)
    states = 0
    for role, columns in blocks(model):
        turns = turns_from(model, closing, values, role, slice(0, model.target), columns)
        best = best_turns(model, turns)
        improved[role, :, columns] = best.values
        linear.add(role, columns, outcomes(model, turns, _play(best.holds)), turns.bank)
        states += count(model, turns)
        pause()
    for total in model.dead:
        improved[:, total] = improved[:, :, total] = 0.5
    return Improved(improved, linear, states)


def _play(holds: Bools) -> Callable[[int, int, int, Floats], Bools]:
    return lambda total, start, end, _chance: holds[total, start:end]


def first_guess(model: Model) -> Floats:
    """Values to begin with: a race at the mean pace of a seat that holds when another roll gains nothing."""
    points = float(np.arange(1, model.widest + 1) @ (model.settled + model.owing))
    lose = model.lose_turn + model.lose_total
    pace = max(1.0, 0.4 * points / lose)
    if model.limit:
        pace = min(pace, points * model.limit)
    missing = (model.target - np.arange(model.target)) / pace
    lead = missing[None, :] - missing[:, None] + 0.5
    spread = np.sqrt(missing[None, :] + missing[:, None]) + 0.1
    return np.repeat((1 / (1 + np.exp(-1.5 * lead / spread)))[None], model.roles, axis=0)
