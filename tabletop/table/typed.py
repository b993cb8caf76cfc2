"""What people type at a table, as the rules read it: moves, and what real dice showed."""

import re
from contextlib import suppress
from typing import Any

from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame, Match
from tabletop.table.question import Unread


def move(match: Match, seat: int, text: str) -> Any:
    """The move that a text means, legal or not. Raises Unread where it means none."""
    try:
        return match.game.parse(text, match.view(seat))
    except IllegalMove as why:
        raise Unread(str(why)) from None


def legal(match: Match, seat: int, text: str) -> str:
    """The canonical text of the legal move that a text means. Raises IllegalMove with the reason."""
    found = move(match, seat, text)
    if found not in match.legal_moves(seat):
        raise IllegalMove(match.game.why_not(match.view(seat), found))
    return match.game.notation(found)


def thrown(game: AnyGame, state: Any, text: str) -> Any:
    """The outcome that was typed, in words apart, or with commas and hyphens, or as bare digits: 3 5, 3,5 or 35.

    Raises IllegalMove with the reason.
    """
    parse = game.parse_outcome
    words = " ".join(re.sub("[,;-]", " ", text.lower()).split())
    try:
        return parse(words, state)
    except IllegalMove:
        with suppress(IllegalMove):
            return parse(text, state)
        if not (words.isascii() and words.isdigit() and len(words) > 1):
            raise
        with suppress(IllegalMove):
            return parse(" ".join(words), state)
        raise
