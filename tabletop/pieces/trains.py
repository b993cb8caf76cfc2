"""A train of domino tiles: a line with two ends, in which touching halves match, and its pictures.

A laid tile is a pair of numbers as they lie, left half first: the tile 5-0 that was set first lies as (0, 5).
"""

from collections.abc import Sequence
from typing import Final, Literal

from tabletop.i18n import Texts
from tabletop.pieces.tiles import Ends, Tile, columns, edges, number_words, wrap
from tabletop.style import Style

_ = Texts(__file__)

Laid = tuple[int, int]
Train = tuple[Laid, ...]
End = Literal["left", "right"]

_BANDS: Final = 3
"""A longer picture shows the two ends, and what lies between in small."""


def lay(train: Train, tile: Tile, end: End = "right") -> Train:
    """The train with one more tile at an end; the first tile lies with its lower half left.

    Raises ValueError when the tile doesn't fit there.

    >>> lay(lay((), Tile(5, 0)), Tile(4, 0), "left")
    ((4, 0), (0, 5))
    """
    if not train:
        return ((tile.low, tile.high),)
    number = train[0][0] if end == "left" else train[-1][1]
    if number not in tile:
        raise ValueError(f"{tile} doesn't fit {number}")
    outer = tile.pips - number
    return ((outer, number), *train) if end == "left" else (*train, (number, outer))


def ends(train: Train) -> Ends | None:
    """The numbers at the left and the right end; None when nothing lies there yet.

    >>> ends(((4, 0), (0, 5)))
    (4, 5)
    """
    return (train[0][0], train[-1][1]) if train else None


def notation(train: Train) -> str:
    """The train in one line, every tile as it lies.

    >>> notation(((4, 0), (0, 0), (0, 5)))
    '4|0 0|0 0|5'
    """
    return " ".join(f"{left}|{right}" for left, right in train)


def listed(train: Sequence[Laid]) -> str:
    """The tiles in the order in which they lie, each as moves write it. (Since API 1.1.)

    >>> listed(((4, 0), (0, 0), (0, 5)))
    '4-0, 0-0, 5-0'
    """
    return ", ".join(f"{max(laid)}-{min(laid)}" for laid in train)


def aloud(train: Train) -> str:
    """The same as ``words`` in the notation of moves alone. (Since API 1.1.)

    >>> aloud(((4, 0), (0, 5)))
    'The train of 2 tiles ends in 4 at the left and 5 at the right: 4-0, 5-0.'
    """
    return _words(train, str(train[0][0]), str(train[-1][1]), listed(train)) if train else _("The train is empty.")


def words(train: Train) -> str:
    """The length and the ends of the train in one sentence, and all tiles in the order in which they lie.

    >>> words(((4, 0), (0, 5)))
    'The train of 2 tiles ends in four at the left and five at the right: 4|0 0|5.'
    """
    if not train:
        return _("The train is empty.")
    left, right = train[0][0], train[-1][1]
    return _words(train, number_words(left), number_words(right), notation(train))


def _words(train: Train, left: str, right: str, tiles: str) -> str:
    return _.plural(
        "The train of {n} tile ends in {left} at the left and {right} at the right: {tiles}.",
        "The train of {n} tiles ends in {left} at the left and {right} at the right: {tiles}.",
        len(train),
        left=left,
        right=right,
        tiles=tiles,
    )


def picture(train: Train, style: Style) -> str:
    """The train from left to right, doubles standing across; it goes on in the next lines when it is long.

    A train that would take more than three lines of tiles shows both ends, and what lies between in small.

    >>> print(picture(((6, 3), (3, 3), (3, 5)), Style(ascii=True)))
         +-+
    +-+-+|3|+-+-+
    |6|3|+-+|3|5|
    +-+-+|3|+-+-+
         +-+
    """
    if not train:
        return ""
    if style.compact:
        return "\n".join(wrap([small(laid) for laid in train], style.width))
    bands, wide = _bands(train, style.width), columns(train)
    if len(bands) <= _BANDS:
        return "\n".join(_band(band, wide, style) for band in bands)
    tail = _bands(train[::-1], style.width)[0][::-1]
    between = [small(laid) for laid in train[len(bands[0]) : len(train) - len(tail)]]
    dots = "..." if style.ascii else "…"
    parts = [_band(bands[0], wide, style), *wrap([dots, *between, dots], style.width), _band(tail, wide, style)]
    return "\n".join(parts)


def small(laid: Laid) -> str:
    """A laid tile in as little room as it can be; a double in brackets. (Since API 1.1.)"""
    left, right = laid
    return f"[{left}]" if left == right else f"{left}|{right}"


def _columns(laid: Laid, wide: int) -> int:
    return wide + 2 if laid[0] == laid[1] else 2 * wide + 3


def _bands(train: Sequence[Laid], width: int) -> list[list[Laid]]:
    bands: list[list[Laid]] = []
    used, wide = width, columns(train)
    for laid in train:
        if used + _columns(laid, wide) > width:
            bands.append([])
            used = 0
        bands[-1].append(laid)
        used += _columns(laid, wide)
    return bands


def _band(band: Sequence[Laid], wide: int, style: Style) -> str:
    drawn = [
        standing(left, left, wide, style) if left == right else lying(left, right, wide, style) for left, right in band
    ]
    rows = ["".join(column[row] for column in drawn).rstrip() for row in range(5)]
    return "\n".join(row for row in rows if row)


def standing(upper: int, lower: int, wide: int, style: Style) -> tuple[str, ...]:
    """The five lines of a tile that stands upright, whose halves take so many characters. (Since API 1.1.)"""
    side, corners = ("|", ("+++", "+++", "+++")) if style.ascii else ("│", ("┌─┐", "├─┤", "└─┘"))
    line = ("-" if style.ascii else "─") * wide
    top, middle, bottom = (f"{ends[0]}{line}{ends[2]}" for ends in corners)
    return (top, f"{side}{upper:>{wide}}{side}", middle, f"{side}{lower:>{wide}}{side}", bottom)


def lying(left: int, right: int, wide: int, style: Style) -> tuple[str, ...]:
    """The same of a tile that lies across, a blank line above and below it. (Since API 1.1.)"""
    side = "|" if style.ascii else "│"
    top, bottom = edges("┌┬┐", wide, style), edges("└┴┘", wide, style)
    blank = " " * len(top)
    return (blank, top, f"{side}{left:>{wide}}{side}{right:>{wide}}{side}", bottom, blank)
