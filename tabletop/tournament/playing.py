"""One match of a tournament: the contract and the players' ``choose``, and nothing else.

No text, no log, no hooks, no saves. What a player does wrong ends the match, as a ``Blunder``; what the rules do wrong
is raised.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from types import FrameType
from typing import Any, Final, Literal, NamedTuple, NoReturn, Protocol

from tabletop import scoring
from tabletop.game import CHANCE, Game, OpenGame
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginFailure, error_text
from tabletop.guard.watchdog import Terminated
from tabletop.i18n import Texts
from tabletop.match import chooses_at_once, state_for
from tabletop.tournament.luck import PairLuck

_ = Texts(__file__)

AnyGame = Game[Any, Any, Any, Any, Any]
Choose = Callable[[Any, Sequence[Any], Random], Any]
Clock = Callable[[], float]
Kind = Literal["crash", "overtime", "illegal", "stall"]
KINDS: Final[tuple[Kind, ...]] = ("crash", "overtime", "illegal", "stall")

MOST_EVENTS: Final = 200_000
"""A match that isn't over by then never ends, or not soon."""
STALLED: Final = 5.0
"""Seconds beyond its time after which a player is waited for no longer."""


class Blunder(NamedTuple):
    """What a player did that no player may."""

    kind: Kind
    seat: int
    number: int
    """events before it"""
    failure: PluginFailure


class RulesFailed(Exception):
    """The rules went wrong, after ``number`` events; no player is to blame."""

    def __init__(self, failure: PluginFailure, number: int) -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.number = number


class Misplayed(Exception):
    """A player says itself what it has done wrong."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind: Kind = kind


class SeatedPlayer(NamedTuple):
    """A player in its seat, for one match."""

    choose: Choose
    seconds: float
    """the most that a move may take"""
    source: Random
    """what it draws from"""
    player: object = None
    """who chooses"""
    waits: bool = False
    """whether ``choose`` never takes much longer than it may, and so needs no alarm"""


class MatchPlayed(NamedTuple):
    """A match that is over."""

    state: Any
    """the last one"""
    events: int
    turns: int
    """how often another seat was on turn than before"""
    decisions: list[int]
    """by seat: choices among several moves"""
    seconds: list[float]
    """by seat: what those took"""
    blunder: Blunder | None


class Watcher(Protocol):
    """Is told of every event of a match, as values."""

    def asked(self, state: Any, seat: int) -> None:
        """A player is to choose in ``state``, in which what others have chosen at once with it isn't laid open."""
        ...

    def chosen(self, state: Any, seat: int, view: Any, moves: Sequence[Any], move: Any, seconds: float) -> None:
        """A player has chosen in ``state``."""
        ...

    def drawn(self, state: Any, outcome: Any) -> None:
        """Chance has drawn in ``state``."""
        ...


class _Alarm(BaseException):
    """Time is up: raised in whatever is running."""


class Arena:
    """A bound game at which one match after another is played."""

    def __init__(self, game: AnyGame, plugin: str, clock: Clock = time.perf_counter) -> None:
        """``plugin`` is to blame for what goes wrong; ``clock`` tells seconds."""
        self.game, self.plugin, self.clock = game, plugin, clock
        self._at_once = chooses_at_once(game)

    def play(
        self,
        seats: Sequence[SeatedPlayer],
        luck: PairLuck,
        start: Any = None,
        watcher: Watcher | None = None,
        within: float | None = None,
    ) -> MatchPlayed:
        """A match from ``start`` (None: its beginning). ``within``: seconds for all of it, where they can be kept.

        Raises RulesFailed.
        """
        with _alarm(_soonest(seats, within)):
            return _Run(self, seats, luck, watcher, self._at_once, within).run(start)

    def end(self, played: MatchPlayed) -> tuple[Sequence[float], Sequence[int]]:
        """By side what it has won of a match that is over, from 0 to 1, and its points. Raises RulesFailed."""
        try:
            result = self.game.result(played.state)
            if result is None:
                raise ValueError(_("the match is over and has no result"))
            return scoring.shares(result.ranks), self.game.scores(played.state)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            failure = PluginFailure(self.plugin, _("its rules"), error_text(error))
            failure.__cause__ = error
            raise RulesFailed(failure, played.events) from error


def _soonest(seats: Sequence[SeatedPlayer], within: float | None) -> bool:
    return within is not None or any(seat.seconds != float("inf") for seat in seats)


class _Run:
    """One match under way."""

    def __init__(
        self,
        board: Arena,
        seats: Sequence[SeatedPlayer],
        luck: PairLuck,
        watcher: Watcher | None,
        at_once: bool,
        within: float | None,
    ) -> None:
        self._board, self._seats, self._luck, self._watcher, self._at_once = board, seats, luck, watcher, at_once
        self._number = self._turns = 0
        self._decisions, self._seconds = [0] * len(seats), [0.0] * len(seats)
        self._asking = -1
        self._timed = [seat.seconds != float("inf") and not seat.waits for seat in seats]
        self._until = None if within is None else board.clock() + within

    def run(self, start: Any) -> MatchPlayed:
        limited = any(seat.seconds != float("inf") for seat in self._seats) or self._until is not None
        plain = not (self._at_once or self._watcher or limited)
        state, blunder = None, None
        try:
            state = self._board.game.start() if start is None else start
            state, blunder = self._plain(state) if plain else self._looked_after(state)
        except (KeyboardInterrupt, Terminated, RulesFailed):
            raise
        except _Alarm:
            if self._asking < 0:
                self._rules(_("it gave no answer in time"))
            blunder = self._blunder("stall", _("it gave no answer in time"))
        except Misplayed as failed:
            blunder = self._blunder(failed.kind, str(failed), failed)
        except BaseException as error:
            if self._asking < 0:
                self._rules(error_text(error), error)
            blunder = self._blunder("crash", error_text(error), error)
        return MatchPlayed(state, self._number, self._turns, self._decisions, self._seconds, blunder)

    def _plain(self, state: Any) -> tuple[Any, Blunder | None]:
        """The quick way, where nobody watches and time isn't limited."""
        game, luck, clock, seats = self._board.game, self._luck, self._board.clock, self._seats
        to_act, legal_moves, view, play = game.to_act, game.legal_moves, game.view, game.play
        draw, resolve = game.draw, game.resolve
        decisions, seconds = self._decisions, self._seconds
        shows_all = getattr(view, "__func__", None) is OpenGame.view
        chooses, sources = [seat.choose for seat in seats], [seat.source for seat in seats]
        draws = turns = number = 0
        last = asking = -1
        try:
            for number in range(MOST_EVENTS + 1):
                actor = to_act(state)
                if actor == CHANCE:
                    luck.number = draws
                    draws += 1
                    state = resolve(state, draw(state, luck))
                    continue
                if actor is None:
                    return state, None
                if actor != last:
                    turns += 1
                    last = actor
                moves = legal_moves(state)
                seen = state if shows_all else view(state, actor)
                asking = actor
                if len(moves) > 1:
                    begun = clock()
                    move = chooses[actor](seen, moves, sources[actor])
                    seconds[actor] += clock() - begun
                    decisions[actor] += 1
                else:
                    move = chooses[actor](seen, moves, sources[actor])
                if move not in moves:
                    self._number = number
                    return state, self._illegal(actor, move)
                asking = -1
                state = play(state, move)
            self._endless()
        finally:
            self._number, self._turns, self._asking = number, turns, asking

    def _looked_after(self, state: Any) -> tuple[Any, Blunder | None]:
        """The same where time is limited, several choose at once, or somebody watches."""
        game, luck, watcher = self._board.game, self._luck, self._watcher
        draws, last = 0, -1
        while (actor := game.to_act(state)) is not None:
            if self._number == MOST_EVENTS:
                self._endless()
            if actor == CHANCE:
                luck.number = draws
                draws += 1
                outcome = game.draw(state, luck)
                if watcher is not None:
                    watcher.drawn(state, outcome)
                state = game.resolve(state, outcome)
            else:
                self._turns += actor != last
                last = actor
                moves = game.legal_moves(state)
                move, took, blunder = self._careful(state, actor, moves)
                if blunder is not None:
                    return state, blunder
                if len(moves) > 1:
                    self._decisions[actor] += 1
                    self._seconds[actor] += took
                state = game.play(state, move)
            self._number += 1
        return state, None

    def _endless(self) -> NoReturn:
        self._rules(_("the match isn't over after {count} events").format(count=MOST_EVENTS))

    def _careful(self, state: Any, seat: int, moves: Sequence[Any]) -> tuple[Any, float, Blunder | None]:
        """A choice, what it took, and what was wrong with it."""
        game, clock = self._board.game, self._board.clock
        choose, limit, source, _player, waits = self._seats[seat]
        at = state_for(game, state, seat) if self._at_once else state
        if self._watcher is not None:
            self._watcher.asked(at, seat)
        seen = game.view(at, seat)
        self._asking = seat
        self._arm(seat)
        begun = clock()
        try:
            move = choose(seen, moves, source)
            took = clock() - begun
        finally:
            self._disarm(seat)
        if waits and self._until is not None and clock() > self._until:
            raise _Alarm
        self._asking = -1
        if move not in moves:
            return move, took, self._illegal(seat, move)
        if took > limit:
            self._asking = seat
            why = _("it took {took:.3f} seconds, and {limit:.3f} were allowed").format(took=took, limit=limit)
            return move, took, self._blunder("overtime", why)
        if self._watcher is not None:
            self._watcher.chosen(state, seat, seen, moves, move, took)
        return move, took, None

    def _arm(self, seat: int) -> None:
        seconds = self._seats[seat].seconds + STALLED if self._timed[seat] else float("inf")
        if self._until is not None and not self._seats[seat].waits:
            seconds = min(seconds, max(0.001, self._until - self._board.clock()))
        if seconds != float("inf"):
            _set_alarm(seconds)

    def _disarm(self, seat: int) -> None:
        if self._timed[seat] or self._until is not None:
            _set_alarm(0)

    def _illegal(self, seat: int, move: Any) -> Blunder:
        self._asking = seat
        return self._blunder("illegal", _("it chose {move!r:.80}, which is no legal move").format(move=move))

    def _blunder(self, kind: Kind, why: str, cause: BaseException | None = None) -> Blunder:
        seat = self._asking
        if isinstance(cause, PluginFailure):
            return Blunder(kind, seat, self._number, cause)
        player = self._seats[seat].player
        name = getattr(player, "name", None) if isinstance(cause, Misplayed) else type(player).__name__
        what = _("choose of the CPU player {name}").format(name=name)
        failure = PluginFailure(self._board.plugin, what, why)
        failure.__cause__ = cause
        return Blunder(kind, seat, self._number, failure)

    def _rules(self, why: str, cause: BaseException | None = None) -> NoReturn:
        failure = cause if isinstance(cause, PluginFailure) else PluginFailure(self._board.plugin, _("its rules"), why)
        if failure is not cause:
            failure.__cause__ = cause
        raise RulesFailed(failure, self._number) from cause


# The alarm: where the system has one it ends what hangs in the main thread; elsewhere time is only looked at afterwards


def _can_ring() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _set_alarm(seconds: float) -> None:
    if _can_ring():
        signal.setitimer(signal.ITIMER_REAL, seconds)


@contextmanager
def _alarm(wanted: bool) -> Iterator[None]:
    """While the block runs, an alarm raises ``_Alarm`` where it is set."""
    if not wanted or not _can_ring():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Alarm


def settled(board: Arena, what: str, work: Callable[[], Any], within: float | None) -> Any:
    """What ``work`` gives, which is a player's: PluginFailure where it raises, or takes longer than ``within`` seconds.

    ValueErrors are raised as they are.
    """
    guard = Guard(board.plugin)
    with _alarm(within is not None), suppress(_Alarm):
        try:
            _set_alarm(within or 0)
            return guard.rules(what, work, allowed=(ValueError, _Alarm))  # type: ignore[arg-type]
        finally:
            _set_alarm(0)
    raise PluginFailure(board.plugin, what, _("it gave no answer in time"))
