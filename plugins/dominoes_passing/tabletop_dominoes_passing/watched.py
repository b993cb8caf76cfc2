"""What everybody has seen of many rounds, added up for each seat's network."""

from typing import NamedTuple, Self

import numpy as np

from tabletop_dominoes_passing.arrays import Floats, Numbers
from tabletop_dominoes_passing.layout import NUMBERS
from tabletop_dominoes_passing.network import Network


class Watched(NamedTuple):
    """One round a row. The arrays change as moves are made."""

    sums: Floats
    """``[row, seat, unit]``: the first layer's sums over what lies and what was done, as each seat's network counts"""
    idle: Numbers
    """``[row, seat, number]``: how often the seat has passed or drawn while the number lay at an end"""

    @classmethod
    def fresh(cls, network: Network, rows: int) -> Self:
        """Before the first move."""
        sums = np.tile(network.bias, (rows, network.seats, 1))
        return cls(sums, np.zeros((rows, network.seats, NUMBERS), dtype=np.int64))

    def set_first(self, network: Network, seat: int, rows: Numbers, tile: Numbers) -> None:
        """``seat`` has led with the tile in each of these rows."""
        for own, player in _players(network, seat):
            self.sums[rows, own] += network.played[player][tile]

    def set_tile(
        self, network: Network, seat: int, rows: Numbers, tile: Numbers, other: Numbers, new: Numbers, apart: Floats
    ) -> None:
        """``seat`` has set the tile in each of these rows.

        ``other`` lies at the other end, ``new`` is what lies at this end now; ``apart`` is 1 where the ends were not
        alike before, else 0.
        """
        for own, player in _players(network, seat):
            more = network.played[player][tile] + network.made[player][new]
            self.sums[rows, own] += more + network.left_open[player][other] * apart[:, None]

    def idled(self, network: Network, seat: int, rows: Numbers, left: Numbers, right: Numbers) -> None:
        """``seat`` has passed or drawn in each of these rows, with these numbers at the ends."""
        apart = np.flatnonzero(left != right)
        for where, number in ((rows, left), (rows[apart], right[apart])):
            before = np.minimum(self.idle[where, seat, number], 2)
            for own, player in _players(network, seat):
                self.sums[where, own] += network.idle[player][before, number]
            self.idle[where, seat, number] += 1


def _players(network: Network, seat: int) -> list[tuple[int, int]]:
    """Each seat, and which player ``seat`` is as that seat counts."""
    return [(own, (seat - own) % network.seats) for own in range(network.seats)]
