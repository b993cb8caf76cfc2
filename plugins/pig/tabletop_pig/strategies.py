"""CPU players: the levels, and rules of thumb from the literature by name and parameters."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random

from tabletop_pig.options import FamilyOptions
from tabletop_pig.position import HOLD, ROLL, Move, PigState, Position
from tabletop_pig.texts import _


class RuleOfThumb(ABC):
    """Rolls until ``enough``; knows by itself when the target is reached and whom to beat in the last turns."""

    def __init__(self, options: FamilyOptions) -> None:
        """Plays by ``options``."""
        self.options = options

    def choose(self, view: PigState, moves: Sequence[Move], rng: Random) -> Move:
        """Hold if that is allowed and enough, else roll."""
        return HOLD if HOLD in moves and self._stops(Position(*view), rng) else ROLL

    def _stops(self, view: Position, rng: Random) -> bool:
        total = view.banked[view.seat] + view.points
        if view.closing > 0:
            return total > leading_total(view)
        return total >= self.options.target or self.enough(view, rng)

    @abstractmethod
    def enough(self, view: Position, rng: Random) -> bool:
        """Whether the turn points are enough, short of the target and before the last turns."""


def leading_total(view: Position) -> int:
    """The most that another seat than the one on turn has banked."""
    return max(total for seat, total in enumerate(view.banked) if seat != view.seat)


class Timid(RuleOfThumb):
    """Holds early and at whim: from a third of the time after any roll, always at 12."""

    def enough(self, view: Position, rng: Random) -> bool:
        """See the class."""
        return view.points >= 12 or rng.random() < 1 / 3


class HoldAt(RuleOfThumb):
    """Holds at a fixed number of turn points; at 20 for the most points a turn (Knizia, 1999)."""

    def __init__(self, options: FamilyOptions, points: str = "20") -> None:
        """``points``: 1 or more, as text."""
        super().__init__(options)
        self.points = _whole_number(points)

    def enough(self, view: Position, rng: Random) -> bool:
        """See the class."""
        return view.points >= self.points


class KeepPace(RuleOfThumb):
    """Keep pace and end race (Neller & Presser, Practical Play of the Dice Game Pig, 2010).

    Holds at ``base`` + (leader - own) / ``pace``, rounded; but when any seat is within ``race`` points of the target
    it rolls for the win.
    """

    def __init__(self, options: FamilyOptions, base: str = "21", pace: str = "8", race: str = "29") -> None:
        """The three numbers as texts, 1 or more."""
        super().__init__(options)
        self.base, self.pace, self.race = _whole_number(base), _whole_number(pace), _whole_number(race)

    def enough(self, view: Position, rng: Random) -> bool:
        """See the class."""
        if max(view.banked) >= self.options.target - self.race:
            return False
        behind = leading_total(view) - view.banked[view.seat]
        return view.points >= round(self.base + behind / self.pace)


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 10_000):
        raise ValueError(_("“{text}” should be a whole number from 1 to 10000.").format(text=text))
    return int(text)


def by_name(options: FamilyOptions) -> Mapping[str, Callable[..., RuleOfThumb]]:
    """The CPU players of the family for one choice of house rules."""
    return {
        "easy": lambda: Timid(options),
        "medium": lambda: HoldAt(options),
        "hard": lambda: KeepPace(options),
        "hold": lambda points="20": HoldAt(options, points),
        "keep-pace": lambda base="21", pace="8", race="29": KeepPace(options, base, pace, race),
    }
