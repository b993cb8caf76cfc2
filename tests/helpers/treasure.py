"""A game with a secret to look for: seat 1 buries a treasure under a tree, seat 2 says whether its name is long."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tabletop import CHANCE, Game, GameOptions, IllegalMove

TREES = ("sycamore", "hornbeam", "whitebeam")
"""Texts that stand nowhere else."""
ANSWERS = ("short", "long")
HIDDEN = "somewhere"


class Buried(NamedTuple):
    """All moves so far, of both seats in turn, after what chance has buried for itself."""

    moves: tuple[str, ...] = ()


class BuriedView(NamedTuple):
    """The same; where something lies is known to nobody, or to seat 1."""

    seat: int | None
    moves: tuple[str, ...]


class Treasure(Game[Buried, BuriedView, str, str, GameOptions]):
    """Chance buries one treasure, then seat 1 two, and seat 2 answers each time. All is open in the end."""

    vocabulary = ()

    def start(self) -> Buried:
        return Buried()

    def to_act(self, state: Buried) -> int | None:
        if not state.moves:
            return CHANCE
        return (len(state.moves) + 1) % 2 if len(state.moves) < 5 else None

    def legal_moves(self, state: Buried) -> Sequence[str]:
        return TREES if len(state.moves) % 2 else ANSWERS

    def outcomes(self, state: Buried) -> Sequence[tuple[str, float]]:
        return [(tree, 1 / 3) for tree in TREES]

    def play(self, state: Buried, move: str) -> Buried:
        return Buried((*state.moves, move))

    resolve = play

    def view(self, state: Buried, seat: int | None) -> BuriedView:
        if len(state.moves) == 5:
            return BuriedView(seat, state.moves)
        own = [move if move in ANSWERS or (seat == 0 and number) else HIDDEN for number, move in enumerate(state.moves)]
        return BuriedView(seat, tuple(own))

    def imagine(self, view: BuriedView, rng: Random) -> Buried:
        return Buried(tuple(rng.choice(TREES) if move == HIDDEN else move for move in view.moves))

    def move_for(self, move: str, before: Buried, seat: int | None) -> str:
        return HIDDEN if move in TREES and seat != 0 else move

    def outcome_for(self, outcome: str, seat: int | None) -> str:
        return HIDDEN

    def parse(self, text: str, view: BuriedView) -> str:
        if text not in (*TREES, *ANSWERS):
            raise IllegalMove(f"“{text}” is nothing that can be said.")
        return text

    def words(self, view: BuriedView) -> Sequence[str]:
        return [f"{number}: {move}" for number, move in enumerate(view.moves)]

    def scores(self, state: Buried) -> Sequence[int]:
        return (0, 0) if len(state.moves) < 5 else (1, 0)
