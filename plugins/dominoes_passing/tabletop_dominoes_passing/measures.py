"""What statistics count in the Passing Game: rounds, points, rounds won, draws and passes."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from tabletop import N_
from tabletop_dominoes_passing.position import DRAW, PASS, PassingState

TEXTS: Final[Mapping[str, str]] = {
    "rounds": N_("{value:.1f} rounds in a match"),
    "points_per_round": N_("{value:.1f} points per round"),
    "rounds_won": N_("{value:.0%} of the rounds won"),
    "draws": N_("{value:.1f} draws per round"),
    "passes": N_("{value:.1f} passes per round"),
}


def of_match(states: Sequence[PassingState], sides: Sequence[int]) -> list[dict[str, tuple[float, float]]]:
    """For each seat: points and rounds won are its side's, draws and passes its own."""
    rounds = [
        after
        for before, after in pairwise(states)
        if after.round.last is not None and after.round.finished and not before.round.finished
    ]
    return [_of_seat(rounds, seat, side) for seat, side in enumerate(sides)]


def _of_seat(rounds: Sequence[PassingState], seat: int, side: int) -> dict[str, tuple[float, float]]:
    played = len(rounds)
    won = [ended.round.last.points for ended in rounds if ended.round.last and ended.round.last.winner == side]
    moves = [move for ended in rounds for who, move in ended.history if who == seat]
    return {
        "rounds": (played, 1),
        "points_per_round": (sum(won), played),
        "rounds_won": (len(won), played),
        "draws": (moves.count(DRAW), played),
        "passes": (moves.count(PASS), played),
    }
