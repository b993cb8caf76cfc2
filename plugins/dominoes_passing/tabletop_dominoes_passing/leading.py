"""Who leads a round because of a tile, and what that tells the others."""

from collections.abc import Sequence

from tabletop import tiles
from tabletop_dominoes_passing.moves import MoveTables, members


def strongest(tables: MoveTables, hand: int, doubles_first: bool) -> int:
    """The tile of a set that leads: the highest double where those come first, else the heaviest, else the higher."""
    return max(members(hand), key=lambda number: _strength(tables.tiles[number], doubles_first))


def stronger_than(tables: MoveTables, tile: int, doubles_first: bool) -> int:
    """The set of the tiles that would have led in place of ``tile``: nobody was dealt one of them."""
    bar = _strength(tables.tiles[tile], doubles_first)
    return sum(1 << number for number, other in enumerate(tables.tiles) if _strength(other, doubles_first) > bar)


def bound_leader(tables: MoveTables, hands: Sequence[int], doubles_first: bool) -> tuple[int, int]:
    """The seat that leads and the tile that it must set."""
    dealt = 0
    for hand in hands:
        dealt |= hand
    tile = strongest(tables, dealt, doubles_first)
    return next(seat for seat, hand in enumerate(hands) if hand >> tile & 1), tile


def _strength(tile: tiles.Tile, doubles_first: bool) -> tuple[bool, int, int]:
    return (doubles_first and tile.is_double, tile.pips, tile.high)
