"""Deals that fit what a seat knows, and how well each explains what the others did.

Passing is free and drawing is always allowed, so neither proves anything. A deal is weighed by how likely a sensible
player was to do what was done with the tiles that the deal gives it (importance sampling).
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

import numpy as np

from tabletop_dominoes_passing import deals
from tabletop_dominoes_passing.arrays import Array, ArrayTables, Floats, Sets, tables_for
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.history import ends_after
from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView, moves_of
from tabletop_dominoes_passing.suits import score_first, score_plays

TEMPERATURE: Final = 4.0
"""Of the softmax over the scores of plays: a play that scores so much less is e times rarer."""
_SURPRISE: Final = 1e-3
"""Added to the chance of every play: nobody plays quite by the softmax."""
_STUCK_DRAWS: Final = 0.03
_ABLE_DRAWS: Final = 0.004
_ABLE_PASSES: Final = 0.03
_CLOSES: Final = 0.8
_BARS: Final = (14.0, 0.0)
"""The lead in pips at which half of the players who would close do pass: with the first pass, with the last one."""
_SPREAD: Final = 4.0
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


class Turn(NamedTuple):
    """A move of the round and what everybody saw before it. ``left`` is -1 for an empty train."""

    seat: int
    move: Move
    left: int
    right: int
    unplayed: int
    passes: int
    counts: tuple[int, ...]


def turns(game: PassingGame, view: PassingView) -> list[Turn]:
    """The moves of the round in order."""
    made = []
    ends, unplayed, passes = None, game.tables.whole, 0
    counts = [game.hand_size] * game.seats
    for seat, move in moves_of(view.history):
        left, right = ends or (-1, -1)
        made.append(Turn(seat, move, left, right, unplayed, passes, tuple(counts)))
        passes = passes + 1 if move == PASS else 0
        if move == DRAW:
            counts[seat] += 1
        elif move != PASS:
            play = game.tables.plays[move]
            ends = ends_after(game.tables, ends, play)
            unplayed ^= play.bit
            counts[seat] -= 1
    return made


def sample(game: PassingGame, view: PassingView, rows: int, rng: np.random.Generator) -> Worlds:
    """Deals that fit the view, equally likely as far as the deal goes; about ``rows`` of them."""
    if game.evidence_of(view).proofs:
        return _imagined(game, view, min(rows, _IMAGINED), rng)
    unplayed = view_unplayed(game, view)
    hidden = np.array(list(members(unplayed & ~view.hand)), dtype=np.int64)
    dealt = hidden[rng.random((rows, len(hidden))).argsort(axis=1)]
    bits = tables_for(game.options.max_pip).bits
    hands, start = [], 0
    for seat, held in enumerate(view.counts):
        if seat == view.seat:
            hands.append(np.full(rows, view.hand, dtype=np.int64))
            continue
        hands.append(np.bitwise_or.reduce(bits[dealt[:, start : start + held]], axis=1))
        start += held
    return Worlds(np.stack(hands), dealt[:, start:])


def view_unplayed(game: PassingGame, view: PassingView) -> int:
    """The set of the tiles that don't lie in the train."""
    unplayed = game.tables.whole
    for _seat, move in moves_of(view.history):
        if move in game.tables.plays:
            unplayed ^= game.tables.plays[move].bit
    return unplayed


def _imagined(game: PassingGame, view: PassingView, rows: int, rng: np.random.Generator) -> Worlds:
    source = Random(int(rng.integers(1 << 62)))
    states = [deals.imagine(game, view, source) for _row in range(rows)]
    hands = np.array([state[1] for state in states], dtype=np.int64).T.copy()
    stock = [state[8].stock[len(state[8].stock) - view.boneyard :] for state in states]
    return Worlds(hands, np.array(stock, dtype=np.int64).reshape(rows, view.boneyard))


def likelihood(game: PassingGame, view: PassingView, worlds: Worlds, rng: np.random.Generator) -> Array:
    """The logarithm of how likely the others' moves were in each of the worlds."""
    tables = tables_for(game.options.max_pip)
    hands = worlds.hands.copy()
    total = np.zeros(hands.shape[1])
    for turn in reversed(turns(game, view)):
        if turn.seat == view.seat:
            continue
        hand = hands[turn.seat]
        if turn.move == DRAW:
            hand ^= _any_tile(tables, hand, rng)
        elif turn.move != PASS:
            hand |= game.tables.plays[turn.move].bit
        total += _log_chance(game, tables, turn, hand)
    return total


def _any_tile(tables: ArrayTables, hand: Sets, rng: np.random.Generator) -> Sets:
    """One tile of each hand, each equally likely: which one was drawn isn't known."""
    keys = rng.random((len(hand), len(tables.bits))) * ((hand[:, None] & tables.bits) != 0)
    drawn: Sets = tables.bits[keys.argmax(axis=1)]
    return drawn


def _log_chance(game: PassingGame, tables: ArrayTables, turn: Turn, hand: Sets) -> Array:
    unplayed = np.full(len(hand), turn.unplayed)
    if turn.left < 0:
        if turn.move in {DRAW, PASS}:
            return np.zeros(len(hand))
        return _log_softmax(score_first(tables, hand, unplayed), [game.tables.plays[turn.move].tile])
    able = (hand & tables.fitting[turn.left, turn.right]) != 0
    passes = _able_passes(game, tables, turn, hand)
    if turn.move == PASS:
        return np.log(np.where(able, passes, 1 - _STUCK_DRAWS))
    if turn.move == DRAW:
        return np.log(np.where(able, _ABLE_DRAWS, _STUCK_DRAWS))
    left, right = np.full(len(hand), turn.left), np.full(len(hand), turn.right)
    scores = score_plays(tables, hand, unplayed, left, right)
    return np.log1p(-passes) + _log_softmax(scores, _choices(game, tables, turn))


def _choices(game: PassingGame, tables: ArrayTables, turn: Turn) -> list[int]:
    """The index of the play in ``score_plays``; two where both ends show the same number."""
    play = game.tables.plays[turn.move]
    ends = (turn.left, turn.right)
    if turn.left == turn.right:
        return [play.pips - turn.left, tables.numbers + play.pips - turn.left]
    at_right = play.end == "right"
    return [at_right * tables.numbers + play.pips - ends[at_right]]


def _log_softmax(scores: Floats, chosen: Sequence[int]) -> Array:
    heights = np.exp((scores - scores.max(axis=1, keepdims=True)) / TEMPERATURE)
    chance = heights[:, chosen].sum(axis=1) / heights.sum(axis=1)
    logs: Array = np.log(chance + _SURPRISE)
    return logs


def _able_passes(game: PassingGame, tables: ArrayTables, turn: Turn, hand: Sets) -> Array:
    """How likely a seat that could play was to pass: the more, the fewer pips it thinks to hold than the others."""
    own = tables.pips_of(hand)
    loose = int(tables.pips_of(np.array([turn.unplayed]))[0])
    held = turn.counts[turn.seat]
    each = (loose - own) / max(1, turn.unplayed.bit_count() - held)
    sides = game.sides()
    mine = sides[turn.seat]
    guess = [np.zeros(len(hand)) for _side in range(max(sides) + 1)]
    for seat, side in enumerate(sides):
        guess[side] = guess[side] + (own if seat == turn.seat else turn.counts[seat] * each)
    lead = np.min([value for side, value in enumerate(guess) if side != mine], axis=0) - guess[mine]
    bar = _BARS[turn.passes == game.lap - 1]
    chance: Array = _ABLE_PASSES + _CLOSES / (1 + np.exp((bar - lead) / _SPREAD))
    return chance


def fitting(
    game: PassingGame, view: PassingView, rows: int, kept: int, rng: np.random.Generator
) -> tuple[Worlds, Array]:
    """Deals that explain what the others did, and their weights, which sum to 1.

    They are all there are, if that is at most ``kept``; else ``kept`` deals, equally weighty, drawn from ``rows`` by
    how well they explain it (systematic resampling). With ``kept`` = ``rows`` nothing is made of what the others did.
    """
    worlds = every(game, view, kept, rng)
    counted = worlds is not None
    if worlds is None:
        worlds = sample(game, view, rows, rng)
    logs = _explained(game, view, worlds, rng) if kept < rows else _not_blocked(game, view, worlds)
    weights = np.exp(logs - logs.max())
    if counted:
        return worlds, weights / weights.sum()
    heights = np.cumsum(weights)
    marks = (np.arange(kept) + rng.random()) / kept * heights[-1]
    chosen = np.minimum(np.searchsorted(heights, marks), len(heights) - 1)
    worlds = worlds.chosen(chosen)
    if kept < rows and game.seats > 2 and not game.evidence_of(view).proofs:
        worlds = _moved(game, view, worlds, rng)
    return worlds, np.full(kept, 1 / kept)


def _moved(game: PassingGame, view: PassingView, worlds: Worlds, rng: np.random.Generator) -> Worlds:
    """The worlds after exchanges of hidden tiles that are accepted by how well they explain what the others did.

    Where several hands are hidden few of the drawn deals explain much, and resampling leaves copies of those; a Markov
    chain from each of them makes them different again (resample-move: Gilks & Berzuini, 2001; Metropolis et al., 1953).
    """
    hands, stock = worlds.hands.copy(), worlds.stock.copy()
    rows = np.arange(hands.shape[1])
    bits = tables_for(game.options.max_pip).bits
    logs = _explained(game, view, Worlds(hands, stock), rng)
    others = [seat for seat in range(game.seats) if seat != view.seat and view.counts[seat]]
    for sweep in range(_SWEEPS):
        giver = others[sweep % len(others)]
        given = _any_tile(tables_for(game.options.max_pip), hands[giver], rng)
        hidden = np.bitwise_or.reduce(hands[others], axis=0) | np.bitwise_or.reduce(bits[stock], axis=1)
        taken = _any_tile(tables_for(game.options.max_pip), hidden & ~hands[giver], rng)
        new_hands, new_stock = hands.copy(), stock.copy()
        exchange = given | taken
        for seat in others:
            new_hands[seat] ^= np.where((hands[seat] & exchange) != 0, exchange, 0)
        at_stock = bits[stock] == taken[:, None]
        tile = np.bitwise_count(given - 1).astype(np.int64)
        new_stock[at_stock] = np.broadcast_to(tile[:, None], stock.shape)[at_stock]
        new_logs = _explained(game, view, Worlds(new_hands, new_stock), rng)
        accepted = rows[np.log(rng.random(len(rows))) < new_logs - logs]
        hands[:, accepted], stock[accepted], logs[accepted] = (
            new_hands[:, accepted],
            new_stock[accepted],
            new_logs[accepted],
        )
    return Worlds(hands, stock)


def _explained(game: PassingGame, view: PassingView, worlds: Worlds, rng: np.random.Generator) -> Array:
    logs: Array = likelihood(game, view, worlds, rng) + _not_blocked(game, view, worlds)
    return logs


def every(game: PassingGame, view: PassingView, most: int, rng: np.random.Generator) -> Worlds | None:
    """Every way to deal the unseen tiles to the others' hands, each once, with the boneyard in an order by chance.

    None if there are more than ``most`` ways, or if the rules made a move prove something.
    """
    hidden = list(members(view_unplayed(game, view) & ~view.hand))
    others = [seat for seat in range(game.seats) if seat != view.seat]
    ways, left = 1, len(hidden)
    for seat in others:
        ways *= math.comb(left, view.counts[seat])
        left -= view.counts[seat]
    if ways > most or game.evidence_of(view).proofs:
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


def _not_blocked(game: PassingGame, view: PassingView, worlds: Worlds) -> Array:
    """A world in which nobody could play any more doesn't fit a round that goes on."""
    if view.left < 0 or not game.options.auto_block or view.boneyard > game.reserve:
        return np.zeros(worlds.hands.shape[1])
    tables = tables_for(game.options.max_pip)
    fits = np.bitwise_or.reduce(worlds.hands, axis=0) & tables.fitting[view.left, view.right]
    return np.where(fits != 0, 0.0, -1e3)
