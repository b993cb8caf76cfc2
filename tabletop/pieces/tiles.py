"""Domino tiles: sets, their texts, and how a hand looks.

A tile is written high-low, ``6-4``; people may write ``46`` or ``4-6`` as well, but ``10-4`` not without the line.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tabletop.i18n import N_, Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import scenes
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
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
    N_("thirteen"),
    N_("fourteen"),
    N_("fifteen"),
)
HIGHEST: Final = len(_NUMBERS) - 1
"""The highest number of the largest set, double-fifteen. (Since API 1.1.)"""
_WRITTEN: Final = re.compile(r"([0-9])[-|/:]?([0-9])|(1?[0-9])[-|/:](1?[0-9])")

Ends = tuple[int, int]
"""The numbers at the left and the right end of a train."""


class Tile(NamedTuple):
    """A tile, its higher half first; halves from 0 to 15, which is ``HIGHEST``."""

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
    """All tiles of a double-``max_pip`` set (0 to 15), in order: 0-0, 1-0, 1-1, 2-0 ...

    >>> len(double_set(6)), len(double_set(9)), len(double_set(15))
    (28, 55, 136)
    """
    return tuple(Tile(high, low) for high in range(max_pip + 1) for low in range(high + 1))


def notation(tile: Tile) -> str:
    """The canonical text of a tile.

    >>> notation(Tile(6, 4))
    '6-4'
    """
    return f"{tile.high}-{tile.low}"


def parse(text: str, max_pip: int = 6) -> Tile:
    """A tile from its text in either order, ``6-4``, ``4-6``, ``64``, ``10-4``. Raises IllegalMove with the reason.

    >>> parse("46"), parse("4-10", 12)
    (Tile(high=6, low=4), Tile(high=10, low=4))
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise IllegalMove(_("“{text}” is not a tile; a tile is written like 6-4.").format(text=text))
    found = tile(*(int(half) for half in match.groups() if half))
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
    """A number from 0 to 15 as it is spoken of a tile: ``blank``, ``one`` ..."""
    return _(_NUMBERS[number])


def words(tile: Tile) -> str:
    """A tile as it is spoken.

    >>> words(Tile(6, 4)), words(Tile(5, 0)), words(Tile(3, 3))
    ('six-four', 'five-blank', 'double three')
    """
    if tile == (0, 0):
        return _("double blank")
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
    wide = columns(hand)
    top, bottom = edges("┌┬┐", wide, style), edges("└┴┘", wide, style)
    side = "|" if style.ascii else "│"
    per_row = max(1, (style.width + 1) // (len(top) + 1))
    lines = []
    for start in range(0, len(hand), per_row):
        row = hand[start : start + per_row]
        lines += [
            " ".join([top] * len(row)),
            " ".join(f"{side}{tile.high:>{wide}}{side}{tile.low:>{wide}}{side}" for tile in row),
            " ".join([bottom] * len(row)),
            " ".join(text.ljust(len(top)) for text in marked[start : start + per_row]).rstrip(),
        ]
    return "\n".join(lines)


def columns(laid: Iterable[tuple[int, int]]) -> int:
    """How many characters a half takes where tiles lie together: two as soon as a number reaches 10. (Since API 1.1.)

    >>> columns([(6, 4), (9, 9)]), columns([(6, 4), (10, 0)])
    (1, 2)
    """
    return 2 if any(max(halves) > 9 for halves in laid) else 1


def edges(corners: str, wide: int, style: Style) -> str:
    """An edge of a lying tile whose halves take so many characters; ``corners``: its left end, middle and right end."""
    ends = "+++" if style.ascii else corners
    half = ("-" if style.ascii else "─") * wide
    return f"{ends[0]}{half}{ends[1]}{half}{ends[2]}"


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


def piece(tile: Tile, ends: Ends | None = None, *, playable: bool = False, moves: tuple[str, ...] = ()) -> scenes.Piece:
    """A tile of a scene; ``ends``: of the train, so that it is marked where it fits. (Since API 1.1.)"""
    left, right = fits(tile, ends) if ends else (False, False)
    marks = (*(("left",) if left else ()), *(("right",) if right else ()), *((scenes.PLAYABLE,) if playable else ()))
    return scenes.Piece("tile", notation(tile), words(tile), marks, moves)


def block(label: str, hand: Iterable[Tile | None], ends: Ends | None = None) -> scenes.Pieces:
    """Tiles side by side in a scene; None for each that lies face down. (Since API 1.1.)"""
    return scenes.Pieces(
        label, tuple(piece(tile, ends) if tile is not None else scenes.Piece("back", "") for tile in hand)
    )


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
