"""How good it looks to set a tile, for many rows at once: keep what fits, get rid of heavy tiles and doubles.

A play is worth 10 for each tile left in the hand that fits the new ends, -3 for each unseen tile that does, 0.8 for
each pip, 4 for a double, and 1.5 for each different number left in the hand.
"""

from typing import Final

import numpy as np

from tabletop_dominoes_passing.arrays import ArrayTables, Flags, Floats, Numbers, Sets, count

KEPT: Final = 10
UNSEEN: Final = 3
VARIETY: Final = 1.5
IMPOSSIBLE: Final = np.float32(-1e9)


def score_plays(tables: ArrayTables, hand: Sets, unplayed: Sets, left: Numbers, right: Numbers) -> Floats:
    """The score of every play, ``[row, end * numbers + new end]``; ``IMPOSSIBLE`` for a tile that isn't in the hand.

    ``left`` and ``right`` are the numbers at the ends, never of an empty train.
    """
    rows, numbers = len(hand), tables.numbers
    at = np.concatenate((left, right))
    beyond = np.concatenate((right, left))
    single = _last_of_number(tables, hand)
    hands = np.concatenate((hand, hand))[:, None]
    unseen = np.concatenate((unplayed & ~hand,) * 2)[:, None]
    bits, fitting = tables.bit[at], tables.fitting[beyond]
    scores = tables.worth[at]
    scores += (count(hands & ~bits & fitting) * np.uint8(KEPT)).astype(np.float32)
    scores -= (count(unseen & fitting) * np.uint8(UNSEEN)).astype(np.float32)
    lost = np.concatenate((single, single))
    scores -= lost * tables.other[at]
    scores -= lost[np.arange(2 * rows), at][:, None]
    scores[(hands & bits) == 0] = IMPOSSIBLE
    return np.concatenate((scores[:rows], scores[rows:]), axis=1).reshape(rows, 2 * numbers)


def score_first(tables: ArrayTables, hand: Sets, unplayed: Sets) -> Floats:
    """The score of every tile as the first one, ``[row, tile]``."""
    single = _last_of_number(tables, hand)
    unseen = (unplayed & ~hand)[:, None]
    scores = np.tile(tables.first_worth, (len(hand), 1))
    scores += KEPT * count(hand[:, None] & ~tables.bits & tables.first_fitting).astype(np.float32)
    scores -= UNSEEN * count(unseen & tables.first_fitting).astype(np.float32)
    scores -= single[:, tables.high] + single[:, tables.low] * (tables.high != tables.low)
    scores[(hand[:, None] & tables.bits) == 0] = IMPOSSIBLE
    return scores


def _last_of_number(tables: ArrayTables, hand: Sets) -> Floats:
    """``VARIETY`` for each number that is on just one tile of the hand, ``[row, number]``."""
    last: Flags = count(hand[:, None] & tables.suits) == 1
    return last * np.float32(VARIETY)
