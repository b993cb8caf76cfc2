"""All that a reader is shown of a state, and what is wrong with a scene."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, get_args

from tabletop.pieces.scenes import Block, Grid, Piece, Pieces, Scene, Sheet, Text, Track, Train
from tabletop.style import Style
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.texts import sentence_fault
from tabletop.testing.walk import AnyGame

MOST_PIECES: Final = 2_000
MOST_CHARACTERS: Final = 64_000
KINDS: Final = get_args(Piece.__annotations__["kind"])
_BLOCKS: Final = get_args(Block)


def shown(game: AnyGame, view: Any) -> dict[str, str]:
    """Everything that is made from a view, by the name of what makes it."""
    return {
        "picture": game.picture(view, Style()),
        "words": "\n".join(game.words(view)),
        "queries": fingerprint(dict(game.queries(view))),
        "status": "\n".join(game.status(view)),
        "scene": fingerprint(game.scene(view)),
        "summary": fingerprint(game.summary(view)),
    }


def scene_fault(scene: Scene | None) -> str:
    """What is wrong with a scene; empty when nothing is."""
    if scene is None:
        return ""
    if not isinstance(scene, tuple) or not all(isinstance(block, _BLOCKS) for block in scene):
        return f"{type(scene).__name__}, which is no tuple of blocks"
    pieces = list(chain.from_iterable(map(pieces_of, scene)))
    count = len(pieces) + sum(len(block.laid) for block in scene if isinstance(block, Train))
    characters = sum(map(len, chain.from_iterable(map(_texts, scene))))
    if count > MOST_PIECES or characters > MOST_CHARACTERS:
        return f"{count} pieces and {characters} characters; {MOST_PIECES} and {MOST_CHARACTERS} are allowed"
    faults = chain(map(_shape_fault, scene), map(_piece_fault, pieces), map(_text_faults, scene))
    return next(filter(None, faults), "")


def pieces_of(block: Block) -> Iterator[Piece]:
    """The pieces of a block that has some."""
    if isinstance(block, Pieces):
        yield from block.pieces
    elif isinstance(block, Grid):
        yield from chain.from_iterable(block.rows)


def _texts(block: Block) -> Iterator[str]:
    """All texts in it, those of its pieces too."""
    yield block.text if isinstance(block, Text) else block.label
    if isinstance(block, Sheet):
        yield from chain(block.columns, *block.rows, block.total)
    elif isinstance(block, Track):
        yield from block.names
    elif isinstance(block, Grid):
        yield from chain(block.row_labels, block.column_labels)
    for piece in pieces_of(block):
        yield from (piece.text, piece.label, *piece.marks, *piece.moves)


def _text_faults(block: Block) -> str:
    for text in _texts(block):
        fault = "; ".join(sentence_fault(line, MOST_CHARACTERS) for line in text.split("\n") if line.strip())
        if fault.strip("; "):
            return fault
    return ""


def _piece_fault(piece: Piece) -> str:
    return "" if piece.kind in KINDS else f"a piece of the kind {piece.kind!r}; there are {', '.join(KINDS)}"


def _shape_fault(block: Block) -> str:
    if isinstance(block, Grid) and len({len(row) for row in block.rows}) > 1:
        return "a grid whose rows are of several lengths"
    if isinstance(block, Sheet):
        rows = [*block.rows, *([block.total] if block.total else [])]
        if any(len(row) != len(block.columns) for row in rows):
            return f"a row of a sheet that is not as long as its {len(block.columns)} headings"
    if isinstance(block, Track) and len(block.names) != len(block.values):
        return f"a track of {len(block.names)} names and {len(block.values)} values"
    return ""
