"""Big Pig for Tabletop."""

from collections.abc import Mapping
from typing import Any

from tabletop import Game, hookimpl


@hookimpl
def tabletop_games() -> Mapping[str, type[Game[Any, Any, Any, Any, Any]]]:
    """The game of this plugin."""
    from tabletop_bigpig.rules import BigPig

    return {"bigpig": BigPig}
