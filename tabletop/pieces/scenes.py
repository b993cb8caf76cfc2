"""What a table looks like, as values: a scene is a sequence of blocks, each made of pieces, numbers or texts.

The host draws one scene for every reader: as text at a terminal, in words, as a picture in a browser. All of its texts
are single lines without markup, and all but those of moves and pieces may hold sentences of ``who``. (Since API 1.1.)
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import chain, repeat
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from tabletop.i18n import Texts
from tabletop.lines import harmless
from tabletop.naming import MARK, unmarked

_ = Texts(__file__)


PLAYABLE: Final = "playable"
"""The mark of a piece that can be played now."""


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
    """short words on it, such as ``new``; ``left`` and ``right`` say where a tile fits, ``playable`` that it can be"""
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
    """Tiles in a line, each as it lies: its left half and its right half; with a spinner, tiles above and below it."""

    label: str
    laid: tuple[tuple[int, int], ...]
    spinner: int = -1
    """which tile of the line has arms, from 0; -1: none"""
    up: tuple[tuple[int, int], ...] = ()
    """the arm above the spinner, from there outward: the inner half and the outer half"""
    down: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Grid:
    """Pieces in rows of equal length, from the top: one without a text is an empty place, None is no place at all."""

    label: str
    rows: tuple[tuple[Piece | None, ...], ...]
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
    """the newest last: where there is no room for all, those before it are only counted"""
    total: tuple[str, ...] = ()
    """a last row below a line; empty: none"""


Block = Text | Pieces | Train | Grid | Track | Sheet
Scene = tuple[Block, ...]

MOST_PIECES: Final = 2_000
LARGEST: Final = 64_000
"""Bytes of the scene as JSON."""
JSON_VERSION: Final = 1
"""Of a scene as JSON, see ``docs/reference/scene.md``."""
_LARGEST_NUMBER: Final = 10**9
_CANONICAL: Final = {(Piece, "text"), (Piece, "moves")}
"""Texts that nothing may be put into."""
_KINDS: Final = get_args(get_type_hints(Piece)["kind"])
_WITH_PARTS: Final = {Piece, *get_args(Block)}
_MARKED: Final = repr(MARK)[1:-1]
"""How a mark looks where a block is written out."""
_MARKUP: Final = re.compile(r"<[/!?]?[A-Za-z][^<>]*>|<!--|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|amp|lt|gt|quot|apos|nbsp);")


def check(scene: Any) -> str:
    """Why this isn't a scene; empty if it is one."""
    if is_sound(scene):
        return ""
    try:
        _Checking().check(scene)
    except ValueError as why:
        return str(why)
    return ""


def said(scene: Scene, say: Callable[[str], str]) -> Scene:
    """The scene with ``say`` of each text that may hold sentences of ``who``."""
    return tuple([_said(block, say) for block in scene])


def named(scene: Scene, say: Callable[[str], str]) -> Scene:
    """The same where ``say`` leaves texts without sentences of ``who`` as they are: at once where there are none."""
    return said(scene, say) if _MARKED in repr(scene) else scene


def beside(scene: Scene, scores: tuple[int, ...]) -> Scene:
    """What of a scene is shown where the scores stand beside it: no track without a label that says just those."""
    found: Scene = ()
    for block in scene:
        if not (type(block) is Track and block.values == scores and not block.label):
            found = (*found, block)
    return found


def _said(value: Any, say: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, tuple):
        return tuple([_said(part, say) for part in value])
    if type(value) not in _WITH_PARTS:
        return value
    kept = {"kind", *(name for kind, name in _CANONICAL if kind is type(value))}
    changed = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in kept}
    return replace(value, **{name: _said(part, say) for name, part in changed.items()})


def as_json(scene: Scene) -> list[dict[str, Any]]:
    """The scene as JSON holds it: each block says what it is, such as ``sheet``."""
    return [{"block": type(block).__name__.lower(), **asdict(block)} for block in scene]


@lru_cache(maxsize=32)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


class _Parts(NamedTuple):
    """What a scene is made of, gathered to be looked at together."""

    texts: list[Any]
    """that may hold sentences of ``who``"""
    canonical: list[Any]
    numbers: list[Any]
    pieces: list[int]
    """how many there are in each row"""


def is_sound(scene: Any) -> bool:
    """Whether this is surely a scene, as nearly all are, found without a call for each part; ``check`` knows of all."""
    if type(scene) is not tuple:
        return False
    parts = _Parts([], [], [], [])
    try:
        for block in scene:
            if type(block) is Text:
                parts.texts.append(block.text)
            elif not _TAKES[type(block)](parts, block):
                return False
    except (AttributeError, KeyError, TypeError):
        return False
    return _are_bounded(parts, len(scene))


def _are_bounded(parts: _Parts, blocks: int) -> bool:
    """Texts that are printable and hold no markup, numbers that are not too large, all of it small at the most."""
    texts, canonical, numbers, pieces = parts
    if {*map(type, texts), *map(type, canonical)} - {str} or {*map(type, numbers)} - {int}:
        return False
    text, fixed = "".join(texts), "".join(canonical)
    most = 6 * len(text + fixed) + 8 * len(texts + canonical) + 80 * sum(pieces) + 30 * len(numbers) + 100 * blocks
    written = (unmarked(text) if MARK in text else text) + fixed
    return (
        written.isprintable()
        and not ("<" in written or "&" in written)
        and -_LARGEST_NUMBER <= min(numbers, default=0) <= max(numbers, default=0) <= _LARGEST_NUMBER
        and most <= LARGEST
        and sum(pieces) <= MOST_PIECES
    )


def _take_row(parts: _Parts, pieces: Any, also: tuple[object, ...] = ()) -> bool:
    if type(pieces) is not tuple or len(pieces) > MOST_PIECES:
        return False
    for piece in pieces:
        if type(piece) is Piece and piece.kind in _KINDS and type(piece.marks) is type(piece.moves) is tuple:
            parts.texts.extend((piece.kind, piece.label, *piece.marks))
            parts.canonical.extend((piece.text, *piece.moves))
        elif piece not in also:
            return False
    parts.pieces.append(len(pieces))
    return True


def _take_pieces(parts: _Parts, block: Pieces) -> bool:
    parts.texts.append(block.label)
    return _take_row(parts, block.pieces)


def _take_grid(parts: _Parts, block: Grid) -> bool:
    if {*map(type, (block.rows, block.row_labels, block.column_labels))} != {tuple}:
        return False
    parts.texts.extend((block.label, *block.row_labels, *block.column_labels))
    return all(map(_take_row, repeat(parts), block.rows, repeat((None,)))) and _agrees(block)


def _take_train(parts: _Parts, block: Train) -> bool:
    parts.texts.append(block.label)
    parts.numbers.append(block.spinner)
    for laid in (block.laid, block.up, block.down):
        if type(laid) is not tuple or {*map(type, laid)} - {tuple} or {*map(len, laid)} - {2}:
            return False
        parts.numbers.extend(chain.from_iterable(laid))
        parts.pieces.append(len(laid))
    return _agrees(block)


def _take_track(parts: _Parts, block: Track) -> bool:
    if type(block.names) is not tuple or type(block.values) is not tuple:
        return False
    parts.texts.extend((block.label, *block.names))
    parts.numbers.extend((*block.values, block.goal))
    return _agrees(block)


def _take_sheet(parts: _Parts, block: Sheet) -> bool:
    if type(block.rows) is not tuple or {*map(type, (block.columns, block.total, *block.rows))} != {tuple}:
        return False
    parts.texts.extend((block.label, *block.columns, *block.total, *chain.from_iterable(block.rows)))
    return _agrees(block)


_TAKES: Final[Mapping[type, Callable[[_Parts, Any], bool]]] = {
    Pieces: _take_pieces,
    Grid: _take_grid,
    Train: _take_train,
    Track: _take_track,
    Sheet: _take_sheet,
}


class _Checking:
    """Goes through one scene, and stops as soon as it is too large."""

    def __init__(self) -> None:
        self.pieces = self.size = 0

    def check(self, scene: Any) -> None:
        """Raises ValueError."""
        self._value("a scene", scene, Scene)
        if len(json.dumps([asdict(block) for block in scene], ensure_ascii=False).encode()) > LARGEST:
            raise self._too_large()

    def _too_large(self) -> ValueError:
        return ValueError(_("it takes more than {most} kB").format(most=LARGEST // 1_000))

    def _value(self, where: str, value: Any, hint: Any, *, canonical: bool = False) -> None:
        self.size += 1
        if self.size > LARGEST:
            raise self._too_large()
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is UnionType:
            if type(value) not in arguments:
                raise _wrong(where, value, "Piece" if Piece in arguments else _("a block"))
            if value is not None:
                self._parts(value, type(value))
        elif origin is tuple:
            self._tuple(where, value, arguments, canonical=canonical)
        elif origin is Literal:
            if type(value) is not str or value not in arguments:
                raise _wrong(where, value, ", ".join(arguments))
        elif type(value) is not hint and not (hint is str and isinstance(value, str)):
            raise _wrong(where, value, hint.__name__)
        else:
            self._single(where, value, canonical=canonical)

    def _single(self, where: str, value: Any, *, canonical: bool) -> None:
        if isinstance(value, str):
            self._text(where, value, canonical=canonical)
        elif not isinstance(value, int):
            self._parts(value, type(value))
        elif abs(value) > _LARGEST_NUMBER:
            raise ValueError(_("{where} holds too large a number").format(where=where))

    def _tuple(self, where: str, value: Any, hints: tuple[Any, ...], *, canonical: bool) -> None:
        endless = hints[-1] is Ellipsis
        if type(value) is not tuple or not (endless or len(value) == len(hints)):
            raise _wrong(where, value, "tuple")
        for part, hint in zip(value, hints if not endless else hints[:1] * len(value), strict=True):
            self._value(where, part, hint, canonical=canonical)

    def _text(self, where: str, text: str, *, canonical: bool) -> None:
        self.size += len(text)
        if self.size > LARGEST:
            raise self._too_large()
        plain = text if canonical else unmarked(text)
        if "\n" in plain or harmless(plain) != plain:
            raise ValueError(_("{where} holds a control character, or more than a line").format(where=where))
        if markup := _MARKUP.search(plain):
            raise ValueError(_("{where} holds markup, “{found}”").format(where=where, found=markup[0][:40]))

    def _parts(self, value: Any, kind: type) -> None:
        if kind is Piece:
            self.pieces += 1
        if kind is Train:
            self.pieces += sum(len(part) for part in (value.laid, value.up, value.down) if type(part) is tuple)
        if self.pieces > MOST_PIECES:
            raise ValueError(_("it has more than {most} pieces").format(most=MOST_PIECES))
        for name, hint in _hints(kind).items():
            canonical = (kind, name) in _CANONICAL
            self._value(f"{kind.__name__}.{name}", getattr(value, name, None), hint, canonical=canonical)
        if kind is not Piece and not _agrees(value):
            raise ValueError(_("the parts of a {kind} are not as many as each other").format(kind=kind.__name__))


def _wrong(where: str, value: Any, wanted: str) -> ValueError:
    said = _("{where} holds {found} where the contract says {wanted}")
    found = repr(value)[:80] if isinstance(value, str) else type(value).__name__
    return ValueError(said.format(where=where, found=found, wanted=wanted))


def _agrees(block: Block) -> bool:
    """Whether what stands side by side is as long, and what a block can't be drawn without is there."""
    if isinstance(block, Sheet):
        lengths = {len(row) for row in (*block.rows, block.total or block.columns)}
        return bool(block.columns) and lengths == {len(block.columns)}
    if isinstance(block, Grid):
        width = len(block.rows[0]) if block.rows else 0
        labels = len(block.row_labels) in (0, len(block.rows)) and len(block.column_labels) in (0, width)
        return labels and {len(row) for row in block.rows} <= {width}
    if isinstance(block, Track):
        return len(block.names) == len(block.values) and block.goal > 0
    if isinstance(block, Train):
        arms = -1 <= block.spinner < len(block.laid) and (block.spinner >= 0 or not (block.up or block.down))
        return arms and min(chain.from_iterable((*block.laid, *block.up, *block.down)), default=0) >= 0
    return True
