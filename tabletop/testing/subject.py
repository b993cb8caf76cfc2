"""What is looked at: one game, bound in several ways, and matches of it played at random."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from tabletop.match import with_options
from tabletop.testing import fuzz
from tabletop.testing.walk import AnyGame, Walk, take

DEFAULT_BOUND: Final = 20_000
"""Events after which a match at random under the usual rules should be over, where the game declares no bound."""


class Effort(NamedTuple):
    """How much to look at."""

    house_rules: int
    """combinations of options, for each number of seats"""
    events: int
    """of a match under house rules"""
    positions: int
    """of a match, where a check takes long"""
    worlds: int
    """imagined for each view"""
    draws: int
    """of one outcome of chance"""
    matches: int
    """between a CPU player and a random one"""


QUICK: Final = Effort(house_rules=3, events=150, positions=6, worlds=2, draws=500, matches=24)
THOROUGH: Final = Effort(house_rules=25, events=2_000, positions=60, worlds=12, draws=20_000, matches=400)


class World(NamedTuple):
    """The true state after ``number`` events, and one that ``seat`` holds for possible from what it sees."""

    walk: Walk
    number: int
    state: Any
    seat: int
    imagined: Any


@dataclass
class Subject:
    """A game under test. ``golden``: matches that are known to be right."""

    game: type[AnyGame]
    game_id: str
    effort: Effort = QUICK
    seed: int = 0
    golden: Sequence[Mapping[str, Any]] = ()

    @cached_property
    def walks(self) -> list[Walk]:
        """Matches for the least, the next and the greatest number of seats, under usual rules and house rules."""
        return [self._walk(number, *bound) for number, bound in enumerate(self._bound())]

    def _walk(self, number: int, game: AnyGame, options: Mapping[str, Any], usual: bool) -> Walk:
        walk = Walk(game, self.game_id, options, game.seats, usual)
        return take(walk, Random(f"{self.seed}/{number}"), self.bound if usual else self.effort.events)

    @property
    def bound(self) -> int:
        """The most events that a match may take."""
        declared: int | None = self.game.max_events
        return DEFAULT_BOUND if declared is None else declared

    @property
    def seat_counts(self) -> list[int]:
        """The least, the next and the greatest number of seats."""
        counts = list(self.game.seat_counts)
        return sorted({*counts[:2], *counts[-1:]})

    def _bound(self) -> Iterator[tuple[AnyGame, Mapping[str, Any], bool]]:
        for seats in self.seat_counts:
            usual = [{}, *map(dict, self.game.presets.values())]
            rng = Random(f"{self.seed}/options/{seats}")
            house = [fuzz.at_random(self.game.options_model, rng) for _rules in range(self.effort.house_rules)]
            for number, options in enumerate([*usual, *house]):
                try:
                    game = with_options(self.game, options, seats)
                except Exception:
                    if not options:
                        raise
                    continue  # ``options`` and ``presets`` look into refusals
                yield game, options, number < len(usual)

    def fresh(self, walk: Walk) -> AnyGame:
        """The game of a walk once more, which has seen none of its states."""
        return with_options(self.game, walk.options, walk.seats)

    @cached_property
    def worlds(self) -> list[World]:
        """For positions of the walks and every seat, states that the seat holds for possible."""
        return [
            World(
                walk, number, state, seat, walk.game.imagine(walk.game.view(state, seat), Random(f"{number}/{world}"))
            )
            for walk in self.walks
            for number, state in walk.positions(self.effort.positions)
            for seat in range(walk.seats)
            for world in range(self.effort.worlds)
        ]
