"""Many matches of two seats at once, roll by roll: each step throws the dice once in every match that is under way.

Row 2p + s of a batch is the match of pair p in which the first player has side s. Both matches of a pair throw the same
dice, one roll after another.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tabletop import ManyMatches
from tabletop_pig.bound import Bound
from tabletop_pig.policies import LARGEST, NEVER, Policy, Table
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.solution import Solution

_BATCH: Final = 16_384
"""Pairs that are played together: their arrays fit the processor's cache."""
_ROLLS: Final = 32
"""Rolls that are drawn at once."""
_TIDY: Final = 8
"""Steps after which finished matches are put away."""

Array = NDArray[Any]


class ManyPigs:
    """Two players of one game."""

    def __init__(self, game: Bound, policies: tuple[Policy, Policy], solution: Solution | None) -> None:
        """``solution``: where it is known and says what each decision costs, that is told."""
        self.model = model = Model.of(game)
        self.policies = policies
        throws = list(game.throws.values())
        self.sides = len(throws)
        self.gains = np.array([throw.points for throw in throws], dtype=np.int16)
        self.loses = np.array([throw.loses is not None for throw in throws])
        self.again = np.array([throw.again for throw in throws])
        self.ruin = np.array([throw.loses == "total" for throw in throws])
        self.drawn = game.options.start != "seat_one"
        known = [np.full((model.roles, model.target, model.target), NEVER, dtype=np.int16)] * 2
        self.holds = np.concatenate(
            [(known[0] if one.holds is None else one.holds).ravel() for one in policies], dtype=np.int16
        )
        judged = solution is not None and model.ending == "immediate" and model.target <= LARGEST
        self.best = Table.of(solution, near=False) if judged and solution is not None else None
        odd = [np.zeros(known[0].size, dtype=bool) if one.table is None else one.table.odd.ravel() for one in policies]
        self.odd = np.concatenate(odd)
        errors = [(known[0][0] > 0,) * 2 if self.best is None else self.best.errors(model, one) for one in policies]
        self.early, self.late = (np.concatenate([one[kind].ravel() for one in errors]) for kind in (0, 1))
        self.errs = 0 if self.best is None else 2 if self.late.any() else int(self.early.any())
        """whether somebody may err by holding (1), by rolling too (2)"""

    def play(self, seed: int, pairs: int) -> ManyMatches:
        """See ``Together``."""
        rng = np.random.Generator(np.random.SFC64(seed))
        batches = [_Batch(self, rng, min(_BATCH, pairs - first)).run() for first in range(0, pairs, _BATCH)]
        gained = None if self.best is None else _joined([batch.gained for batch in batches])
        return ManyMatches(
            _joined([batch.won for batch in batches]),
            (_joined([batch.totals[0] for batch in batches]), _joined([batch.totals[1] for batch in batches])),
            sum(batch.turns for batch in batches),
            sum(batch.events for batch in batches),
            (sum(batch.decisions[0] for batch in batches), sum(batch.decisions[1] for batch in batches)),
            gained,
        )


def _joined(parts: list[Array]) -> Array:
    return np.concatenate([part.reshape(-1, 2) for part in parts]).T


def _count(flags: Array) -> int:
    return int(np.count_nonzero(flags))


class _Batch:
    """Matches under way: ``[row]``."""

    def __init__(self, many: ManyPigs, rng: np.random.Generator, pairs: int) -> None:
        self.many, self.rng, self.pairs = many, rng, pairs
        rows = 2 * pairs
        self.won = np.zeros(rows)
        self.totals = np.zeros((2, rows), dtype=np.int16)
        self.gained = np.zeros(rows)
        self.turns = self.events = 0
        self.decisions = [0, 0]
        self._row = np.arange(rows, dtype=np.int32)
        self._pair = self._row >> 1
        self._own, self._other, self._points, self._rolls = (np.zeros(rows, dtype=np.int16) for _ in range(4))
        lead = np.repeat(rng.integers(0, 2, pairs), 2) if many.drawn else np.zeros(rows, dtype=np.int64)
        self._who = ((self._row & 1) ^ lead).astype(np.int8)
        """the player on turn"""
        self._role = np.zeros(rows, dtype=np.int8)
        self._closing = np.zeros(rows, dtype=bool)
        self._alive = np.ones(rows, dtype=bool)
        self._hold = np.zeros(rows, dtype=np.int16)
        """the turn points from which on the turn ends"""
        self._odd, self._early, self._late = (np.zeros(rows, dtype=bool) for _ in range(3))
        self._oddities = bool(many.odd.any())
        self._plain = all(policy.holds is not None for policy in many.policies)
        self._owes = bool(many.again.any())
        self._begin_turns(np.arange(rows))
        self.events = rows if many.drawn else 0

    def run(self) -> "_Batch":
        """Plays all to their end."""
        step = 0
        thrown = self._thrown()
        while len(self._row):
            if step == _ROLLS:
                step, thrown = 0, self._thrown()
            self._throw(thrown[step])
            step += 1
            if step % _TIDY == 0:
                self._tidy()
        return self

    def _thrown(self) -> Array:
        drawn = self.rng.integers(0, 2**32, (_ROLLS, self.pairs), dtype=np.uint32)
        return (drawn * np.uint64(self.many.sides) >> np.uint64(32)).astype(np.uint8)

    def _throw(self, thrown: Array) -> None:
        many = self.many
        dice = thrown.take(self._pair)
        lost = many.loses.take(dice)
        self._points += many.gains.take(dice)
        free = ~lost
        if self._owes:
            free &= ~many.again.take(dice)
        if many.model.minimum > 1:
            free &= self._points >= many.model.minimum
        free &= self._alive
        if self._plain:
            held = self._points >= self._hold
            held &= free
            if self._oddities:
                self._look_up(held)
        else:
            self._rolls += 1
            held = self._held(free)
        choices, first = _count(free), _count(free & (self._who == 0))
        self.decisions[0] += first
        self.decisions[1] += choices - first
        self.events += 2 * _count(self._alive) + _count(held)
        if many.best is not None and many.errs:
            self._judge(many.best, free, held)
        ended = np.flatnonzero(lost | held)
        if len(ended):
            self._end_turns(ended, lost, dice)

    def _held(self, free: Array) -> Array:
        """Who holds, where somebody does so with a chance."""
        held = free & (self._points >= self._hold)
        for player, policy in enumerate(self.many.policies):
            if policy.chance is not None:
                rows = np.flatnonzero(free & ~self._closing & (self._who == player))
                chance = policy.chance(
                    *(a[rows] for a in (self._role, self._own, self._other, self._points, self._rolls))
                )
                held[rows] = self.rng.random(len(rows)) < chance
        if self._oddities:
            self._look_up(held)
        return held

    def _look_up(self, held: Array) -> None:
        """Whether those hold who have enough points to, and whose table says more than that."""
        for player, policy in enumerate(self.many.policies):
            if policy.table is not None:
                rows = np.flatnonzero(held & self._odd & (self._who == player))
                held[rows] = policy.table.lead(*(a[rows] for a in self._situation)) >= 0

    @property
    def _situation(self) -> tuple[Array, Array, Array, Array]:
        return self._role, self._own, self._other, self._points

    def _judge(self, best: Table, free: Array, held: Array) -> None:
        """Counts what was given away: by holding too early, and by rolling too late."""
        doubtful = held & self._early
        if self.many.errs > 1:
            doubtful |= free & ~held & self._late
        rows = np.flatnonzero(doubtful)
        lead = best.lead(*(a[rows] for a in self._situation))
        cost = np.where(held[rows], np.minimum(lead, 0), -np.maximum(lead, 0))
        self.gained[self._row[rows]] += np.where(self._who[rows] == 0, cost, -cost)

    def _end_turns(self, rows: Array, lost: Array, dice: Array) -> None:
        many, target = self.many, self.many.model.target
        bust, alive = lost[rows], self._alive[rows]
        own = self._own[rows]
        total = np.where(bust, own, own + self._points[rows])
        if many.model.lose_total:
            total[many.ruin.take(dice[rows]) & alive] = 0
        self.turns += _count(alive)
        over = (total >= target) & alive
        if many.model.ending != "immediate":
            over = self._closed(rows, over, alive)
        self._points[rows] = 0
        self._own[rows], self._other[rows] = self._other[rows], total
        self._who[rows] ^= 1
        self._alive[rows] = alive & ~over
        self._begin_turns(rows)

    def _closed(self, rows: Array, reached: Array, alive: Array) -> Array:
        """Which matches are over where the other seat may have one more turn; for the others that turn begins."""
        model = self.many.model
        was = self._closing[rows] & alive
        more = reached & ~was
        if model.ending == "complete_round":
            more &= self._role[rows] == 0
            self._role[rows] ^= 1
        self._closing[rows] |= more
        over: Array = was | (reached & ~more)
        return over

    def _finish(self, rows: Array) -> None:
        """Writes down what came of matches that are over. Some have gone on, but nobody banks in them any more."""
        own, other, first = self._own[rows], self._other[rows], self._who[rows] == 0
        places = self._row[rows]
        share = (own > other) + 0.5 * (own == other)
        self.won[places] = np.where(first, share, 1 - share)
        self.totals[0, places] = np.where(first, own, other)
        self.totals[1, places] = np.where(first, other, own)

    def _begin_turns(self, rows: Array) -> None:
        model = self.many.model
        target = model.target
        own, other, who = self._own[rows], self._other[rows], self._who[rows]
        place = (who.astype(np.int32) * model.roles + self._role[rows]) * target + own
        place *= target
        place += np.minimum(other, target - 1)
        hold = self.many.holds.take(place, mode="clip")
        if model.ending != "immediate":
            closing = self._closing[rows]
            ties = np.array([policy.tie for policy in self.many.policies])[who]
            hold = np.where(closing, np.maximum(other - own + ~ties, model.minimum), hold).astype(np.int16)
        self._hold[rows] = hold
        self._rolls[rows] = 0
        if self._oddities:
            self._odd[rows] = self.many.odd.take(place, mode="clip") & ~self._closing[rows]
        if self.many.errs:
            self._early[rows] = self.many.early.take(place, mode="clip")
        if self.many.errs > 1:
            self._late[rows] = self.many.late.take(place, mode="clip")

    def _tidy(self) -> None:
        """Goes on without the matches that are over, once they are many."""
        alive = self._alive
        left = _count(alive)
        if left * 8 > len(alive) * 7:
            return
        keep = np.flatnonzero(alive)
        self._finish(np.flatnonzero(~alive))
        for name in self._BY_ROW:
            setattr(self, name, getattr(self, name)[keep])

    _BY_ROW = (
        "_row",
        "_pair",
        "_own",
        "_other",
        "_points",
        "_rolls",
        "_who",
        "_role",
        "_closing",
        "_alive",
        "_hold",
        "_odd",
        "_early",
        "_late",
    )
