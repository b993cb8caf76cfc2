"""A game in which the fewest points win: each seat in turn putts for one stroke or drives for three."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from tabletop import GameOptions, OpenGame, scoring


class Strokes(OpenGame[tuple[int, ...], str, None, GameOptions]):
    """A state is how many strokes each turn took. It lasts far longer than a playout, and playouts only putt."""

    seat_counts = range(2, 5)
    moves: ClassVar[tuple[str, ...]] = ("drive", "putt")
    turns: ClassVar[int] = 1_000

    def start(self) -> tuple[int, ...]:
        return ()

    def to_act(self, state: tuple[int, ...]) -> int | None:
        return len(state) % self.seats if len(state) < self.turns else None

    def legal_moves(self, state: tuple[int, ...]) -> Sequence[str]:
        return self.moves

    def play(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        return (*state, 1 if move == "putt" else 3)

    def playout_move(self, state: tuple[int, ...], rng: Random) -> str:
        return "putt"

    def scores(self, state: tuple[int, ...]) -> Sequence[int]:
        return [sum(state[seat :: self.seats]) for seat in range(self.seats)]

    def standing(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return scoring.ranks([-strokes for strokes in self.scores(state)])


class ShortStrokes(Strokes):
    """One turn each."""

    turns = 2
