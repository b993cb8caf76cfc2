"""What is looked at: one game, bound in several ways, and matches of it played at random."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from pydantic_core import to_jsonable_python

from tabletop.match import with_options
from tabletop.testing import fuzz
from tabletop.testing.pace import NotFinished, Pace
from tabletop.testing.patience import TimeIsUp
from tabletop.testing.walk import AnyGame, Step, Walk, spread, take

T = TypeVar("T")

DEFAULT_BOUND: Final = 20_000
"""Events after which a match at random under the usual rules should be over, where the game declares no bound."""


SHORT: Final = 40
"""events of a match for one value of one option"""


MOST_POSITIONS: Final = 6_000
"""of all matches that a check looks at"""
MOST_WORLDS: Final = 40_000
"""imagined states that are kept: a thorough look at a large game would fill the memory"""


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
    """of chance in all"""
    repeats: int
    """events of short matches under the usual rules, over which they are repeated"""
    matches: int
    """between a CPU player and a random one"""


QUICK: Final = Effort(house_rules=1, events=60, positions=3, worlds=1, draws=30_000, repeats=60, matches=12)
USUAL: Final = Effort(house_rules=3, events=150, positions=6, worlds=2, draws=120_000, repeats=150, matches=24)
THOROUGH: Final = Effort(
    house_rules=25, events=2_000, positions=60, worlds=12, draws=600_000, repeats=20_000, matches=400
)


class _Planned(NamedTuple):
    """A match that is to be played, for at most so many events."""

    walk: Walk
    rng: Random
    most: int


class Moment(NamedTuple):
    """The state of a match after ``number`` events."""

    walk: Walk
    number: int
    state: Any


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
    effort: Effort = USUAL
    seed: int = 0
    golden: Sequence[Mapping[str, Any]] = ()
    pace: Pace = field(default_factory=Pace)
    unfinished: dict[str, str] = field(default_factory=dict)
    """how far those came that had no time to be made ready for all checks"""

    # Going through it, as long as there is time

    def each(self, items: Sequence[T], what: str = "positions") -> Iterator[T]:
        """One after another. Raises NotFinished."""
        return self.pace.each(items, what)

    def positions(self, count: int, walks: Sequence[Walk] | None = None) -> Iterator[Moment]:
        """At most ``count`` positions of each walk. Raises NotFinished."""
        chosen = self.walks if walks is None else walks
        found = [Moment(walk, number, state) for walk in chosen for number, state in walk.positions(count)]
        return self.each(spread(found, MOST_POSITIONS))

    def steps(self, count: int | None = None) -> Iterator[tuple[Walk, Step]]:
        """At most ``count`` steps of each walk, or all. Raises NotFinished."""
        if count is None:
            return self.each([(walk, step) for walk in self.walks for step in walk.steps])
        found = [(walk, step) for walk in self.walks for step in walk.spread(count)]
        return self.each(spread(found, MOST_POSITIONS))

    # What is looked at

    @cached_property
    def walks(self) -> list[Walk]:
        """Matches for the least, the next and the greatest number of seats, under usual rules and house rules."""
        return self._played("matches", (match for seats in self.seat_counts for match in self._matches(seats)))

    @cached_property
    def all_walks(self) -> list[Walk]:
        """The walks, and a short one for every value of every option, the others being as usual."""
        short = []
        for number, options in enumerate(fuzz.one_by_one(self.game.options_model)):
            counts = self.game.seat_counts
            for seats in (*counts[number % len(counts) :], *counts[: number % len(counts)]):
                game = self._bound(options, seats)
                if game is not None:
                    short.append(self._match(f"one/{number}", game, options, usual=False, most=SHORT))
                    break
        return [*self.walks, *self._played("short matches", short)]

    def _played(self, what: str, matches: Iterable[_Planned]) -> list[Walk]:
        """Matches, as many as there is time for."""
        made: list[Walk] = []
        with self._ready(what):
            for planned in matches:
                self.pace.look(f"{len(made)} {what}")
                made.append(planned.walk)
                take(*planned, self.pace)
        return made

    @contextmanager
    def _ready(self, what: str) -> Iterator[None]:
        """Makes ready what many checks look at, in a time of its own."""
        with self.pace.apart():
            try:
                yield
            except NotFinished as progress:
                self.unfinished[what] = str(progress)
            except TimeIsUp as where:
                if self.pace.alarm is None or self.pace.alarm.all_is_over:
                    raise
                self.unfinished[what] = f"{self.pace.progress}; it was just busy {where}"
                self.pace.hung()

    def _matches(self, seats: int) -> Iterator[_Planned]:
        game = with_options(self.game, {}, seats)
        events = matches = 0
        while events < self.effort.repeats and matches < self.effort.repeats // 5:
            yield (planned := self._match(f"usual/{matches}", game, {}, usual=True, most=self.bound))
            events, matches = events + len(planned.walk.steps), matches + 1
        rng = Random(f"{self.seed}/options/{seats}")
        model = self.game.options_model
        house = [fuzz.at_random(model, rng) for _rules in range(self.effort.house_rules if model.model_fields else 0)]
        for number, options in enumerate([*self.game.presets.values(), *house]):
            bound = self._bound(options, seats)
            if bound is not None:
                usual = number < len(self.game.presets)
                most = self.bound if usual else self.effort.events
                yield self._match(f"house/{number}", bound, options, usual=usual, most=most)

    def _bound(self, options: Mapping[str, Any], seats: int) -> AnyGame | None:
        """The game with these options; None if it refuses them, which the checks ``options`` and ``presets`` judge."""
        try:
            return with_options(self.game, options, seats)
        except Exception:
            return None

    def _match(self, name: str, game: AnyGame, options: Mapping[str, Any], *, usual: bool, most: int) -> _Planned:
        walk = Walk(game, self.game_id, to_jsonable_python(dict(options)), game.seats, usual)
        return _Planned(walk, Random(f"{self.seed}/{game.seats}/{name}"), most)

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
        found = [
            (f"{match}/{number}", walk, number, state)
            for match, walk in enumerate(self.walks)
            for number, state in walk.positions(self.effort.positions)
        ]
        wanted = [
            (f"{place}/{seat}/{world}", walk, number, state, seat)
            for place, walk, number, state in spread(found, MOST_WORLDS // (self.effort.worlds * self.seat_counts[-1]))
            for seat in range(walk.seats)
            for world in range(self.effort.worlds)
        ]
        made: list[World] = []
        with self._ready("imagined states"):
            for source, walk, number, state, seat in self.pace.each(wanted, "imagined states"):
                imagined = walk.game.imagine(walk.game.view(state, seat), Random(source))
                made.append(World(walk, number, state, seat, imagined))
        return made
