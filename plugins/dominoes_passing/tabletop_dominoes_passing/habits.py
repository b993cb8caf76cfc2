"""How likely a sensible player with some hand was to make the moves that were seen.

Passing is free and drawing is always allowed, so neither proves anything. A sensible player mostly passes when it is
stuck and seldom draws, passes now and then to close a round in which it thinks to hold fewest pips, and sets good tiles
more often than bad ones.
"""

from typing import Final, NamedTuple

import numpy as np

from tabletop_dominoes_passing.arrays import Array, Sets, tables_for
from tabletop_dominoes_passing.position import DRAW, PASS, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.suits import score_first, score_plays
from tabletop_dominoes_passing.turns import Hindsight, Turn, turns

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


class Seen(NamedTuple):
    """What one move of another seat is judged by."""

    turn: Turn
    loose: int
    """the pips of all tiles that don't lie in the train"""
    unseen: int
    """how many tiles neither lie in the train nor in the seat's hand"""
    ahead: int
    """the fewest tiles that another side holds"""
    partners: int
    """the tiles that the seat's partners hold"""
    choices: tuple[int, int]
    """the indices of the play in ``score_plays``, two where both ends show one number, else -1"""


class Past(Hindsight[Seen]):
    """The moves of others, judged by the habits of sensible players."""

    def __init__(self, rules: Rules, view: PassingView) -> None:
        made = reversed(turns(rules, view))
        super().__init__(rules, [_judged(rules, turn) for turn in made if turn.seat != view.seat])

    def _lead(self, seen: Seen, hand: Sets) -> Array:
        turn = seen.turn
        scores = score_first(self._tables, hand, np.full(len(hand), turn.unplayed))
        heights = np.exp((scores - scores.max(axis=1, keepdims=True)) / TEMPERATURE)
        tile = self._rules.tables.plays[turn.move].tile
        logs: Array = np.log(heights[:, tile] / heights.sum(axis=1) + _SURPRISE)
        return logs

    def _together(self, made: list[tuple[Seen, Sets]]) -> Array:
        """The sum over moves on a train, all moves at once."""
        rows = len(made[0][1])
        hand = np.concatenate([hand for _seen, hand in made])
        left, right, unplayed = (
            np.repeat([getattr(seen.turn, name) for seen, _hand in made], rows)
            for name in ("left", "right", "unplayed")
        )
        able = (hand & self._tables.fitting[left, right]) != 0
        passes = self._able_passes(made, hand)
        kinds = np.repeat(
            [(PASS, DRAW).index(s.turn.move) if s.turn.move in {PASS, DRAW} else 2 for s, _ in made], rows
        )
        logs = np.log(np.where(able, passes, 1 - _STUCK_DRAWS))
        drew = kinds == 1
        logs[drew] = np.log(np.where(able[drew], _ABLE_DRAWS, _STUCK_DRAWS))
        played = np.flatnonzero(kinds == 2)
        if len(played):
            scores = score_plays(self._tables, hand[played], unplayed[played], left[played], right[played])
            choices = np.repeat([seen.choices for seen, _hand in made], rows, axis=0)[played]
            logs[played] = np.log1p(-passes[played]) + _log_softmax(scores, choices)
        total: Array = logs.reshape(len(made), rows).sum(axis=0)
        return total

    def _able_passes(self, made: list[tuple[Seen, Sets]], hand: Sets) -> Array:
        """How likely a seat that could play was to pass: the more, the fewer pips it thinks to hold than the others."""
        own = self._tables.pips_of(hand).reshape(len(made), -1)
        loose, unseen, ahead, partners, bar = np.array(
            [
                (seen.loose, seen.unseen, seen.ahead, seen.partners, _BARS[seen.turn.passes == self._rules.lap - 1])
                for seen, _hand in made
            ]
        ).T[:, :, None]
        each = (loose - own) / unseen
        lead = ahead * each - (own + partners * each)
        chance: Array = _ABLE_PASSES + _CLOSES / (1 + np.exp((bar - lead) / _SPREAD))
        return chance.ravel()


def _judged(rules: Rules, turn: Turn) -> Seen:
    sides = rules.sides
    held = [0] * (max(sides) + 1)
    for seat, side in enumerate(sides):
        held[side] += turn.counts[seat]
    mine = held.pop(sides[turn.seat])
    own = turn.counts[turn.seat]
    loose = rules.tables.pips(turn.unplayed)
    unseen = max(1, turn.unplayed.bit_count() - own)
    return Seen(turn, loose, unseen, min(held), mine - own, _choices(rules, turn))


def _choices(rules: Rules, turn: Turn) -> tuple[int, int]:
    if turn.move in {DRAW, PASS} or turn.left < 0:
        return (-1, -1)
    play, numbers = rules.tables.plays[turn.move], tables_for(rules.options.max_pip).numbers
    if turn.left == turn.right:
        return (play.pips - turn.left, numbers + play.pips - turn.left)
    at_right = play.end == "right"
    return (at_right * numbers + play.pips - (turn.left, turn.right)[at_right], -1)


def _log_softmax(scores: Array, choices: Array) -> Array:
    """The logarithm of the chance of either of two choices (-1: none) in each row."""
    heights = np.exp((scores - scores.max(axis=1, keepdims=True)) / TEMPERATURE)
    row = np.arange(len(scores))
    chance = heights[row, choices[:, 0]] + np.where(choices[:, 1] >= 0, heights[row, choices[:, 1]], 0)
    logs: Array = np.log(chance / heights.sum(axis=1) + _SURPRISE)
    return logs
