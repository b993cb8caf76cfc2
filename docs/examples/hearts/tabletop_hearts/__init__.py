"""Hearts: tricks without trumps, cards that are passed on, and points that nobody wants."""

from tabletop import hookimpl


@hookimpl
def tabletop_games():
    """The game, imported when somebody opens it."""
    from tabletop_hearts.game import Hearts

    return {"hearts": Hearts}
