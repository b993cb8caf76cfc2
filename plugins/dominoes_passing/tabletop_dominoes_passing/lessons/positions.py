"""Deals and positions, written down shortly. Seats count from 1."""

from collections.abc import Mapping
from typing import Final

from tabletop import Position, tiles

ONE_ROUND: Final[Mapping[str, object]] = {"target": 1}
"""Whoever wins a round wins the match, so that the analysis says what a move is worth in this round."""
PARTNERS: Final[Mapping[str, object]] = {**ONE_ROUND, "partners": True}


def deal(*hands: str) -> str:
    """The deal of these hands, seat by seat, each ``6-4 3-3 ...``; the other tiles lie in the boneyard, in order."""
    dealt = " ".join(hands).split()
    rest = [name for name in map(tiles.notation, tiles.double_set(6)) if name not in dealt]
    return " ".join(["* deal", *dealt, *rest])


def position(
    dealt: str, leader: int, *moves: str, options: Mapping[str, object] = ONE_ROUND, seats: int = 2
) -> Position:
    """Seat 1, the learner's, is on turn after these moves, which the seats made in turn from the leader on."""
    made = [f"{(leader - 1 + number) % seats + 1} {move}" for number, move in enumerate(moves)]
    return Position((dealt, f"* lead {leader}", *made), options, seats)
