"""Many rounds at once, played to their end in a plain way.

A plain player sets the tile that scores best, passes when stuck, and closes a round in which its side should hold
fewest pips. All rows step together: a step of a thousand rows costs a few hundred microseconds.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Self

import numpy as np

from tabletop_dominoes_passing.arrays import Array, ArrayTables, Flags, Numbers, Sets, count, tables_for
from tabletop_dominoes_passing.position import PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.suits import score_first, score_plays
from tabletop_dominoes_passing.worlds import Worlds, view_unplayed


class Manner(NamedTuple):
    """When a plain player passes though it could play: its lead, in pips it thinks the others hold more."""

    close: float = 8.0
    """with the pass that ends the round"""
    follow: float = np.inf
    """when another has passed before it"""
    offer: float = np.inf
    """when nobody has"""


class Ends(NamedTuple):
    """How rounds ended: the pips left, ``[seat, row]``, and the seat that went out, or -1."""

    pips: Numbers
    out: Numbers


class Rounds:
    """The state of many rounds; ``[row]`` or ``[seat, row]``. Its arrays change as the rounds go on."""

    def __init__(
        self,
        rules: Rules,
        hands: Sets,
        left: Numbers,
        right: Numbers,
        unplayed: Sets,
        stock: Array,
        passes: Numbers,
    ) -> None:
        """``stock``: the tiles that are left in the boneyard in drawing order, ``[row, position]``."""
        self.rules = rules
        self.tables: ArrayTables = tables_for(rules.options.max_pip)
        self.hands, self.left, self.right, self.unplayed = hands, left, right, unplayed
        self.stock, self.passes = stock, passes
        rows = hands.shape[1]
        self.drawn = np.zeros(rows, dtype=np.int64)
        self.pips = self.tables.pips_of(hands)
        self.loose = self.tables.pips_of(unplayed)
        """the pips of the tiles that don't lie in the train"""
        self.over = np.zeros(rows, dtype=np.bool_)
        self.out = np.full(rows, -1, dtype=np.int64)
        drawable = max(0, stock.shape[1] - rules.reserve)
        self.drawable = drawable
        kept = np.bitwise_or.reduce(self.tables.bits[stock[:, drawable:]], axis=1) if stock.shape[1] > drawable else 0
        self.reachable = unplayed & ~kept
        self.row = np.arange(rows)
        self._ends = Ends(self.pips.copy(), self.out.copy())
        self._sides = rules.sides

    @classmethod
    def of(cls, rules: Rules, view: PassingView, found: Worlds) -> Self:
        """The round that a seat sees, in these deals."""
        rows = found.hands.shape[1]
        left, right, unplayed = (
            np.full(rows, number) for number in (view.left, view.right, view_unplayed(rules, view))
        )
        return cls(rules, found.hands, left, right, unplayed, found.stock, np.full(rows, view.passes))

    _BY_ROW: ClassVar[tuple[str, ...]] = (
        *("left", "right", "unplayed", "stock", "passes", "drawn"),
        *("loose", "over", "out", "reachable", "row"),
    )

    def repeated(self, times: int) -> "Rounds":
        """Every row ``times`` times: first all rows, then all of them again."""
        return self.chosen(np.tile(np.arange(len(self.row)), times))

    def chosen(self, rows: Array) -> Self:
        """A copy of these rows, in this order."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.hands, other.pips = self.hands[:, rows], self.pips[:, rows]
        for name in self._BY_ROW:
            setattr(other, name, getattr(self, name)[rows])
        other.row = np.arange(len(rows))
        other._ends = Ends(other.pips.copy(), other.out.copy())
        return other

    # Moves

    def set_tile(self, seat: int, rows: Array, tile: Array, left: Array, right: Array) -> None:
        """``seat`` sets ``tile`` in each of ``rows``, which makes the ends ``left`` and ``right``."""
        bit = self.tables.bits[tile]
        self.hands[seat, rows] ^= bit
        self.unplayed[rows] ^= bit
        weight = self.tables.pips[tile]
        self.pips[seat, rows] -= weight
        self.loose[rows] -= weight
        self.left[rows], self.right[rows] = left, right
        self.passes[rows] = 0
        gone = rows[self.hands[seat, rows] == 0]
        self.out[gone] = seat
        self.over[gone] = True
        self._block(rows)

    def take(self, seat: int, rows: Array) -> None:
        """``seat`` draws in each of ``rows``."""
        tile = self.stock[rows, self.drawn[rows]]
        self.hands[seat, rows] |= self.tables.bits[tile]
        self.pips[seat, rows] += self.tables.pips[tile]
        self.drawn[rows] += 1
        self.passes[rows] = 0
        self._block(rows)

    def pass_by(self, seat: int, rows: Array) -> None:
        """``seat`` passes in each of ``rows``."""
        self.passes[rows] += 1
        self.over[rows] |= self.passes[rows] >= self.rules.lap

    def _block(self, rows: Array) -> None:
        """Ends the rounds in which nobody can play any more."""
        if not self.rules.options.auto_block:
            return
        rows = rows[self.left[rows] >= 0]
        fitting = self.unplayed[rows] & self.tables.fitting[self.left[rows], self.right[rows]]
        dry = self.drawn[rows] >= self.drawable
        self.over[rows] |= np.where(dry, fitting & self.reachable[rows], fitting) == 0

    # Playing on

    def play_out(self, seats: Sequence[int], manners: Sequence[Manner]) -> Ends:
        """The ends of all rounds when the seats play on in turn, the first of ``seats`` next, each in its manner."""
        turn = 0
        while True:
            self._settle()
            if not len(self.row):
                return self._ends
            seat = seats[turn % len(seats)]
            self.step(seat, manners[seat])
            turn += 1

    def _settle(self) -> None:
        """Keeps the results of the finished rounds, and goes on without them once they are many."""
        done = int(np.count_nonzero(self.over))
        if done * 4 < len(self.over):
            return
        rows = self.row[self.over]
        self._ends.pips[:, rows] = self.pips[:, self.over]
        self._ends.out[rows] = self.out[self.over]
        on = ~self.over
        self.hands, self.pips = self.hands[:, on], self.pips[:, on]
        for name in self._BY_ROW:
            setattr(self, name, getattr(self, name)[on])

    def step(self, seat: int, manner: Manner) -> None:
        """One turn of ``seat`` in every round that isn't over."""
        if len(self.left) and self.left.min() < 0:
            self._lead(seat)
            return
        options = self.rules.options
        hand = self.hands[seat]
        able = (hand & self.tables.fitting[self.left, self.right]) != 0
        dry = self.drawn >= self.drawable
        if options.draw_turn == "continues" and options.pass_when in {"stuck", "no_draw"}:
            able = self._draw_until_able(seat, able, dry)
            dry = self.drawn >= self.drawable
        may_pass = self._may_pass(able, dry)
        plays = able & ~(may_pass & self._closes(seat, manner)) & ~self.over
        idle = ~plays & ~self.over
        rows = np.flatnonzero(plays)
        if len(rows):
            self._play_best(seat, rows)
        passing = np.flatnonzero(idle & may_pass)
        drawing = np.flatnonzero(idle & ~may_pass)
        if len(passing):
            self.pass_by(seat, passing)
        if len(drawing):
            self.take(seat, drawing)

    def _draw_until_able(self, seat: int, able: Flags, dry: Flags) -> Flags:
        while True:
            rows = np.flatnonzero(~able & ~dry & ~self.over)
            if not len(rows):
                return able
            self.take(seat, rows)
            able = (self.hands[seat] & self.tables.fitting[self.left, self.right]) != 0
            dry = self.drawn >= self.drawable

    def _may_pass(self, able: Flags, dry: Flags) -> Flags:
        when = self.rules.options.pass_when
        if when == "any":
            return np.ones_like(able)
        return {"no_play": ~able, "stuck": ~able & dry, "no_draw": dry}[when]

    def _closes(self, seat: int, manner: Manner) -> Flags:
        """Whether the seat passes though it could play: it thinks that its side holds fewest pips."""
        lead = self.lead_of(seat)
        last = self.passes == self.rules.lap - 1
        bar = np.where(last, manner.close, np.where(self.passes > 0, manner.follow, manner.offer))
        return lead > bar

    def lead_of(self, seat: int) -> Array:
        """How many pips fewer than the best other side the seat's side holds, as ``seat`` would guess it."""
        held = count(self.hands).astype(np.float64)
        own = self.pips[seat]
        each = (self.loose - own) / np.maximum(1, count(self.unplayed) - held[seat])
        guess = held * each
        guess[seat] = own
        sides = np.zeros((max(self._sides) + 1, guess.shape[1]))
        for other, side in enumerate(self._sides):
            sides[side] += guess[other]
        mine = sides[self._sides[seat]].copy()
        sides[self._sides[seat]] = np.inf
        lead: Array = sides.min(axis=0) - mine
        return lead

    def _play_best(self, seat: int, rows: Array) -> None:
        left, right = self.left[rows], self.right[rows]
        scores = score_plays(self.tables, self.hands[seat, rows], self.unplayed[rows], left, right)
        best = scores.argmax(axis=1)
        self.play_choice(seat, rows, best)

    def play_choice(self, seat: int, rows: Array, choice: Array) -> None:
        """``seat`` makes the play of this index of ``score_plays`` in each of ``rows``."""
        left, right = self.left[rows], self.right[rows]
        at_right, new = np.divmod(choice, self.tables.numbers)
        tile = self.tables.tile[np.where(at_right, right, left), new]
        self.set_tile(seat, rows, tile, np.where(at_right, left, new), np.where(at_right, new, right))

    def _lead(self, seat: int) -> None:
        rows = np.flatnonzero(~self.over)
        tile = score_first(self.tables, self.hands[seat, rows], self.unplayed[rows]).argmax(axis=1)
        self.set_tile(seat, rows, tile, self.tables.low[tile], self.tables.high[tile])
