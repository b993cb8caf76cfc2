"""What a typed line means to a game, as the table reads it."""

from tabletop.illegal import IllegalMove
from tabletop.terminal.reading import candidates, verbs


def meant(game, view, legal, typed, asked=()):
    """The move, legal or not. Raises IllegalMove where it is none, and ValueError where it could be several."""
    refused = None
    for text in candidates(game, legal, typed, verbs(game, legal, asked), asked):
        try:
            return game.parse(text, view)
        except IllegalMove as why:
            refused = refused or why
    raise refused
