"""Games in which a seat chooses among many moves: three of thirteen cards to pass, and seventy-five bids."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import ClassVar, NamedTuple

from tabletop import CHANCE, NC_, Analysis, Game, GameOptions, IllegalMove, MoveValue, OpenGame

CARDS = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]


class Passed(NamedTuple):
    given: tuple[str, ...] = ()


class PassThree(Game[Passed, Passed, str, None, GameOptions]):
    """Each of two seats passes three of its thirteen cards: ``pass 2C 3C QC``, in 286 ways; then it is over."""

    vocabulary: ClassVar[tuple[str, ...]] = (NC_("command", "pass"), "score", "last", "hand")
    verbs: ClassVar[tuple[str, ...]] = ("pass",)

    def start(self) -> Passed:
        return Passed()

    def to_act(self, state: Passed) -> int | None:
        return len(state.given) if len(state.given) < 2 else None

    def legal_moves(self, state: Passed) -> Sequence[str]:
        return [f"pass {' '.join(cards)}" for cards in combinations(CARDS, 3)]

    def play(self, state: Passed, move: str) -> Passed:
        return Passed((*state.given, move))

    def view(self, state: Passed, seat: int | None) -> Passed:
        return state

    def imagine(self, view: Passed, rng: Random) -> Passed:
        return view

    def parse(self, text: str, view: Passed) -> str:
        if text not in self.legal_moves(view):
            raise IllegalMove("Write “pass” and three cards, in order.")
        return text

    def scores(self, state: Passed) -> Sequence[int]:
        return [0, 0]

    def queries(self, view: Passed) -> Mapping[str, str]:
        return {"last": "The last trick is still to come.", "hand": f"You hold {', '.join(CARDS)}."}

    def status(self, view: Passed) -> Sequence[str]:
        return ["passing to the left", "hearts not broken"]


class Bids(OpenGame[tuple[int, ...], str, int, GameOptions]):
    """A wheel of forty numbers is spun; then each of two seats bids once, ``1x2`` to ``15x6``, or says liar."""

    def start(self) -> tuple[int, ...]:
        return ()

    def to_act(self, state: tuple[int, ...]) -> int | None:
        return CHANCE if not state else len(state) - 1 if len(state) < 3 else None

    def legal_moves(self, state: tuple[int, ...]) -> Sequence[str]:
        return [f"{count}x{face}" for count in range(1, 16) for face in range(2, 7)]

    def parse(self, text: str, view: tuple[int, ...]) -> str:
        if text not in self.legal_moves(view):
            raise IllegalMove("A bid is a number, “x” and a face.")
        return text

    def play(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        return (*state, int(move.partition("x")[0]))

    def outcomes(self, state: tuple[int, ...]) -> Sequence[tuple[int, float]]:
        return [(number, 1 / 40) for number in range(1, 41)]

    def resolve(self, state: tuple[int, ...], outcome: int) -> tuple[int, ...]:
        return (outcome,)

    def scores(self, state: tuple[int, ...]) -> Sequence[int]:
        return [0, 0]

    def dump(self, state: tuple[int, ...]) -> dict[str, object]:
        return {"numbers": list(state)}


class Mixed(Bids):
    """The same with another verb and a move that is a word of the host's."""

    def legal_moves(self, state: tuple[int, ...]) -> Sequence[str]:
        return [f"bid {one}" for one in super().legal_moves(state)] + ["liar", "undo"]

    def play(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        return (*state, 0)


def analysed(moves: Sequence[str]) -> Analysis:
    """So many moves, each a little worse than the one before."""
    values = tuple(MoveValue(move, 0.5 - number / 1000) for number, move in enumerate(moves))
    return Analysis(seat=0, moves=values, method="search")
