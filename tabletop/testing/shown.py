"""All that a reader is shown of a state, and the pieces in it."""

from collections.abc import Iterator
from typing import Any

from tabletop.pieces.scenes import Block, Grid, Piece, Pieces
from tabletop.style import Style
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.walk import AnyGame


def shown(game: AnyGame, view: Any) -> dict[str, str]:
    """Everything that is made from a view, by the name of what makes it."""
    return {
        "picture": game.picture(view, Style()),
        "words": "\n".join(game.words(view)),
        "queries": fingerprint(dict(game.queries(view))),
        "status": "\n".join(game.status(view)),
        "scene": fingerprint(game.scene(view)),
        "summary": fingerprint(game.summary(view)),
        "show": fingerprint(game.show(view)),
    }


def pieces_of(block: Block) -> Iterator[Piece]:
    """The pieces of a block that has some."""
    if isinstance(block, Pieces):
        yield from block.pieces
    elif isinstance(block, Grid):
        yield from (piece for row in block.rows for piece in row if piece is not None)
