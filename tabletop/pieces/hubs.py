"""Several trains that begin at one tile in the middle, as in Mexican Train: one for each seat, and a common one.
(Since API 1.1.)

Every train begins with the number of that double, the engine, and has one end. A train may be open to all.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from tabletop.i18n import Texts
from tabletop.pieces import cells, scenes, trains
from tabletop.pieces.tiles import Tile, number_words
from tabletop.style import Style

_ = Texts(__file__)


class Hub(NamedTuple):
    """The engine's number, the trains from it outward, and which of them are open to all."""

    engine: int
    trains: tuple[trains.Train, ...]
    open: tuple[bool, ...]

    @classmethod
    def begin(cls, engine: int, own: int, common: int = 1) -> Self:
        """Empty trains: ``own`` that are closed, one for each seat, then ``common`` ones that are open.

        >>> Hub.begin(12, own=2)
        Hub(engine=12, trains=((), (), ()), open=(False, False, True))
        """
        return cls(engine, ((),) * (own + common), (False,) * own + (True,) * common)

    def ends(self) -> tuple[int, ...]:
        """The number at the end of each train: the engine's where nothing lies yet."""
        return tuple(train[-1][1] if train else self.engine for train in self.trains)

    def fits(self, tile: Tile, seat: int) -> tuple[int, ...]:
        """The trains, from 0, to which a seat may add a tile: its own one and those that are open.

        >>> Hub.begin(12, own=2).fits(Tile(12, 3), seat=0)
        (0, 2)
        """
        ends = self.ends()
        return tuple(
            number for number, is_open in enumerate(self.open) if (is_open or number == seat) and ends[number] in tile
        )

    def lay(self, tile: Tile, number: int) -> Self:
        """The trains with one more tile at one of them, from 0. Raises ValueError when it doesn't fit there."""
        end = self.ends()[number]
        if end not in tile:
            raise ValueError(f"{tile} doesn't fit {end}")
        train = (*self.trains[number], (end, tile.pips - end))
        return self._replace(trains=(*self.trains[:number], train, *self.trains[number + 1 :]))

    def opened(self, number: int, *, to_all: bool = True) -> Self:
        """The trains with one of them, from 0, open to all, or closed again."""
        return self._replace(open=(*self.open[:number], to_all, *self.open[number + 1 :]))

    def notation(self) -> str:
        """All trains in one line, the engine first; a star after the number of one that is open.

        >>> Hub.begin(12, own=1).lay(Tile(12, 3), 0).notation()
        '12|12 1: 12|3 2*:'
        """
        parts = [f"{self.engine}|{self.engine}"]
        for number, (train, is_open) in enumerate(zip(self.trains, self.open, strict=True), 1):
            parts.append(f"{number}{'*' if is_open else ''}: {trains.notation(train)}".rstrip())
        return " ".join(parts)

    def words(self, names: Sequence[str]) -> list[str]:
        """A sentence for each train, by its name: its length, its end, whether it is open, and its tiles.

        >>> Hub.begin(12, own=1).lay(Tile(12, 3), 0).words(["Ada", "Mexican"])
        ['Ada: 1 tile, ends in three: 12|3.', 'Mexican (open): no tile, ends in twelve.']
        """
        return [self._sentence(number, self._called(name, number)) for number, name in enumerate(names)]

    def _called(self, name: str, number: int) -> str:
        return _("{name} (open)").format(name=name) if self.open[number] else name

    def _sentence(self, number: int, name: str) -> str:
        train, end = self.trains[number], number_words(self.ends()[number])
        if not train:
            return _("{name}: no tile, ends in {end}.").format(name=name, end=end)
        return _.plural(
            "{name}: {n} tile, ends in {end}: {tiles}.",
            "{name}: {n} tiles, ends in {end}: {tiles}.",
            len(train),
            name=name,
            end=end,
            tiles=trains.notation(train),
        )

    def picture(self, names: Sequence[str], style: Style) -> str:
        """The trains below each other, the engine before them; in small where the screen is too low.

        >>> print(Hub.begin(3, own=1).lay(Tile(6, 3), 0).picture(["Ada", "Mexican"], Style(compact=True)))
        [3]
        Ada: 3|6
        Mexican (open):
        """
        large = [] if style.compact else self._lines(names, style)
        if large and len(large) < style.height:
            return "\n".join(large)
        lines = [trains.small((self.engine, self.engine))]
        for number, name in enumerate(names):
            tiles = map(trains.small, self.trains[number])
            lines += cells.wrapped([*f"{self._called(name, number)}:".split(), *tiles], style.width, 2)
        return "\n".join(lines)

    def _lines(self, names: Sequence[str], style: Style) -> list[str]:
        lines = trains.picture(((self.engine, self.engine),), style).split("\n")
        for number, name in enumerate(names):
            lines += cells.wrapped(f"{self._called(name, number)}:".split(), style.width, 2)
            lines += trains.picture(self.trains[number], style).split("\n") if self.trains[number] else []
        return lines

    def blocks(self, names: Sequence[str], engine: str = "") -> tuple[scenes.Block, ...]:
        """The engine and the trains in a scene, each by its name. ``engine``: what stands before the engine."""
        first = scenes.Pieces(engine, (scenes.Piece("tile", f"{self.engine}-{self.engine}"),))
        laid = [scenes.Train(self._called(name, number), self.trains[number]) for number, name in enumerate(names)]
        return (first, *laid)
