"""The register of games that lie: each breaks one promise of the contract, and names the check that should notice."""

from collections.abc import Callable
from typing import Any

CAUGHT_BY: dict[type[Any], str] = {}


def caught_by(check: str) -> Callable[[type[Any]], type[Any]]:
    """Names the check of the kit that is meant for a lie."""

    def register(game: type[Any]) -> type[Any]:
        CAUGHT_BY[game] = check
        return game

    return register
