"""What a state is worth to each side, at the end of a match or by playing on to it quickly."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tabletop import scoring
from tabletop.game import CHANCE, Game

AnyGame = Game[Any, Any, Any, Any, Any]
MAX_EVENTS: Final = 400
"""A playout goes on for so many events; then the ranks as they stand decide, at half weight."""
_TIE_BREAK: Final = 0.01


class Worth(NamedTuple):
    """For each side its share of the first rank, from 0 to 1, and how far it leads in points, from -1 to 1.

    The lead only decides between moves that win equally often: a lost or a won match is still played well.
    """

    shares: Sequence[float]
    leads: Sequence[float]

    def to(self, side: int) -> float:
        """One number to compare by."""
        return self.shares[side] + _TIE_BREAK * self.leads[side]


def play_out(game: AnyGame, state: Any, rng: Random) -> Worth:
    """What comes of ``state`` when the match is played on by ``game.playout_move``."""
    for _event in range(MAX_EVENTS):
        actor = game.to_act(state)
        if actor is None:
            return final(game, state)
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            state = game.play(state, game.playout_move(state, rng))
    return guess(game, state)


def final(game: AnyGame, state: Any) -> Worth:
    """The worth of a finished match. Points don't count where they don't simply make the ranks."""
    result = game.result(state)
    assert result is not None
    ranks = tuple(result.ranks)
    plain = ranks == tuple(game.standing(state))
    return Worth(scoring.shares(ranks), _leads(game.scores(state), ranks) if plain else (0.0,) * len(ranks))


def guess(game: AnyGame, state: Any) -> Worth:
    """A guess from an unfinished match: halfway between even and what the present standing would give."""
    ranks = tuple(game.standing(state))
    even = 1 / len(ranks)
    return Worth([(share + even) / 2 for share in scoring.shares(ranks)], _leads(game.scores(state), ranks))


def _leads(scores: Sequence[int], ranks: tuple[int, ...]) -> Sequence[float]:
    """How far each side leads, where the most points make these ranks, or the fewest; else nobody leads."""
    if ranks != scoring.ranks(scores):
        scores = [-points for points in scores]
        if ranks != scoring.ranks(scores):
            return (0.0,) * len(ranks)
    found = []
    for side, own in enumerate(scores):
        lead = own - max((other for number, other in enumerate(scores) if number != side), default=own)
        found.append(lead / (1 + abs(lead)))
    return found
