"""What stands in where a game doesn't answer as the contract says, and the match can go on: never what shows more.

Methods that aren't named here are rules, which nothing can stand in for.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tabletop.appearance import Appearance
from tabletop.fields import by_name
from tabletop.guard.failures import PluginFailure
from tabletop.i18n import Texts
from tabletop.style import Style

_ = Texts(__file__)

Quietly = Callable[..., Any]
"""Calls a method of the game by its name under the guard; raises PluginFailure, and nobody is told."""


def _event(_game: Any, _quietly: Quietly, _before: Any, event: str, _after: Any) -> str:
    return event


def _not_now(game: Any, _quietly: Quietly, _view: Any, move: Any) -> str:
    return _("“{move}” can't be played now.").format(move=game.notation(move))


def _words(game: Any, quietly: Quietly, view: Any) -> Sequence[str]:
    """The picture; where that is none, the scores, which stand beside it anyway, are all."""
    if game.__class__.picture is Appearance.picture:
        return ()
    try:
        return tuple(quietly("picture", view, Style(ascii=True)).splitlines())
    except PluginFailure:
        return ()


def _picture(_game: Any, quietly: Quietly, view: Any, _style: Style) -> str:
    try:
        return "\n".join(quietly("words", view))
    except PluginFailure:
        return ""


def _by_name(_game: Any, _quietly: Quietly, view: Any) -> Mapping[str, Any]:
    return {"view": by_name(view)}


def _no_measures(game: Any, _quietly: Quietly, _states: Any) -> Sequence[Mapping[str, tuple[float, float]]]:
    return [{} for _seat in range(game.seats)]


def _always(answer: Any) -> Callable[..., Any]:
    return lambda _game, _quietly, *_arguments: answer


INSTEAD: Final[Mapping[str, Callable[..., Any]]] = {
    "tell": _event,
    "aloud": _always(None),
    "table_aloud": _always(()),
    "why_not": _not_now,
    "queries": _always({}),
    "words": _words,
    "picture": _picture,
    "event_picture": _always(""),
    "scene": _always(None),
    "event_scene": _always(None),
    "summary": _always(None),
    "status": _always(()),
    "revealed": _always(()),
    "measures": _no_measures,
    "show": _by_name,
    "analyst": _always(None),
}
"""By methods. Each is given the guarded game, ``Quietly``, and what the method was given."""
