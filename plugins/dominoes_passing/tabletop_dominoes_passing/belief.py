"""How likely players who play by the value network were to make the moves that were seen, with these hands or those."""

from typing import Final, NamedTuple

import numpy as np

from tabletop_dominoes_passing.arrays import Array, Floats, Numbers, Sets
from tabletop_dominoes_passing.layout import NUMBERS, PIPS
from tabletop_dominoes_passing.moves import LEFT
from tabletop_dominoes_passing.network import DRAWS, PASSES, Facing, Network
from tabletop_dominoes_passing.position import DRAW, PASS, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.turns import Hindsight, Turn, turns
from tabletop_dominoes_passing.watched import Watched

TEMPERATURE: Final = 1.0 / PIPS
"""Of the softmax over the values of moves: a move that is worth a point less is e times rarer."""
ODD: Final = 0.02
"""So often any move is made."""


class Decision(NamedTuple):
    """A move of another seat, and what everybody saw before it."""

    turn: Turn
    watched: Watched
    drawable: int


def watch(rules: Rules, network: Network, made: list[Turn]) -> tuple[list[Decision], Watched]:
    """Each move with what had been seen before it, and what has been seen after all of them; one row."""
    watched, row = Watched.fresh(network, 1), np.zeros(1, dtype=np.int64)
    decisions = []
    for turn in made:
        drawable = turn.unplayed.bit_count() - sum(turn.counts) - rules.reserve
        decisions.append(Decision(turn, Watched(watched.sums.copy(), watched.idle.copy()), max(0, drawable)))
        left, right = np.array([turn.left]), np.array([turn.right])
        if turn.move in {PASS, DRAW}:
            watched.idled(network, turn.seat, row, left, right)
            continue
        play = rules.tables.plays[turn.move]
        tile = np.array([play.tile])
        if turn.left < 0:
            watched.set_first(network, turn.seat, row, tile)
            continue
        at, other = (left, right) if play.end == LEFT else (right, left)
        apart = (left != right).astype(np.float32)
        watched.set_tile(network, turn.seat, row, tile, other, play.pips - at, apart)
    return decisions, watched


class NetworkPast(Hindsight[Decision]):
    """The moves of others, judged by what the network makes of the choice that each had."""

    def __init__(self, rules: Rules, network: Network, view: PassingView) -> None:
        self._network = network
        decisions, self.watched = watch(rules, network, turns(rules, view))
        super().__init__(rules, [one for one in reversed(decisions) if one.turn.seat != view.seat])

    def _facing(self, made: list[tuple[Decision, Sets]]) -> Facing:
        rows, seats = len(made[0][1]), self._rules.seats

        def each(numbers: list[int]) -> Numbers:
            return np.repeat(np.array(numbers, dtype=np.int64), rows)

        turn = [seen.turn for seen, _hand in made]
        hand = np.concatenate([hand for _seen, hand in made])
        held = [[one.counts[(one.seat + player) % seats] for player in range(seats)] for one in turn]
        return Facing(
            np.repeat(np.concatenate([seen.watched.sums[:, seen.turn.seat] for seen, _hand in made]), rows, axis=0),
            np.repeat(np.concatenate([seen.watched.idle[:, seen.turn.seat] for seen, _hand in made]), rows, axis=0),
            hand,
            each([one.unplayed for one in turn]) & ~hand,
            each([one.left for one in turn]),
            each([one.right for one in turn]),
            each([one.passes for one in turn]),
            each([seen.drawable for seen, _hand in made]),
            np.repeat(np.array(held, dtype=np.int64), rows, axis=0),
        )

    def _lead(self, seen: Decision, hand: Sets) -> Array:
        values = self._network.judge_first(self._facing([(seen, hand)]))
        return _log_chance(values, np.full(len(hand), self._rules.tables.plays[seen.turn.move].tile))

    def _together(self, made: list[tuple[Decision, Sets]]) -> Array:
        """The sum over moves on a train, all moves at once."""
        rows = len(made[0][1])
        values = self._network.judge(self._facing(made))
        column = np.repeat([self._column(seen.turn) for seen, _hand in made], rows)
        total: Array = _log_chance(values, column).reshape(len(made), rows).sum(axis=0)
        return total

    def _column(self, turn: Turn) -> int:
        """Of the move, in what ``Network.judge`` gives."""
        return column_of(self._rules, turn.move, turn.left, turn.right)


def column_of(rules: Rules, move: str, left: int, right: int) -> int:
    """Where ``Network.judge`` has the value of a move on a train with these ends."""
    if move in {DRAW, PASS}:
        return DRAWS if move == DRAW else PASSES
    play = rules.tables.plays[move]
    if play.end == LEFT or left == right:
        return play.pips - left
    return NUMBERS + play.pips - right


def _log_chance(values: Floats, column: Numbers) -> Array:
    """The logarithm of the chance that a player makes the move of this column, in each row."""
    heights = np.exp((values - values.max(axis=1, keepdims=True)) / TEMPERATURE)
    chosen = heights[np.arange(len(values)), column] / heights.sum(axis=1)
    many = np.isfinite(values).sum(axis=1)
    logs: Array = np.log((1 - ODD) * chosen.astype(np.float64) + ODD / many)
    return logs
