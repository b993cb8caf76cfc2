"""Scenes as pictures in SVG, for a browser: readable without colours, told to those who listen."""

from itertools import groupby
from math import ceil
from typing import Final

from tabletop.pieces import scene_words
from tabletop.pieces.scenes import Grid, Piece, Pieces, Scene, Text
from tabletop.pieces.svg_blocks import block
from tabletop.pieces.svg_parts import PAPER, Box, below, element, moved, told

_NARROWEST: Final = 200
_EDGE: Final = 14
_GAP: Final = 16
_CLOSE: Final = 4


def svg(scene: Scene, width: int = 640) -> str:
    """The scene as one picture that stands by itself, ``width`` pixels wide (200 at least) and as high as it must be.

    The picture has a title and a description in words, and so have its blocks and pieces. A piece that stands for moves
    is a button: ``data-move`` holds their canonical texts, a line feed between two. Where there is no such piece, the
    whole is one image; otherwise a group, since what is inside an image is out of reach for those who listen.
    (Since API 1.1.)
    """
    width = max(_NARROWEST, width)
    said = scene_words.words(scene)
    drawn = below(_blocks(scene, width - 2 * _EDGE), _GAP)
    height = ceil(drawn.height) + 2 * _EDGE
    paper = element("rect", x=0, y=0, width=width, height=height, rx=6, fill=PAPER)
    return element(
        "svg",
        told("title", said[0] if said else "") + told("desc", " ".join(said)) + paper + moved(drawn, _EDGE, _EDGE),
        xmlns="http://www.w3.org/2000/svg",
        role="group" if any(map(_can_be_chosen, _pieces(scene))) else "img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
    )


def _blocks(scene: Scene, room: float) -> list[Box]:
    """Sentences that follow each other stand together."""
    grouped = groupby(scene, lambda found: isinstance(found, Text))
    groups = [(said, [block(found, room) for found in blocks]) for said, blocks in grouped]
    return [box for said, boxes in groups for box in ([below(boxes, _CLOSE)] if said else boxes)]


def _pieces(scene: Scene) -> list[Piece]:
    held = [found.pieces for found in scene if isinstance(found, Pieces)]
    laid = [row for found in scene if isinstance(found, Grid) for row in found.rows]
    return [piece for row in (*held, *laid) for piece in row if piece is not None]


def _can_be_chosen(piece: Piece) -> bool:
    return bool(piece.moves)
