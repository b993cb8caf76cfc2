"""Rock, paper, scissors, asked one after the other: the second seat may not read what the first has chosen.

The same at once, and bids of several seats at once.
"""

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


class AtOnce(RockPaper):
    """The same, chosen at once; what was chosen is open as soon as both have."""

    def asked(self, state: Chosen) -> tuple[int, ...]:
        return (0, 1)[len(state.moves) % 2 :]

    def move_for(self, move: str, before: Chosen, seat: int | None) -> str:
        return move

    def words(self, view: ChosenView) -> Sequence[str]:
        return [f"Chosen so far: {', '.join(view.moves)}."] if view.moves else []


class Careless(AtOnce):
    """At fault: shows and forbids what was chosen before, and says so."""

    def legal_moves(self, state: Chosen) -> Sequence[str]:
        taken = state.moves[-1:] if len(state.moves) % 2 else ()
        return [move for move in self.moves if move not in taken]

    def view(self, state: Chosen, seat: int | None) -> ChosenView:
        return ChosenView(seat, state.moves)

    def why_not(self, view: ChosenView, move: str) -> str:
        return f"{move} is what {view.moves[-1:]} took"


class Bids(NamedTuple):
    """All bids so far, seat by seat; in a view 0 is one that isn't open yet."""

    bids: tuple[int, ...] = ()
    seat: int | None = None


class Bidding(Game[Bids, Bids, int, None, GameOptions]):
    """Two rounds in which each seat bids 1 to 3 once; the highest bid that nobody else has takes a point."""

    seat_counts = range(2, 5)
    moves: ClassVar[tuple[int, ...]] = (1, 2, 3)

    def start(self) -> Bids:
        return Bids()

    def to_act(self, state: Bids) -> int | None:
        return len(state.bids) % self.seats if len(state.bids) < 2 * self.seats else None

    def asked(self, state: Bids) -> tuple[int, ...]:
        return tuple(range(len(state.bids) % self.seats, self.seats))

    def legal_moves(self, state: Bids) -> Sequence[int]:
        first = len(state.bids) - self.seats
        return [bid for bid in self.moves if first < 0 or bid != state.bids[first]]

    def why_not(self, view: Bids, move: int) -> str:
        return f"You have bid {move} before."

    def play(self, state: Bids, move: int) -> Bids:
        return Bids((*state.bids, move))

    def view(self, state: Bids, seat: int | None) -> Bids:
        whole = len(state.bids) - len(state.bids) % self.seats
        return Bids(tuple(bid if n < whole or n % self.seats == seat else 0 for n, bid in enumerate(state.bids)), seat)

    def imagine(self, view: Bids, rng: Random) -> Bids:
        return Bids(tuple(bid or rng.choice(self.moves) for bid in view.bids))

    def words(self, view: Bids) -> Sequence[str]:
        return [f"Bids: {view.bids}."]

    def scores(self, state: Bids) -> Sequence[int]:
        points = [0] * self.seats
        for first in range(0, len(state.bids) - self.seats + 1, self.seats):
            bids = state.bids[first : first + self.seats]
            single = [bid for bid in bids if bids.count(bid) == 1]
            if single:
                points[bids.index(max(single))] += 1
        return points
