"""Many turns at once: what each is worth when played best, and what it leads to when played by a given policy.

Inside a turn the seat has a total t (banked and turn points) and has rolled r times. The value of rolling obeys

    roll(t, r) = loss + sum over k of settled[k] * after(t + k, r + 1) + owing[k] * roll(t + k, r + 1)

where ``after`` is the better of rolling and banking where holding is allowed. A state that owes a roll is worth
``roll`` itself, so it needs no state of its own. Only with a roll limit does r matter; without it there is one level.

Arrays run over (own total when the turn began, level, column); a column stands for the other seat's total. The rows
for different t are made one after another, downwards for values and upwards for probabilities, in a window as high
as the widest throw. Each row is stored twice in a buffer of two such heights, so that the window is always one
block and a sum over throws is one product of a vector and a matrix.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tabletop_pig.solver.model import Bools, Floats, Model


@dataclass(frozen=True, eq=False)
class Turns:
    """Turns that begin with totals ``first``, ``first`` + 1, ... (I of them) in J columns, and what their ends pay."""

    first: int
    lost: Floats
    """(I, J): the turn ends and nothing is banked"""
    zero: Floats
    """(J,): all is lost"""
    bank: Floats
    """(rows, J): by the total banked; at least to ``top`` + widest throw, with an exact target to the target"""
    top: int
    """from this total on every allowed hold is best; with an exact target, the target + 1"""
    beyond: Floats
    """(widest, J): the value of rolling at total ``top`` + n, without what the losses pay"""
    everywhere: bool = False
    """whether totals too high to be reached within the roll limit are looked at all the same"""

    @property
    def last(self) -> int:
        """The highest total with which one of the turns begins."""
        return self.first + len(self.lost) - 1


@dataclass(frozen=True, eq=False)
class Best:
    """The best play of some turns. Rows begin at total ``Turns.first`` and end before ``Turns.top``."""

    values: Floats
    """(I, J): the value of each turn, before its first roll"""
    holds: Bools
    """(rows, I, levels, J): whether holding is allowed and best"""
    rolls: Floats | None
    """(rows, I, levels, J): the value of rolling, if it was asked for"""


class _Window:
    """The rows of as many totals as the widest throw, for the sums over throws. All are zero at first."""

    def __init__(self, width: int, shape: tuple[int, int, int]) -> None:
        """For rows of a shape (I, levels, J)."""
        self.width = width
        self.rows = np.zeros((2 * width, *shape))

    def put(self, total: int, where: slice, row: Floats | float) -> None:
        """Sets a part of the row of ``total``; the row of ``total`` +- width is forgotten there."""
        at = total % self.width
        self.rows[at, where] = row
        self.rows[at + self.width, where] = row

    def sum(self, weights: Floats, lowest: int, where: slice) -> Floats:
        """The weighted sum of a part of the rows from total ``lowest`` on."""
        at = lowest % self.width
        block = self.rows[at : at + self.width, where]
        return np.asarray((weights @ block.reshape(self.width, -1)).reshape(block.shape[1:]))


def _slice(model: Model, turns: Turns, total: int) -> tuple[int, int]:
    """Which turns can come to ``total``. (A roll that is owed is thrown whatever the limit says.)"""
    low = turns.first
    if model.limit and not model.again and not turns.everywhere:
        low = max(low, total - model.limit * model.widest)
    return low - turns.first, min(total, turns.last) - turns.first + 1


def _may_hold(model: Model, turns: Turns, total: int, start: int, end: int) -> int:
    """The end of the turns, from ``start``, that may hold at ``total``."""
    if total in model.dead:
        return start
    return max(start, min(end, total - model.minimum - turns.first + 1))


def count(model: Model, turns: Turns) -> int:
    """How many states (own total at the start, other total, total, rolls) the turns have below ``Turns.top``."""
    bounds = (_slice(model, turns, total) for total in range(turns.first, turns.top))
    return sum(max(0, end - start) for start, end in bounds) * model.levels * len(turns.zero)


def best_turns(model: Model, turns: Turns, keep_rolls: bool = False) -> Best:
    """The best play of all turns."""
    own, columns = turns.lost.shape
    loss = (model.lose_turn * turns.lost + model.lose_total * turns.zero)[:, None, :]
    after, owed = _far_rows(model, turns, loss)
    values = np.empty((own, columns))
    holds = np.zeros((turns.top - turns.first, own, model.levels, columns), dtype=bool)
    rolls = np.zeros(holds.shape) if keep_rolls else None
    for total in range(turns.top - 1, turns.first - 1, -1):
        start, end = _slice(model, turns, total)
        if start >= end:
            continue
        where = slice(start, end)
        roll = after.sum(model.settled, total + 1, where) + loss[where]
        if owed is not None:
            roll += owed.sum(model.owing, total + 1, where)
        may = _may_hold(model, turns, total, start, end) - start
        _overshoot(model, turns, total, where, roll, may)
        bank = turns.bank[total]
        settled = roll.copy()
        if may:
            np.less_equal(roll[:may], bank, out=holds[total - turns.first, start : start + may])
            np.maximum(roll[:may], bank, out=settled[:may])
        if rolls is not None:
            rolls[total - turns.first, where] = roll
        if total <= turns.last:
            values[total - turns.first] = roll[total - turns.first - start, 0]
        if model.limit:
            settled[:, :-1] = settled[:, 1:]
            settled[:, -1] = turns.lost[where] if total in model.dead else bank
            roll[:, :-1] = roll[:, 1:]
        after.put(total, where, settled)
        if owed is not None:
            owed.put(total, where, roll)
    return Best(values, holds, rolls)


def _far_rows(model: Model, turns: Turns, loss: Floats) -> tuple[_Window, _Window | None]:
    """The values at ``top`` and beyond: after a roll, and with a roll owed (None if no throw owes one)."""
    own, columns = turns.lost.shape
    shape = (own, model.levels, columns)
    after, owed = _Window(model.widest, shape), _Window(model.widest, shape) if model.again else None
    if not model.exact:
        for n, beyond in enumerate(turns.beyond):
            after.put(turns.top + n, slice(None), turns.bank[turns.top + n])
            if owed is not None:
                owed.put(turns.top + n, slice(None), loss / (1 - model.again) + beyond)
    return after, owed


def _overshoot(model: Model, turns: Turns, total: int, where: slice, roll: Floats, may: int) -> None:
    """Adds what throws past an exact target are worth to ``roll``; the first ``may`` turns may hold."""
    over = model.overshooting[total] if model.exact else 0.0
    if over and model.ignores:
        _ignore(model, roll, turns.bank[total], turns.lost[where], over, may, total in model.dead)
    elif over:
        roll += over * turns.lost[where, None, :]


def _ignore(model: Model, roll: Floats, bank: Floats, lost: Floats, over: float, may: int, dead: bool) -> None:
    """Completes ``roll``, the value of a roll but for overshoots, where an overshoot leaves the seat where it is."""
    if not model.limit:
        rolling_on = roll / (1 - over)
        roll += over * rolling_on
        roll[:may] += over * np.maximum(bank - rolling_on[:may], 0)
        return
    roll[:, -1] += over * (lost if dead else bank)
    for level in range(model.levels - 2, -1, -1):
        stays = roll[:, level + 1].copy()
        stays[:may] = np.maximum(stays[:may], bank)
        roll[:, level] += over * stays


Decide = Callable[[int, int, int, Floats], Floats | Bools]
"""(total, start, end, chance of coming there settled) -> the probability of holding, both (end - start, levels, J)."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """How turns end under a policy, by probability."""

    paid: Floats
    """(I, J): what is expected where a roll is owed at ``Turns.top`` or beyond, leaving losses aside"""
    lost: Floats
    """(I, J): nothing is banked"""
    zero: Floats
    """(I, J): all is lost"""
    banked: Floats
    """(rows, I, J): a total is banked; rows from ``Turns.first``, as far as ``Turns.bank``"""


def outcomes(model: Model, turns: Turns, decide: Decide) -> Outcomes:
    """How the turns end when ``decide`` plays them. From ``Turns.top`` on it isn't asked: every hold is taken."""
    own, columns = turns.lost.shape
    settled_weights, owing_weights = model.settled[::-1].copy(), model.owing[::-1].copy()
    rolling = _Window(model.widest, (own, model.levels, columns))
    ends = Outcomes(
        paid=np.zeros((own, columns)),
        lost=np.zeros((own, columns)),
        zero=np.zeros((own, columns)),
        banked=np.zeros((len(turns.bank) - turns.first, own, columns)),
    )
    for total in range(turns.first, turns.top if model.exact else turns.top + model.widest):
        start, end = _slice(model, turns, total)
        if start >= end:
            continue
        where = slice(start, end)
        settled = rolling.sum(settled_weights, total - model.widest, where)
        owed = rolling.sum(owing_weights, total - model.widest, where) if model.again else np.zeros(settled.shape)
        if total >= turns.top:
            _end_far(model, turns, ends, total, where, settled, owed)
            rolling.put(total, where, 0.0)
            continue
        forced = np.zeros((end - start, columns))
        if model.limit:
            forced, settled, owed = _after_a_roll(settled, owed)
        if total <= turns.last:
            owed[total - turns.first - start, 0] = 1
        hold = decide(total, start, end, settled)
        over = float(model.overshooting[total]) if model.exact else 0.0
        rolls, kept = _roll(model, settled, owed, hold, over if model.ignores else 0.0)
        rolling.put(total, where, rolls)
        _end(model, turns, ends, total, where, (settled * hold).sum(axis=1), forced + kept)
        rolled = rolls.sum(axis=1)
        ends.lost[where] += rolled * (model.lose_turn + (0.0 if model.ignores else over))
        ends.zero[where] += rolled * model.lose_total
    return ends


def _end_far(
    model: Model, turns: Turns, ends: Outcomes, total: int, where: slice, settled: Floats, owed: Floats
) -> None:
    owing = owed.sum(axis=1)
    ends.banked[total - turns.first, where] = settled.sum(axis=1)
    ends.paid[where] += owing * turns.beyond[total - turns.top]
    ends.lost[where] += owing * (model.lose_turn / (1 - model.again))
    ends.zero[where] += owing * (model.lose_total / (1 - model.again))


def _end(model: Model, turns: Turns, ends: Outcomes, total: int, where: slice, held: Floats, forced: Floats) -> None:
    """Books what is banked at ``total``, of free will and by the roll limit; no points banked is nothing banked."""
    if total in model.dead:
        ends.lost[where] += forced
    else:
        held = held + forced
    if total <= turns.last:
        place = total - turns.first
        ends.lost[place] += held[place - where.start]
        held[place - where.start] = 0
    ends.banked[total - turns.first, where] = held


def _roll(
    model: Model, settled: Floats, owed: Floats, hold: Floats | Bools, stays: float
) -> tuple[Floats, Floats | float]:
    """The chance of rolling, and of coming to the roll limit by an ignored roll.

    ``stays`` is the probability that a roll is ignored; those that may choose again are added to ``settled``.
    """
    if stays and model.limit:
        rolls = _stay(settled, owed, hold, stays)
        return rolls, stays * rolls[:, -1]
    keep = 1.0 - hold
    rolls = owed + settled * keep
    if stays:
        rolls /= 1 - stays * keep
        settled += stays * rolls
    return rolls, 0.0


def _after_a_roll(settled: Floats, owed: Floats) -> tuple[Floats, Floats, Floats]:
    """Moves one level up: what the limit forces to bank, what may choose, and what owes a roll."""
    forced = settled[:, -1].copy()
    settled[:, 1:] = settled[:, :-1].copy()
    settled[:, 0] = 0
    last = owed[:, -1].copy()
    owed[:, 1:] = owed[:, :-1].copy()
    owed[:, 0] = 0
    owed[:, -1] += last
    return forced, settled, owed


def _stay(settled: Floats, owed: Floats, hold: Floats | Bools, stays: float) -> Floats:
    """The chance of rolling where an ignored roll leaves the seat at its total, one level up; adds to ``settled``."""
    rolls = np.empty_like(settled)
    for level in range(settled.shape[1]):
        if level:
            settled[:, level] += stays * rolls[:, level - 1]
        rolls[:, level] = owed[:, level] + settled[:, level] * (1.0 - hold[:, level])
    return rolls
