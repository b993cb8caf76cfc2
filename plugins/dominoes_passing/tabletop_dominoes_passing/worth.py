"""What points are worth: each side's probability to win the match from the scores between two rounds.

What a round scores is found by playing many rounds between equals; then the match is a race, which is solved backwards
from its end (dynamic programming over the scores). All sides are taken to be equally strong.
"""

from functools import lru_cache

import numpy as np

from tabletop_dominoes_passing.arrays import Array, tables_for
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.playouts import Manner, Rounds
from tabletop_dominoes_passing.rewards import points
from tabletop_dominoes_passing.rules import Rules

_ROUNDS = 2_000
_CELLS = {2: 101, 3: 24, 4: 12}
"""Into how many steps the way to the target is divided, by the number of sides."""


def fresh_rounds(rules: Rules, rows: int, rng: np.random.Generator) -> Rounds:
    """So many rounds just dealt."""
    tables = tables_for(rules.options.max_pip)
    tiles = len(tables.bits)
    dealt = rng.random((rows, tiles)).argsort(axis=1)
    size, seats = rules.hand_size, rules.seats
    hands = np.stack(
        [np.bitwise_or.reduce(tables.bits[dealt[:, seat * size : (seat + 1) * size]], axis=1) for seat in range(seats)]
    )
    empty = np.full(rows, -1)
    return Rounds(
        rules,
        hands,
        empty,
        empty.copy(),
        np.full(rows, rules.tables.whole),
        dealt[:, seats * size :],
        np.zeros(rows, dtype=np.int64),
    )


def round_points(rules: Rules, rng: np.random.Generator) -> Array:
    """How often a round between equals scores so many points, ``[points]``; rounds without points are left out."""
    rounds = fresh_rounds(rules, _ROUNDS, rng)
    ends = rounds.play_out(range(rules.seats), [Manner()] * rules.seats)
    scored = points(rules, ends).sum(axis=0)
    often = np.bincount(scored)
    often[0] = 0
    shares: Array = often / max(1, int(often.sum()))
    return shares


class MatchWorth:
    """The probability of each side to win the match, from the scores."""

    def __init__(self, rules: Rules) -> None:
        """Solves the race; 0.05 to 0.3 seconds."""
        self._sides = max(rules.sides) + 1
        self._cells = cells = min(_CELLS[self._sides], rules.target)
        self._step = rules.target / cells
        jumps = self._jumps(round_points(rules, np.random.default_rng(0)))
        self._table = _solve(self._sides, cells, jumps)

    def _jumps(self, often: Array) -> Array:
        """The probability of a round worth so many steps, at least one; points between two steps go to both."""
        jumps = np.zeros(self._cells + 1)
        for scored, frequency in enumerate(often):
            steps = min(scored / self._step, self._cells)
            low = int(steps)
            jumps[low] += frequency * (1 - (steps - low))
            if steps > low:
                jumps[low + 1] += frequency * (steps - low)
        jumps[0] = 0
        if not jumps.any():  # nobody ever scores in plain play: a step a round will do
            jumps[1] = 1
        chances: Array = jumps / jumps.sum()
        return chances

    def of(self, scores: Array) -> Array:
        """The probabilities, ``[side, row]``, for scores ``[side, row]``; a score at the target has won."""
        at = np.minimum(scores / self._step, self._cells)
        low = np.minimum(at.astype(np.int64), self._cells - 1)
        high = at - low
        values = np.zeros(at.shape)
        for corner in range(1 << self._sides):
            bits = [corner >> side & 1 for side in range(self._sides)]
            weight = np.prod([high[s] if bit else 1 - high[s] for s, bit in enumerate(bits)], axis=0)
            cell = tuple(low[side] + bit for side, bit in enumerate(bits))
            values += weight * self._table[:, *cell]
        won = scores >= self._step * self._cells - 1e-9
        worth: Array = np.where(won.any(axis=0), won, values)
        return worth


@lru_cache(maxsize=16)
def match_worth(options: PassingOptions, seats: int) -> MatchWorth:
    """What points are worth in this game; worked out once."""
    return MatchWorth(Rules.of(options, seats))


def _solve(sides: int, cells: int, jumps: Array) -> Array:
    """``[side, cell of side 1, cell of side 2, ...]``, from the cells next to the target backwards."""
    table = np.zeros((sides, *(cells + 1,) * sides))
    for side in range(sides):
        won = tuple(slice(None) if other != side else cells for other in range(sides))
        table[:, *won] = 0
        table[side, *won] = 1
    inner = np.indices((cells,) * sides).reshape(sides, -1)
    for total in range(sides * (cells - 1), -1, -1):
        layer = inner[:, inner.sum(axis=0) == total]
        found = np.zeros((sides, layer.shape[1]))
        for jump in range(1, cells + 1):
            if not jumps[jump]:
                continue
            for side in range(sides):
                cell = layer.copy()
                cell[side] = np.minimum(cell[side] + jump, cells)
                found += jumps[jump] / sides * table[:, *cell]
        table[:, *layer] = found
    return table
