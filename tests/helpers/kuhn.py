"""Kuhn poker (Kuhn, A Simplified Two-Person Poker, 1950) on the contract: a tiny game with something to hide.

Each of two seats antes one chip and is dealt one of three cards. Seat 1 checks or bets one chip; after a bet the other
seat calls or folds; after a check it may check or bet itself.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, ClassVar, NamedTuple

from tabletop import CHANCE, Game, GameOptions

CARDS = "JQK"
ENDS = {"check check", "check bet call", "check bet fold", "bet call", "bet fold"}

Deal = tuple[str, ...]


class KuhnState(NamedTuple):
    """The card of each seat, none before the deal, and the moves so far."""

    cards: Deal = ()
    history: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return " ".join(self.history) in ENDS


class KuhnView(NamedTuple):
    """What one seat (None: a bystander) knows: a hidden card is ``?``."""

    seat: int | None
    cards: Deal
    history: tuple[str, ...]


class Kuhn(Game[KuhnState, KuhnView, str, Deal, GameOptions]):
    moves: ClassVar[tuple[str, ...]] = ("check", "bet", "call", "fold")

    def start(self) -> KuhnState:
        return KuhnState()

    def to_act(self, state: KuhnState) -> int | None:
        if not state.cards:
            return CHANCE
        return None if state.over else len(state.history) % 2

    def legal_moves(self, state: KuhnState) -> Sequence[str]:
        return ("call", "fold") if "bet" in state.history else ("check", "bet")

    def play(self, state: KuhnState, move: str) -> KuhnState:
        return state._replace(history=(*state.history, move))

    def why_not(self, view: KuhnView, move: str) -> str:
        if "bet" in view.history:
            return "There is a bet: call or fold."
        return "There is no bet yet: check or bet."

    def outcomes(self, state: KuhnState) -> Sequence[tuple[Deal, float]]:
        return [(deal, 1 / 6) for deal in permutations(CARDS, 2)]

    def resolve(self, state: KuhnState, outcome: Deal) -> KuhnState:
        return state._replace(cards=outcome)

    def view(self, state: KuhnState, seat: int | None) -> KuhnView:
        """Cards are shown when the match is over and nobody has folded."""
        shown = state.over and "fold" not in state.history
        cards = tuple(card if shown or seat == owner else "?" for owner, card in enumerate(state.cards))
        return KuhnView(seat, cards, state.history)

    def imagine(self, view: KuhnView, rng: Random) -> KuhnState:
        unseen = [card for card in CARDS if card not in view.cards]
        return KuhnState(tuple(rng.choice(unseen) if card == "?" else card for card in view.cards), view.history)

    def outcome_for(self, outcome: Deal, seat: int | None) -> str:
        return " ".join(card if owner == seat else "?" for owner, card in enumerate(outcome))

    def outcome_notation(self, outcome: Deal) -> str:
        return " ".join(outcome)

    def scores(self, state: KuhnState) -> Sequence[int]:
        """The chips won, after the end."""
        if not state.over:
            return (0, 0)
        if state.history[-1] == "fold":
            winner, chips = len(state.history) % 2, 1
        else:
            winner = max((0, 1), key=lambda seat: CARDS.index(state.cards[seat]))
            chips = 2 if "call" in state.history else 1
        return (chips, -chips) if winner == 0 else (-chips, chips)

    def words(self, view: KuhnView) -> Sequence[str]:
        if not view.cards:
            return ["The cards are not dealt yet."]
        if view.seat is None:
            return [f"The cards are {' and '.join(view.cards)}."]
        return [f"You hold {view.cards[view.seat]}."]

    def strategies(self) -> Mapping[str, Any]:
        return {"hard": lambda alpha="1/3": Equilibrium(alpha)}


class Equilibrium:
    """Kuhn's family of equilibria: seat 1 bets a jack with probability ``alpha``, from 0 to 1/3."""

    def __init__(self, alpha: str = "1/3") -> None:
        above, _slash, below = alpha.partition("/")
        self.alpha = int(above) / int(below or "1")
        if not 0 <= self.alpha <= 1 / 3:
            raise ValueError("alpha must lie between 0 and 1/3")

    def boldness(self, view: KuhnView) -> float:
        """The probability of a bet, or of a call."""
        card = view.cards[view.seat]
        if "bet" in view.history:
            return {"J": 0, "Q": 1 / 3 if view.seat == 1 else self.alpha + 1 / 3, "K": 1}[card]
        if view.seat == 1:
            return {"J": 1 / 3, "Q": 0, "K": 1}[card]
        return {"J": self.alpha, "Q": 0, "K": 3 * self.alpha}[card]

    def choose(self, view: KuhnView, moves: Sequence[str], rng: Random) -> str:
        bold, meek = ("bet", "check") if "bet" in moves else ("call", "fold")
        return bold if rng.random() < self.boldness(view) else meek
