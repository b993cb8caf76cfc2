"""Domino tiles: sets, their texts, and how a hand looks.

A tile is written high-low, ``6-4``; people may write ``46`` or ``4-6`` as well.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tabletop.i18n import N_, Texts
from tabletop.illegal import IllegalMove
from tabletop.style import Style

_ = Texts(__file__)

_NUMBERS: Final = (
    N_("blank"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
)
_WRITTEN: Final = re.compile(r"([0-9])[-|/:]?([0-9])")
_CELL: Final = 6

Ends = tuple[int, int]
"""The numbers at the left and the right end of a train."""


class Tile(NamedTuple):
    """A tile, its higher half first; halves from 0 to 9."""

    high: int
    low: int

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low


def tile(one: int, other: int) -> Tile:
    """The tile with these two halves, in either order.

    >>> tile(4, 6)
    Tile(high=6, low=4)
    """
    return Tile(max(one, other), min(one, other))


@lru_cache(maxsize=16)
def double_set(max_pip: int) -> tuple[Tile, ...]:
    """All tiles of a double-``max_pip`` set (0 to 9), in order: 0-0, 1-0, 1-1, 2-0 ...

    >>> len(double_set(6)), len(double_set(9))
    (28, 55)
    """
    return tuple(Tile(high, low) for high in range(max_pip + 1) for low in range(high + 1))


def notation(tile: Tile) -> str:
    """The canonical text of a tile.

    >>> notation(Tile(6, 4))
    '6-4'
    """
    return f"{tile.high}-{tile.low}"


def parse(text: str, max_pip: int = 6) -> Tile:
    """A tile from its text in either order, ``6-4``, ``4-6``, ``64``. Raises IllegalMove with the reason.

    >>> parse("46")
    Tile(high=6, low=4)
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise IllegalMove(_("“{text}” is not a tile; a tile is written like 6-4.").format(text=text))
    found = tile(int(match[1]), int(match[2]))
    if found.high > max_pip:
        raise IllegalMove(
            _("There is no {tile} in this set; the highest number is {highest}.").format(
                tile=notation(found), highest=max_pip
            )
        )
    return found


def pips(tiles: Iterable[Tile]) -> int:
    """The sum of the halves of all tiles.

    >>> pips([Tile(6, 4), Tile(3, 3)])
    16
    """
    return sum(tile.high + tile.low for tile in tiles)


def number_words(number: int) -> str:
    """A number from 0 to 9 as it is spoken of a tile: ``blank``, ``one`` ..."""
    return _(_NUMBERS[number])


def words(tile: Tile) -> str:
    """A tile as it is spoken.

    >>> words(Tile(6, 4)), words(Tile(5, 0)), words(Tile(3, 3))
    ('six-four', 'five-blank', 'double three')
    """
    if tile.is_double:
        return _("double {number}").format(number=number_words(tile.high))
    return _("{high}-{low}").format(high=number_words(tile.high), low=number_words(tile.low))


def fits(tile: Tile, ends: Ends | None) -> tuple[bool, bool]:
    """Whether the tile fits the left and the right end. Every tile fits the empty train (None).

    >>> fits(Tile(6, 4), (4, 1))
    (True, False)
    """
    if ends is None:
        return (True, True)
    return (ends[0] in tile, ends[1] in tile)


def hand_picture(hand: Sequence[Tile], ends: Ends | None, style: Style) -> str:
    """The tiles of a hand with the text of each; ``<`` says that it fits the left end, ``>`` the right one.

    On an empty train nothing is marked, since every tile fits.

    >>> print(hand_picture([Tile(6, 4), Tile(5, 5), Tile(2, 1)], (4, 5), Style(ascii=True)))
    +-+-+ +-+-+ +-+-+
    |6|4| |5|5| |2|1|
    +-+-+ +-+-+ +-+-+
    <6-4   5-5>  2-1
    """
    marked = [_marked(tile, ends) for tile in hand]
    if style.compact:
        return "\n".join(line.rstrip() for line in wrap(marked, style.width))
    per_row = max(1, (style.width + 1) // _CELL)
    top, bottom, side = ("+-+-+", "+-+-+", "|") if style.ascii else ("┌─┬─┐", "└─┴─┘", "│")
    lines = []
    for start in range(0, len(hand), per_row):
        row = hand[start : start + per_row]
        lines += [
            " ".join([top] * len(row)),
            " ".join(f"{side}{tile.high}{side}{tile.low}{side}" for tile in row),
            " ".join([bottom] * len(row)),
            " ".join(marked[start : start + per_row]).rstrip(),
        ]
    return "\n".join(lines)


def _marked(tile: Tile, ends: Ends | None) -> str:
    left, right = fits(tile, ends) if ends else (False, False)
    return f"{'<' if left else ' '}{notation(tile)}{'>' if right else ' '}"


def hand_words(hand: Sequence[Tile], ends: Ends | None) -> str:
    """The tiles of a hand as they are spoken, each with where it fits.

    >>> hand_words([Tile(6, 4), Tile(5, 5), Tile(2, 1)], (4, 5))
    'six-four (fits left), double five (fits right), two-one'
    """
    return ", ".join(_tile_words(tile, ends) for tile in hand)


def _tile_words(tile: Tile, ends: Ends | None) -> str:
    left, right = fits(tile, ends) if ends else (False, False)
    said = words(tile)
    if left and right:
        return _("{tile} (fits both ends)").format(tile=said)
    if left:
        return _("{tile} (fits left)").format(tile=said)
    if right:
        return _("{tile} (fits right)").format(tile=said)
    return said


def wrap(parts: Sequence[str], width: int) -> list[str]:
    """The parts in lines of at most ``width`` columns, a space between two (a part by itself is never cut).

    >>> wrap(["6-4", "3-3", "5-0"], 8)
    ['6-4 3-3', '5-0']
    """
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines
