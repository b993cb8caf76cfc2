"""Bids of so many dice (or cards) of a face, as in Liar's Dice: order, texts and words. (Since API 1.1.)

A bid of four fives is written ``4x5``; people may write ``4 5``. More of any face is higher; of as many the higher
face.
"""

import re
from typing import Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove

_ = Texts(__file__)

_WRITTEN: Final = re.compile(r"([1-9][0-9]{0,2}) ?[x×* ] ?([1-9][0-9]?)")


class Bid(NamedTuple):
    """So many of a face; bids compare as they are ordered."""

    number: int
    face: int


def above(bid: Bid | None, most: int, faces: int = 6) -> tuple[Bid, ...]:
    """All bids that are higher than a bid (None: all there are), the lowest first; ``most``: so many dice there are.

    >>> [notation(higher) for higher in above(Bid(1, 5), most=2)][:3]
    ['1x6', '2x1', '2x2']
    """
    first = bid.number if bid else 1
    found = [Bid(count, face) for count in range(first, most + 1) for face in range(1, faces + 1)]
    return tuple(higher for higher in found if bid is None or higher > bid)


def notation(bid: Bid) -> str:
    """The canonical text of a bid.

    >>> notation(Bid(4, 5))
    '4x5'
    """
    return f"{bid.number}x{bid.face}"


def parse(text: str, faces: int = 6) -> Bid:
    """A bid from its text, ``4x5``, ``4 5``. Raises IllegalMove with the reason.

    >>> parse("4 5")
    Bid(number=4, face=5)
    """
    match = _WRITTEN.fullmatch(text.strip().lower())
    if match is None:
        raise IllegalMove(_("“{text}” is not a bid; 4x5 bids four fives.").format(text=text))
    found = Bid(int(match[1]), int(match[2]))
    if found.face > faces:
        raise IllegalMove(_("There is no {face}; the highest is {highest}.").format(face=found.face, highest=faces))
    return found


def words(bid: Bid) -> str:
    """A bid as it is spoken.

    >>> words(Bid(4, 5))
    '4 times 5'
    """
    return _("{number} times {face}").format(number=bid.number, face=bid.face)
