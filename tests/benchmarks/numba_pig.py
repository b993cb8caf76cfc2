"""Plain Pig for two seats by value iteration in compiled code: what the solver's speed is measured against."""

import numba
import numpy as np


@numba.njit
def _sweep(values: np.ndarray, target: int) -> float:
    """One pass over all states, from high totals to low, values replaced in place; the largest change."""
    change = 0.0
    roll = np.zeros(target + 7)
    for sums in range(2 * target - 2, -1, -1):
        for own in range(max(0, sums - target + 1), min(sums, target - 1) + 1):
            other = sums - own
            bust = 1 - values[other, own]
            # value by total: the better of rolling and holding, from the target down
            for total in range(target + 6, target - 1, -1):
                roll[total] = 1.0
            for total in range(target - 1, own - 1, -1):
                gain = bust
                for face in range(2, 7):
                    gain += roll[total + face]
                gain /= 6
                hold = 1 - values[other, total] if total > own else 0.0
                roll[total] = max(gain, hold)
            change = max(change, abs(roll[own] - values[own, other]))
            values[own, other] = roll[own]
    return change


def win_probability(target: int, accuracy: float = 1e-12) -> float:
    """The chance of the seat that begins."""
    values = np.full((target, target), 0.5)
    while _sweep(values, target) > accuracy:
        pass
    return float(values[0, 0])


@numba.njit(fastmath=True)
def _best(holds: np.ndarray, own: int, bust: float, target: int) -> float:
    """What a turn is worth to who begins it with a total: ``holds`` is what the other's turn is worth by what is
    banked, ``bust`` what a 1 leaves. A window of six values slides down from the target.
    """
    one, two, three, four, five, six = 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
    for total in range(target - 1, own, -1):
        gain = (bust + two + three + four + five + six) / 6
        hold = 1 - holds[total]
        one, two, three, four, five, six = (gain if gain > hold else hold), one, two, three, four, five
    return (bust + two + three + four + five + six) / 6


@numba.njit
def _pairs(values: np.ndarray, target: int, accuracy: float) -> None:
    """Sums of totals from high to low; of each, a pair of totals and its mirror until both stay. Everything that they
    lead to but each other has been solved before (after Neller and Presser).
    """
    for sums in range(2 * target - 2, -1, -1):
        for own in range(max(0, sums - target + 1), sums // 2 + 1):
            other = sums - own
            change = 1.0
            while change > accuracy:
                mine = _best(values[other], own, 1 - values[other, own], target)
                change = abs(mine - values[own, other])
                values[own, other] = mine
                if own != other:
                    theirs = _best(values[own], other, 1 - values[own, other], target)
                    change = max(change, abs(theirs - values[other, own]))
                    values[other, own] = theirs


def win_probability_by_pairs(target: int, accuracy: float = 1e-12) -> float:
    """The same, pair by pair, which takes far fewer steps."""
    values = np.full((target, target), 0.5)
    _pairs(values, target, accuracy)
    return float(values[0, 0])
