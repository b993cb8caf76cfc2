"""Many rounds at once, played to their end by the network: each seat makes the move that its own view values most."""

from typing import ClassVar, Self

import numpy as np

from tabletop_dominoes_passing.arrays import Array, Numbers, count
from tabletop_dominoes_passing.network import DRAWS, PASSES, Facing, Network
from tabletop_dominoes_passing.playouts import Manner, Rounds
from tabletop_dominoes_passing.watched import Watched


class GuidedRounds(Rounds):
    """Rounds whose seats play by a network."""

    _BY_ROW: ClassVar[tuple[str, ...]] = (*Rounds._BY_ROW, "sums", "idle")

    def watch(self, network: Network, watched: Watched) -> Self:
        """Gives the rounds what has been seen so far, ``watched`` having one row for each or one for all."""
        rows = len(self.row)
        self.network = network
        self.sums = np.broadcast_to(watched.sums, (rows, *watched.sums.shape[1:])).copy()
        self.idle = np.broadcast_to(watched.idle, (rows, *watched.idle.shape[1:])).copy()
        return self

    @property
    def _watched(self) -> Watched:
        return Watched(self.sums, self.idle)

    def set_tile(self, seat: int, rows: Array, tile: Array, left: Array, right: Array) -> None:
        """See ``Rounds.set_tile``."""
        before_left, before_right = self.left[rows], self.right[rows]
        if len(rows) and before_left[0] < 0:
            self._watched.set_first(self.network, seat, rows, tile)
        else:
            at_left = (left != before_left) | (self.tables.low[tile] == left) & (self.tables.high[tile] == left)
            at_left &= right == before_right
            other, new = np.where(at_left, right, left), np.where(at_left, left, right)
            apart = (before_left != before_right).astype(np.float32)
            self._watched.set_tile(self.network, seat, rows, tile, other, new, apart)
        super().set_tile(seat, rows, tile, left, right)

    def take(self, seat: int, rows: Array) -> None:
        """See ``Rounds.take``."""
        self._watched.idled(self.network, seat, rows, self.left[rows], self.right[rows])
        super().take(seat, rows)

    def pass_by(self, seat: int, rows: Array) -> None:
        """See ``Rounds.pass_by``."""
        self._watched.idled(self.network, seat, rows, self.left[rows], self.right[rows])
        super().pass_by(seat, rows)

    def facing(self, seat: int, rows: Numbers) -> Facing:
        """What the seat sees in these rows."""
        hand = self.hands[seat, rows]
        players = [(seat + player) % self.network.seats for player in range(self.network.seats)]
        return Facing(
            self.sums[rows, seat],
            self.idle[rows, seat],
            hand,
            self.unplayed[rows] & ~hand,
            self.left[rows],
            self.right[rows],
            self.passes[rows],
            self.drawable - self.drawn[rows],
            count(self.hands[players][:, rows]).astype(np.int64).T,
        )

    def step(self, seat: int, manner: Manner) -> None:
        """One turn of ``seat`` in every round that isn't over; its manner is the network's."""
        rows = np.flatnonzero(~self.over)
        if not len(rows):
            return
        facing = self.facing(seat, rows)
        if facing.left[0] < 0:
            tile = self.network.judge_first(facing).argmax(axis=1)
            self.set_tile(seat, rows, tile, self.tables.low[tile], self.tables.high[tile])
            return
        chosen = self.network.judge(facing).argmax(axis=1)
        playing, drawing, passing = (chosen < DRAWS, chosen == DRAWS, chosen == PASSES)
        if playing.any():
            self.play_choice(seat, rows[playing], chosen[playing])
        if drawing.any():
            self.take(seat, rows[drawing])
        if passing.any():
            self.pass_by(seat, rows[passing])
