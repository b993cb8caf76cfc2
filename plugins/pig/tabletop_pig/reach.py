"""From which totals an exact target can still be reached.

Sets of turn totals are kept as the bits of a whole number, so that a roll is a shift: bit ``t`` says that ``t`` turn
points can be had.
"""

from collections.abc import Collection
from typing import NamedTuple


class Turn(NamedTuple):
    """What a turn may bring: for each number of points that a scoring roll gives, whether it owes another roll."""

    gains: Collection[tuple[int, bool]]
    minimum: int
    limit: int | None
    ignores_overshoot: bool


def _from(least: int, most: int) -> int:
    """The bits from ``least`` to ``most``."""
    return ((1 << (most + 1)) - 1) >> least << least if most >= least else 0


def _turn_totals(turn: Turn, target: int) -> tuple[int, int]:
    """The totals that a turn can bank, and all that it can come to, leaving overshoots aside."""
    whole = _from(0, target)
    settled, owing = 1, 0
    bankable, seen = 0, 0
    rolls = 0
    while settled | owing:
        reached = settled | owing
        seen_before, bankable_before = seen, bankable
        seen |= reached
        forced = turn.limit is not None and rolls >= turn.limit
        bankable |= settled & _from(1 if forced else max(1, turn.minimum), target)
        if turn.limit is None and (seen, bankable) == (seen_before, bankable_before):
            break
        going_on = owing if forced else reached
        settled = owing = 0
        for points, again in turn.gains:
            if again:
                owing |= going_on << points & whole
            else:
                settled |= going_on << points & whole
        rolls += 1
    return bankable, seen


def dead_totals(turn: Turn, target: int) -> frozenset[int]:
    """The totals from 0 to ``target`` - 1 from which no later turns can lead to exactly ``target``."""
    bankable, seen = _turn_totals(turn, target)
    most = max(points for points, _again in turn.gains)
    least = max(1, turn.minimum) if turn.limit is None else 1
    by_waiting = seen & _from(least, target) if turn.ignores_overshoot else 0
    dead = []
    alive_after = 2  # bit t: t more points lead to a total from which the target can be reached
    for missing in range(1, target + 1):
        # Where a roll can overshoot and be ignored, any total may wait for the limit or settle the roll it owes.
        banked = bankable | by_waiting & _from(max(0, missing - most + 1), missing)
        alive = bool(banked & alive_after)
        if not alive:
            dead.append(target - missing)
        alive_after = (alive_after | alive) << 1
    return frozenset(dead)
