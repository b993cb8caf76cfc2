"""What the value network is told of a round, and where each input stands.

All is seen from the seat that has just moved; players are counted from it (0: itself, 1: the next one, ...). A count
of twelve or more is one class. The recipe is that of a small network with sparse inputs, as in Tesauro's TD-Gammon
(1995): what is held, what lies, who set what, and at which numbers each player passed or drew.
"""

from typing import Final, NamedTuple, Self

TILES: Final = 28
NUMBERS: Final = 7
CLASSES: Final = 13
PIPS: Final = 16
"""Pips, and points, are counted in units of so many."""


class Layout(NamedTuple):
    """The index of the first input of each group, for so many seats; ``size`` inputs in all."""

    seats: int
    hand: int
    """28: the tiles of its own hand"""
    played: int
    """28 for each player: the tiles it has set"""
    ends: int
    """28: the tile whose halves are the numbers at the ends"""
    idle: int
    """7 for each player: it passed or drew while this number lay at an end, at least once"""
    idle_again: int
    """the same, at least twice"""
    left_open: int
    """7 for each player: half of how often it set a tile at one end while this number, alone, lay at the other"""
    made: int
    """7 for each player: half of how often it made this number the new end"""
    held: int
    """13 for each player: how many tiles it holds"""
    drawable: int
    """13: how many tiles may still be drawn"""
    own_fits: int
    """13: how many tiles of its own fit the ends"""
    unseen_fits: int
    """13: how many unseen ones do"""
    passes: int
    """one for each number of passes in a row from 1 to the one that ends the round"""
    drew: int
    """1: the move is a draw"""
    pips: int
    """1 for each player: the pips it holds, as the seat would guess them"""
    size: int

    @classmethod
    def of(cls, seats: int) -> Self:
        """The layout for 2 to 4 seats; 96 + 71 inputs for each seat."""
        groups = [TILES, TILES * seats, TILES, *[NUMBERS * seats] * 4, CLASSES * seats, *[CLASSES] * 3, seats, 1, seats]
        starts = [sum(groups[:number]) for number in range(len(groups) + 1)]
        return cls(seats, *starts)
