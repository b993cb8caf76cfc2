"""A policy as a table that people can read and change: the turn points from which on a seat holds."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.bound import Bound
from tabletop_pig.options import FamilyOptions
from tabletop_pig.position import HOLD, ROLL, Move, PigState, Position
from tabletop_pig.rules_of_thumb import Number, RuleOfThumb
from tabletop_pig.texts import _

Thresholds = NDArray[np.int64]


class FromTable(RuleOfThumb):
    """Plays by one table for both seats."""

    def __init__(self, options: FamilyOptions, table: Thresholds) -> None:
        """``table``: (own total, the other's total); 0: never hold."""
        super().__init__(options)
        self._table = np.where(table > 0, table, np.iinfo(np.int64).max)

    def hold_chance(self, own: Number, leader: Number, points: Number, rolls: Number, closing: bool) -> Number:
        """See ``RuleOfThumb``; what is beyond the target stands in the table too."""
        if closing:
            return super().hold_chance(own, leader, points, rolls, closing)
        return (points >= self._table[own, leader]) * 1.0

    def enough(self, own: Number, leader: Number, points: Number, rolls: Number) -> Number:
        """See ``RuleOfThumb``."""
        return (points >= self._table[own, leader]) * 1.0


class FromTwoTables:
    """Plays by a table for the seat that began and one for the other."""

    def __init__(self, options: FamilyOptions, tables: Sequence[Thresholds]) -> None:
        self._rules = [FromTable(options, table) for table in tables]

    def choose(self, view: PigState, moves: Sequence[Move], rng: Random) -> Move:
        """See ``Strategy``."""
        position = Position(*view)
        role = (position.seat - position.leader) % 2
        return self._rules[role].choose(view, moves, rng) if HOLD in moves else ROLL


def read(game: Bound, roles: int, text: str) -> FromTable | FromTwoTables:
    """The player of a table that ``Knowledge.policy`` has written. Raises ValueError with the reason."""
    tables = [np.array(rows, dtype=np.int64) for rows in _blocks(text)]
    target = game.options.target
    if len(tables) != roles or any(table.shape != (target, target) for table in tables):
        raise ValueError(
            _(
                "That is no policy for these rules: it should have {count} tables of {size} times {size} numbers."
            ).format(count=roles, size=target)
        )
    return FromTable(game.options, tables[0]) if roles == 1 else FromTwoTables(game.options, tables)


def _blocks(text: str) -> list[list[list[int]]]:
    """The rows of each table, without its head and the total at the beginning of each row; what is none is left out."""
    blocks: list[list[list[int]]] = []
    rows: list[list[int]] = []
    for line in [*text.splitlines(), ""]:
        words: list[Any] = line.split()
        if words and all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
            rows.append([int(word) for word in words])
        elif rows:
            whole = all(len(row) == len(rows[0]) + 1 and row[0] == own for own, row in enumerate(rows[1:]))
            blocks.append([row[1:] for row in rows[1:]] if whole else [])
            rows = []
    return blocks
