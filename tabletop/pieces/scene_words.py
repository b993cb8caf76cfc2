"""Scenes in sentences, for the ear."""

from typing import Final

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import cards, crosses, tiles, trains
from tabletop.pieces.scenes import PLAYABLE, Block, Grid, Piece, Pieces, Scene, Sheet, Text, Track, Train

_ = Texts(__file__)

_MOST_ROWS: Final = 12
"""Of a score sheet so many are told, the last ones."""


def words(scene: Scene, *, as_moves: bool = False) -> list[str]:
    """The scene block by block; of a score sheet the total first. ``as_moves``: tiles are said as moves write them."""
    count = sum(isinstance(block, Train) for block in scene)
    found = [block_words(block, named=count > 1, as_moves=as_moves) for block in scene]
    return [sentence for sentences in found for sentence in sentences if sentence]


def block_words(block: Block, *, named: bool = True, as_moves: bool = False) -> list[str]:
    """One block; ``named``: whether a train needs its label, to be known from others."""
    if isinstance(block, Text):
        return [block.text]
    if isinstance(block, Pieces):
        held = ", ".join(piece_words(piece, as_moves=as_moves) for piece in block.pieces) or _("nothing")
        return [_labelled(block.label, held)]
    if isinstance(block, Train):
        said = _train(block, as_moves=as_moves)
        return [f"{block.label}: {said}" if block.label and named else said]
    if isinstance(block, Track):
        steps = zip(block.names, block.values, strict=True)
        come = [_("{name}: {value} of {goal}").format(name=name, value=value, goal=block.goal) for name, value in steps]
        return [_labelled(block.label, ", ".join(come))]
    return _grid(block) if isinstance(block, Grid) else _sheet(block)


def _labelled(label: str, said: str) -> str:
    return f"{label}: {said}." if label else f"{said}."


def piece_words(piece: Piece, *, as_moves: bool = False) -> str:
    """One piece with its marks."""
    said = piece.text if as_moves and piece.kind == "tile" else piece.label or _spoken(piece)
    marks = [mark for mark in piece.marks if mark != PLAYABLE]
    said += f" ({', '.join(marks)})" if marks else ""
    return _("{piece} (can be played)").format(piece=said) if PLAYABLE in piece.marks else said


def _spoken(piece: Piece) -> str:
    if piece.kind == "back":
        return _("face down")
    if piece.kind == "tile":
        try:
            return tiles.words(tiles.parse(piece.text, tiles.HIGHEST))
        except IllegalMove:
            pass
    if piece.kind == "card":
        try:
            return cards.words(cards.parse(piece.text))
        except IllegalMove:
            pass
    return piece.text or _("empty")


def _train(block: Train, *, as_moves: bool) -> str:
    cross = crosses.of(block)
    if any(max(laid) > tiles.HIGHEST for laid in (*block.laid, *block.up, *block.down)):
        return f"{cross.notation()}."
    if as_moves:
        return cross.aloud() if block.spinner >= 0 else trains.aloud(block.laid)
    return cross.words() if block.spinner >= 0 else trains.words(block.laid)


def _grid(block: Grid) -> list[str]:
    """Row by row; where columns have names, only rows and places where something stands."""
    names = block.row_labels or tuple(str(number) for number in range(1, len(block.rows) + 1))
    heads = block.column_labels
    said = [
        ", ".join(
            f"{heads[at]} {piece_words(piece)}" if heads else piece_words(piece)
            for at, piece in enumerate(row)
            if piece is not None and (not heads or piece.text or piece.marks or piece.kind == "back")
        )
        for row in block.rows
    ]
    if not any(said):
        return [_labelled(block.label, _("empty"))]
    label = [f"{block.label}."] if block.label else []
    return label + [_labelled(name, row) for name, row in zip(names, said, strict=True) if row]


def _sheet(block: Sheet) -> list[str]:
    left_out = max(0, len(block.rows) - _MOST_ROWS)
    label = [f"{block.label}."] if block.label else []
    total = [_row(block.total[0], block.columns, block.total)] if block.total else []
    rows = [_row(f"{block.columns[0]} {row[0]}".strip(), block.columns, row) for row in block.rows[left_out:]]
    earlier = [_("And {n} earlier.").format(n=left_out)] if left_out else []
    return [*label, *total, *rows, *earlier]


def _row(name: str, columns: tuple[str, ...], row: tuple[str, ...]) -> str:
    cells = ", ".join(f"{column} {cell}" for column, cell in zip(columns[1:], row[1:], strict=True))
    return f"{name}: {cells}."
