"""Rectangular boards: places and their texts, neighbours, rays and lines, stones or letters on them, and how they look.

A ``Board`` is the shape alone. What stands on it is a tuple of texts, one for each place, empty where nothing stands:
a state holds that. Places are numbered from 0, row by row from the first row; ``c4`` names one. (Since API 1.1.)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from string import ascii_lowercase
from typing import Final, Literal

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import cells, scenes, tables
from tabletop.style import Style

_ = Texts(__file__)

DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))
"""Steps to all neighbours, in columns and rows; the first four are those that a line goes by."""
_WRITTEN: Final = re.compile(r"([a-z])([1-9][0-9]?)")
_MOST_LETTERS: Final = len(ascii_lowercase)
_MOST_NUMBERS: Final = 99
_EDGES: Final = ("│", "─", " ╶╴─╷┌┐┬╵└┘┴│├┤┼", "░")
_ASCII_EDGES: Final = ("|", "-", " " + "+" * 15, "#")
"""Lines of a board; where they meet, by whether one leads up, down, to the left and to the right; a hole in it."""


@dataclass(frozen=True)
class Board:
    """A board of so many columns and rows, at most 26 of those that are named by letters, 99 of the others."""

    columns: int
    rows: int
    letters: Literal["columns", "rows"] = "columns"
    """whether letters name the columns and numbers the rows (``c4``), or the other way round"""
    first_row: Literal["bottom", "top"] = "bottom"
    """where row 1 (or a) is drawn"""
    absent: tuple[int, ...] = ()
    """numbers of places that this board doesn't have: nothing stands there, and no way leads over them"""

    def __post_init__(self) -> None:
        """Raises ValueError for a board that can't be."""
        lettered, numbered = (self.columns, self.rows) if self.letters == "columns" else (self.rows, self.columns)
        if not (1 <= lettered <= _MOST_LETTERS and 1 <= numbered <= _MOST_NUMBERS):
            raise ValueError(f"a board can't have {self.columns} columns and {self.rows} rows")
        if not set(self.absent) < set(range(self.size)):
            raise ValueError(f"a board of {self.size} places can't be without {self.absent}")

    @property
    def size(self) -> int:
        """How many places there are, with those that are absent."""
        return self.columns * self.rows

    def empty(self) -> tuple[str, ...]:
        """A board with nothing on it."""
        return ("",) * self.size

    def put(self, stones: Sequence[str], place: int, stone: str) -> tuple[str, ...]:
        """The board with a stone on a place; an empty text takes away what stands there."""
        return (*stones[:place], stone, *stones[place + 1 :])

    # Texts

    def column_labels(self) -> tuple[str, ...]:
        """The names of the columns, from the left."""
        return _labels(self.columns, letters=self.letters == "columns")

    def row_labels(self) -> tuple[str, ...]:
        """The names of the rows, from the first."""
        return _labels(self.rows, letters=self.letters == "rows")

    def notation(self, place: int) -> str:
        """The canonical text of a place.

        >>> Board(8, 8).notation(26), Board(8, 8, letters="rows").notation(26)
        ('c4', 'd3')
        """
        column, row = self.column_labels()[place % self.columns], self.row_labels()[place // self.columns]
        return column + row if self.letters == "columns" else row + column

    def parse(self, text: str) -> int:
        """A place from its text, ``c4`` or ``C4``. Raises IllegalMove with the reason.

        >>> Board(8, 8).parse("C4")
        26
        """
        match = _WRITTEN.fullmatch(text.lower())
        if match is not None:
            letter, number = ascii_lowercase.index(match[1]), int(match[2]) - 1
            column, row = (letter, number) if self.letters == "columns" else (number, letter)
            if column < self.columns and row < self.rows and row * self.columns + column not in self.absent:
                return row * self.columns + column
        there = [place for place in range(self.size) if place not in self.absent]
        example = _("“{text}” is not a place on this board; the places go from {first} to {last}.")
        raise IllegalMove(example.format(text=text, first=self.notation(there[0]), last=self.notation(there[-1])))

    def parse_column(self, text: str) -> int:
        """A column, from 0, from its name or its number. Raises IllegalMove with the reason.

        >>> Board(7, 6).parse_column("d"), Board(7, 6).parse_column("4")
        (3, 3)
        """
        labels = self.column_labels()
        typed = text.strip().lower()
        if typed in labels:
            return labels.index(typed)
        if typed.isascii() and typed.isdigit() and len(typed) < 3 and 1 <= int(typed) <= self.columns:
            return int(typed) - 1
        wrong = _("“{text}” is not a column of this board; the columns go from {first} to {last}.")
        raise IllegalMove(wrong.format(text=text, first=labels[0], last=labels[-1]))

    # Ways over the board

    def step(self, place: int, columns: int, rows: int) -> int | None:
        """The place so many columns to the right and rows further on; None beyond the edge, and where none is."""
        column, row = place % self.columns + columns, place // self.columns + rows
        found = row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None
        return None if found in self.absent else found

    def neighbours(self, place: int, *, diagonal: bool = True) -> tuple[int, ...]:
        """The places beside a place: up to eight, or four without the diagonal ones.

        >>> Board(3, 3).neighbours(0), Board(3, 3).neighbours(4, diagonal=False)
        ((1, 3, 4), (5, 7, 3, 1))
        """
        return tuple(ray[0] for ray in _rays(self, place, diagonal=diagonal))

    def rays(self, place: int, *, diagonal: bool = True) -> tuple[tuple[int, ...], ...]:
        """The places on the way from a place to the edge, the nearest first, in each direction in which there are any.

        >>> Board(3, 3).rays(0)
        ((1, 2), (3, 6), (4, 8))
        """
        return _rays(self, place, diagonal=diagonal)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight lines of so many places: across, upright and diagonal.

        >>> len(Board(7, 6).lines(4)), Board(3, 3).lines(3)[0]
        (69, (0, 1, 2))
        """
        return _lines(self, length)

    def line(self, stones: Sequence[str], length: int, through: int | None = None) -> tuple[int, ...]:
        """The first line of so many equal stones, or an empty tuple; ``through``: only lines that hold that place.

        >>> Board(3, 3).line(("X", "O", "", "", "X", "O", "", "", "X"), 3)
        (0, 4, 8)
        """
        lines = _lines(self, length) if through is None else _lines_through(self, length)[through]
        for line in lines:
            stone = stones[line[0]]
            if stone and all(stones[place] == stone for place in line):
                return line
        return ()

    def drop(self, stones: Sequence[str], column: int) -> int | None:
        """The place where a stone comes to lie that falls into a column, from 0; None when the column is full.

        >>> Board(7, 6).drop(Board(7, 6).empty(), 3)
        3
        """
        places = range(column, self.size, self.columns)
        falling = places if self.first_row == "bottom" else reversed(places)
        return next((place for place in falling if not stones[place] and place not in self.absent), None)

    # How a board looks and reads

    def block(
        self,
        label: str,
        stones: Sequence[str],
        *,
        kind: Literal["stone", "letter", "card", "tile"] = "stone",
        names: Mapping[str, str] | None = None,
        marks: Mapping[int, str] | None = None,
        moves: Mapping[int, str] | None = None,
    ) -> scenes.Grid:
        """The board in a scene. ``names``: how stones are spoken; ``marks``: a short word on a place; ``moves``: the
        canonical text of the move that a place stands for, so that it can be chosen.
        """
        names, marks, moves = names or {}, marks or {}, moves or {}
        pieces = [
            None
            if place in self.absent
            else scenes.Piece(
                kind,
                stone,
                names.get(stone, ""),
                (marks[place],) if place in marks else (),
                (moves[place],) if place in moves else (),
            )
            for place, stone in enumerate(stones)
        ]
        rows = [tuple(pieces[start : start + self.columns]) for start in range(0, self.size, self.columns)]
        named = list(zip(rows, self.row_labels(), strict=True))
        shown = named if self.first_row == "top" else named[::-1]
        return scenes.Grid(
            label, tuple(row for row, _name in shown), tuple(name for _row, name in shown), self.column_labels()
        )

    def picture(self, stones: Sequence[str], style: Style, marked: Iterable[int] = ()) -> str:
        """The board in box drawing or ASCII, small where there is no room for that; ``marked`` stand in brackets.

        >>> print(Board(2, 2).picture(("X", "", "", "O"), Style(ascii=True), marked=[3]))
            a   b
          +---+---+
        2 |   |(O)|
          +---+---+
        1 | X |   |
          +---+---+
        """
        marked = set(marked)
        texts = [cells.plain(stone) if style.ascii else stone for stone in stones]
        texts = [f"({text or ' '})" if place in marked else text for place, text in enumerate(texts)]
        places = [None if place in self.absent else text for place, text in enumerate(texts)]
        rows = [places[start : start + self.columns] for start in range(0, self.size, self.columns)]
        step = 1 if self.first_row == "top" else -1
        large = not style.compact and 2 * self.rows + 2 < style.height
        return "\n".join(drawn(rows[::step], self.row_labels()[::step], self.column_labels(), style, large=large))

    def words(self, stones: Sequence[str], names: Mapping[str, str] | None = None) -> list[str]:
        """Where each kind of stone stands, in sentences. ``names``: how stones are spoken.

        >>> Board(2, 2).words(("X", "", "X", "O"))
        ['X: a1, a2.', 'O: b2.']
        """
        places: dict[str, list[str]] = {}
        for place, stone in enumerate(stones):
            if stone:
                places.setdefault(stone, []).append(self.notation(place))
        said = {(names or {}).get(stone, stone): ", ".join(found) for stone, found in places.items()}
        return [f"{name}: {found}." for name, found in said.items()] or [_("The board is empty.")]


def drawn(
    rows: Sequence[Sequence[str | None]],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    style: Style,
    *,
    large: bool,
) -> list[str]:
    """Rows of texts as a board in lines, from the top; as a table where it isn't ``large`` or the screen too small.
    None: there is no such place.
    """
    if large and _fits(lines := _lattice(rows, row_labels, column_labels, style), style):
        return lines
    empty = "." if style.ascii else "·"
    names = row_labels or ("",) * len(rows)
    heading = column_labels or ("",) * max(map(len, rows), default=0)
    body = [
        [name, *("" if text is None else text or empty for text in row)] for name, row in zip(names, rows, strict=True)
    ]
    if _fits(lines := _even(["", *heading], body), style):
        return lines
    return tables.drawn(["", *heading], body, [], style, gap=1)


def _fits(lines: Sequence[str], style: Style) -> bool:
    return bool(lines) and max(map(cells.width, lines)) <= style.width


def _even(heading: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Columns of one width, without lines between them; brackets are gap enough."""
    shown = [heading, *body] if any(heading) else body
    texts = [text for row in shown for text in row[1:]]
    before, wide = (max(map(cells.width, column), default=0) for column in ([row[0] for row in shown], texts))
    gap = "" if any(text.startswith("(") for text in texts) else " "
    lines = []
    for name, *row in shown:
        label = cells.padded(name, before, right=True) + " " if before else ""
        lines.append((label + gap.join(_centred(text, wide) for text in row)).rstrip())
    return lines


def _lattice(
    rows: Sequence[Sequence[str | None]], row_labels: Sequence[str], column_labels: Sequence[str], style: Style
) -> list[str]:
    columns = max(map(len, rows), default=0)
    if not columns:
        return []
    everything = [*(text or "" for row in rows for text in row), *column_labels]
    wide = max(3, *(cells.width(text) + (0 if text.startswith("(") else 2) for text in everything))
    before = max(map(cells.width, row_labels), default=0)
    indent = " " * (before + 1 if before else 0)
    edges = _Edges(rows, columns, style)
    lines = [f"{indent} {' '.join(_centred(label, wide) for label in column_labels)}".rstrip()] if column_labels else []
    for number, row in enumerate(rows):
        label = cells.padded(row_labels[number], before, right=True) + " " if before else ""
        sides = [edges.side(number, column) for column in range(columns + 1)]
        texts = [edges.hole(number, at, wide) if text is None else _centred(text, wide) for at, text in enumerate(row)]
        lines.append(f"{indent}{edges.above(number, wide)}".rstrip())
        lines.append((label + "".join(map(add, sides, [*texts, ""]))).rstrip())
    return [*lines, f"{indent}{edges.above(len(rows), wide)}".rstrip()]


class _Edges:
    """The lines around the places of a board, which has no line where no place is."""

    def __init__(self, rows: Sequence[Sequence[str | None]], columns: int, style: Style) -> None:
        self._there = {
            (at, column) for at, row in enumerate(rows) for column, text in enumerate(row) if text is not None
        }
        self._columns = columns
        self._upright, self._across, self._corners, self._filled = _ASCII_EDGES if style.ascii else _EDGES

    def side(self, row: int, column: int) -> str:
        """The line to the left of a place."""
        return self._upright if {(row, column), (row, column - 1)} & self._there else " "

    def _top(self, row: int, column: int) -> bool:
        return bool({(row, column), (row - 1, column)} & self._there)

    def hole(self, row: int, column: int, wide: int) -> str:
        """What is seen where no place is: it is filled where it would look like one."""
        closed = {(row - 1, column), (row + 1, column)} <= self._there and {
            (row, column - 1),
            (row, column + 1),
        } <= self._there
        return (self._filled if closed else " ") * wide

    def above(self, row: int, wide: int) -> str:
        """The line above a row whose places are so wide."""
        drawn = ""
        for column in range(self._columns + 1):
            upright = [self.side(row - 1, column) != " ", self.side(row, column) != " "]
            ways = (*upright, self._top(row, column - 1), self._top(row, column))
            drawn += self._corners[int("".join("01"[way] for way in ways), 2)]
            if column < self._columns:
                drawn += (self._across if self._top(row, column) else " ") * wide
        return drawn


def _centred(text: str, columns: int) -> str:
    return cells.padded(" " * ((columns - cells.width(text)) // 2) + text, columns)


def _labels(count: int, *, letters: bool) -> tuple[str, ...]:
    return tuple(ascii_lowercase[:count]) if letters else tuple(map(str, range(1, count + 1)))


@lru_cache(maxsize=4_096)
def _rays(board: Board, place: int, *, diagonal: bool) -> tuple[tuple[int, ...], ...]:
    rays = []
    for columns, rows in DIRECTIONS:
        if not diagonal and columns and rows:
            continue
        ray: list[int] = []
        found = board.step(place, columns, rows)
        while found is not None:
            ray.append(found)
            found = board.step(found, columns, rows)
        rays.append(tuple(ray))
    return tuple(ray for ray in rays if ray)


@lru_cache(maxsize=64)
def _lines(board: Board, length: int) -> tuple[tuple[int, ...], ...]:
    lines = []
    for columns, rows in DIRECTIONS[:4]:
        for place in range(board.size):
            places = [board.step(place, columns * step, rows * step) for step in range(length)]
            if None not in places:
                lines.append(tuple(found for found in places if found is not None))
    return tuple(lines)


@lru_cache(maxsize=64)
def _lines_through(board: Board, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(line for line in _lines(board, length) if place in line) for place in range(board.size))
