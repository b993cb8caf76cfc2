"""In how many ways things of several classes can be divided among groups of known sizes: exact counts, and draws.

Such a division is a table: how many of each class (a row) go to each group (a column). It stands for as many ways as
there are to choose the things themselves. Rows are gone through one after the other, and what is left to do from each
place on is counted once, by how much room the columns still have (dynamic programming); to draw goes the same way.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import comb, factorial, inf, prod
from random import Random
from typing import NamedTuple

Cell = tuple[int, int]


class Split(NamedTuple):
    """In how many ways it can go on, and the choices for the next cell with the ways up to each."""

    ways: int
    taken: tuple[int, ...] = ()
    heights: tuple[int, ...] = ()


_ONE = Split(1)
_NONE = Split(0)


class Margins:
    """All tables with these sums of rows and columns, and numbers only where a column is open to a row."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], cells: Sequence[Sequence[int]]) -> None:
        """``cells[row]``: the columns that are open to a row; every sum is at least 1."""
        across = [[row for row, found in enumerate(cells) if column in found] for column in range(len(columns))]
        order, cost = _order(cells, columns)
        turned, turned_cost = _order(across, rows)
        self.cost: float = min(cost, turned_cost)
        """about how much there is to count"""
        self._is_turned = turned_cost < cost
        if self._is_turned:
            rows, columns, cells, order = columns, rows, across, turned
        self._rows = [rows[row] for row in order]
        self._room = tuple(columns)
        self._cells: list[Cell] = [(row, column) for row in order for column in cells[row]]
        self._ends = list(accumulate(len(cells[row]) for row in order))
        self._row_of = [number for number, row in enumerate(order) for _column in cells[row]]
        last = {column: step for step, (_row, column) in enumerate(self._cells)}
        self._is_last = [last[column] == step for step, (_row, column) in enumerate(self._cells)]
        self.memory: dict[tuple[int, int, tuple[int, ...]], Split] = {}
        """what was counted"""
        self._factor = (prod(map(factorial, columns)), prod(map(factorial, rows))) if self._is_turned else (1, 1)
        self._is_open = all(cells) and all(column in last for column in range(len(columns)))

    def ways(self) -> int:
        """How many ways there are; 0: none. Counting takes its time."""
        if not self._is_open:
            return 0
        found = self._split(0, self._rows[0], self._room) if self._rows else _ONE
        return found.ways * self._factor[0] // self._factor[1]

    def draw(self, rng: Random) -> list[tuple[Cell, int]]:
        """The cells of a table that aren't 0, each with its number; every way is as likely as any other."""
        found: list[tuple[Cell, int]] = []
        step, room = 0, self._room
        for row, size in enumerate(self._rows):
            left = size
            while left:
                split = self._split(step, left, room)
                taken = split.taken[bisect_right(split.heights, rng.randrange(split.ways))]
                cell = self._cells[step]
                room = _taken(room, cell[1], taken)
                left -= taken
                step += 1
                if taken:
                    found.append((cell[::-1] if self._is_turned else cell, taken))
            step = self._ends[row]
        return found

    def _split(self, step: int, left: int, room: tuple[int, ...]) -> Split:
        """How it can go on from a cell, with so much left of its row and so much room in each column."""
        if step == len(self._cells):
            return _ONE if not any(room) else _NONE
        key = (step, left, room)
        if key not in self.memory:
            self.memory[key] = self._counted(step, left, room)
        return self.memory[key]

    def _counted(self, step: int, left: int, room: tuple[int, ...]) -> Split:
        column = self._cells[step][1]
        low, high = 0, min(left, room[column])
        if step + 1 == self._ends[self._row_of[step]]:
            low = left
        if self._is_last[step]:
            low = max(low, room[column])
        taken, ways = [], []
        for count in range(low, high + 1):
            found = comb(left, count) * self._following(step, left - count, _taken(room, column, count))
            if found:
                taken.append(count)
                ways.append(found)
        heights = tuple(accumulate(ways))
        return Split(heights[-1], tuple(taken), heights) if heights else _NONE

    def _following(self, step: int, left: int, room: tuple[int, ...]) -> int:
        """In how many ways it can go on after a cell."""
        if left:
            return self._split(step + 1, left, room).ways
        row = self._row_of[step]
        end = self._ends[row]
        passed = range(step + 1, end)
        if any(self._is_last[later] and room[self._cells[later][1]] for later in passed):
            return 0
        return self._split(end, self._rows[row + 1] if row + 1 < len(self._rows) else 0, room).ways


def _taken(room: tuple[int, ...], column: int, count: int) -> tuple[int, ...]:
    return (*room[:column], room[column] - count, *room[column + 1 :])


def _order(cells: Sequence[Sequence[int]], sizes: Sequence[int]) -> tuple[list[int], float]:
    """The rows in an order in which few columns stand half filled at a time, and about how much there is to count."""
    waiting = {row: set(found) for row, found in enumerate(cells)}
    needs = [sum(column in found for found in waiting.values()) for column in range(len(sizes))]
    touched: set[int] = set()
    order: list[int] = []
    total = 0.0

    def cost(row: int) -> float:
        found = waiting[row]
        half = [column for column in touched | found if needs[column] > (column in found)]
        return prod((sizes[column] + 1 for column in half), start=1.0)

    while waiting:
        row = min(waiting, key=cost)
        total = min(inf, total + cost(row))
        for column in waiting.pop(row):
            needs[column] -= 1
            touched.add(column)
        order.append(row)
    return order, total
