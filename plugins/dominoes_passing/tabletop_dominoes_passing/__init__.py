"""The Passing Game with dominoes for Tabletop."""

from collections.abc import Mapping
from typing import Any

from tabletop import Game, hookimpl


@hookimpl
def tabletop_games() -> Mapping[str, type[Game[Any, Any, Any, Any, Any]]]:
    """The game of this plugin."""
    from tabletop_dominoes_passing.game import PassingGame

    return {"passing-game": PassingGame}
