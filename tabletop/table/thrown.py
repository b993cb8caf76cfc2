"""What real dice showed, as people type it."""

import re
from contextlib import suppress
from typing import Any

from tabletop.illegal import IllegalMove
from tabletop.match import AnyGame


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
