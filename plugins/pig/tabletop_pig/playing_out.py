"""A match played on at random to its end, in one go: with the same numbers it ends as move by move."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tabletop import CHANCE
from tabletop_pig.position import PigState, Throw

MOST: Final = 2_000
"""Throws and holds, after which a match counts as endless: where all points can be lost, it may be."""


def to_the_end(state: PigState, rng: Random, throws: Sequence[Throw], minimum: int, target: int) -> PigState | None:
    """The end of a match of single seats that ends at once, without bounds of a turn; None before anybody begins,
    and for one that is endless.

    ``throws``: what each face does, in the order in which they are drawn. ``minimum``: points of a voluntary hold.
    """
    actor, banked, seat, points, _rolls, again, turns, leader, _closing, _off = state
    if actor is None or leader < 0:
        return state if actor is None else None
    random, totals, seats, faces = rng.random, list(banked), len(banked), len(throws)
    thrown = actor == CHANCE
    for _throw in range(MOST):
        if not thrown:
            if points < minimum or again:
                random()
            elif random() >= 0.5:
                totals[seat] += points
                turns += 1
                if totals[seat] >= target:
                    return (None, tuple(totals), seat, 0, 0, False, turns, leader, 0, ())
                seat, points = (seat + 1) % seats, 0
                continue
        thrown = False
        gain, again, loses = throws[int(random() * faces)]
        if loses is None:
            points += gain
            continue
        if loses == "total":
            totals[seat] = 0
        turns += 1
        seat, points, again = (seat + 1) % seats, 0, False
    return None
