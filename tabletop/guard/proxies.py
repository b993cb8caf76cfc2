"""A game, its CPU players and its analyst behind the guard, as the table sees them.

Only the table's calls go through it: a search or a playout works on the game itself and pays nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, cast

from tabletop.analysis import Analysis, Analyst, Progress
from tabletop.game import Game
from tabletop.guard import answers
from tabletop.guard.calls import Check, Guard
from tabletop.guard.watchdog import WATCH, Watchdog
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.skill import Strategy

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]

_TEXT: Final = answers.of_type(str)
_CHECKS: Final[Mapping[str, Check]] = {
    "legal_moves": answers.moves,
    "outcomes": answers.outcomes,
    "notation": answers.one_line,
    "outcome_notation": answers.one_line,
    "outcome_for": answers.one_line,
    "move_for": answers.one_line,
    "why_not": _TEXT,
    "picture": _TEXT,
    "event_picture": _TEXT,
    "tell": _TEXT,
    "words": answers.texts,
    "dump": answers.of_type(dict),
    "strategies": answers.players,
}
_CHECKS_WITH_GAME: Final[Mapping[str, Callable[[AnyGame, Any], str]]] = {
    "start": answers.state,
    "play": answers.state,
    "resolve": answers.state,
    "to_act": answers.actor,
    "sides": answers.sides,
    "scores": answers.numbers,
    "standing": answers.ranks,
    "result": answers.result,
}
_MAY_REFUSE: Final = {"parse", "parse_outcome"}


class _GuardedGame:
    """Has every attribute of the game; its methods are called under the guard. What a game is made of never changes, so
    that each attribute is looked up once.
    """

    def __init__(self, game: AnyGame, guard: Guard) -> None:
        self._game = game
        self._guard = guard

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The game's class: ``isinstance`` and who binds it anew see the game."""
        return type(self._game)

    def asked(self, state: Any) -> Any:
        """See ``Game``."""
        check = partial(answers.asked, self._game, state)
        return self._guard.call("asked", self._game.asked, state, check=check)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._game, name)
        if callable(value) and not isinstance(value, type) and name != "texts":
            value = self._watched(name, value)
        self.__dict__[name] = value
        return value

    def _watched(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        check = _CHECKS.get(name)
        if name in _CHECKS_WITH_GAME:
            check = partial(_CHECKS_WITH_GAME[name], self._game)
        allowed = (IllegalMove,) if name in _MAY_REFUSE else ()
        return partial(self._guard.call, name, method, allowed=allowed, check=check)


def guarded(game: AnyGame, plugin: str, watch: Watchdog = WATCH) -> AnyGame:
    """The game for the table: a call raises PluginFailure where it goes wrong, and what the contract says otherwise.

    What ``start``, ``play`` and ``resolve`` lead to is looked at before it counts, so that a match never holds a state
    that it can't go on from.
    """
    return cast(AnyGame, _GuardedGame(game, Guard(plugin, watch)))


class GuardedPlayer:
    """A CPU player that chooses under the guard, and one of the moves that it was given."""

    def __init__(self, player: Strategy[Any, Any], plugin: str, watch: Watchdog = WATCH) -> None:
        self._player = player
        self._guard = Guard(plugin, watch)

    @property
    def plugin(self) -> str:
        """Whose it is."""
        return self._guard.plugin

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """See ``Strategy``. Raises PluginFailure."""

        def check(move: Any) -> str:
            return "" if move in moves else _("it chose {move!r:.80}, which is no legal move").format(move=move)

        what = _("choose of the CPU player {name}").format(name=type(self._player).__name__)
        return self._guard.call(what, self._player.choose, view, moves, rng, check=check)

    def interrupt(self) -> None:
        """Passes on that the player is to make up its mind, if it listens to that."""
        _interrupt(self._guard, self._player)


def _interrupt(guard: Guard, thinker: object) -> None:
    interrupt = getattr(thinker, "interrupt", None)
    if interrupt is not None:
        guard.call("interrupt", interrupt)


class GuardedAnalyst:
    """An analyst behind the guard."""

    def __init__(self, analyst: Analyst[Any, Any], plugin: str, watch: Watchdog = WATCH) -> None:
        self._analyst = analyst
        self._guard = Guard(plugin, watch)

    def prepare(self, progress: Progress) -> None:
        """See ``Analyst``. Raises PluginFailure, and ValueError for a match that is beyond the analyst."""
        self._guard.call("prepare", self._analyst.prepare, progress, allowed=(ValueError,))

    def analyse(self, view: Any, moves: Sequence[Any], rng: Random) -> Analysis:
        """See ``Analyst``. Raises as ``prepare`` does."""
        analyse = self._analyst.analyse
        found = self._guard.call("analyse", analyse, view, moves, rng, allowed=(ValueError,), check=answers.analysis)
        return cast(Analysis, found)

    def interrupt(self) -> None:
        """Passes on that the analysis is to come to an end, if the analyst listens to that."""
        _interrupt(self._guard, self._analyst)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._analyst, name)
