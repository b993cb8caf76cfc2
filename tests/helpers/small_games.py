"""Games small enough to be known through and through, for tests of the CPU service."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import ClassVar, NamedTuple

from tabletop import CHANCE, Game, GameOptions, OpenGame
from tabletop.game import Result

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(OpenGame[str, int, None, GameOptions]):
    """A state is nine characters, row by row: ``X``, ``O`` or a dot. X begins."""

    moves = tuple(range(9))

    def start(self) -> str:
        return "." * 9

    def to_act(self, state: str) -> int | None:
        if self.winner(state) or "." not in state:
            return None
        return state.count("X") - state.count("O")

    def winner(self, state: str) -> str:
        return next((state[a] for a, b, c in LINES if state[a] == state[b] == state[c] != "."), "")

    def legal_moves(self, state: str) -> Sequence[int]:
        return [cell for cell, mark in enumerate(state) if mark == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "XO"[self.to_act(state)] + state[move + 1 :]

    def scores(self, state: str) -> Sequence[int]:
        return [int(self.winner(state) == mark) for mark in "XO"]


class NimState(NamedTuple):
    heaps: tuple[int, ...]
    seat: int


class Nim(OpenGame[NimState, str, None, GameOptions]):
    """Who takes the last object wins (Bouton, 1901): the seat on turn wins unless the heaps' nim-sum is 0."""

    heaps: ClassVar[tuple[int, ...]] = (3, 4, 5)

    def start(self) -> NimState:
        return NimState(self.heaps, 0)

    def to_act(self, state: NimState) -> int | None:
        return state.seat if any(state.heaps) else None

    def legal_moves(self, state: NimState) -> Sequence[str]:
        return [f"{heap} {taken}" for heap, size in enumerate(state.heaps) for taken in range(1, size + 1)]

    def play(self, state: NimState, move: str) -> NimState:
        heap, taken = map(int, move.split())
        heaps = list(state.heaps)
        heaps[heap] -= taken
        return NimState(tuple(heaps), 1 - state.seat)

    def scores(self, state: NimState) -> Sequence[int]:
        return (0, 0) if any(state.heaps) else (state.seat, 1 - state.seat)


class Endless(OpenGame[int, str, None, GameOptions]):
    """Counts up for ever; seat 1 leads by a point."""

    moves: ClassVar[tuple[str, ...]] = ("on", "further")

    def start(self) -> int:
        return 0

    def to_act(self, state: int) -> int | None:
        return state % 2

    def legal_moves(self, state: int) -> Sequence[str]:
        return self.moves

    def play(self, state: int, move: str) -> int:
        return state + 1 if move == "on" else state + 3

    def scores(self, state: int) -> Sequence[int]:
        return (1, 0)


class Gift(OpenGame[tuple[int, ...], int, None, GameOptions]):
    """Each seat in turn names the seat that gets a point, of the next one and the one after it; the most points win.

    With four seats those who sit opposite are partners: one's partner is the one after the next.
    """

    seat_counts = range(3, 5)

    def start(self) -> tuple[int, ...]:
        return ()

    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1) if self.seats == 4 else (0, 1, 2)

    def to_act(self, state: tuple[int, ...]) -> int | None:
        return len(state) if len(state) < self.seats else None

    def legal_moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return [(len(state) + 1) % self.seats, (len(state) + 2) % self.seats]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def scores(self, state: tuple[int, ...]) -> Sequence[int]:
        points = [0] * (max(self.sides()) + 1)
        for seat in state:
            points[self.sides()[seat]] += 1
        return points


class TinyPigState(NamedTuple):
    banked: tuple[int, int]
    seat: int
    points: int
    flying: bool


class TinyPig(OpenGame[TinyPigState, str, int, GameOptions]):
    """Pig with a coin: heads, two points, or tails, which loses the turn points; first to six. It can last for ever."""

    moves: ClassVar[tuple[str, ...]] = ("roll", "hold")
    target: ClassVar[int] = 6

    def start(self) -> TinyPigState:
        return TinyPigState((0, 0), 0, 0, False)

    def to_act(self, state: TinyPigState) -> int | None:
        if max(state.banked) >= self.target:
            return None
        return CHANCE if state.flying else state.seat

    def legal_moves(self, state: TinyPigState) -> Sequence[str]:
        return self.moves if state.points else self.moves[:1]

    def play(self, state: TinyPigState, move: str) -> TinyPigState:
        if move == "roll":
            return state._replace(flying=True)
        banked = list(state.banked)
        banked[state.seat] += state.points
        return TinyPigState(tuple(banked), 1 - state.seat, 0, False)

    def outcomes(self, state: TinyPigState) -> Sequence[tuple[int, float]]:
        return [(0, 0.5), (2, 0.5)]

    def resolve(self, state: TinyPigState, outcome: int) -> TinyPigState:
        if not outcome:
            return TinyPigState(state.banked, 1 - state.seat, 0, False)
        return state._replace(points=state.points + outcome, flying=False)

    def scores(self, state: TinyPigState) -> Sequence[int]:
        return state.banked

    def solve(self) -> dict[TinyPigState, float]:
        """The chance of seat 1 in every position, by value iteration until nothing changes any more."""
        states = [
            TinyPigState((one, two), seat, points, flying)
            for one in range(0, self.target, 2)
            for two in range(0, self.target, 2)
            for seat in (0, 1)
            for points in range(0, self.target + 1, 2)
            for flying in (False, True)
        ]
        values = dict.fromkeys(states, 0.5)
        while True:
            change = 0.0
            for state in states:
                value = self._backed_up(state, values)
                change = max(change, abs(value - values[state]))
                values[state] = value
            if change < 1e-12:
                return values

    def worth(self, state: TinyPigState, values: dict[TinyPigState, float]) -> float:
        """The chance of seat 1 in any state, from the values of those where something is open."""
        if self.to_act(state) is None:
            return float(state.banked[0] >= self.target)
        if state.points > self.target:  # holding has long won
            return float(state.seat == 0)
        return values[state]

    def _backed_up(self, state: TinyPigState, values: dict[TinyPigState, float]) -> float:
        if state.flying:
            outcomes = self.outcomes(state)
            return sum(chance * self.worth(self.resolve(state, coin), values) for coin, chance in outcomes)
        best = max if state.seat == 0 else min
        return best(self.worth(self.play(state, move), values) for move in self.legal_moves(state))


class TricksState(NamedTuple):
    hands: tuple[tuple[int, ...], ...] = ()
    played: tuple[int, ...] = ()


class TricksView(NamedTuple):
    """The own hand, and what was played."""

    seat: int | None
    hand: tuple[int, ...]
    played: tuple[int, ...]


class Tricks(Game[TricksState, TricksView, int, tuple[int, ...], GameOptions]):
    """Each seat is dealt two of five cards and sees only those; seat 1 leads, the higher card takes the point.

    Which moves there are depends on what is hidden.
    """

    def start(self) -> TricksState:
        return TricksState()

    def to_act(self, state: TricksState) -> int | None:
        if not state.hands:
            return CHANCE
        return len(state.played) % 2 if len(state.played) < 4 else None

    def legal_moves(self, state: TricksState) -> Sequence[int]:
        return state.hands[len(state.played) % 2]

    def play(self, state: TricksState, move: int) -> TricksState:
        hands = list(state.hands)
        hands[len(state.played) % 2] = tuple(card for card in hands[len(state.played) % 2] if card != move)
        return TricksState(tuple(hands), (*state.played, move))

    def outcomes(self, state: TricksState) -> Sequence[tuple[tuple[int, ...], float]]:
        return [(deal, 1 / 120) for deal in permutations(range(1, 6), 4)]

    def resolve(self, state: TricksState, outcome: tuple[int, ...]) -> TricksState:
        return TricksState((tuple(sorted(outcome[:2])), tuple(sorted(outcome[2:]))))

    def view(self, state: TricksState, seat: int | None) -> TricksView:
        return TricksView(seat, () if seat is None or not state.hands else state.hands[seat], state.played)

    def imagine(self, view: TricksView, rng: Random) -> TricksState:
        unseen = [card for card in range(1, 6) if card not in (*view.hand, *view.played)]
        rng.shuffle(unseen)
        hands = [view.hand if seat == view.seat else () for seat in (0, 1)]
        for seat in (0, 1):
            if seat != view.seat:
                hands[seat] = tuple(sorted(unseen[: 2 - len(view.played[seat::2])]))
        return TricksState(tuple(hands), view.played)

    def scores(self, state: TricksState) -> Sequence[int]:
        tricks = list(zip(state.played[::2], state.played[1::2], strict=False))
        return [sum(one > two for one, two in tricks), sum(two > one for one, two in tricks)]


def play_match(game, players, rng: Random) -> Result:
    """A match between strategies, one for each seat."""
    state = game.start()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            moves = game.legal_moves(state)
            move = players[actor].choose(game.view(state, actor), moves, rng)
            assert move in moves
            state = game.play(state, move)
    return game.result(state)
