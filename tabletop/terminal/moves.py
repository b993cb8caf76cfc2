"""From what a person types to a move."""

from collections.abc import Iterable
from typing import Any

from tabletop.setup import AnyGame


def move_texts(game: AnyGame, legal: Iterable[str]) -> list[str]:
    """The legal moves, then what else is a move of the game: all that a beginning may stand for."""
    return list(dict.fromkeys([*legal, *(game.notation(move) for move in game.moves)]))


def meant(game: AnyGame, view: Any, legal: Iterable[str], typed: str) -> Any:
    """The move that ``typed`` means or is the only beginning of, legal or not. Raises IllegalMove if there is none."""
    begins = [text for text in move_texts(game, legal) if text.startswith(typed.lower())]
    return game.parse(begins[0] if len(begins) == 1 else typed.lower(), view)
