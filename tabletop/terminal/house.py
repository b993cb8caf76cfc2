"""Lines that lead elsewhere, wherever they are typed: ``play pig``, ``review 3``, ``settings``."""

from contextvars import ContextVar
from typing import Final

from tabletop.aliases import spellings
from tabletop.guard.failures import PluginError
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.words import whole

_ABOUT_A_GAME: Final = ("play", "new", "rules", "learn")
_ABOUT_A_MATCH: Final = ("resume", "review", "watch")
_PAGES: Final = ("matches", "statistics", "plugins", "settings")


GAMES: ContextVar[Catalogue | None] = ContextVar("games", default=None)
"""The games that can be named at a table."""


class Elsewhere(Exception):
    """The person wants to be somewhere else: the words that were typed, as ``meant`` gives them."""

    def __init__(self, command: str, argument: str) -> None:
        super().__init__(command, argument)
        self.command = command
        self.argument = argument


def meant(typed: str, catalogue: Catalogue | None) -> Elsewhere | None:
    """Where a line leads that isn't understood where it was typed; None: nowhere, as where there are no games."""
    if catalogue is None:
        return None
    word, _space, argument = typed.strip().partition(" ")
    argument = argument.strip()
    command = whole(word, [spellings((*_ABOUT_A_GAME, *_ABOUT_A_MATCH, *_PAGES))])
    if command in _ABOUT_A_GAME and _is_game(argument, catalogue):
        return Elsewhere(command, argument)
    if command in _ABOUT_A_MATCH and argument:
        return Elsewhere(command, argument)
    if command in _PAGES and not argument:
        return Elsewhere(command, "")
    return Elsewhere("new", typed.strip()) if _is_game(typed, catalogue) else None


def _is_game(text: str, catalogue: Catalogue) -> bool:
    try:
        return bool(text.strip() and catalogue.find(text.strip()))
    except PluginError:
        return False
