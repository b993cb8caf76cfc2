"""A train with a spinner: tiles are set at both of its sides, and above and below it. (Since API 1.1.)

The first double is the spinner. Its arms above and below are open as soon as a tile lies at each of its sides, so that
there are up to four ends: ``left``, ``right``, ``up`` and ``down``.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from tabletop.i18n import N_, Texts
from tabletop.pieces import cells, scenes, trains
from tabletop.pieces.tiles import Tile, columns, number_words
from tabletop.style import Style

_ = Texts(__file__)

Arm = Literal["left", "right", "up", "down"]
ENDS: Final[tuple[Arm, ...]] = ("left", "right", "up", "down")
"""The names of all ends there can be."""
_SAID: Final = {
    "left": N_("{number} at the left"),
    "right": N_("{number} at the right"),
    "up": N_("{number} above"),
    "down": N_("{number} below"),
}


class Cross(NamedTuple):
    """The line through the spinner from left to right, which of its tiles is the spinner, and the arms."""

    line: trains.Train = ()
    spinner: int = -1
    """from 0; -1 as long as there is none"""
    up: trains.Train = ()
    """from the spinner outward, each tile as (inner half, outer half)"""
    down: trains.Train = ()

    def ends(self) -> dict[Arm, int]:
        """The numbers at the open ends; empty when nothing lies there yet.

        >>> Cross().lay(Tile(5, 5)).lay(Tile(5, 3), "left").lay(Tile(6, 5)).ends()
        {'left': 3, 'right': 6, 'up': 5, 'down': 5}
        """
        if not self.line:
            return {}
        found: dict[Arm, int] = {"left": self.line[0][0], "right": self.line[-1][1]}
        if 0 < self.spinner < len(self.line) - 1:
            number = self.line[self.spinner][0]
            found["up"] = self.up[-1][1] if self.up else number
            found["down"] = self.down[-1][1] if self.down else number
        return found

    def fits(self, tile: Tile) -> tuple[Arm, ...]:
        """The open ends that a tile fits; ``right`` for the first tile.

        >>> Cross(((4, 1),)).fits(Tile(4, 1))
        ('left', 'right')
        """
        if not self.line:
            return ("right",)
        return tuple([end for end, number in self.ends().items() if number in tile])

    def lay(self, tile: Tile, end: Arm = "right") -> "Cross":
        """The train with one more tile at an end. Raises ValueError when that isn't open or the tile doesn't fit."""
        if self.line and end not in self.fits(tile):
            raise ValueError(f"{tile} doesn't fit {end}, where {self.ends().get(end, 'nothing')} is open")
        if end in ("left", "right"):
            side: trains.End = "left" if end == "left" else "right"
            line = trains.lay(self.line, tile, side)
            if self.spinner >= 0:
                return self._replace(line=line, spinner=self.spinner + (end == "left"))
            at = 0 if end == "left" else len(line) - 1
            return self._replace(line=line, spinner=at if tile.is_double else -1)
        inner = self.ends()[end]
        laid = (inner, tile.pips - inner)
        return self._replace(up=(*self.up, laid)) if end == "up" else self._replace(down=(*self.down, laid))

    def total(self) -> int:
        """The sum of the ends as it scores in Muggins: a double at an end counts both halves, an arm without a tile
        nothing.

        >>> Cross().lay(Tile(5, 5)).total(), Cross().lay(Tile(5, 5)).lay(Tile(5, 3)).total()
        (10, 13)
        """
        if len(self.line) <= 1:
            return sum(sum(laid) for laid in self.line)
        outer = [self.line[0][::-1], self.line[-1], *(arm[-1] for arm in (self.up, self.down) if arm)]
        return sum(end if inner != end else 2 * end for inner, end in outer)

    def notation(self) -> str:
        """The train in one line, each tile as it lies, the spinner with a star.

        >>> Cross(((3, 5), (5, 5), (5, 6)), 1, up=((5, 1),)).notation()
        '3|5 5|5* 5|6 up 5|1'
        """
        line = [f"{left}|{right}{'*' if at == self.spinner else ''}" for at, (left, right) in enumerate(self.line)]
        up = f"up {trains.notation(self.up)}" if self.up else ""
        down = f"down {trains.notation(self.down)}" if self.down else ""
        return " ".join(part for part in (*line, up, down) if part)

    def words(self) -> str:
        """The length and the ends in one sentence, and all tiles as they lie.

        >>> Cross(((3, 5), (5, 5), (5, 6)), 1, up=((5, 1),)).words()[:75]
        'The train of 4 tiles ends in three at the left, six at the right, one above'
        """
        if not self.line:
            return _("The train is empty.")
        return self._words([number_words(number) for number in self.ends().values()], self.notation())

    def aloud(self) -> str:
        """The same in the notation of moves alone. (Since API 1.1.)

        >>> Cross(((3, 5), (5, 5), (5, 6)), 1, up=((5, 1),)).aloud()
        'The train of 4 tiles ends in 3 at the left, 6 at the right, 1 above, 5 below: 5-3, 5-5, 6-5; 5-1 above.'
        """
        if not self.line:
            return _("The train is empty.")
        arms = [(end, arm) for end, arm in (("up", self.up), ("down", self.down)) if arm]
        parts = [trains.listed(self.line), *(_(_SAID[end]).format(number=trains.listed(arm)) for end, arm in arms)]
        return self._words([str(number) for number in self.ends().values()], "; ".join(parts))

    def _words(self, numbers: Sequence[str], tiles: str) -> str:
        said = [_(_SAID[end]).format(number=number) for end, number in zip(self.ends(), numbers, strict=True)]
        return _.plural(
            "The train of {n} tile ends in {ends}: {tiles}.",
            "The train of {n} tiles ends in {ends}: {tiles}.",
            len(self.line) + len(self.up) + len(self.down),
            ends=", ".join(said),
            tiles=tiles,
        )

    def picture(self, style: Style) -> str:
        """The spinner standing across the line, its arms above and below; in small where there is no room for that.

        >>> print(Cross(((3, 5), (5, 5), (5, 6)), 1, down=((5, 1),)).picture(Style(ascii=True)))
             +-+
        +-+-+|5|+-+-+
        |3|5|+-+|5|6|
        +-+-+|5|+-+-+
             +-+
             +-+
             |5|
             +-+
             |1|
             +-+
        """
        if not (self.up or self.down):
            return trains.picture(self.line, style)
        lines = [] if style.compact else self._lines(style)
        if lines and len(lines) < style.height and max(map(len, lines)) <= style.width:
            return "\n".join(lines)
        rows = [("", self.line), (_("above:"), self.up), (_("below:"), self.down)]
        small = [[label, *map(trains.small, train)] for label, train in rows if train]
        return "\n".join(
            line for row in small for line in cells.wrapped([part for part in row if part], style.width, 2)
        )

    def _lines(self, style: Style) -> list[str]:
        wide = columns((*self.line, *self.up, *self.down))
        drawn = [
            (trains.standing if left == right else trains.lying)(left, right, wide, style) for left, right in self.line
        ]
        before = sum(len(tile[0]) for tile in drawn[: self.spinner])
        above = [line for inner, outer in self.up[::-1] for line in _upright(outer, inner, wide, before, style)]
        below = [line for inner, outer in self.down for line in _upright(inner, outer, wide, before, style)]
        middle = ["".join(tile[row] for tile in drawn) for row in range(5)]
        return [line.rstrip() for line in (*above, *middle, *below)]

    def block(self, label: str) -> scenes.Train:
        """The train in a scene."""
        return scenes.Train(label, self.line, self.spinner, self.up, self.down)


def of(block: scenes.Train) -> Cross:
    """The train that a block of a scene shows."""
    return Cross(block.laid, block.spinner, block.up, block.down)


def _upright(upper: int, lower: int, wide: int, before: int, style: Style) -> list[str]:
    """The lines of a tile of an arm, so many columns from the left; a double lies across."""
    if upper != lower:
        return [" " * before + line for line in trains.standing(upper, lower, wide, style)]
    return [" " * (before - (wide + 1) // 2) + line for line in trains.lying(upper, lower, wide, style)[1:4]]
