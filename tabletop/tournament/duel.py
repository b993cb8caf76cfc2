"""Two players against each other: matches in pairs, in which they change sides and chance gives both the same."""

import math
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import NoReturn

from tabletop.cpu import players
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure
from tabletop.guard.proxies import GuardedPlayer
from tabletop.guard.watchdog import Watchdog
from tabletop.i18n import Texts
from tabletop.tournament.figures import Part
from tabletop.tournament.luck import PairLuck, thoughts
from tabletop.tournament.playing import AnyGame, Arena, Clock, MatchPlayed, RulesFailed, SeatedPlayer

_ = Texts(__file__)

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
        self._board = Arena(game, plugin, clock)
        self._luck = PairLuck()
        self.sides = Guard(plugin).rules("sides", game.sides)
        self._sources = [Random(0) for _side in self.sides]
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
        who = [(side + first) % 2 for side in self.sides]
        self._luck.begin(seed, 0)
        thoughts(self._sources, seed, 0)
        seats = [
            SeatedPlayer(player.choose, math.inf, source, player)
            for player, source in zip([self.player(self.names[one]) for one in who], self._sources, strict=True)
        ]
        try:
            played = self._board.play(seats, self._luck)
            if played.blunder is not None:
                self._fail(
                    played.blunder.failure,
                    seed,
                    played.blunder.number,
                    self.names[who[played.blunder.seat]],
                    played.blunder.seat,
                )
            return self._parts(played, who)
        except RulesFailed as error:
            self._fail(error.failure, seed, error.number)

    def _parts(self, played: MatchPlayed, who: Sequence[int]) -> Parts:
        shares, scores = self._board.end(played)
        first, second = (self._part(player, played, who, shares, scores) for player in (0, 1))
        return first, second

    def _part(
        self, player: int, played: MatchPlayed, who: Sequence[int], shares: Sequence[float], scores: Sequence[int]
    ) -> Part:
        sides = sorted({side for side, owner in zip(self.sides, who, strict=True) if owner == player})
        own = [seat for seat, owner in enumerate(who) if owner == player]
        return Part(
            sum(shares[side] for side in sides),
            sum(scores[side] for side in sides) / len(sides),
            sum(played.decisions[seat] for seat in own),
            sum(played.seconds[seat] for seat in own),
        )

    def _fail(
        self, failure: PluginFailure, seed: int, before: int, player: str | None = None, seat: int = 0
    ) -> NoReturn:
        number = before + 1
        place = (
            _("Event {number}").format(number=number)
            if player is None
            else _("Event {number}, {player} in seat {seat}").format(number=number, player=player, seat=seat + 1)
        )
        raise DuelFailure(failure, seed, player, place) from failure.__cause__

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
