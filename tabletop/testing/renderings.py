"""A scene as text, in words and as a picture, held against each other."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final
from xml.etree import ElementTree

from tabletop.illegal import IllegalMove
from tabletop.pieces import cards, cells, scene_svg, scene_text, scene_words, svg_parts
from tabletop.pieces.scenes import Block, Grid, Piece, Scene, Sheet, Text, Track, Train
from tabletop.style import Style
from tabletop.testing.shown import pieces_of

WIDEST: Final = 24
"""Columns of what stands on a piece."""
_TOLD_ROWS: Final = 12
_WIDE: Final = Style(2_000, height=100_000)
_COMPACT: Final = _WIDE._replace(compact=True)
_SVG: Final = "{http://www.w3.org/2000/svg}"


def rendering_fault(scene: Scene) -> str:
    """What can't be told apart in a scene, or gets lost when it is drawn or told; empty when nothing does.

    The scene is one that ``scenes.check`` has nothing against, with names in place of sentences of ``who``.
    """
    return next(chain(_alike(scene), _too_wide(scene), lost(scene)), "")


# What a scene must not hold


def _alike(scene: Scene) -> Iterator[str]:
    labels = Counter((type(block).__name__, block.label) for block in scene if not isinstance(block, Text))
    for (kind, label), count in labels.items():
        if count > 1:
            yield f"{count} blocks {kind} with the label “{label}”"
    for block in scene:
        texts: dict[str, str] = {}
        for piece in pieces_of(block):
            said = piece.label or scene_words.piece_words(piece)
            if piece.text != texts.setdefault(said, piece.text):
                yield f"“{texts[said]}” and “{piece.text}”, which are both called “{said}”"


def _too_wide(scene: Scene) -> Iterator[str]:
    for piece in chain.from_iterable(map(pieces_of, scene)):
        if cells.width(piece.text) > WIDEST:
            yield f"a piece with a text of more than {WIDEST} columns: “{piece.text[:60]}”"


# What is made of it


def lost(scene: Scene) -> Iterator[str]:
    """What a scene holds and one of its forms doesn't: as text, in words, and as a picture, seen and told."""
    yield from _missing("as text", scene_text.text(scene, _WIDE), scene, _drawn_large, _rows)
    yield from _missing("as compact text", scene_text.text(scene, _COMPACT), scene, _drawn_piece, _rows)
    yield from _missing("in words", " ".join(scene_words.words(scene)), scene, scene_words.piece_words, _told_rows)
    picture = ElementTree.fromstring(scene_svg.svg(scene))
    seen = " ".join(element.text or "" for element in picture.iter(f"{_SVG}text"))
    told = " ".join(element.text or "" for element in picture.findall(f".//{_SVG}g/{_SVG}title"))
    texts = " ".join(element.get("data-text", "") for element in picture.iter())
    yield from _missing("as a picture", seen, scene, None, _rows)
    yield from _missing("told of the picture", told, scene, scene_words.piece_words, _told_rows)
    yield from _missing("named in the picture", texts, scene, lambda piece: piece.text, None)


_Said = Callable[[Piece], str]
_Rows = Callable[[Sheet], tuple[tuple[str, ...], ...]]


def _missing(form: str, found: str, scene: Scene, of_piece: _Said | None, rows: _Rows | None) -> Iterator[str]:
    joined = _joined(found)
    trains = sum(isinstance(block, Train) for block in scene)
    for block in scene:
        wanted = [of_piece(piece) for piece in pieces_of(block) if _stands(piece)] if of_piece else []
        if rows is not None:
            wanted += _texts(block, rows, labelled=trains > 1 or not isinstance(block, Train))
            wanted += _numbers(block) if of_piece else ()
        for text in wanted:
            if _joined(text) not in joined:
                yield f"“{text[:200]}”, which is not there {form}"


def _joined(text: str) -> str:
    """A text without spaces, since lines may break anywhere."""
    return "".join(svg_parts.plain(text).split())


def _stands(piece: Piece | None) -> bool:
    return piece is not None and bool(piece.text or piece.marks or piece.kind == "back")


def _texts(block: Block, rows: _Rows, *, labelled: bool) -> Iterator[str]:
    """What every form of a block holds beside its pieces."""
    if isinstance(block, Text):
        yield block.text
        return
    if labelled:
        yield block.label
    if isinstance(block, Sheet):
        filled = bool(block.rows or block.total)
        yield from chain(block.columns[1:] if filled else (), *rows(block), block.total)
    elif isinstance(block, Track):
        yield from chain(block.names, map(str, block.values))
    elif isinstance(block, Grid):
        yield from (name for name, row in zip(block.row_labels, block.rows, strict=False) if any(map(_stands, row)))


def _numbers(block: Block) -> Iterator[str]:
    """Of the tiles of a train, which a picture shows as pips."""
    if isinstance(block, Train):
        yield from map(str, chain.from_iterable((*block.laid, *block.up, *block.down)))


def _rows(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    return sheet.rows


def _told_rows(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """Of a long sheet the last rows are told."""
    return sheet.rows[-_TOLD_ROWS:]


def _drawn_piece(piece: Piece) -> str:
    if piece.kind == "card":
        try:
            return cards.sign(cards.parse(piece.text), _WIDE)[:-1]
        except IllegalMove:
            pass
    return piece.text


def _drawn_large(piece: Piece) -> str:
    """A die has pips for its number."""
    return "" if piece.kind == "die" and piece.text in "123456" else _drawn_piece(piece)
