"""Two players against each other: matches in pairs, in which they change sides and chance gives both the same."""

import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple, NoReturn

from tabletop import scoring
from tabletop.chance import Seeded
from tabletop.cpu import players
from tabletop.game import CHANCE, Game
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure, error_text
from tabletop.guard.proxies import GuardedPlayer
from tabletop.guard.watchdog import Terminated, Watchdog
from tabletop.i18n import Texts
from tabletop.tournament.figures import Part

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]
Clock = Callable[[], float]

MOST_EVENTS: Final = 200_000
"""A match that isn't over by then never ends, or not soon."""

Parts = tuple[Part, Part]
"""What a match was to the first player and to the second."""


class DuelFailure(PluginError):
    """A match that went wrong; the text says what did, and where."""

    def __init__(self, failure: PluginFailure, seed: int, player: str | None, place: str) -> None:
        """``player``: who is to blame; None: the rules. ``place``: where in the match, as people say it."""
        super().__init__(f"{place}: {failure}")
        self.failure = failure
        self.seed = seed
        """with it, and one pair, the match can be seen again"""
        self.player = player


class Duel:
    """A game, and two of its CPU players by name."""

    def __init__(self, game: AnyGame, names: Sequence[str], plugin: str, clock: Clock = time.perf_counter) -> None:
        """``plugin`` is to blame for what goes wrong; ``clock`` tells seconds.

        Raises ValueError for names that aren't two players of the game, and for a game in which nobody has an opponent.
        """
        self.game = game
        self.plugin = plugin
        self.clock = clock
        self.watch = Watchdog()
        self.sides = Guard(plugin).rules("sides", game.sides)
        if len(names) != 2:
            raise ValueError(_("A duel is for two players, such as hard,expert."))
        if max(self.sides) == 0:
            raise ValueError(_("A duel needs a game with two sides."))
        self.names = (names[0], names[1])
        for name in names:
            self.player(name)

    def pairs(self, seed: int, count: int) -> Iterator[tuple[Parts, Parts]]:
        """``count`` pairs, each with a seed of its own, the first with ``seed`` itself. Raises DuelFailure."""
        for number in range(count):
            own = _seed_of(seed, number) if number else seed
            yield (self.play(own, 0), self.play(own, 1))

    def play(self, seed: int, first: int) -> Parts:
        """The match in which player ``first``, 0 or 1, has the first side and every other one from there.

        With the same seed chance draws the same, one time after another, as far as what there is to draw is the same.
        Raises DuelFailure.
        """
        return _Playing(self, seed, first).run()

    def player(self, name: str) -> GuardedPlayer:
        """A player by its name, who has played nothing yet. Raises ValueError."""
        what = _("the CPU player {name}").format(name=name)
        find = players.find
        found = Guard(self.plugin, self.watch).rules(
            what, lambda: find(self.game, name, timed=False), allowed=(ValueError,)
        )
        return GuardedPlayer(found, self.plugin, self.watch)


def _seed_of(seed: int, number: int) -> int:
    """The seed of a later pair: short enough to be typed, and not one of those that ``seed + 1`` leads to."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:5])


class _Counted(NamedTuple):
    decisions: list[int]
    seconds: list[float]


class _Playing:
    """One match under way."""

    def __init__(self, duel: Duel, seed: int, first: int) -> None:
        self._duel, self._game, self._seed = duel, duel.game, seed
        self._who = [(side + first) % 2 for side in duel.sides]
        self._seats = [duel.player(duel.names[player]) for player in self._who]
        self._thought = Seeded(seed)
        self._counted = _Counted([0, 0], [0.0, 0.0])
        self._number = 0
        """events so far"""

    def run(self) -> Parts:
        try:
            return self._parts(self._end())
        except (KeyboardInterrupt, Terminated, DuelFailure):
            raise
        except BaseException as error:
            self._fail(PluginFailure(self._duel.plugin, _("its rules"), error_text(error)), error)

    def _end(self) -> Any:
        game, state, draws = self._game, self._game.start(), 0
        while (actor := game.to_act(state)) is not None:
            if self._number == MOST_EVENTS:
                why = _("the match isn't over after {count} events").format(count=MOST_EVENTS)
                self._fail(PluginFailure(self._duel.plugin, _("its rules"), why))
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, Random(f"{self._seed}/{draws}")))
                draws += 1
            else:
                state = game.play(state, self._chosen(state, actor))
            self._number += 1
        return state

    def _chosen(self, state: Any, seat: int) -> Any:
        player, clock = self._who[seat], self._duel.clock
        view, moves = self._game.view(state, seat), self._game.legal_moves(state)
        rng = self._thought.thought(self._number)
        begun = clock()
        try:
            move = self._seats[seat].choose(view, moves, rng)
        except PluginFailure as failure:
            self._fail(failure, failure.__cause__, seat)
        if len(moves) > 1:
            self._counted.decisions[player] += 1
            self._counted.seconds[player] += clock() - begun
        return move

    def _parts(self, state: Any) -> Parts:
        result = self._game.result(state)
        if result is None:
            raise ValueError(_("the match is over and has no result"))
        shares, scores = scoring.shares(result.ranks), self._game.scores(state)
        first, second = (self._part(player, shares, scores) for player in (0, 1))
        return first, second

    def _part(self, player: int, shares: Sequence[float], scores: Sequence[int]) -> Part:
        sides = sorted({side for side, who in zip(self._duel.sides, self._who, strict=True) if who == player})
        points = sum(scores[side] for side in sides) / len(sides)
        counted = self._counted
        return Part(sum(shares[side] for side in sides), points, counted.decisions[player], counted.seconds[player])

    def _fail(self, failure: PluginFailure, cause: BaseException | None = None, seat: int | None = None) -> NoReturn:
        number = self._number + 1
        player = None if seat is None else self._duel.names[self._who[seat]]
        place = (
            _("Event {number}").format(number=number)
            if seat is None
            else _("Event {number}, {player} in seat {seat}").format(number=number, player=player, seat=seat + 1)
        )
        raise DuelFailure(failure, self._seed, player, place) from cause
