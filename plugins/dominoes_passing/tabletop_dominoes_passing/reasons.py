"""Why a move isn't legal, said from what its seat may know: its own hand and what lies on the table."""

from typing import TYPE_CHECKING

from tabletop_dominoes_passing.moves import LEFT, Play, not_held
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.texts import _

if TYPE_CHECKING:
    from tabletop_dominoes_passing.game import PassingGame


def why_not(game: "PassingGame", view: PassingView, move: Move) -> str:
    """The reason for the seat on turn, which a person can act on."""
    if move in {DRAW, PASS}:
        if view.bound >= 0:
            return _first_must_be(game, view)
        if view.left < 0 and game.options.lead_must_play:
            return _("The leader must set the first tile.")
        return _why_no_draw(game, view) if move == DRAW else _why_no_pass(game, view)
    return _why_no_play(game, view, game.tables.plays[move])


def _why_no_play(game: "PassingGame", view: PassingView, play: Play) -> str:
    name = game.tables.names[play.tile]
    if not view.hand & play.bit:
        return not_held(name)
    if view.bound >= 0 and play.tile != view.bound:
        return _first_must_be(game, view)
    if view.left < 0:
        return _("The train is empty: write “play {tile}” without an end.").format(tile=name)
    if play.end == LEFT:
        return _("{tile} doesn't fit the left end, {number}.").format(tile=name, number=view.left)
    return _("{tile} doesn't fit the right end, {number}.").format(tile=name, number=view.right)


def _first_must_be(game: "PassingGame", view: PassingView) -> str:
    return _("The first tile must be {tile}.").format(tile=game.tables.names[view.bound])


def _why_no_draw(game: "PassingGame", view: PassingView) -> str:
    if view.boneyard == 0:
        return _("The boneyard is empty.")
    if view.boneyard <= game.reserve:
        return _.plural(
            "Only {n} tile is left in the boneyard, and it is never drawn.",
            "Only {n} tiles are left in the boneyard, and they are never drawn.",
            view.boneyard,
        )
    return _("You hold a tile that fits, so you can't draw.")


def _why_no_pass(game: "PassingGame", view: PassingView) -> str:
    if game.options.pass_when == "no_play" or view.boneyard <= game.reserve:
        return _("You hold a tile that fits, so you can't pass.")
    if game.options.pass_when == "no_draw":
        return _("You can't pass while there is a tile to draw.")
    return _("You can't pass while you can play or draw.")
