"""A small trick-taking game on the base for hands: three seats, five of 24 cards each, two rounds, most tricks win."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tabletop import CHANCE, GameOptions, HandsGame, cards, seats
from tabletop.pieces.cards import Card


class Tricks(NamedTuple):
    """State and view."""

    hands: tuple[tuple[Card, ...], ...] = ((), (), ())
    stock: tuple[Card, ...] = ()
    seat: int | None = None
    lead: int = 0
    trick: tuple[Card, ...] = ()
    played: tuple[Card, ...] = ()
    """in earlier tricks of this round"""
    voids: tuple[str, ...] = ("", "", "")
    won: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0


class SmallTricks(HandsGame[Tricks, Tricks, Card, Card, GameOptions]):
    """Follow suit; the highest card of the suit that was led wins."""

    seat_counts = range(3, 4)
    max_events = 32
    piece_notation = staticmethod(cards.notation)
    notation = staticmethod(cards.notation)

    def pieces(self) -> Sequence[Card]:
        return cards.deck(range(9, 15))

    def hand_sizes(self, state: Tricks) -> Sequence[int]:
        return (5, 5, 5)

    def dealt(self, state: Tricks, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> Tricks:
        held = tuple(map(cards.in_order, hands))
        return Tricks(held, stock, lead=state.rounds % 3, won=state.won, rounds=state.rounds + 1)

    def start(self) -> Tricks:
        return Tricks()

    def to_act(self, state: Tricks) -> int | None:
        if not any(state.hands) and not state.trick:
            return CHANCE if state.rounds < 2 else None
        return (state.lead + len(state.trick)) % 3

    def legal_moves(self, state: Tricks) -> Sequence[Card]:
        return cards.follow(state.hands[self.to_act(state)], state.trick[0] if state.trick else None)

    def play(self, state: Tricks, move: Card) -> Tricks:
        seat = self.to_act(state)
        hands = [tuple(card for card in hand if card != move) for hand in state.hands]
        trick = (*state.trick, move)
        voids = list(state.voids)
        if move.suit != trick[0].suit:
            voids[seat] += trick[0].suit
        after = state._replace(hands=tuple(hands), trick=trick, voids=tuple(voids))
        return after if len(trick) < 3 else self._gather(after)

    def _gather(self, state: Tricks) -> Tricks:
        taker = seats.around(state.lead, 3)[cards.winner(state.trick)]
        won = tuple(count + (seat == taker) for seat, count in enumerate(state.won))
        return state._replace(lead=taker, trick=(), played=state.played + state.trick, won=won)

    def seen(self, view: Tricks) -> Iterable[Card]:
        return view.played + view.trick

    def is_void(self, view: Tricks, seat: int, piece: Card) -> bool:
        return piece.suit in view.voids[seat]

    def scores(self, state: Tricks) -> Sequence[int]:
        return state.won

    def parse(self, text: str, view: Tricks) -> Card:
        return cards.parse(text)

    def scene(self, view: Tricks):
        own = () if view.seat is None else view.hands[view.seat]
        return (cards.block("Trick", view.trick), cards.block("Hand", own, verb=""))
