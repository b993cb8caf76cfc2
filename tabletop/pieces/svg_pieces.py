"""Single pieces as pictures in SVG: tiles, dice, cards, stones, letters, heaps, and what lies face down."""

import re
from typing import Final

from tabletop.illegal import IllegalMove
from tabletop.pieces import cards, scene_words
from tabletop.pieces.scenes import PLAYABLE, Piece
from tabletop.pieces.svg_parts import (
    BACK,
    CHOICE,
    DARK,
    FACE,
    FAINT,
    INK,
    LINE,
    RED,
    SMALL,
    Box,
    below,
    beside,
    element,
    line,
    measure,
    told,
)

HALF: Final = 34
"""The side of a half of a tile."""
_DIE: Final = 46
_CARD: Final = (54, 76)
_STONE: Final = 36
_WIDEST: Final = 150
"""Of a piece that is a text in a frame."""
_TILE: Final = re.compile(r"([0-9]{1,2})[-|]([0-9]{1,2})")
_PLACES: Final = ("", "5", "19", "159", "1379", "13579", "134679", "1345679", "12346789", "123456789")
"""For each number the places of its pips, on a square of three rows; of six to eight the rows are full ones."""
_LIGHT: Final = frozenset("O○□◯W")
_STONES: Final = frozenset("●○◯")
"""Texts that are stones themselves, so that a stone needs no text on it."""
_SIGNS: Final = {
    "D": "M10 0L18 10L10 20L2 10Z",
    "H": "M10 19C3 13 0 9 0 5.5C0 2.5 2.3 .5 5 .5C7.3 .5 9.2 2 10 4C10.8 2 12.7 .5 15 .5C17.7 .5 20 2.5 20 5.5"
    "C20 9 17 13 10 19Z",
    "S": "M10 0C17 6 20 9.5 20 13C20 16 17.8 17.5 15.5 17.500C13.2 17.5 11.5 16.5 10.7 15"
    "C11 17.5 12 19.2 13.5 20H6.500C8 19.2 9 17.5 9.3 15C8.5 16.5 6.8 17.5 4.5 17.5"
    "C2.2 17.5 0 16 0 13C0 9.5 3 6 10 0Z",
    "C": "M10 0A4.5 4.5 0 0 1 13.3 7.600A4.5 4.5 0 1 1 10.8 14C11 17 12 19.2 13.5 20H6.5"
    "C8 19.2 9 17 9.2 14A4.5 4.5 0 1 1 6.7 7.600A4.5 4.5 0 0 1 10 0Z",
    "*": "M10 0L12.4 7.200H20L13.8 11.600L16.2 19L10 14.500L3.8 19L6.2 11.600L0 7.200H7.600Z",
}
"""Signs of suits as outlines in a square of 20, since letters of a font may be drawn as coloured pictures."""


def piece(found: Piece, said: str = "") -> Box:
    """A piece with its marks; a button where it stands for moves. ``said``: how it is spoken, with its place."""
    return named(found, _with_marks(found), said)


def named(found: Piece, box: Box, said: str = "") -> Box:
    """What was drawn of a piece, with its words for those who listen."""
    said = said or scene_words.piece_words(found)
    # A line feed stands between moves, since no canonical text holds one.
    chosen: dict[str, str] = {"role": "img"}
    if found.moves:
        chosen = {"tabindex": "0", "role": "button", "data_move": "\n".join(found.moves)}
    drawn = element(
        "g", told("title", said) + box.drawn, **chosen, aria_label=said, data_kind=found.kind, data_text=found.text
    )
    return box._replace(drawn=drawn)


def _with_marks(found: Piece) -> Box:
    face_up = face(found)
    words = ", ".join(mark for mark in found.marks if mark not in ("left", "right", PLAYABLE))
    caption = found.text if found.kind == "back" else ""
    parts = [face_up]
    if len(words) < len(", ".join(found.marks)):
        parts.append(_signs(found, face_up.width))
    wide = max(face_up.width, min(_WIDEST, *(measure(text, SMALL) for text in (words, caption))))
    for text in filter(None, (caption, words)):
        wide = max(face_up.width, min(_WIDEST, measure(text, SMALL)), wide)
        parts.append(Box(wide, SMALL + 5, line(text, wide / 2, SMALL, wide, size=SMALL, anchor="middle", fill=FAINT)))
    return _centred(parts, wide)


def _centred(parts: list[Box], wide: float) -> Box:
    return below([beside([Box((wide - part.width) / 2, 0), part], wide + 1, 0) for part in parts], 2)


def _signs(found: Piece, wide: float) -> Box:
    """Below a piece: a bar where it can be played, arrows to the ends where it fits."""
    drawn = ""
    if PLAYABLE in found.marks:
        drawn += element("rect", x=12, y=3, width=wide - 24, height=4, rx=2, fill=CHOICE)
    if "left" in found.marks:
        drawn += element("path", d="M0 5L9 0V10Z", fill=CHOICE)
    if "right" in found.marks:
        drawn += element("path", d=f"M{wide:g} 5l-9 -5v10Z", fill=CHOICE)
    return Box(wide, 10, drawn)


def face(found: Piece) -> Box:
    """The piece by itself."""
    if found.kind == "back":
        return _back()
    if found.kind == "tile" and (match := _TILE.fullmatch(found.text)):
        return tile(int(match[1]), int(match[2]))
    if found.kind == "die":
        return _die(found.text)
    if found.kind == "card":
        return _card(found.text)
    if found.kind == "stone":
        return stone(found.text)
    return _heap(found.text) if found.kind == "heap" else _framed(found.text, HALF + 4, HALF + 4)


# Tiles and dice


def tile(first: int, second: int, *, upright: bool = False) -> Box:
    """A tile as it lies, or upright with the first half above."""
    wide, high = (HALF, 2 * HALF) if upright else (2 * HALF, HALF)
    middle = f"M5 {HALF}H{HALF - 5}" if upright else f"M{HALF} 5V{HALF - 5}"
    halves = [_half(first, upright=upright), _half(second, upright=upright)]
    drawn = _frame(wide, high, 5) + element("path", d=middle, stroke=LINE, stroke_width=1.5)
    whole = below(halves) if upright else beside(halves, 2 * HALF, 0)
    return Box(wide, high, drawn + whole.drawn)


def _half(pips: int, *, upright: bool) -> Box:
    if pips > 9:
        return Box(HALF, HALF, _in_middle(str(pips), HALF, HALF, 18))
    return Box(HALF, HALF, _pips(pips, HALF, 3.1, across=not upright))


def _pips(number: int, side: float, radius: float, *, across: bool) -> str:
    """``across``: turned by a quarter, so that the rows of six lie along a tile that lies."""
    drawn = ""
    for place in map(int, _PLACES[number]):
        row, column = divmod(place - 1, 3)
        row, column = (column, row) if across else (row, column)
        x, y = side / 2 + (column - 1) * side * 0.27, side / 2 + (row - 1) * side * 0.27
        drawn += element("circle", cx=x, cy=y, r=radius, fill=INK)
    return drawn


def _die(text: str) -> Box:
    known = text.isascii() and text.isdigit() and 1 <= int(text) <= 6
    shown = _pips(int(text), _DIE, 4.4, across=False) if known else _in_middle(text, _DIE, _DIE, 22)
    return Box(_DIE, _DIE, _frame(_DIE, _DIE, 9) + shown)


# Cards


def _card(text: str) -> Box:
    wide, high = _CARD
    try:
        card = cards.parse(text)
    except IllegalMove:
        return _framed(text, wide, high)
    colour = RED if card.suit in "HDR" else INK
    joker = card.rank == cards.JOKER
    rank = "" if joker else cards.notation(card)[:-1]
    drawn = _frame(wide, high, 6) + line(rank, 6, 24, wide - 26, size=21, bold=True, fill=colour)
    sign = _SIGNS["*" if joker else card.suit]
    drawn += element("path", d=sign, fill=colour, transform=f"translate({wide / 2 - 13:g} 36) scale(1.3)")
    if joker:
        drawn += line(cards.notation(card), 6, 22, wide - 12, size=18, bold=True, fill=colour)
    return Box(wide, high, drawn)


def _back() -> Box:
    wide, high = _CARD
    slants = "".join(f"M{wide - 8} {y}L8 {y + 14}M8 {y}L{wide - 8} {y + 14}" for y in range(10, high - 20, 14))
    drawn = element("rect", x=0.75, y=0.75, width=wide - 1.5, height=high - 1.5, rx=6, fill=BACK, stroke=INK)
    return Box(wide, high, drawn + element("path", d=slants, stroke=FACE, stroke_width=1.5, fill="none"))


# Stones, letters, heaps


def stone(text: str) -> Box:
    """A round stone with its text; dark or light by the text, which tells it even without that."""
    middle = _STONE / 2
    light = text[:1] in _LIGHT
    circle = element("circle", cx=middle, cy=middle, r=middle - 2, fill=FACE if light else DARK, stroke=INK)
    if not text:
        return Box(_STONE, _STONE)
    said = "" if text in _STONES else _in_middle(text, _STONE, _STONE, 18, fill=INK if light else FACE)
    return Box(_STONE, _STONE, circle + said)


def _heap(text: str) -> Box:
    discs = "".join(
        element("ellipse", cx=23, cy=38 - 6 * at, rx=21, ry=7, fill=FACE, stroke=INK, stroke_width=1.5)
        for at in range(3)
    )
    wide = 50 + min(_WIDEST, measure(text, 18) * 1.1)
    return Box(wide, 47, discs + line(text, 50, 38, wide - 50, size=18, bold=True))


def _framed(text: str, least: float, high: float) -> Box:
    wide = max(least, min(_WIDEST, measure(text, 18) * 1.1 + 12))
    return Box(wide, high, _frame(wide, high, 5) + _in_middle(text, wide, high, 18))


def _frame(wide: float, high: float, corner: float) -> str:
    return element(
        "rect", x=0.75, y=0.75, width=wide - 1.5, height=high - 1.5, rx=corner, fill=FACE, stroke=INK, stroke_width=1.5
    )


def _in_middle(text: str, wide: float, high: float, size: float, *, fill: str = INK) -> str:
    foot = high / 2 + size * 0.36
    return line(text, wide / 2, foot, wide - 8, size=size, anchor="middle", bold=True, fill=fill)
