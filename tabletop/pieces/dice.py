"""Dice: their texts and pictures, and throws in which the order of the dice doesn't count."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, repeat
from math import factorial, prod
from random import Random

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import cells, scenes
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


def parse(text: str, count: int | None, sides: int = 6) -> tuple[int, ...]:
    """A throw from its text: ``count`` numbers from 1 to ``sides`` (None: one or more). Raises IllegalMove with the
    reason.

    >>> parse("3 5", 2)
    (3, 5)
    """
    words = text.split()
    count = max(1, len(words)) if count is None else count
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


def throw(count: int, rng: Random, sides: int = 6) -> tuple[int, ...]:
    """So many dice, thrown: numbers from 1 to ``sides``. (Since API 1.1.)"""
    return tuple([rng.randint(1, sides) for _die in range(count)])


# Throws in which the order doesn't count


def unordered(dice: Sequence[int]) -> tuple[int, ...]:
    """A throw in which the order doesn't count: the same dice, the lowest first. (Since API 1.1.)

    >>> notation(unordered((3, 5, 1, 3)))
    '1 3 3 5'
    """
    return tuple(sorted(dice))


def parse_unordered(text: str, count: int | None, sides: int = 6) -> tuple[int, ...]:
    """The same from its text in any order; raises IllegalMove with the reason. (Since API 1.1.)

    >>> parse_unordered("3 5 1 3", 4)
    (1, 3, 3, 5)
    """
    return unordered(parse(text, count, sides))


@lru_cache(maxsize=64)
def unordered_outcomes(count: int, sides: int = 6) -> tuple[tuple[tuple[int, ...], float], ...]:
    """All throws of so many dice in which the order doesn't count, each with its probability. (Since API 1.1.)

    As ``Game.outcomes`` wants them: six dice have 462.

    >>> unordered_outcomes(2, 4)[:2], len(unordered_outcomes(6))
    ((((1, 1), 0.0625), ((1, 2), 0.125)), 462)
    """
    ways = factorial(count)
    return tuple(
        (found, ways // prod(map(factorial, Counter(found).values())) / sides**count)
        for found in combinations_with_replacement(range(1, sides + 1), count)
    )


def choices(dice: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Every choice of one or more of these dice, each once, the lowest first, the fewest dice first. (Since API 1.1.)

    >>> choices((5, 1, 1))
    ((1,), (5,), (1, 1), (1, 5), (1, 1, 5))
    """
    held = unordered(dice)
    return tuple(chosen for count in range(1, len(held) + 1) for chosen in dict.fromkeys(combinations(held, count)))


def without(dice: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """The dice that are left of a throw, in its order; raises ValueError where it hasn't all of ``taken``.
    (Since API 1.1.)

    >>> without((3, 5, 1, 3), (3, 1))
    (5, 3)
    """
    left = list(dice)
    for die in taken:
        left.remove(die)
    return tuple(left)


# How dice look


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
        return "\n".join(cells.wrapped([f"[{die}]" for die in dice], style.width))
    per_row = max(1, (style.width + 2) // 11)
    lines: list[str] = []
    for start in range(0, len(dice), per_row):
        faces = map(_face, dice[start : start + per_row], repeat(style.ascii))
        lines += map("  ".join, zip(*faces, strict=True))
    return "\n".join(lines)


@lru_cache(maxsize=256)
def _face(die: int, ascii: bool) -> tuple[str, ...]:
    ascii_form, drawn = ("+-------+", "+-------+", "|", "o"), ("╭───────╮", "╰───────╯", "│", "●")
    top, bottom, side, pip = ascii_form if ascii else drawn
    one, two, three = _PIPS.get(die, ("     ", f"{die:^5}", "     "))
    inside = f"{side} {one} {side}\n{side} {two} {side}\n{side} {three} {side}".replace("o", pip)
    return (top, *inside.split("\n"), bottom)


def piece(die: int, *, marks: tuple[str, ...] = (), moves: tuple[str, ...] = ()) -> scenes.Piece:
    """A die of a scene. (Since API 1.1.)"""
    return scenes.Piece("die", str(die), marks=marks, moves=moves)


def block(label: str, dice: Sequence[int]) -> scenes.Pieces:
    """Dice side by side in a scene. (Since API 1.1.)"""
    return scenes.Pieces(label, tuple(map(piece, dice)))
