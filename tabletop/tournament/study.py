"""House rules studied: what a match is like under each value of an option, solved where that can be, else played."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tabletop.analysis import Measuring
from tabletop.guard.calls import Guard
from tabletop.i18n import Texts
from tabletop.tournament.entrants import Entrant, find
from tabletop.tournament.figures import Interval, wilson
from tabletop.tournament.luck import PairLuck, thoughts
from tabletop.tournament.outcome import Outcome
from tabletop.tournament.plan import GameOrigin, Plan
from tabletop.tournament.playing import AnyGame, Arena, RulesFailed, SeatedPlayer
from tabletop.tournament.started import Started
from tabletop.tournament.tournament import TournamentFailed

_ = Texts(__file__)

FORMAT: Final = "tabletop-study"
VERSION: Final = 1


class StudySize(NamedTuple):
    """How much is played."""

    matches: int = 200
    """of each player against itself"""
    iterations: int = 20
    """of the weaker of two searches; 0: none play"""
    traced: int = 20
    """matches of these two"""
    seed: int = 0
    jobs: int = 1


class SkillTrace(NamedTuple):
    """A search against one of half its iterations."""

    share: float
    """of the stronger one, with luck taken out where that is known"""
    interval: Interval
    luck: float
    """the part of the pairs in which each has won once: luck or the seat decided, not who plays better"""


class StudyLine(NamedTuple):
    """A player against itself under one value of the option."""

    value: Any
    player: str
    exact: bool
    """whether ``first_seat`` and ``turns`` are worked out, not played"""
    first_seat: float
    """what the side of seat 1 wins, from 0 to 1"""
    interval: Interval | None
    """of 95 %; None where it is exact"""
    turns: float
    decisions: float
    """choices among several moves in a match"""
    ties: float
    """the part of the matches whose first rank is shared"""
    lead_changes: float
    """how often another side leads than the one that led before"""
    trace: SkillTrace | None

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        trace = self.trace
        return {
            **self._asdict(),
            "interval": self.interval and list(self.interval),
            "luck": trace and trace.luck,
            "trace": trace and trace.share,
            "trace_interval": trace and list(trace.interval),
        }


class _LeadWatch:
    """Counts in a match how often the lead changes: a ``Watcher``."""

    def __init__(self, game: AnyGame) -> None:
        self._standing = game.standing
        self.changes, self._leader = 0, -1

    def look(self, state: Any) -> None:
        """Who leads now."""
        ranks = self._standing(state)
        if ranks.count(1) == 1:
            leader = ranks.index(1)
            self.changes += self._leader not in (-1, leader)
            self._leader = leader

    def asked(self, state: Any, seat: int) -> None:
        """See ``Watcher``."""

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """See ``Watcher``."""
        self.look(state)

    def drawn(self, state: Any, outcome: Any) -> None:
        """See ``Watcher``."""
        self.look(state)


def trace(origin: GameOrigin, plugin: str, game: AnyGame, size: StudySize) -> SkillTrace | None:
    """A search of twice as many iterations against one. Raises TournamentFailed."""
    if not size.iterations:
        return None
    plan = Plan(
        game=origin.name,
        plugin=plugin,
        options=game.options.model_dump(mode="json"),
        seats=game.seats,
        players=(f"hard@{2 * size.iterations}", f"hard@{size.iterations}"),
        pairs=(size.traced + 1) // 2,
        seed=size.seed,
    )
    with Started(origin, plan, size.jobs) as started:
        for _count in started.tournament.run():
            pass
        found = Outcome(started.tournament).pairings[0]
    share, interval = found.adjusted or (found.share, found.interval)
    return SkillTrace(share, interval, found.split[1] / found.tally.pairs)


def line(game: AnyGame, plugin: str, value: Any, player: str, size: StudySize, traced: SkillTrace | None) -> StudyLine:
    """What matches of ``player`` against itself are like. Raises ValueError, PluginFailure, TournamentFailed."""
    entrant = find(game, player, plugin)
    entrant.start()
    try:
        found = _played(game, plugin, value, entrant, size)
    finally:
        entrant.close()
    return _exactly(game, plugin, entrant, found)._replace(trace=traced)


def _exactly(game: AnyGame, plugin: str, entrant: Entrant, played: StudyLine) -> StudyLine:
    """With what the solver knows, if the game has one that does."""
    solver = Guard(plugin).rules("solver", game.solver) if game.seats == 2 else None
    if not isinstance(solver, Measuring):
        return played
    between = solver.between
    one, other = entrant.match(), entrant.match()
    try:
        found = Guard(plugin).rules("between", lambda: between(one, other), allowed=(ValueError,), pace="long")
    except ValueError:
        return played
    return played._replace(exact=True, first_seat=found.beginning, interval=None, turns=found.turns)


def _played(game: AnyGame, plugin: str, value: Any, entrant: Entrant, size: StudySize) -> StudyLine:
    arena, luck = Arena(game, plugin), PairLuck()
    sources = [Random(0) for _seat in range(game.seats)]
    first = ties = decisions = turns = changes = 0.0
    for number in range(size.matches):
        luck.begin(size.seed, number)
        thoughts(sources, size.seed, number)
        lead = _LeadWatch(game)
        try:
            players = [entrant.match() for _seat in sources]
            seats = [
                SeatedPlayer(one.choose, math.inf, source, one) for one, source in zip(players, sources, strict=True)
            ]
            played = arena.play(seats, luck, None, lead)
            if played.blunder is not None:
                raise TournamentFailed(f"{entrant.name}: {played.blunder.failure}")
            shares, _scores = arena.end(played)
            lead.look(played.state)
        except RulesFailed as error:
            raise TournamentFailed(str(error)) from error
        first += shares[game.sides()[0]]
        ties += max(shares) < 1
        decisions += sum(played.decisions)
        turns += played.turns
        changes += lead.changes
    count = size.matches
    return StudyLine(
        value, entrant.name, False, first / count, wilson(first, count), turns / count, decisions / count, ties / count,
        changes / count, None,
    )  # fmt: skip
