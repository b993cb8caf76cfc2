"""What a table looks like, as values: a scene is a sequence of blocks, each made of pieces, numbers or texts.

The host draws one scene for every reader: as text at a terminal, in words, as a picture in a browser. (Since API 1.1.)
"""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Piece:
    """One piece: a tile, a die, a card, a stone."""

    kind: Literal["tile", "die", "card", "stone", "letter", "heap", "back"]
    """``back``: a piece that lies face down"""
    text: str
    """its canonical text, such as ``6-4``, ``5``, ``QS``; empty for an empty place"""
    label: str = ""
    """how it is spoken; empty: the text"""
    marks: tuple[str, ...] = ()
    """short words on it, such as ``left`` or ``new``"""
    moves: tuple[str, ...] = ()
    """canonical texts of the moves that it stands for, so that it can be chosen"""


@dataclass(frozen=True)
class Text:
    """A sentence, or several."""

    text: str


@dataclass(frozen=True)
class Pieces:
    """Pieces in a row: a hand, a trick, what was thrown."""

    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Train:
    """Tiles in a line, each as it lies: its left half and its right half."""

    label: str
    laid: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Grid:
    """Pieces in rows of equal length, from the top; a piece without a text is an empty place."""

    label: str
    rows: tuple[tuple[Piece, ...], ...]
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Track:
    """How far each has come on the way to a goal."""

    label: str
    names: tuple[str, ...]
    values: tuple[int, ...]
    goal: int


@dataclass(frozen=True)
class Sheet:
    """A score sheet: a heading for each column, and rows as long as the headings; the first column names the row."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = field(default=())
    """a last row below a line; empty: none"""


Block = Text | Pieces | Train | Grid | Track | Sheet
Scene = tuple[Block, ...]
