"""The games of the family that come with this plugin."""

from typing import ClassVar

from tabletop import Course
from tabletop_pig.family import FamilyGame
from tabletop_pig.options import DoublesOptions, PigOptions, TwoDiceOptions
from tabletop_pig.position import Outcome, Throw


class Pig(FamilyGame[PigOptions]):
    """Pig with one die: a 1 is a bust, any other number scores its pips."""

    options_model = PigOptions
    seat_counts: ClassVar[range] = range(2, 9)
    dice_count = 1

    def score_throw(self, thrown: Outcome) -> Throw:
        """See the class."""
        if thrown == (1,):
            return Throw(loses=self.options.ones_lose)
        return Throw(points=thrown[0])

    @classmethod
    def course(cls) -> Course:
        """See ``lessons.pig``."""
        from tabletop_pig.lessons.pig import COURSE

        return COURSE


class PigTwoDice(FamilyGame[TwoDiceOptions]):
    """Two dice: exactly one 1 is a bust, a double scores as usual and must be rolled again."""

    options_model = TwoDiceOptions
    seat_counts: ClassVar[range] = range(2, 5)
    dice_count = 2

    def score_throw(self, thrown: Outcome) -> Throw:
        """See the class."""
        if thrown.count(1) == 1:
            return Throw(loses=self.options.ones_lose)
        return Throw(points=sum(thrown), again=thrown[0] == thrown[1])

    @classmethod
    def course(cls) -> Course:
        """See ``lessons.two_dice``."""
        from tabletop_pig.lessons.two_dice import COURSE

        return COURSE


class PigDoubles(FamilyGame[DoublesOptions]):
    """Two dice: exactly one 1 is a bust, a double scores twice its sum, a double 1 scores 25."""

    options_model = DoublesOptions
    seat_counts: ClassVar[range] = range(2, 9)
    dice_count = 2

    def score_throw(self, thrown: Outcome) -> Throw:
        """See the class."""
        if thrown.count(1) == 1:
            return Throw(loses=self.options.ones_lose)
        if thrown == (1, 1):
            return Throw(points=25)
        return Throw(points=sum(thrown) * (2 if thrown[0] == thrown[1] else 1))

    @classmethod
    def course(cls) -> Course:
        """See ``lessons.doubles``."""
        from tabletop_pig.lessons.doubles import COURSE

        return COURSE
