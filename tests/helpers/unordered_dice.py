"""Dice whose order doesn't count, as Farkle throws them: six have 462 outcomes, most of them rare; and two lies."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import NamedTuple

from tabletop import CHANCE, GameOptions, OpenGame

Dice = tuple[int, ...]


@cache
def throws(number: int) -> list[tuple[Dice, float]]:
    """Every throw of so many dice, with its probability."""
    found = combinations_with_replacement(range(1, 7), number)
    return [(dice, factorial(number) / prod(map(factorial, Counter(dice).values())) / 6**number) for dice in found]


class Thrown(NamedTuple):
    dice: tuple[Dice, ...] = ()
    """of each seat in turn"""
    flying: int = 0


class UnorderedDice(OpenGame[Thrown, int, Dice, GameOptions]):
    """Each seat throws 4 to 6 dice, ten times; the most points win."""

    seat_counts = range(2, 6)
    moves = (6, 5, 4)
    rounds = 10

    def start(self) -> Thrown:
        return Thrown()

    def to_act(self, state: Thrown) -> int | None:
        if state.flying:
            return CHANCE
        return len(state.dice) % self.seats if len(state.dice) < self.rounds * self.seats else None

    def legal_moves(self, state: Thrown) -> Sequence[int]:
        return self.moves

    def play(self, state: Thrown, move: int) -> Thrown:
        return state._replace(flying=move)

    def outcomes(self, state: Thrown) -> Sequence[tuple[Dice, float]]:
        return throws(state.flying)

    def draw(self, state: Thrown, rng: Random) -> Dice:
        return tuple(sorted(rng.randint(1, 6) for _die in range(state.flying)))

    def outcome_notation(self, outcome: Dice) -> str:
        return " ".join(map(str, outcome))

    def resolve(self, state: Thrown, outcome: Dice) -> Thrown:
        return Thrown((*state.dice, outcome))

    def scores(self, state: Thrown) -> Sequence[int]:
        return [sum(map(sum, state.dice[seat :: self.seats])) for seat in range(self.seats)]


class EveryThrowAlike(UnorderedDice):
    """Throws six sixes as often as any six different numbers."""

    def draw(self, state: Thrown, rng: Random) -> Dice:
        return rng.choice(throws(state.flying))[0]


class LoadedWhenBehind(UnorderedDice):
    """The better of two throws for a seat that lies behind, whatever the listing says."""

    def draw(self, state: Thrown, rng: Random) -> Dice:
        points = self.scores(state)
        behind = points[len(state.dice) % self.seats] < max(points)
        throws_made = [UnorderedDice.draw(self, state, rng) for _throw in range(1 + behind)]
        return max(throws_made, key=sum)
