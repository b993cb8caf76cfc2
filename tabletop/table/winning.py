"""Moves that win at once, by the rules alone."""

from typing import NamedTuple

from tabletop import scoring
from tabletop.aliases import spoken
from tabletop.illegal import IllegalMove
from tabletop.table.looking import Option
from tabletop.table.playing import Table


class Slip(NamedTuple):
    """A legal move that was typed where others win at once."""

    move: Option
    wins: tuple[Option, ...]


def slip(table: Table, seat: int, text: str) -> Slip | None:
    """Whether a typed move of the seat on turn lets a win go by; None where the game hides something, where several
    choose at once, and for what is no legal move.
    """
    game, match = table.game, table.match
    if game.hides or match.asked != (seat,):
        return None
    try:
        move = table.legal(seat, text)
    except IllegalMove:
        return None
    wins = [game.notation(each) for each in match.legal_moves(seat) if _wins(table, seat, game.play(match.state, each))]
    if not wins or move in wins:
        return None
    return Slip(Option(move, spoken(game, move)), tuple([Option(win, spoken(game, win)) for win in wins]))


def _wins(table: Table, seat: int, state: object) -> bool:
    """Whether the match is over in a state, and the side of a seat alone is first."""
    game = table.game
    if game.to_act(state) is not None or (result := game.result(state)) is None:
        return False
    return scoring.winners(scoring.resigned(result.ranks, *table.resigned)) == (game.sides()[seat],)
