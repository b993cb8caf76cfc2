"""Rock, paper, scissors asked one after the other: the second seat may not read what the first has chosen."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, NamedTuple

from tabletop import Game, GameOptions

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
SECRET = "secret"


class Chosen(NamedTuple):
    """All choices so far, of both seats in turn."""

    moves: tuple[str, ...] = ()


class ChosenView(NamedTuple):
    """The same; a choice that isn't answered yet is known to seat 1 only."""

    seat: int | None
    moves: tuple[str, ...]


class RockPaper(Game[Chosen, ChosenView, str, None, GameOptions]):
    """Two rounds. What was chosen first reads as a secret to others until the match is over."""

    moves: ClassVar[tuple[str, ...]] = tuple(BEATS)

    def start(self) -> Chosen:
        return Chosen()

    def to_act(self, state: Chosen) -> int | None:
        return len(state.moves) % 2 if len(state.moves) < 4 else None

    def legal_moves(self, state: Chosen) -> Sequence[str]:
        return self.moves

    def play(self, state: Chosen, move: str) -> Chosen:
        return Chosen((*state.moves, move))

    def view(self, state: Chosen, seat: int | None) -> ChosenView:
        hidden = len(state.moves) % 2 == 1 and seat != 0
        return ChosenView(seat, (*state.moves[:-1], SECRET) if hidden else state.moves)

    def imagine(self, view: ChosenView, rng: Random) -> Chosen:
        return Chosen(tuple(rng.choice(self.moves) if move == SECRET else move for move in view.moves))

    def move_for(self, move: str, before: Chosen, seat: int | None) -> str:
        return SECRET if len(before.moves) % 2 == 0 and seat != 0 else move

    def scores(self, state: Chosen) -> Sequence[int]:
        pairs = list(zip(state.moves[::2], state.moves[1::2], strict=False))
        return [sum(BEATS[one] == two for one, two in pairs), sum(BEATS[two] == one for one, two in pairs)]
