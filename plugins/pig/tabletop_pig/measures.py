"""What statistics count in the family: points per turn, turns lost, turns to win."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from tabletop import N_
from tabletop_pig.position import PigState, Position

TEXTS: Final[Mapping[str, str]] = {
    "points_per_turn": N_("{value:.1f} points banked per turn"),
    "bust_rate": N_("{value:.0%} of the turns lost to the dice"),
    "turns_to_win": N_("{value:.1f} turns to win"),
}


def of_match(
    states: Sequence[PigState], scores: Sequence[int], sides: Sequence[int]
) -> list[dict[str, tuple[float, float]]]:
    """For each seat. A turn in which nothing was banked is lost to the dice: by a bust, or past an exact target.

    Turns to win are those of a side with the most points, the last one included.
    """
    seats = len(sides)
    turns, banked, lost = [0] * seats, [0] * seats, [0] * seats
    for before, after in pairwise(Position(*state) for state in states):
        if after.turns == before.turns:
            continue
        seat = before.seat
        gain = after.banked[seat] - before.banked[seat]
        turns[seat] += 1
        banked[seat] += max(0, gain)
        lost[seat] += gain <= 0
    best = max(scores)
    found: list[dict[str, tuple[float, float]]] = []
    for seat in range(seats):
        of_seat: dict[str, tuple[float, float]] = {
            "points_per_turn": (banked[seat], turns[seat]),
            "bust_rate": (lost[seat], turns[seat]),
        }
        if scores[sides[seat]] == best:
            of_seat["turns_to_win"] = (sum(turns[one] for one in range(seats) if sides[one] == sides[seat]), 1)
        found.append(of_seat)
    return found
