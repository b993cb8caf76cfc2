"""Who analyses a game: its own analyst, or the host's search."""

from typing import Any

from tabletop.analysis import Analyst
from tabletop.cpu.search import ANALYSIS, Search
from tabletop.game import Game


def find(game: Game[Any, Any, Any, Any, Any]) -> Analyst[Any, Any]:
    """The game's own analyst, else one whose method is ``search`` (``exact`` where little is left)."""
    return game.analyst() or Search(game, ANALYSIS)
