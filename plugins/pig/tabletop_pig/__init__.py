"""The Pig family of dice games for Tabletop."""

from collections.abc import Mapping
from typing import Any

from tabletop import Game, hookimpl


@hookimpl
def tabletop_games() -> Mapping[str, type[Game[Any, Any, Any, Any, Any]]]:
    """The games of this plugin."""
    from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

    return {"pig": Pig, "pig-two-dice": PigTwoDice, "pig-doubles": PigDoubles}
