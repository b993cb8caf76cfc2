"""A game of rounds: both are dealt a card that only they see; each keeps it or not, then all is shown."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import ClassVar, NamedTuple

from tabletop import CHANCE, Game, GameOptions
from tabletop.pieces.scenes import Piece, Pieces, Scene, Sheet, Text

ROUNDS = 2


class Rounds(NamedTuple):
    """The cards dealt so far, both of a round, and what was done with them, seat by seat."""

    cards: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()


class RoundsView(NamedTuple):
    """The same; a card that a seat may not see is 0 until the round is over."""

    seat: int | None
    cards: tuple[int, ...]
    moves: tuple[str, ...]


class Keepers(Game[Rounds, RoundsView, str, tuple[int, int], GameOptions]):
    """A card that is kept is worth its points."""

    moves: ClassVar[tuple[str, ...]] = ("keep", "drop")

    def start(self) -> Rounds:
        return Rounds()

    def to_act(self, state: Rounds) -> int | None:
        if len(state.moves) == len(state.cards):
            return CHANCE if len(state.cards) < 2 * ROUNDS else None
        return len(state.moves) % 2

    def legal_moves(self, state: Rounds) -> Sequence[str]:
        return self.moves

    def play(self, state: Rounds, move: str) -> Rounds:
        return state._replace(moves=(*state.moves, move))

    def outcomes(self, state: Rounds) -> Sequence[tuple[tuple[int, int], float]]:
        return [(pair, 1 / 9) for pair in product((1, 2, 3), repeat=2)]

    def resolve(self, state: Rounds, outcome: tuple[int, int]) -> Rounds:
        return state._replace(cards=(*state.cards, *outcome))

    def outcome_notation(self, outcome: tuple[int, int]) -> str:
        return f"{outcome[0]} {outcome[1]}"

    def outcome_for(self, outcome: tuple[int, int], seat: int | None) -> str:
        return " ".join(str(card) if number == seat else "?" for number, card in enumerate(outcome))

    def view(self, state: Rounds, seat: int | None) -> RoundsView:
        over = len(state.moves) == len(state.cards)
        old = len(state.cards) if over else len(state.cards) - 2
        cards = [card if n < old or n % 2 == seat else 0 for n, card in enumerate(state.cards)]
        return RoundsView(seat, tuple(cards), state.moves)

    def imagine(self, view: RoundsView, rng: Random) -> Rounds:
        return Rounds(tuple(card or rng.randint(1, 3) for card in view.cards), view.moves)

    def words(self, view: RoundsView) -> Sequence[str]:
        return [f"You hold {view.cards[view.seat - 2]}."] if view.seat is not None and view.cards else []

    def summary(self, view: RoundsView) -> Scene | None:
        if not view.cards or len(view.moves) < len(view.cards):
            return None
        number = len(view.cards) // 2
        shown = Pieces("Cards", tuple(Piece("card", str(card)) for card in view.cards[-2:]))
        return (Text(f"Round {number} is over."), shown, Sheet("Points", ("seat", "points"), (("1", "0"), ("2", "0"))))

    def scores(self, state: Rounds) -> Sequence[int]:
        rounds = len(state.moves) // 2 * 2
        kept = [card if move == "keep" else 0 for card, move in zip(state.cards, state.moves[:rounds], strict=False)]
        return [sum(kept[::2]), sum(kept[1::2])]
