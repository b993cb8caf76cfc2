"""Strategies that a person can follow, by name and parameters.

Each says with which chance it holds, in a form that takes numbers as well as arrays of them: so the same words are
played at the table and measured, for all situations at once, by the solver.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from tabletop import scoring
from tabletop_pig.options import FamilyOptions
from tabletop_pig.position import HOLD, PARTNERSHIPS, ROLL, Move, PigState, Position
from tabletop_pig.texts import _

Number = Any
"""A number, or an array of numbers."""


class RuleOfThumb(ABC):
    """Rolls until it has ``enough``; knows by itself when the target is reached and whom to beat in the last turns."""

    def __init__(self, options: FamilyOptions) -> None:
        """Plays by ``options``."""
        self.options = options

    def choose(self, view: PigState, moves: Sequence[Move], rng: Random) -> Move:
        """Hold, with the chance that the rule gives it, if that is allowed; else roll."""
        if HOLD not in moves:
            return ROLL
        position = Position(*view)
        own, leader = totals(position, partners=self.options.partners)
        chance = self.hold_chance(own, leader, position.points, position.rolls, position.closing > 0)
        return HOLD if chance >= 1 or (chance > 0 and rng.random() < chance) else ROLL

    def hold_chance(self, own: Number, leader: Number, points: Number, rolls: Number, closing: bool) -> Number:
        """The chance, 0 to 1, to hold where both moves are legal.

        ``own`` and ``leader`` are banked totals, the latter the best of the other sides; ``points`` and ``rolls`` are
        those of the turn; ``closing`` says that it is a last turn.
        """
        if closing:
            return (own + points > leader) * 1.0
        reached = (own + points >= self.options.target) * 1.0
        return reached + (1 - reached) * self.enough(own, leader, points, rolls)

    @abstractmethod
    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """The chance to hold short of the target and before the last turns; see ``hold_chance``."""


def totals(view: Position, *, partners: bool) -> tuple[int, int]:
    """What the side on turn has banked, and the most that another has."""
    banked, side = view.banked, view.seat
    if partners:
        banked, side = scoring.by_side(banked, PARTNERSHIPS), PARTNERSHIPS[side]
    return banked[side], max(total for other, total in enumerate(banked) if other != side)


class Timid(RuleOfThumb):
    """Holds early and at whim: half of the time after any roll, always at 10."""

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See the class."""
        return 0.5 + (points >= 10) * 0.5


class HoldAt(RuleOfThumb):
    """Holds at a fixed number of turn points; at 20 for the most points a turn (Knizia, 1999)."""

    def __init__(self, options: FamilyOptions, points: str = "20") -> None:
        """``points``: 1 or more, as text."""
        super().__init__(options)
        self.points = _whole_number(points)

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See the class."""
        return (points >= self.points) * 1.0


class Rolls(RuleOfThumb):
    """Holds after a fixed number of rolls."""

    def __init__(self, options: FamilyOptions, rolls: str = "4") -> None:
        """``rolls``: 1 or more, as text."""
        super().__init__(options)
        self.rolls = _whole_number(rolls)

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See the class."""
        return (rolls >= self.rolls) * 1.0


class ScoringTurns(RuleOfThumb):
    """Wants to be there in so many scoring turns (Neller & Presser 2010), the rest shared evenly over those left.

    How many are left is read from the total: with 4, one of them is done at a quarter of the target, and so on.
    """

    def __init__(self, options: FamilyOptions, turns: str = "4") -> None:
        """``turns``: 1 or more, as text."""
        super().__init__(options)
        self.turns = _whole_number(turns)

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See the class."""
        target = self.options.target
        left = self.turns - own * self.turns // target
        return (points * left >= target - own) * 1.0


class KeepPace(RuleOfThumb):
    """Keep pace and end race (Neller & Presser, Practical Play of the Dice Game Pig, 2010).

    Holds at ``base`` + (leader - own) / ``pace``, rounded; but when any seat is within ``race`` points of the target
    it rolls for the win.
    """

    def __init__(self, options: FamilyOptions, base: str = "21", pace: str = "8", race: str = "29") -> None:
        """The three numbers as texts, 1 or more."""
        super().__init__(options)
        self.base, self.pace, self.race = _whole_number(base), _whole_number(pace), _whole_number(race)

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See the class."""
        near = self.options.target - self.race
        behind = (2 * (leader - own) + self.pace) // (2 * self.pace)
        return (own < near) * (leader < near) * (points >= self.base + behind) * 1.0


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 10_000):
        raise ValueError(_("“{text}” should be a whole number from 1 to 10000.").format(text=text))
    return int(text)
