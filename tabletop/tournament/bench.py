"""Where matches are played, in one process: the bound game, its players, and what a chunk of pairs comes to."""

import mmap
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Final

from tabletop.analysis import Analyst
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure, error_text
from tabletop.guard.watchdog import Terminated
from tabletop.i18n import Texts
from tabletop.match import Match, with_options
from tabletop.skill import Together
from tabletop.tournament import luck, many
from tabletop.tournament.entrants import CpuEntrant, Entrant, Team, find, parted
from tabletop.tournament.judging import Judge
from tabletop.tournament.keeping import Keeper, Watchers
from tabletop.tournament.plan import GameOrigin, Plan, Task, limit
from tabletop.tournament.playing import (
    AnyGame,
    Arena,
    Blunder,
    MatchPlayed,
    RulesFailed,
    SeatedPlayer,
    Watcher,
    settled,
)
from tabletop.tournament.programs import ProgramEntrant, ProgramSeat
from tabletop.tournament.tally import Sums, about

_ = Texts(__file__)


class Bench:
    """A game and all players of a tournament."""

    def __init__(self, game: AnyGame, plan: Plan, origin: GameOrigin) -> None:
        """Raises ValueError for what can't be played so, and PluginFailure. Nothing that takes long has begun."""
        self.game, self.plan = game, plan
        self._programs, self._family = {program.word: program for program in origin.programs}, origin.family
        self.board = Arena(game, plan.plugin)
        self.sides: tuple[int, ...] = tuple(Guard(plan.plugin).rules("sides", game.sides))
        if max(self.sides) == 0:
            raise ValueError(_("A tournament needs a game with two sides."))
        self._who = [[(side + first) % 2 for side in self.sides] for first in (0, 1)]
        """whose each seat is, in the first match of a pair and in the second"""
        self._mine = [
            [sorted({side for side, owner in zip(self.sides, who, strict=True) if owner == one}) for one in (0, 1)]
            for who in self._who
        ]
        """the sides of each player in them"""
        self.teams = [self._team(name) for name in plan.players]
        self._started: set[int] = set()
        self._luck = luck.PairLuck()
        self._sources = [Random(0) for _seat in self.sides]
        self._starts: dict[int, Any] = {}
        self._together: dict[tuple[int, int], Together | None] = {}
        for number in range(len(plan.starts)):
            self._start(number)

    def _team(self, name: str) -> Team:
        return Team(name, [self._entrant(text) for text in name.split("+")])

    def _entrant(self, text: str) -> Entrant | ProgramEntrant:
        program = self._programs.get(parted(text)[0])
        if program is not None:
            return ProgramEntrant(text, program, self.game, self.plan, self._family)
        return find(self.game, text, self.plan.plugin, limit(self.plan.limits.move))

    def start(self, player: int) -> None:
        """Has a player do what takes long, once. Raises PluginFailure."""
        if player not in self._started:
            team = self.teams[player]
            settled(self.board, _("the start of {name}").format(name=team.name), team.start, self.plan.limits.start)
            self._started.add(player)

    def close(self) -> None:
        """After the last match."""
        for team in self.teams:
            team.close()

    def together(self, one: int, other: int) -> Together | None:
        """Who plays matches of these two at once, if somebody does."""
        if (one, other) not in self._together:
            self._together[one, other] = self._find_together(one, other)
        return self._together[one, other]

    def _find_together(self, one: int, other: int) -> Together | None:
        members = [self.teams[player].members for player in (one, other)]
        plain = all(len(each) == 1 and isinstance(each[0], CpuEntrant) and each[0].plain for each in members)
        if not plain or self.plan.starts or max(self.sides) != 1:
            return None
        found: Together | None = Guard(self.plan.plugin).rules(
            "together", self.game.together, *(each[0].match() for each in members)
        )
        return found

    @cached_property
    def judge(self) -> Judge | None:
        """Who knows what each decision costs; None where nobody does, and among more seats than two."""
        if max(self.sides) != 1 or self.game.seats > 2 or self.game.hides or self.plan.starts:
            return None
        analyst: Analyst[Any, Any] | None = Guard(self.plan.plugin).rules("analyst", self.game.analyst)
        return Judge.ready(analyst, self.sides) if analyst is not None else None

    def work(self, task: Task, tally: Sums | None = None) -> Sums:
        """What the pairs of a chunk come to, beside what is in ``tally``. Raises RulesFailed, PluginFailure."""
        for player in (task.one, task.other):
            self.start(player)
        together = None if task.records else self.together(task.one, task.other)
        if together is not None:
            seed = luck.block(self.plan.seed, task.first)
            return many.tally(Guard(self.plan.plugin).rules("together", together.play, seed, task.pairs))
        tally = tally or Sums()
        with _Mark(task.mark) as mark:
            for pair in range(task.first, task.first + task.pairs):
                self._pair(task, pair, tally, mark)
        return tally

    def _pair(self, task: Task, pair: int, tally: Sums, mark: "_Mark") -> None:
        score, gained = 0.0, 0.0
        judge = self.judge
        for first in (0, 1):
            if judge is not None:
                judge.begin()
            won, clean = self._match(task, pair, first, tally, mark)
            score += won
            if not clean:
                judge = None
            elif judge is not None:
                gained += judge.lost[1 - first] - judge.lost[first]
        tally.pairs += 1
        tally.won += score
        tally.scores[score / 2] += 1
        if self.judge is not None and not self.judge.broken:
            skill = score / 2 if judge is None else 0.5 + gained / 2
            tally.adjusted += 1
            tally.skill += skill
            tally.squares += (skill - 0.5) ** 2

    def _match(self, task: Task, pair: int, first: int, tally: Sums, mark: "_Mark") -> tuple[float, bool]:
        """The first player's share of a match, and whether it came to its end."""
        who = self._who[first]
        number = 2 * pair + first
        dead = dict(task.dead).get(number)
        keeper = Keeper(self.game, self.plan, task, pair, first, who) if task.records and dead is None else None
        if dead is not None:
            played = self._broken(who.index(dead), _("it ended its process"))
        else:
            played = self._played(task, pair, who, keeper, mark, number)
        if keeper is not None:
            keeper.write(played.blunder)
        return self._count(tally, played, who)

    def _played(
        self, task: Task, pair: int, who: list[int], keeper: Keeper | None, mark: "_Mark", number: int
    ) -> MatchPlayed:
        try:
            seats = self._seats(task, who, mark, number)
        except _NotMade as error:
            return self._broken(error.seat, error.why)
        self._luck.begin(self.plan.seed, pair)
        if number % 2 == 0:
            luck.thoughts(self._sources, self.plan.seed, pair)
        programs = [seat.player for seat in seats if isinstance(seat.player, ProgramSeat)]
        watchers: list[Watcher] = [one for one in (self.judge, *programs, keeper) if one is not None]
        if keeper is not None:
            keeper.begin([seat.player for seat in seats], self._start_events(pair))
        watcher = watchers[0] if len(watchers) == 1 else Watchers(watchers) if watchers else None
        start = self._start(pair % len(self.plan.starts)) if self.plan.starts else None
        for program in programs:
            program.catch_up(self._start_events(pair))
        try:
            played = self.board.play(seats, self._luck, start, watcher, self.plan.limits.match)
        except BaseException:
            for program in programs:
                program.over(None)
            raise
        for program in programs:
            program.over(played)
        return played

    def _seats(self, task: Task, who: list[int], mark: "_Mark", number: int) -> list[SeatedPlayer]:
        taken = [0, 0]
        seats: list[SeatedPlayer] = []
        margin = self.plan.limits.margin
        for seat, player in enumerate(who):
            members = self.teams[(task.one, task.other)[player]].members
            entrant = members[taken[player] % len(members)]
            taken[player] += 1
            waits = isinstance(entrant, ProgramEntrant)
            try:
                one: Any = entrant.sit(seat, self._sources[seat]) if waits else entrant.match()
            except (KeyboardInterrupt, Terminated):
                raise
            except BaseException as error:
                for sitting in seats:
                    if isinstance(sitting.player, ProgramSeat):
                        sitting.player.over(None)
                raise _NotMade(seat, error_text(error)) from error
            choose = mark.over(one.choose, number, player)
            seats.append(SeatedPlayer(choose, entrant.seconds + margin, self._sources[seat], one, waits))
        return seats

    def _broken(self, seat: int, why: str) -> MatchPlayed:
        failure = PluginFailure(self.plan.plugin, _("its player"), why)
        seats = len(self.sides)
        return MatchPlayed(None, 0, 0, [0] * seats, [0.0] * seats, Blunder("crash", seat, 0, failure))

    def _count(self, tally: Sums, played: MatchPlayed, who: Sequence[int]) -> tuple[float, bool]:
        tally.turns += played.turns
        tally.events += played.events
        for seat, player in enumerate(who):
            tally.decisions[player] += played.decisions[seat]
            tally.seconds[player] += played.seconds[seat]
        if played.blunder is not None:
            loser = who[played.blunder.seat]
            tally.failures[loser][played.blunder.kind] += 1
            tally.first += float(who[0] != loser)
            return float(loser), False
        shares, scores = self.board.end(played)
        mine = self._mine[who is self._who[1]]
        tally.finished += 1
        tally.first += shares[self.sides[0]]
        for player, sides in enumerate(mine):
            points = sum(scores[side] for side in sides) / len(sides)
            tally.points[player] += points
            tally.spread[player][about(points)] += 1
        return sum(shares[side] for side in mine[0]), True

    def _start(self, number: int) -> Any:
        """The position of a start. Raises IllegalMove, which is a ValueError."""
        if number not in self._starts:
            self._starts[number] = Match(self.game, self.plan.starts[number]).state
        return self._starts[number]

    def _start_events(self, pair: int) -> Sequence[str]:
        return self.plan.starts[pair % len(self.plan.starts)] if self.plan.starts else ()


class _NotMade(Exception):
    """A player that couldn't sit down."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.why = why


class _Mark:
    """A file in which stands which match is played and who is asked, for whoever finds this process dead."""

    _SIZE: Final = 16

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._map: mmap.mmap | None = None

    def __enter__(self) -> "_Mark":
        if self._path is not None:
            with open(self._path, "w+b") as file:
                file.write(bytes(self._SIZE))
                file.flush()
                self._map = mmap.mmap(file.fileno(), self._SIZE)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._map is not None:
            self._map.close()

    def over(self, choose: Any, number: int, player: int) -> Any:
        """The same choice, while which the file says so."""
        marks = self._map
        if marks is None:
            return choose

        def marked(view: Any, moves: Sequence[Any], rng: Random) -> Any:
            marks[:9] = number.to_bytes(8) + bytes([player + 1])
            move = choose(view, moves, rng)
            marks[8] = 0
            return move

        return marked


def marked(path: str) -> tuple[int, int] | None:
    """The number of the match in which a process has ended, and the player, 0 or 1, who was asked; None: nobody."""
    data = Path(path).read_bytes()
    return (int.from_bytes(data[:8]), data[8] - 1) if len(data) > 8 and data[8] else None


# In workers: the bench of a thread


class _Benches(threading.local):
    """What a thread has made."""

    def __init__(self) -> None:
        self.made: dict[str, Bench] = {}


_benches = _Benches()


def bound(origin: GameOrigin, plan: Plan) -> AnyGame:
    """The game of a plan. Raises PluginError or ValueError."""
    game = with_options(origin.rules if origin.rules is not None else _rules(origin, plan), plan.options, plan.seats)
    game.cache = origin.cache
    return game


def _rules(origin: GameOrigin, plan: Plan) -> type[AnyGame]:
    from tabletop.plugins.find.catalogue import Catalogue, load
    from tabletop.plugins.find.folder import plugin_in

    catalogue = Catalogue.installed()
    if origin.folder is not None:
        catalogue = Catalogue([plugin_in(Path(origin.folder))])
    listing = catalogue.find(origin.name)
    if plan.plugin not in ("", str(listing.plugin)):
        raise PluginError(
            _("The plugin is {here} in one place and {there} in another: both need the same version.").format(
                here=listing.plugin, there=plan.plugin
            )
        )
    return load(listing)


def bench_for(origin: GameOrigin, plan: Plan) -> Bench:
    """The bench of this thread for a plan: made once."""
    key, made = repr((origin, plan)), _benches.made
    if key not in made:
        made.clear()
        made[key] = Bench(bound(origin, plan), plan, origin)
    return made[key]


def work(origin: GameOrigin, plan: Plan, task: Task) -> Sums | str:
    """What a chunk comes to; a sentence where it can't be played."""
    try:
        return bench_for(origin, plan).work(task)
    except RulesFailed as error:
        return str(error)
    except (PluginError, ValueError) as error:
        return str(error)
