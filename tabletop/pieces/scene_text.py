"""Scenes as text for a terminal: large, compact or in ASCII, never wider than the screen, nor taller if it can be."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.naming import MARK
from tabletop.pieces import cards, cells, crosses, dice, grids, tables, tiles, trains
from tabletop.pieces.scenes import PLAYABLE, Grid, Piece, Pieces, Scene, Sheet, Text, Track, Train
from tabletop.style import Style

_ = Texts(__file__)

_KEPT: Final = 3
"""Lines of the screen for a prompt and for what stands below it."""
_BAR: Final = 20
_DIE: Final = 9
"""Columns of the widest piece that is drawn."""
_NUMBERS: Final = frozenset(map(str, range(100)))
_DRAWN: Final = ("left", "right", PLAYABLE)
"""Marks that are signs on a piece, and no words below it."""


class _Size(NamedTuple):
    """How much room a scene may take."""

    pieces: bool = True
    """whether pieces are drawn large"""
    trains: bool = True
    gaps: bool = True
    """whether there is an empty line between blocks"""
    rows: int | None = None
    """of a score sheet, the last ones; None: all"""


_SIZES: Final = (
    _Size(),
    _Size(trains=False),
    _Size(trains=False, gaps=False),
    _Size(pieces=False, trains=False),
    _Size(pieces=False, trains=False, gaps=False),
)


def text(scene: Scene, style: Style) -> str:
    """The scene block by block. Where it would be taller than the screen, trains and pieces are drawn small, blocks
    stand without empty lines between them, and of score sheets the last rows are shown.
    """
    room = style.height - _KEPT
    lines: list[str] = []
    for size in _SIZES:
        if style.compact and size.pieces:
            continue
        lines = _drawn(scene, style, size)
        if len(lines) <= room:
            return "\n".join(lines)
    most = max((len(block.rows) for block in scene if isinstance(block, Sheet)), default=0)
    while len(lines) > room and most > 1:
        most = max(1, most - max(1, len(lines) - room))
        lines = _drawn(scene, style, _SIZES[-1]._replace(rows=most))
    return "\n".join(lines)


def _drawn(scene: Scene, style: Style, size: _Size) -> list[str]:
    """Blocks of a line or so that follow each other stand together: sentences, and pieces that are drawn small."""
    lines: list[str] = []
    before: object = None
    for block in scene:
        small = (type(block) is Pieces and not size.pieces) or (type(block) is Train and not size.trains)
        kind = Text if type(block) is Text else "small" if small else id(block)
        part = _DRAWN_BY[type(block)](block, style, size)
        lines += ["", *part] if part and lines and size.gaps and kind != before else part
        before = kind if part else before
    return lines


def _text(block: Text, style: Style, _size: _Size) -> list[str]:
    """A text without its names is folded once it has them."""
    if MARK in block.text:
        return [block.text]
    said = " ".join(block.text.split())
    fits = 2 * len(said) <= style.width or (said.isascii() and len(said) <= style.width)  # no sign takes more than two
    return cells.wrapped(said.split(), style.width, indent=2) if not fits else [said] if said else []


# Pieces


def _pieces(block: Pieces, style: Style, size: _Size) -> list[str]:
    if not block.pieces:
        return _in_line(block.label, ["-" if style.ascii else "–"], style)
    if size.pieces and not block.label and style.width >= _DIE and (thrown := _throw(block)):
        return dice.picture(thrown, style).split("\n")
    boxes = [_large(piece, style) for piece in block.pieces] if size.pieces else []
    if max(map(len, boxes), default=1) == 1:
        return _in_line(block.label, [_small(piece, style) for piece in block.pieces], style)
    label = _in_line(block.label, [], style) if block.label else []
    return label + cells.side_by_side(boxes, style.width)


def _throw(block: Pieces) -> list[int]:
    """The dice of a throw, where a block is nothing else."""
    thrown = []
    for piece in block.pieces:
        if piece.kind != "die" or piece.marks or piece.text not in _NUMBERS:
            return []
        thrown.append(int(piece.text))
    return thrown


def _in_line(label: str, parts: Sequence[str], style: Style) -> list[str]:
    words = f"{label}:".split() if label else []
    return cells.wrapped([*words, *parts], style.width, indent=2)


def _text_of(piece: Piece, style: Style) -> str:
    """What stands on a piece, in ASCII if it must be."""
    if piece.kind == "card":
        try:
            return cards.sign(cards.parse(piece.text), style)
        except IllegalMove:
            pass
    return cells.plain(piece.text) if style.ascii else piece.text


def _small(piece: Piece, style: Style) -> str:
    text = _text_of(piece, style)
    marks = [mark for mark in piece.marks if mark not in _DRAWN]
    said = f"{text}({', '.join(marks)})" if marks else text
    said += "*" if PLAYABLE in piece.marks else ""
    if piece.kind == "card":
        return said
    if piece.kind == "tile":
        return f"{'<' if 'left' in piece.marks else ''}{said}{'>' if 'right' in piece.marks else ''}"
    return f"[{said or ' '}]" if piece.kind != "back" else f"[{said or '?'}]"


def _large(piece: Piece, style: Style) -> list[str]:
    """The lines of its picture; a line for a piece that has none."""
    found = _picture(piece, _roomy(style))
    if not found:
        return [_small(piece, style)]
    marks = ", ".join(mark for mark in piece.marks if mark not in _DRAWN)
    return [*found, marks] if marks else found


def _roomy(style: Style) -> Style:
    """A style with room for one piece at least."""
    return style._replace(width=max(style.width, _DIE), compact=False)


def _picture(piece: Piece, style: Style) -> list[str]:
    star = "*" if PLAYABLE in piece.marks else ""
    if piece.kind == "tile":
        try:
            tile = tiles.parse(piece.text, tiles.HIGHEST)
        except IllegalMove:
            return []
        drawn = tiles.hand_picture([tile], None, style).split("\n")
        left, right = "<" if "left" in piece.marks else " ", ">" if "right" in piece.marks else ""
        return [*drawn[:-1], f"{left}{piece.text}{(star + right) or ' '}"]
    if piece.kind == "card":
        return cards.picture(piece.text, style, playable=bool(star))
    if piece.kind == "back":
        below = _text_of(piece, style) + star
        return [*cards.picture("", style), *([below] if below else [])]
    if piece.kind == "die" and piece.text in _NUMBERS:
        drawn = dice.picture([int(piece.text)], style).split("\n")
        return [*drawn, f"    {star}"] if star else drawn
    return []


def _train(block: Train, style: Style, size: _Size) -> list[str]:
    large = size.trains
    if not block.laid:
        nothing = ["-" if style.ascii else "–"] if block.label else trains.words(()).split()
        return _in_line(block.label, nothing, style)
    if block.up or block.down:
        picture = crosses.of(block).picture(style._replace(compact=style.compact or not large))
        return _in_line(block.label, [], style) + picture.split("\n")
    if large and style.width >= 7 and all(max(laid) <= tiles.HIGHEST for laid in block.laid):
        return _in_line(block.label, [], style) + trains.picture(block.laid, style).split("\n")
    return _in_line(block.label, list(map(trains.small, block.laid)), style)


# Rows and columns


def _grid(block: Grid, style: Style, size: _Size) -> list[str]:
    rows = [[None if piece is None else _place(piece, style) for piece in row] for row in block.rows]
    label = _in_line(block.label, [], style)
    return label + grids.drawn(rows, block.row_labels, block.column_labels, style, large=size.pieces)


def _place(piece: Piece, style: Style) -> str:
    """What stands in a place of a grid: with a star where something can be played, in brackets with another mark."""
    said = _text_of(piece, style) if piece.kind != "back" else piece.text or "?"
    if PLAYABLE in piece.marks:
        return f"{said}*"
    return f"({said or ' '})" if piece.marks else said


def _sheet(block: Sheet, style: Style, size: _Size) -> list[str]:
    left_out = 0 if size.rows is None else max(0, len(block.rows) - size.rows)
    earlier = _("and {n} earlier").format(n=left_out) if left_out else ""
    label = _in_line(block.label, [], style) if block.label else []
    return label + tables.drawn(block.columns, block.rows[left_out:], block.total, style, earlier)


def _track(block: Track, style: Style, _size: _Size) -> list[str]:
    names = max(map(cells.width, block.names), default=0)
    counts = [f"{value}/{block.goal}" for value in block.values]
    longest = max(map(len, counts), default=0)
    bar = min(_BAR, style.width - names - longest - 4)
    full, rest = ("#", "-") if style.ascii else ("█", "─")
    lines = _in_line(block.label, [], style)
    for name, value, count in zip(block.names, block.values, counts, strict=True):
        if bar < 4 or style.compact:
            lines += cells.wrapped([*name.split(), count], style.width, indent=2)
            continue
        done = max(0, min(bar, bar * value // block.goal))
        lines.append(f"{cells.padded(name, names)}  {full * done}{rest * (bar - done)}  {count.rjust(longest)}")
    return lines


_DRAWN_BY: Final[Mapping[type, Callable[[Any, Style, _Size], list[str]]]] = {
    Text: _text,
    Pieces: _pieces,
    Train: _train,
    Track: _track,
    Grid: _grid,
    Sheet: _sheet,
}
