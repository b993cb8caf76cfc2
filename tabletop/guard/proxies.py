"""A game, its CPU players and its analyst behind the guard, as the table sees them.

Only the table's calls go through it: a search or a playout works on the game itself and pays nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, cast

from tabletop.analysis import Analysis, Analyst, Progress
from tabletop.game import Game, OpenGame
from tabletop.guard import answers
from tabletop.guard.calls import Check, Guard
from tabletop.guard.instead import INSTEAD
from tabletop.guard.watchdog import WATCH, Watchdog
from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.skill import Strategy

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]

_CHECKS: Final[Mapping[str, Check]] = {
    "legal_moves": answers.moves,
    "outcomes": answers.outcomes,
    "notation": answers.one_line,
    "outcome_notation": answers.one_line,
    "outcome_for": answers.one_line,
    "move_for": answers.one_line,
    "old_event": answers.one_line,
    "why_not": answers.text,
    "picture": answers.text,
    "event_picture": answers.text,
    "tell": answers.text,
    "aloud": answers.text_or_none,
    "words": answers.texts,
    "table_aloud": answers.texts,
    "status": answers.texts,
    "revealed": answers.texts,
    "queries": answers.queries,
    "scene": answers.scene,
    "event_scene": answers.scene,
    "summary": answers.scene,
    "analyst": answers.analyst,
    "dump": answers.of_type(dict),
    "show": answers.shown,
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
    "measures": answers.measures,
    "play_out": answers.played_out,
}
_MAY_REFUSE: Final = {"parse", "parse_outcome", "old_event"}
_DEFAULTS: Final = {
    name: getattr(Game, name)
    for name in (
        *("tell", "aloud", "table_aloud", "queries", "picture", "event_picture", "scene", "event_scene", "summary"),
        *("status", "revealed"),
    )
}
"""Methods that need no guard where a game leaves them as they are: what they ask of the game goes through it."""


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

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._game, name)
        if name == "view" and getattr(value, "__func__", None) is OpenGame.view:
            pass  # it is the host's own
        elif name in _DEFAULTS and getattr(value, "__func__", None) is _DEFAULTS[name]:
            value = partial(_DEFAULTS[name], self)
        elif name == "sides":
            value = partial(tuple, self._watched(name, value)())
        elif callable(value) and not isinstance(value, type) and name != "texts":
            value = self._watched(name, value)
        self.__dict__[name] = value
        return value

    def _watched(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        if name in INSTEAD:
            instead = partial(INSTEAD[name], self, self._quietly)
            return partial(self._guard.side, name, method, instead=instead, check=self._check(name))
        if name == "asked" and getattr(method, "__func__", None) is not Game.asked:
            return self._asked
        allowed = (IllegalMove,) if name in _MAY_REFUSE else ()
        return partial(self._guard.rules, name, method, allowed=allowed, check=self._check(name))

    def _check(self, name: str) -> Check | None:
        if name in _CHECKS_WITH_GAME:
            return partial(_CHECKS_WITH_GAME[name], self._game)
        return _CHECKS.get(name)

    def _asked(self, state: Any) -> Any:
        check = partial(answers.asked, self._game, state)
        return self._guard.rules("asked", self._game.asked, state, check=check)

    def _quietly(self, name: str, *arguments: Any) -> Any:
        method = getattr(self._game, name)
        return self._guard.rules(name, method, *arguments, check=self._check(name), pace="quick")


def guarded(game: AnyGame, plugin: str, watch: Watchdog = WATCH) -> AnyGame:
    """The game for the table: a call raises PluginFailure where it goes wrong, and what the contract says otherwise.

    For what people see something stands in, which is told once: see ``instead``. What ``start``, ``play`` and
    ``resolve`` lead to is looked at before it counts, so that a match never holds a state that it can't go on from.
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
        with self._guard.at_work():
            return self._guard.rules(what, self._player.choose, view, moves, rng, check=check)

    def interrupt(self) -> None:
        """Passes on that the player is to make up its mind, if it listens to that."""
        _interrupt(self._guard, self._player)


def _interrupt(guard: Guard, thinker: object) -> None:
    interrupt = getattr(thinker, "interrupt", None)
    if interrupt is not None:
        guard.rules("interrupt", interrupt)


class GuardedAnalyst:
    """An analyst behind the guard."""

    def __init__(self, analyst: Analyst[Any, Any], plugin: str, watch: Watchdog = WATCH) -> None:
        self._analyst = analyst
        self._guard = Guard(plugin, watch)

    def prepare(self, progress: Progress) -> None:
        """See ``Analyst``. Raises PluginFailure, and ValueError for a match that is beyond the analyst."""
        with self._guard.at_work():
            self._guard.rules("prepare", self._analyst.prepare, progress, allowed=(ValueError,), pace="long")

    def analyse(self, view: Any, moves: Sequence[Any], rng: Random) -> Analysis:
        """See ``Analyst``. Raises as ``prepare`` does."""
        asked = (self._analyst.analyse, view, moves, rng)
        with self._guard.at_work():
            found = self._guard.rules("analyse", *asked, allowed=(ValueError,), check=answers.analysis, pace="long")
        return cast(Analysis, found)

    def interrupt(self) -> None:
        """Passes on that the analysis is to come to an end, if the analyst listens to that."""
        _interrupt(self._guard, self._analyst)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._analyst, name)
