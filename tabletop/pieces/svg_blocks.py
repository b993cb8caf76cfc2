"""The blocks of a scene as pictures in SVG."""

from collections.abc import Sequence
from typing import Final

from tabletop.i18n import Texts
from tabletop.pieces import scene_words, tables, trains
from tabletop.pieces.scenes import PLAYABLE, Block, Grid, Piece, Pieces, Sheet, Text, Track, Train
from tabletop.pieces.svg_parts import (
    CHOICE,
    FACE,
    FAINT,
    INK,
    LINE,
    SIZE,
    SMALL,
    Box,
    below,
    beside,
    element,
    line,
    measure,
    moved,
    paragraph,
    told,
)
from tabletop.pieces.svg_pieces import HALF, face, named, piece, tile

_ = Texts(__file__)

_PLACE: Final = 46
"""The side of a place of a grid, where there is room for it."""
_ROW: Final = 24
"""The height of a row of a sheet or a track."""
_GAP: Final = 18
"""Between columns of a sheet."""


def block(found: Block, room: float) -> Box:
    """A block, no wider than ``room``, with its words for those who listen."""
    said = " ".join(scene_words.block_words(found))
    if isinstance(found, Text):
        return _told(paragraph(found.text, room), said)
    label = [paragraph(found.label, room, size=SMALL + 1, bold=True)] if found.label else []
    if isinstance(found, Pieces):
        drawn = beside([_fitted(piece(each), room) for each in found.pieces], room) if found.pieces else _nothing()
        return _told(below([*label, drawn], 4), found.label or said, "group")
    if isinstance(found, Train):
        return _told(below([*label, _train(found, room)], 4), said)
    if isinstance(found, Grid):
        return _told(below([*label, _grid(found, room)], 4), found.label or said, "group")
    drawn = _track(found, room) if isinstance(found, Track) else _sheet(found, room)
    return _told(below([*label, drawn], 4), said)


def _told(box: Box, said: str, role: str = "img") -> Box:
    return box._replace(drawn=element("g", told("title", said) + box.drawn, role=role, aria_label=said or None))


def _fitted(box: Box, room: float) -> Box:
    if box.width <= room:
        return box
    scale = room / box.width
    return Box(room, box.height * scale, moved(box, 0, 0, scale))


def _nothing() -> Box:
    return Box(SIZE, _ROW, line("–", 0, SIZE, SIZE, fill=FAINT))


def _train(found: Train, room: float) -> Box:
    if not found.laid:
        return _nothing() if found.label else paragraph(trains.words(()), room)
    if not (found.up or found.down):
        return _line(found.laid, room)
    crossed = _cross(found)
    if crossed.width <= room:
        return crossed
    arms = [(_("above:"), found.up), (_("below:"), found.down)]
    said = [below([paragraph(label, room, size=SMALL), _line(arm, room)], 4) for label, arm in arms if arm]
    return below([_line(found.laid, room), *said], 6)


def _line(laid: Sequence[tuple[int, int]], room: float) -> Box:
    """Tiles side by side, doubles across."""
    boxes = [tile(left, right, upright=left == right) for left, right in laid]
    return beside([_fitted(box, room) for box in boxes], room, 1, middle=True)


def _cross(found: Train) -> Box:
    """The line with the arms of its spinner above and below it."""
    line = _line(found.laid, float("inf"))
    before = _line(found.laid[: found.spinner], float("inf")).width + 1
    up = _upright([(outer, inner) for inner, outer in found.up[::-1]])
    down = _upright(list(found.down))
    middle = before + HALF / 2
    drawn = moved(up, middle - up.width / 2, 0) + moved(line, 0, up.height)
    drawn += moved(down, middle - down.width / 2, up.height + line.height)
    return Box(line.width, up.height + line.height + down.height, drawn)


def _upright(laid: Sequence[tuple[int, int]]) -> Box:
    """Tiles one below the other, doubles across."""
    boxes = [tile(first, second, upright=first != second) for first, second in laid]
    wide = max((box.width for box in boxes), default=0.0)
    centred = [Box(wide, box.height, moved(box, (wide - box.width) / 2, 0)) for box in boxes]
    return below(centred, 1)


# Rows and columns


def _grid(found: Grid, room: float) -> Box:
    columns = len(found.rows[0]) if found.rows else 0
    if not columns:
        return _nothing()
    before = min(room / 4, max((measure(name, SMALL) + 8 for name in found.row_labels), default=0))
    side = min(_PLACE, (room - before) / columns)
    above = 20 if found.column_labels else 0
    drawn = [
        line(name, before + side * (at + 0.5), SMALL + 1, side - 2, size=SMALL, anchor="middle", fill=FAINT)
        for at, name in enumerate(found.column_labels)
    ]
    for at, row in enumerate(found.rows):
        y = above + side * at
        if found.row_labels:
            foot = y + side / 2 + SMALL * 0.36
            drawn.append(line(found.row_labels[at], before - 6, foot, before - 6, size=SMALL, anchor="end", fill=FAINT))
        for column, each in enumerate(row):
            if each is not None:
                place = named(each, _place(each, side), _said(found, at, column, each))
                drawn.append(moved(place, before + side * column, y))
    return Box(before + side * columns, above + side * len(found.rows), "".join(drawn))


def _said(found: Grid, row: int, column: int, piece: Piece) -> str:
    """A place with the names of its row and its column."""
    rows, columns = found.row_labels, found.column_labels
    said = scene_words.piece_words(piece)
    return f"{rows[row] if rows else row + 1}: {columns[column] if columns else column + 1} {said}"


def _place(found: Piece, side: float) -> Box:
    """A place with what stands there; a thick frame where it is marked, a bar below where something can be played."""
    marked = any(mark != PLAYABLE for mark in found.marks)
    inset = 2.5 if marked else 0.5
    drawn = element("rect", x=0, y=0, width=side, height=side, fill=FACE, stroke=LINE)
    if found.text or found.kind == "back":
        box = face(found)
        scale = min(1, (side - 8) / max(box.width, box.height))
        drawn += moved(box, (side - box.width * scale) / 2, (side - box.height * scale) / 2, scale)
    elif found.moves:
        drawn += element("circle", cx=side / 2, cy=side / 2, r=side / 10, fill="none", stroke=CHOICE, stroke_width=2)
    if marked:
        drawn += element(
            "rect", x=inset, y=inset, width=side - 5, height=side - 5, fill="none", stroke=CHOICE, stroke_width=3
        )
    if PLAYABLE in found.marks:
        drawn += element("rect", x=side / 4, y=side * 0.9, width=side / 2, height=side * 0.07, fill=CHOICE)
    return Box(side, side, drawn)


def _track(found: Track, room: float) -> Box:
    counts = [f"{value}/{found.goal}" for value in found.values]
    first = min(room * 0.4, max((measure(name, SIZE) for name in found.names), default=0))
    last = min(room * 0.3, max((measure(count, SIZE) for count in counts), default=0))
    bar = room - first - last - 24
    drawn = ""
    for at, (name, value, count) in enumerate(zip(found.names, found.values, counts, strict=True)):
        foot = at * _ROW + SIZE + 1
        done = max(0.0, min(bar, bar * value / found.goal))
        drawn += line(name, 0, foot, first)
        drawn += element("rect", x=first + 12, y=foot - 11, width=bar, height=11, rx=2, fill=FACE, stroke=INK)
        drawn += element("rect", x=first + 12, y=foot - 11, width=done, height=11, rx=2, fill=CHOICE)
        drawn += line(count, room, foot, last, anchor="end")
    return Box(room, _ROW * len(counts), drawn)


def _sheet(found: Sheet, room: float) -> Box:
    """Columns below their headings, all but the first at the right; those for which there is no room stand below."""
    rows = [found.columns, *found.rows, *([found.total] if found.total else [])]
    widths = [max(1.1 * measure(row[at], SIZE) for row in rows) for at in range(len(found.columns))]
    widths = [max(1, min(wide, room / 2 - _GAP)) for wide in widths]
    groups = tables.groups([int(wide) + 1 for wide in widths], int(room), _GAP)
    return below([_columns(found, [0, *group], widths) for group in groups], 14)


def _columns(found: Sheet, chosen: Sequence[int], widths: Sequence[float]) -> Box:
    across = sum(widths[column] for column in chosen) + _GAP * (len(chosen) - 1)
    heading = _cells(found.columns, chosen, widths, bold=True, fill=FAINT)
    parts = [heading, *(_cells(row, chosen, widths) for row in found.rows)]
    if found.total:
        rule = element("path", d=f"M0 3H{across:g}", stroke=INK, stroke_width=1.5)
        parts += [Box(across, 6, rule), _cells(found.total, chosen, widths, bold=True)]
    return below(parts)


def _cells(
    row: Sequence[str], chosen: Sequence[int], widths: Sequence[float], *, bold: bool = False, fill: str = INK
) -> Box:
    drawn, x = "", 0.0
    for at, column in enumerate(chosen):
        wide = widths[column]
        foot = x + wide if at else x
        drawn += line(row[column], foot, SIZE + 1, wide, anchor="end" if at else "start", bold=bold, fill=fill)
        x += wide + _GAP
    return Box(x - _GAP, _ROW, drawn)
