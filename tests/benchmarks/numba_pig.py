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
