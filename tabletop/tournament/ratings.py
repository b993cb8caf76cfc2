"""Ratings by Bradley & Terry (1952): one number for each player, from all pairings together.

A player rated 400 points above another wins ten times as often. One drawn match against an average player is added for
each, so that nobody is infinitely good.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

_SCALE: Final = 400 / math.log(10)
_ROUNDS: Final = 100


class Rating(NamedTuple):
    """A rating, and how far its 95 % interval reaches on either side."""

    points: float
    error: float


def rate(players: int, met: Mapping[tuple[int, int], tuple[float, float]]) -> list[Rating]:
    """Each player's rating; 0 is the average. ``met``: the first one's share, and of how many matches' worth.

    >>> [round(rating.points) for rating in rate(2, {(0, 1): (0.75, 1_000_000.0)})]
    [95, -95]
    """
    skill = [0.0] * players
    for _round in range(_ROUNDS):
        gradient, weights = _slopes(skill, met)
        step = _solved(weights, gradient)
        longest = max(1.0, *map(abs, step))
        skill = [own + change / longest for own, change in zip(skill, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    middle = math.fsum(skill) / players
    weights = _slopes(skill, met)[1]
    errors = [_variance(weights, number) for number in range(players)]
    return [
        Rating(_SCALE * (own - middle), _SCALE * 1.959964 * math.sqrt(error))
        for own, error in zip(skill, errors, strict=True)
    ]


def _variance(weights: Sequence[Sequence[float]], number: int) -> float:
    """Of how far a player is from the average."""
    count = len(weights)
    lead = [float(other == number) - 1 / count for other in range(count)]
    return max(0.0, math.fsum(one * other for one, other in zip(lead, _solved(weights, lead), strict=True)))


def _slopes(
    skill: Sequence[float], met: Mapping[tuple[int, int], tuple[float, float]]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the likelihood's logarithm, and how fast it falls."""
    count = len(skill)
    expected = [_chance(own) for own in skill]
    gradient = [0.5 - chance for chance in expected]
    weights = [
        [expected[one] * (1 - expected[one]) if one == other else 0.0 for other in range(count)] for one in range(count)
    ]
    for (one, other), (share, matches) in met.items():
        chance = _chance(skill[one] - skill[other])
        gradient[one] += matches * (share - chance)
        gradient[other] -= matches * (share - chance)
        weight = matches * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            weights[row][column] += sign * weight
    return gradient, weights


def _chance(lead: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, lead))))


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for pivot in range(count):
        for row in range(pivot + 1, count):
            factor = rows[row][pivot] / rows[pivot][pivot]
            for column in range(pivot, count + 1):
                rows[row][column] -= factor * rows[pivot][column]
    found = [0.0] * count
    for row in range(count - 1, -1, -1):
        rest = math.fsum(rows[row][column] * found[column] for column in range(row + 1, count))
        found[row] = (rows[row][count] - rest) / rows[row][row]
    return found


def components(players: int, met: Sequence[tuple[int, int]]) -> list[int]:
    """For each player the lowest number that pairings link it to: only ratings with the same one compare.

    >>> components(4, [(0, 2), (3, 1)])
    [0, 1, 0, 1]
    """
    found = list(range(players))
    for one, other in list(met) * players:
        found[one] = found[other] = min(found[one], found[other])
    return found
