"""Who analyses a game: its own analyst, if it brings one."""

from typing import Any

from tabletop.analysis import Analyst
from tabletop.game import Game


def find(game: Game[Any, Any, Any, Any, Any]) -> Analyst[Any, Any] | None:
    """The analyst of a game, or None for a game that can't be analysed."""
    return game.analyst()
