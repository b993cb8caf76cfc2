"""Liar's Dice: bids on dice of which each sees its own, and a die less for who is wrong."""

from tabletop import hookimpl


@hookimpl
def tabletop_games():
    """The game, imported when somebody opens it."""
    from tabletop_liars_dice.game import LiarsDice

    return {"liars-dice": LiarsDice}
