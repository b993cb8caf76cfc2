"""What is looked at: one game, bound in several ways, and matches of it played at random."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from pydantic_core import to_jsonable_python

from tabletop.match import with_options
from tabletop.testing import fuzz
from tabletop.testing.walk import AnyGame, Walk, take

DEFAULT_BOUND: Final = 20_000
"""Events after which a match at random under the usual rules should be over, where the game declares no bound."""


SHORT: Final = 40
"""events of a match for one value of one option"""


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
    repeats: int
    """events of short matches under the usual rules, over which they are repeated"""
    matches: int
    """between a CPU player and a random one"""


QUICK: Final = Effort(house_rules=3, events=150, positions=6, worlds=2, draws=500, repeats=150, matches=24)
THOROUGH: Final = Effort(
    house_rules=25, events=2_000, positions=60, worlds=12, draws=20_000, repeats=20_000, matches=400
)


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
        return [walk for seats in self.seat_counts for walk in self._walks(seats)]

    @cached_property
    def all_walks(self) -> list[Walk]:
        """The walks, and a short one for every value of every option, the others being as usual."""
        short = []
        for number, options in enumerate(fuzz.one_by_one(self.game.options_model)):
            counts = self.game.seat_counts
            for seats in (*counts[number % len(counts) :], *counts[: number % len(counts)]):
                game = self._bound(options, seats)
                if game is not None:
                    short.append(self._take(f"one/{number}", game, options, usual=False, most=SHORT))
                    break
        return [*self.walks, *short]

    def _walks(self, seats: int) -> Iterator[Walk]:
        game = with_options(self.game, {}, seats)
        events = matches = 0
        while events < self.effort.repeats and matches < self.effort.repeats // 5:
            yield (walk := self._take(f"usual/{matches}", game, {}, usual=True, most=self.bound))
            events, matches = events + len(walk.steps), matches + 1
        rng = Random(f"{self.seed}/options/{seats}")
        model = self.game.options_model
        house = [fuzz.at_random(model, rng) for _rules in range(self.effort.house_rules if model.model_fields else 0)]
        for number, options in enumerate([*self.game.presets.values(), *house]):
            bound = self._bound(options, seats)
            if bound is not None:
                usual = number < len(self.game.presets)
                most = self.bound if usual else self.effort.events
                yield self._take(f"house/{number}", bound, options, usual=usual, most=most)

    def _bound(self, options: Mapping[str, Any], seats: int) -> AnyGame | None:
        """The game with these options; None if it refuses them, which the checks ``options`` and ``presets`` judge."""
        try:
            return with_options(self.game, options, seats)
        except Exception:
            return None

    def _take(self, name: str, game: AnyGame, options: Mapping[str, Any], *, usual: bool, most: int) -> Walk:
        walk = Walk(game, self.game_id, to_jsonable_python(dict(options)), game.seats, usual)
        return take(walk, Random(f"{self.seed}/{game.seats}/{name}"), most)

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
