"""Tables as arrays, for playing many rounds at once. A set of tiles is a 64-bit number, as in ``position``."""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tabletop_dominoes_passing.moves import MoveTables

Sets = NDArray[np.int64]
"""A set of tiles for each row."""
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Array = NDArray[Any]

PER_PIP: Final = 0.8
PER_DOUBLE: Final = 4.0
_CHUNK_BITS: Final = 11
_CHUNK: Final = (1 << _CHUNK_BITS) - 1


class ArrayTables:
    """What ``MoveTables`` knows, in arrays that are indexed by the numbers at the ends."""

    def __init__(self, tables: MoveTables) -> None:
        self.numbers = numbers = tables.max_pip + 1
        count = len(tables.tiles)
        halves = range(numbers)
        number = tables.number
        index = [[number[max(a, b), min(a, b)] for b in halves] for a in halves]  # type: ignore[index]
        self.tile: Numbers = np.array(index, dtype=np.int64)
        """``[a, b]``: the number of the tile with these halves"""
        self.bit: Sets = np.left_shift(np.int64(1), self.tile)
        suits = np.array(tables.suits[:numbers], dtype=np.int64)
        self.suits: Sets = suits
        self.fitting: Sets = suits[:, None] | suits[None, :]
        """``[a, b]``: the tiles that fit one of these ends"""
        self.pips: Numbers = np.array([tile.pips for tile in tables.tiles], dtype=np.int64)
        self._chunks = _pips_by_chunk(self.pips)
        self.high: Numbers = np.array([tile.high for tile in tables.tiles], dtype=np.int64)
        self.low: Numbers = np.array([tile.low for tile in tables.tiles], dtype=np.int64)
        double = self.high == self.low
        worth = (PER_PIP * self.pips + PER_DOUBLE * double).astype(np.float32)
        self.worth: Floats = worth[self.tile]
        """``[a, b]``: what setting the tile is worth by itself, see ``suits.score_plays``"""
        self.first_worth: Floats = worth
        self.bits: Sets = np.left_shift(np.int64(1), np.arange(count, dtype=np.int64))
        self.first_fitting: Sets = self.fitting[self.high, self.low]
        self.other: Floats = (1 - np.eye(numbers)).astype(np.float32)
        """``[a, b]``: 0 for a double, else 1"""

    def pips_of(self, sets: Sets) -> Numbers:
        """The pips of each set."""
        total: Numbers = self._chunks[0][sets & _CHUNK]
        for number, pips in enumerate(self._chunks[1:], 1):
            total = total + pips[sets >> number * _CHUNK_BITS & _CHUNK]
        return total


def _pips_by_chunk(pips: Numbers) -> list[Numbers]:
    """The pips of every set of the first so many tiles, of the next so many, and so on: a set is looked up in parts."""
    found = []
    for start in range(0, len(pips), _CHUNK_BITS):
        members = np.arange(_CHUNK + 1)[:, None] >> np.arange(len(pips[start : start + _CHUNK_BITS])) & 1
        found.append((members * pips[start : start + _CHUNK_BITS]).sum(axis=1))
    return found


@lru_cache(maxsize=2)
def tables_for(max_pip: int) -> ArrayTables:
    """The tables of a double-``max_pip`` set."""
    return ArrayTables(MoveTables(max_pip))


def count(sets: Sets) -> NDArray[np.uint8]:
    """How many tiles are in each set."""
    return np.bitwise_count(sets)
