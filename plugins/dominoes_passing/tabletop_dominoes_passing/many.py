"""Many matches of two seats at once, move by move: each step every match that is under way makes one.

Row 2p + s of a batch is the match of pair p in which the first player has side s. Both matches of a pair get the same
deals and leaders, one round after another. Sets of tiles are 64-bit numbers, as in ``position``.
"""

from typing import Any, Final, Protocol

import numpy as np

from tabletop import ManyMatches
from tabletop_dominoes_passing.arrays import Array, ArrayTables, Flags, Numbers, Sets
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.strategies import ENOUGH, Careful, Heaviest

_BATCH: Final = 4_096
"""Pairs that are played together."""


class Deals:
    """The deals and leaders of a batch, round by round."""

    def __init__(self, rules: Rules, seed: int, batch: int, pairs: int) -> None:
        self._rules, self._key, self._pairs = rules, (seed, batch), pairs
        self._known: list[tuple[Array, Array]] = []

    def of(self, number: int) -> tuple[Array, Array]:
        """Of a round, from 0: by pair the numbers of all tiles in their order, and the leader."""
        while len(self._known) <= number:
            rng = np.random.Generator(np.random.SFC64([*self._key, 1, len(self._known)]))
            count = len(self._rules.tables.tiles)
            order = rng.random((self._pairs, count), dtype=np.float32).argsort(axis=1).astype(np.int8)
            self._known.append((order, rng.integers(0, 2, self._pairs)))
        return self._known[number]


class Situation(Protocol):
    """What the rows know whose seat is on turn, each from its own side."""

    hand: Sets
    unplayed: Sets
    left: Numbers
    right: Numbers
    passes: Numbers
    others: Numbers
    """how many tiles the other seat holds"""
    plays: Flags
    """``[row, 2 * tiles]``: which tiles may be set at the left end, and at the right one; all first ones are left"""
    may_pass: Flags


def random_scores(_tables: ArrayTables, _rules: Rules, at: Situation, rng: np.random.Generator) -> Array:
    """Every move is as good as any other."""
    rows, plays = at.plays.shape
    return rng.random((rows, plays + 2), dtype=np.float32)


def heaviest_scores(tables: ArrayTables, _rules: Rules, at: Situation, _rng: np.random.Generator) -> Array:
    """See ``strategies.Heaviest``."""
    worth = np.concatenate([tables.pips, tables.pips, [-1, -2]])
    return np.broadcast_to(worth, (len(at.hand), len(worth)))


def careful_scores(tables: ArrayTables, rules: Rules, at: Situation, _rng: np.random.Generator) -> Array:
    """See ``strategies.Careful`` and ``strategies.play_score``."""
    count = len(tables.bits)
    scores = np.full((len(at.hand), 2 * count + 2), -np.inf)
    rows, columns = np.nonzero(at.plays)
    tile, bit = columns % count, tables.bits[columns % count]
    ends = _ends_after(tables, at.left[rows], at.right[rows], tile, columns >= count)
    fitting = tables.fitting[ends]
    hand, unseen = at.hand[rows] & ~bit, at.unplayed[rows] & ~at.hand[rows]
    numbers = (hand[:, None] & tables.suits != 0).sum(axis=1)
    scores[rows, columns] = (
        10 * np.bitwise_count(hand & fitting).astype(np.int64)
        - 3 * np.bitwise_count(unseen & fitting).astype(np.int64)
        + 0.8 * tables.pips[tile]
        + 4 * (tables.high[tile] == tables.low[tile])
        + 1.5 * numbers
    )
    closes = at.passes == rules.lap - 1
    closes[closes] = _leads(tables, at, closes)
    scores[:, -1] = np.where(closes | ~at.plays.any(axis=1), 1e9, -2e9)
    scores[:, -2] = -1e9
    return scores


def _leads(tables: ArrayTables, at: Situation, rows: Flags) -> Flags:
    """Whether the own side should hold fewest pips by far."""
    hand = at.hand[rows]
    unseen = at.unplayed[rows] & ~hand
    average = tables.pips_of(unseen) / np.maximum(1, np.bitwise_count(unseen))
    found: Flags = at.others[rows] * average - tables.pips_of(hand) > ENOUGH
    return found


def _ends_after(
    tables: ArrayTables, left: Numbers, right: Numbers, tile: Numbers, at_right: Flags
) -> tuple[Numbers, Numbers]:
    """The ends when a tile has been set; a first one lies with its lower half left."""
    first, pips = left < 0, tables.pips[tile]
    new_left = np.where(first, tables.low[tile], np.where(at_right, left, pips - left))
    new_right = np.where(first, tables.high[tile], np.where(at_right, pips - right, right))
    return new_left, new_right


SCORES: Final = {Heaviest: heaviest_scores, Careful: careful_scores}
"""By the class of a player, how it values moves: it makes the best one, of equals the first."""


class ManyPassing:
    """Two players of one game."""

    def __init__(self, rules: Rules, first: Any, second: Any) -> None:
        """``first`` and ``second`` value moves as those in ``SCORES`` do."""
        self.rules, self.players = rules, (first, second)
        self.tables = ArrayTables(rules.tables)

    def play(self, seed: int, pairs: int) -> ManyMatches:
        """See ``Together``."""
        batches = [
            Batch(self, seed, number, min(_BATCH, pairs - first)).run()
            for number, first in enumerate(range(0, pairs, _BATCH))
        ]
        return ManyMatches(
            np.concatenate([batch.won.reshape(-1, 2) for batch in batches]).T,
            tuple(np.concatenate([batch.points[player].reshape(-1, 2) for batch in batches]).T for player in (0, 1)),  # type: ignore[arg-type]
            sum(batch.turns for batch in batches),
            sum(batch.events for batch in batches),
            (sum(batch.decisions[0] for batch in batches), sum(batch.decisions[1] for batch in batches)),
        )


class _At:
    """See ``Situation``."""

    def __init__(self, batch: "Batch", rows: Numbers) -> None:
        tables, rules = batch.many.tables, batch.many.rules
        seat = batch.actor[rows]
        self.hand, self.unplayed = batch.hands[rows, seat], batch.unplayed[rows]
        self.left, self.right, self.passes = batch.left[rows], batch.right[rows], batch.passes[rows]
        self.others = np.bitwise_count(batch.hands[rows, 1 - seat]).astype(np.int64)
        first = self.left < 0
        at_left = np.where(first, self.hand, self.hand & tables.suits[self.left])
        at_right = np.where(first, 0, self.hand & tables.suits[self.right])
        held = np.stack([at_left, at_right], axis=1)[:, :, None] & tables.bits
        self.plays: Flags = (held != 0).reshape(len(rows), -1)
        fits = at_left | at_right != 0
        self.may_draw, self.may_pass = _beside(rules, batch.boneyard[rows] > rules.reserve, fits, first)


def _beside(rules: Rules, drawable: Flags, fits: Flags, first: Flags) -> tuple[Flags, Flags]:
    """Who may draw, and who may pass; a leader has to set a tile."""
    drawing, passing = rules.options.draw_when, rules.options.pass_when
    may_draw = drawable if drawing == "any" else drawable & ~fits
    may_pass = {
        "any": np.ones_like(fits),
        "no_play": ~fits,
        "stuck": ~fits & ~drawable,
        "no_draw": ~drawable,
    }[passing]
    return may_draw & ~first, may_pass & ~first


class Batch:
    """Matches under way, by row."""

    def __init__(self, many: ManyPassing, seed: int, number: int, pairs: int) -> None:
        self.many = many
        self.deals = Deals(many.rules, seed, number, pairs)
        self._rng = np.random.Generator(np.random.SFC64([seed, number, 0]))
        rows = 2 * pairs
        self.won, self.points = np.zeros(rows), np.zeros((2, rows), dtype=np.int64)
        """of the first player and the other"""
        self.turns = self.events = 0
        self.decisions = [0, 0]
        self.scores = np.zeros((rows, 2), dtype=np.int64)
        self.hands = np.zeros((rows, 2), dtype=np.int64)
        self.stock = np.zeros((rows, len(many.tables.bits) - 2 * many.rules.hand_size), dtype=np.int8)
        self.unplayed, self.reachable = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
        self.left, self.right, self.passes, self.boneyard, self.actor = (
            np.zeros(rows, dtype=np.int64) for _ in range(5)
        )
        self._last, self._round = np.full(rows, -1), np.zeros(rows, dtype=np.int64)
        self._row = np.arange(rows)

    def run(self) -> "Batch":
        """Plays all to their end."""
        active = self._row
        self._deal(active)
        while len(active):
            ended = self._step(active)
            active = active[~ended] if ended.any() else active
        return self

    def _deal(self, rows: Numbers) -> None:
        """A new round begins in these rows."""
        rules, tables = self.many.rules, self.many.tables
        size, pair = rules.hand_size, rows >> 1
        for number in np.unique(self._round[rows]):
            own = self._round[rows] == number
            order, leader = self.deals.of(int(number))
            dealt, at = order[pair[own]], rows[own]
            for seat in (0, 1):
                self.hands[at, seat] = tables.bits[dealt[:, seat * size : (seat + 1) * size]].sum(axis=1)
            self.stock[at] = dealt[:, 2 * size :]
            kept = dealt[:, len(tables.bits) - rules.reserve :]
            self.reachable[at] = rules.tables.whole ^ tables.bits[kept].sum(axis=1)
            self.actor[at] = leader[pair[own]]
        self._round[rows] += 1
        self.events += 2 * len(rows)
        self.unplayed[rows], self.boneyard[rows] = rules.tables.whole, self.stock.shape[1]
        self.left[rows], self.right[rows], self.passes[rows] = -1, -1, 0

    def _step(self, rows: Numbers) -> Flags:
        """One move in each of these rows; where the match is over then."""
        chosen = self._chosen(rows)
        seat = self.actor[rows]
        self.events += len(rows)
        self.turns += int(np.count_nonzero(seat != self._last[rows]))
        self._last[rows] = seat
        count = 2 * len(self.many.tables.bits)
        passing, drawing = chosen == count + 1, chosen == count
        self.passes[rows] = np.where(passing, self.passes[rows] + 1, 0)
        self._draw(rows[drawing], seat[drawing])
        playing = ~(passing | drawing)
        self._set(rows[playing], seat[playing], chosen[playing])
        self.actor[rows] = 1 - seat
        out, over = self._over(rows, seat, passing)
        ended = np.zeros(len(rows), dtype=bool)
        if over.any():
            ended[over] = self._finish(rows[over], np.where(out, seat, -1)[over])
        return ended

    def _chosen(self, rows: Numbers) -> Numbers:
        """The move of each row: tiles at the left end, then at the right one, then draw and pass."""
        found = np.zeros(len(rows), dtype=np.int64)
        player = self.actor[rows] ^ (rows & 1)
        for number, values in enumerate(self.many.players):
            own = np.flatnonzero(player == number)
            if not len(own):
                continue
            at = _At(self, rows[own])
            legal = np.concatenate([at.plays, at.may_draw[:, None], at.may_pass[:, None]], axis=1)
            scores = np.where(legal, values(self.many.tables, self.many.rules, at, self._rng), -np.inf)
            found[own] = scores.argmax(axis=1)
            self.decisions[number] += int(np.count_nonzero(legal.sum(axis=1) > 1))
        return found

    def _draw(self, rows: Numbers, seat: Numbers) -> None:
        stock = self.stock.shape[1]
        tile = self.stock[rows, stock - self.boneyard[rows]]
        self.hands[rows, seat] |= self.many.tables.bits[tile]
        self.boneyard[rows] -= 1

    def _set(self, rows: Numbers, seat: Numbers, chosen: Numbers) -> None:
        tables = self.many.tables
        count = len(tables.bits)
        tile = chosen % count
        self.hands[rows, seat] ^= tables.bits[tile]
        self.unplayed[rows] ^= tables.bits[tile]
        ends = _ends_after(tables, self.left[rows], self.right[rows], tile, chosen >= count)
        self.left[rows], self.right[rows] = ends

    def _over(self, rows: Numbers, seat: Numbers, passing: Flags) -> tuple[Flags, Flags]:
        """Who has gone out, and where the round is over."""
        rules = self.many.rules
        out = self.hands[rows, seat] == 0
        fitting = self.unplayed[rows] & self.many.tables.fitting[self.left[rows], self.right[rows]]
        fitting = np.where(self.boneyard[rows] <= rules.reserve, fitting & self.reachable[rows], fitting)
        passed_out = passing & (self.passes[rows] >= rules.lap)
        return out, out | passed_out | (~passing & (fitting == 0))

    def _finish(self, rows: Numbers, out: Numbers) -> Flags:
        """Scores rounds, and deals the next ones; where the match is over."""
        rules = self.many.rules
        pips = np.stack([self.many.tables.pips_of(self.hands[rows, seat]) for seat in (0, 1)], axis=1)
        winner = np.where(pips[:, 0] == pips[:, 1], -1, pips.argmin(axis=1))
        if rules.options.out_breaks_tie:
            winner = np.where(winner < 0, out, winner)
        own, other = pips.min(axis=1), pips.max(axis=1)
        points = other - own if rules.options.subtract_own else other
        won = winner >= 0
        self.scores[rows[won], winner[won]] += points[won]
        ended: Flags = self.scores[rows].max(axis=1) >= rules.target
        self._write(rows[ended])
        self._deal(rows[~ended])
        return ended

    def _write(self, rows: Numbers) -> None:
        """What came of matches that are over."""
        side = rows & 1
        own, other = self.scores[rows, side], self.scores[rows, 1 - side]
        self.won[rows] = own > other
        self.points[0, rows], self.points[1, rows] = own, other


def found(rules: Rules, first: object, second: object) -> ManyPassing | None:
    """Who plays these two against each other; None: not these players, or not under these house rules."""
    options = rules.options
    usual = options.first_lead == options.next_lead == "random" and options.lead_must_play and options.auto_block
    if rules.seats != 2 or not usual or options.draw_turn != "ends":
        return None
    values = [random_scores if is_random(one) else SCORES.get(type(one)) for one in (first, second)]
    if None in values:
        return None
    return ManyPassing(rules, *values)


def is_random(player: object) -> bool:
    """Whether a player moves at random, as the host's own does."""
    return type(player).__name__ == "RandomPlayer"
