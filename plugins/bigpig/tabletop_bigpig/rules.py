"""Big Pig as a game of the family."""

from typing import ClassVar

from tabletop_pig.family import FamilyGame
from tabletop_pig.options import RoundOptions
from tabletop_pig.position import Outcome, Throw

from tabletop import Course


class BigPig(FamilyGame[RoundOptions]):
    """Two dice: one 1 loses the turn, a double 1 everything; other doubles score twice and must be rolled again."""

    options_model = RoundOptions
    seat_counts: ClassVar[range] = range(2, 5)
    dice_count = 2

    def score_throw(self, thrown: Outcome) -> Throw:
        """See the class."""
        if thrown == (1, 1):
            return Throw(loses="total")
        if 1 in thrown:
            return Throw(loses="turn")
        double = thrown[0] == thrown[1]
        return Throw(points=sum(thrown) * (2 if double else 1), again=double)

    @classmethod
    def course(cls) -> Course:
        """See ``lessons``."""
        from tabletop_bigpig.lessons import COURSE

        return COURSE
