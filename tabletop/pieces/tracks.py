"""Tracks: how far each has come on the way to a goal. (Since API 1.1.)"""

from collections.abc import Sequence
from typing import Literal

from tabletop.pieces import scenes


def advance(place: int, steps: int, goal: int, beyond: Literal["stop", "back", "stay"] = "stop") -> int:
    """The place after so many steps. ``beyond`` the goal: one stops there, goes back as far, or stays where one was.

    >>> advance(17, 5, 20), advance(17, 5, 20, "back"), advance(17, 5, 20, "stay")
    (20, 18, 17)
    """
    reached = place + steps
    if reached <= goal:
        return reached
    return {"stop": goal, "back": max(0, 2 * goal - reached), "stay": place}[beyond]


def block(label: str, names: Sequence[str], places: Sequence[int], goal: int) -> scenes.Track:
    """How far each has come, in a scene; ``goal``: at least 1."""
    return scenes.Track(label, tuple(names), tuple(places), goal)
