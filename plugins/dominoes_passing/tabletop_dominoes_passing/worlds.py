"""Deals that fit what a seat knows, and how well each explains what the others did.

A deal is weighed by how likely sensible players were to do what was done with the tiles that the deal gives them; see
``habits``.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, Protocol

import numpy as np

from tabletop_dominoes_passing import deals
from tabletop_dominoes_passing.arrays import Array, ArrayTables, Sets, count, tables_for
from tabletop_dominoes_passing.moves import mask_of
from tabletop_dominoes_passing.position import PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.turns import any_tile

_SWEEPS: Final = 12
"""Exchanges that are tried in every world."""
_IMAGINED: Final = 100
"""So many deals are drawn one by one where the rules made a move prove something."""


class Worlds(NamedTuple):
    """Deals, one a row: ``hands[seat, row]``, and ``stock[row, position]``, the boneyard in drawing order."""

    hands: Sets
    stock: Array

    def chosen(self, rows: Array) -> "Worlds":
        """These rows, in this order."""
        return Worlds(self.hands[:, rows], self.stock[rows])


def sample(evidence: deals.Evidence, rows: int, rng: np.random.Generator) -> Worlds:
    """Deals that fit the view, equally likely as far as the deal goes; about ``rows`` of them."""
    if evidence.proofs:
        return _imagined(evidence, min(rows, _IMAGINED), rng)
    rules, view = evidence.rules, evidence.view
    hidden = np.array(evidence.hidden, dtype=np.int64)
    dealt = hidden[rng.random((rows, len(hidden))).argsort(axis=1)]
    bits = tables_for(rules.options.max_pip).bits
    hands, start = [], 0
    for seat, held in enumerate(view.counts):
        if seat == view.seat:
            hands.append(np.full(rows, view.hand, dtype=np.int64))
            continue
        hands.append(np.bitwise_or.reduce(bits[dealt[:, start : start + held]], axis=1))
        start += held
    return Worlds(np.stack(hands), dealt[:, start:])


def view_unplayed(rules: Rules, view: PassingView) -> int:
    """The set of the tiles that don't lie in the train."""
    unplayed = rules.tables.whole
    for _seat, move in view.history:
        if move in rules.tables.plays:
            unplayed ^= rules.tables.plays[move].bit
    return unplayed


def _imagined(evidence: deals.Evidence, rows: int, rng: np.random.Generator) -> Worlds:
    source = Random(int(rng.integers(1 << 62)))
    states = [deals.imagine(evidence, source) for _row in range(rows)]
    boneyard = evidence.view.boneyard
    hands = np.array([state.hands for state in states], dtype=np.int64).T.copy()
    stock = [state.round.stock[len(state.round.stock) - boneyard :] for state in states]
    return Worlds(hands, np.array(stock, dtype=np.int64).reshape(rows, boneyard))


class Explanation(Protocol):
    """How likely the moves were that the others have made in a round."""

    def explained(self, hands: Sets, rng: np.random.Generator) -> Array:
        """The logarithm of how likely all the moves were with the hands ``[seat, row]`` that are held now."""


def fitting(
    rules: Rules, view: PassingView, rows: int, kept: int, rng: np.random.Generator, past: Explanation
) -> tuple[Worlds, Array]:
    """Deals that explain what the others did, and their weights, which sum to 1.

    They are all there are, if that is at most ``kept``; else ``kept`` deals, equally weighty, drawn from ``rows`` by
    how well they explain it (systematic resampling). With ``kept`` = ``rows`` nothing is made of what the others did.
    """
    evidence = deals.Evidence(rules, view)
    worlds = every(evidence, kept, rng)
    counted = worlds is not None
    if worlds is None:
        worlds = sample(evidence, rows, rng)
    logs = _explained(rules, view, past, worlds, rng) if kept < rows else _not_blocked(rules, view, worlds)
    weights = np.exp(logs - logs.max())
    if counted:
        return worlds, weights / weights.sum()
    heights = np.cumsum(weights)
    marks = (np.arange(kept) + rng.random()) / kept * heights[-1]
    chosen = np.minimum(np.searchsorted(heights, marks), len(heights) - 1)
    worlds = worlds.chosen(chosen)
    if kept < rows and rules.seats > 2 and not evidence.proofs:
        worlds = _moved(rules, view, worlds, rng, past)
    return worlds, np.full(kept, 1 / kept)


def _moved(rules: Rules, view: PassingView, worlds: Worlds, rng: np.random.Generator, past: Explanation) -> Worlds:
    """The worlds after exchanges of hidden tiles that are accepted by how well they explain what the others did.

    Where several hands are hidden few of the drawn deals explain much, and resampling leaves copies of those; a Markov
    chain from each of them makes them different again (resample-move: Gilks & Berzuini, 2001; Metropolis et al., 1953).
    """
    hands, stock = worlds.hands.copy(), worlds.stock.copy()
    logs = _explained(rules, view, past, worlds, rng)
    others = [seat for seat in range(rules.seats) if seat != view.seat]
    for sweep in range(_SWEEPS):
        new = _exchanged(tables_for(rules.options.max_pip), hands, stock, others, sweep, rng)
        new_logs = _explained(rules, view, past, new, rng)
        accepted = np.flatnonzero(np.log(rng.random(len(logs))) < new_logs - logs)
        hands[:, accepted] = new.hands[:, accepted]
        stock[accepted], logs[accepted] = new.stock[accepted], new_logs[accepted]
    return Worlds(hands, stock)


def _exchanged(
    tables: ArrayTables, hands: Sets, stock: Array, others: Sequence[int], sweep: int, rng: np.random.Generator
) -> Worlds:
    """The worlds after one tile of one hand, by turns, has changed places with a hidden tile that is elsewhere."""
    giver = others[sweep % len(others)]
    given = any_tile(tables, hands[giver], rng)
    in_stock = tables.bits[stock]
    hidden = np.bitwise_or.reduce(hands[others], axis=0) | np.bitwise_or.reduce(in_stock, axis=1)
    taken = any_tile(tables, hidden & ~hands[giver], rng)
    both = given | taken
    hands, stock = hands.copy(), stock.copy()
    for seat in others:
        hands[seat] ^= np.where((hands[seat] & both) != 0, both, 0)
    given_number = count(given - 1).astype(np.int64)[:, None]
    return Worlds(hands, np.where(in_stock == taken[:, None], given_number, stock))


def _explained(rules: Rules, view: PassingView, past: Explanation, worlds: Worlds, rng: np.random.Generator) -> Array:
    logs: Array = past.explained(worlds.hands, rng) + _not_blocked(rules, view, worlds)
    return logs


def every(evidence: deals.Evidence, most: int, rng: np.random.Generator) -> Worlds | None:
    """Every way to deal the unseen tiles to the others' hands, each once, with the boneyard in an order by chance.

    None if there are more than ``most`` ways, or if the rules made a move prove something.
    """
    rules, view, hidden = evidence.rules, evidence.view, evidence.hidden
    others = [seat for seat in range(rules.seats) if seat != view.seat]
    ways, left = 1, len(hidden)
    for seat in others:
        ways *= math.comb(left, view.counts[seat])
        left -= view.counts[seat]
    if ways > most or evidence.proofs:
        return None
    hands, stock = [], []
    for held, rest in _ways(hidden, [view.counts[seat] for seat in others]):
        held.insert(_seat(view), view.hand)
        hands.append(held)
        stock.append(rng.permutation(np.array(rest, dtype=np.int64)))
    return Worlds(np.array(hands, dtype=np.int64).T.copy(), np.array(stock).reshape(ways, left))


def _ways(tiles: list[int], sizes: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Every way to deal hands of these sizes: the hands as sets, and the tiles that are left."""
    if not sizes:
        yield [], tiles
        return
    for hand in combinations(tiles, sizes[0]):
        for hands, rest in _ways([tile for tile in tiles if tile not in hand], sizes[1:]):
            yield [mask_of(hand), *hands], rest


def _seat(view: PassingView) -> int:
    assert view.seat is not None
    return view.seat


def _not_blocked(rules: Rules, view: PassingView, worlds: Worlds) -> Array:
    """A world in which nobody could play any more doesn't fit a round that goes on."""
    if view.left < 0 or not rules.options.auto_block or view.boneyard > rules.reserve:
        return np.zeros(worlds.hands.shape[1])
    tables = tables_for(rules.options.max_pip)
    fits = np.bitwise_or.reduce(worlds.hands, axis=0) & tables.fitting[view.left, view.right]
    return np.where(fits != 0, 0.0, -1e3)
