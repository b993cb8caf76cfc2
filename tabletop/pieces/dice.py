"""Dice: their texts and pictures."""

from collections.abc import Sequence

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.style import Style

_ = Texts(__file__)

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def notation(dice: Sequence[int]) -> str:
    """The canonical text of a throw.

    >>> notation((3, 5))
    '3 5'
    """
    return " ".join(map(str, dice))


def parse(text: str, count: int, sides: int = 6) -> tuple[int, ...]:
    """A throw from its text: ``count`` numbers from 1 to ``sides``. Raises IllegalMove with the reason.

    >>> parse("3 5", 2)
    (3, 5)
    """
    words = text.split()
    dice = tuple([int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0 for word in words])
    if len(dice) != count or (dice and not 1 <= min(dice) <= max(dice) <= sides):
        raise IllegalMove(
            _.plural(
                "“{text}” is not a throw of {n} die with the numbers 1 to {sides}.",
                "“{text}” is not a throw of {n} dice with the numbers 1 to {sides}.",
                count,
                text=text,
                sides=sides,
            )
        )
    return dice


def picture(dice: Sequence[int], style: Style) -> str:
    """The dice side by side in box drawing or ASCII; a number above 6 is written in the middle.

    >>> print(picture((2, 3), Style(ascii=True)))
    +-------+  +-------+
    | o     |  | o     |
    |       |  |   o   |
    |     o |  |     o |
    +-------+  +-------+
    """
    if style.compact:
        return " ".join(f"[{die}]" for die in dice)
    ascii_form, drawn = ("+-------+", "+-------+", "|", "o"), ("╭───────╮", "╰───────╯", "│", "●")
    top, bottom, side, pip = ascii_form if style.ascii else drawn
    faces = [_PIPS.get(die, ("     ", f"{die:^5}", "     ")) for die in dice]
    rows = [[f"{side} {face[row].replace('o', pip)} {side}" for face in faces] for row in range(3)]
    return "\n".join(map("  ".join, ([top] * len(dice), *rows, [bottom] * len(dice))))
