"""The value network: how many units of points a seat may expect from a round after each of its moves.

Two layers of rectified linear units over the inputs of ``layout``. ``training/`` has the program that makes the
weights. What the inputs of one move have in common is added up once; a move then costs a few sums of rows.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from tabletop_dominoes_passing.arrays import Array, Flags, Floats, Numbers, Sets, count, tables_for
from tabletop_dominoes_passing.layout import CLASSES, NUMBERS, PIPS, TILES, Layout

PLAYS: Final = 2 * NUMBERS
"""Columns of plays in what ``Network.judge`` gives: the end, and the number that comes to lie there."""
DRAWS: Final = PLAYS
PASSES: Final = PLAYS + 1
COLUMNS: Final = PLAYS + 2
_BLOCK: Final = 128


class Facing(NamedTuple):
    """What the seat on turn sees in many positions, one a row."""

    sums: Floats
    """``[row, unit]``: what all have seen so far, added up for this seat; see ``watched``. One row may stand for all"""
    idle: Numbers
    """``[row, number]``: how often the seat has passed or drawn while the number lay at an end"""
    hand: Sets
    unseen: Sets
    left: Numbers
    right: Numbers
    passes: Numbers
    """in a row"""
    drawable: Numbers
    held: Numbers
    """``[row, player]``: how many tiles each player holds, the seat itself first"""


class Network:
    """One network's weights, cut up into the groups of the layout."""

    def __init__(self, weights: Mapping[str, Array], seats: int) -> None:
        lay = Layout.of(seats)
        first = weights["first"]
        self.seats, self.units = seats, first.shape[1]
        self.bias, self._second, self._second_bias = (weights[name] for name in ("first_bias", "second", "second_bias"))
        self._last, self._last_bias = weights["last"], weights["last_bias"]
        self._tables = tables_for(NUMBERS - 1)

        def group(start: int, *shape: int) -> Floats:
            return first[start : start + int(np.prod(shape))].reshape(*shape, self.units)

        self._hand = group(lay.hand, TILES)
        self.played = group(lay.played, seats, TILES)
        self._set = self.played[0] - self._hand
        self._ends = group(lay.ends, TILES)[self._tables.tile]
        once, again = group(lay.idle, seats, NUMBERS), group(lay.idle_again, seats, NUMBERS)
        self.idle = np.stack([once, again, np.zeros_like(once)], axis=1)
        """``[player, times before, number]``"""
        self.left_open = group(lay.left_open, seats, NUMBERS) / 2
        self.made = group(lay.made, seats, NUMBERS) / 2
        self._held = group(lay.held, seats, CLASSES)
        self._drawable, self._own = group(lay.drawable, CLASSES), group(lay.own_fits, CLASSES)
        self._unseen = group(lay.unseen_fits, CLASSES)
        self._passes, self._drew = group(lay.passes, seats), first[lay.drew]
        self._pips = group(lay.pips, seats) / PIPS

    def _values(self, sums: Floats) -> Floats:
        upper = np.maximum(_product(np.maximum(sums, 0), self._second) + self._second_bias, 0)
        values: Floats = upper @ self._last + self._last_bias
        return values

    def _standing(self, facing: Facing) -> tuple[Floats, Floats]:
        """What all moves have in common, and the pips of a mean unseen tile."""
        tables = self._tables
        bits = ((facing.hand[:, None] & tables.bits) != 0).astype(np.float32)
        sums: Floats = facing.sums + _product(bits, self._hand)
        unseen = np.maximum(1, count(facing.unseen))
        mean = (tables.pips_of(facing.unseen) / unseen).astype(np.float32)
        for player in range(1, self.seats):
            held = facing.held[:, player]
            sums += self._held[player][np.minimum(held, CLASSES - 1)]
            sums += (mean * held.astype(np.float32))[:, None] * self._pips[player]
        return sums, mean

    def judge(self, facing: Facing) -> Floats:
        """The value of each move, ``[row, column]``, in units of ``layout.PIPS`` points; minus infinity if it can't be.

        Columns are plays at the left end by their new number, at the right end (none where both ends are alike), a draw
        and a pass, which are always allowed here but that something must be left to draw.
        """
        tables = self._tables
        sums, mean = self._standing(facing)
        values = np.full((len(facing.hand), COLUMNS), -np.inf, dtype=np.float32)
        own = tables.pips_of(facing.hand)
        held = facing.held[:, 0]
        drawable = self._drawable[np.minimum(facing.drawable, CLASSES - 1)]
        at = np.stack([facing.left, facing.right], axis=1)
        able = (facing.hand[:, None, None] & tables.bit[at]) != 0
        able[facing.left == facing.right, 1] = False
        row, end, new = np.nonzero(able)
        after = sums + drawable + self._held[0][np.minimum(held - 1, CLASSES - 1)]
        after += own.astype(np.float32)[:, None] * self._pips[0]
        tile, other = tables.tile[at[row, end], new], at[row, 1 - end]
        apart = at[row, end] != other
        fitting = tables.fitting[other, new]
        hand = facing.hand[row] & ~tables.bits[tile]
        found = after[row]
        found += (self._set - tables.pips[:, None].astype(np.float32) * self._pips[0])[tile]
        found += self._reached(other, new, apart)
        found += self._own[np.minimum(count(hand & fitting), CLASSES - 1)]
        found += self._unseen[np.minimum(count(facing.unseen[row] & fitting), CLASSES - 1)]
        values[row, end * NUMBERS + new] = self._values(found)
        self._judge_idle(facing, sums, mean, own, values)
        return values

    def _reached(self, other: Numbers, new: Numbers, apart: Flags) -> Floats:
        """What it adds that a play makes an end ``new`` while ``other`` lies at the other end."""
        found: Floats = self.made[0][new] + self._ends[other, new]
        found += self.left_open[0][other] * apart[:, None]
        return found

    def _judge_idle(self, facing: Facing, sums: Floats, mean: Floats, own: Numbers, values: Floats) -> None:
        """Fills in draws and passes."""
        tables, left, right = self._tables, facing.left, facing.right
        row, held, drawable = np.arange(len(left)), facing.held[:, 0], facing.drawable
        fitting = tables.fitting[left, right]
        sums = sums + self._ends[left, right]
        sums += self._own[np.minimum(count(facing.hand & fitting), CLASSES - 1)]
        sums += self._unseen[np.minimum(count(facing.unseen & fitting), CLASSES - 1)]
        before = np.minimum(facing.idle, 2)
        sums += self.idle[0][before[row, left], left]
        sums += self.idle[0][before[row, right], right] * (left != right)[:, None]
        passing = sums + self._held[0][np.minimum(held, CLASSES - 1)]
        passing += self._drawable[np.minimum(drawable, CLASSES - 1)]
        passing += self._passes[facing.passes] + own.astype(np.float32)[:, None] * self._pips[0]
        values[:, PASSES] = self._values(passing)
        able = np.flatnonzero(drawable > 0)
        if not len(able):
            return
        drawing = sums[able] + self._held[0][np.minimum(held[able] + 1, CLASSES - 1)] + self._drew
        drawing += self._drawable[np.minimum(drawable[able] - 1, CLASSES - 1)]
        drawing += (own[able] + mean[able]).astype(np.float32)[:, None] * self._pips[0]
        values[able, DRAWS] = self._values(drawing)

    def judge_first(self, facing: Facing) -> Floats:
        """The value of each tile as the first one, ``[row, tile]``; minus infinity for one that isn't held."""
        tables = self._tables
        sums, _mean = self._standing(facing)
        sums += self._held[0][np.minimum(facing.held[:, 0] - 1, CLASSES - 1)]
        sums += self._drawable[np.minimum(facing.drawable, CLASSES - 1)]
        sums += tables.pips_of(facing.hand).astype(np.float32)[:, None] * self._pips[0]
        row, tile = np.nonzero(facing.hand[:, None] & tables.bits)
        fitting = tables.first_fitting[tile]
        found = sums[row] + (self._set - tables.pips[:, None].astype(np.float32) * self._pips[0])[tile]
        found += self._ends[tables.low[tile], tables.high[tile]]
        found += self._own[np.minimum(count(facing.hand[row] & ~tables.bits[tile] & fitting), CLASSES - 1)]
        found += self._unseen[np.minimum(count(facing.unseen[row] & fitting), CLASSES - 1)]
        values = np.full((len(facing.hand), TILES), -np.inf, dtype=np.float32)
        values[row, tile] = self._values(found)
        return values


def _product(rows: Floats, weights: Floats) -> Floats:
    """The matrix product, in blocks so small that the library computes each on one core.

    It would share larger ones among the cores, and wait for them where they are busy.
    """
    whole = len(rows) // _BLOCK * _BLOCK
    blocks = rows[:whole].reshape(-1, _BLOCK, rows.shape[1]) @ weights
    found: Floats = np.concatenate([blocks.reshape(whole, weights.shape[1]), rows[whole:] @ weights])
    return found


@lru_cache(maxsize=4)
def network(name: str, seats: int) -> Network:
    """The network that is shipped under this name: ``two``, ``three``, ``four`` or ``partners``."""
    with (files("tabletop_dominoes_passing") / "networks" / f"{name}.npz").open("rb") as file, np.load(file) as weights:
        return Network(dict(weights), seats)
