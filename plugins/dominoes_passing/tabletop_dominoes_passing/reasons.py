"""Why a move isn't legal, said from what its seat may know: its own hand and what lies on the table."""

from tabletop_dominoes_passing.moves import LEFT, Play, not_held
from tabletop_dominoes_passing.position import DRAW, PASS, Move, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.texts import _


def why_not(rules: Rules, view: PassingView, move: Move) -> str:
    """The reason for the seat on turn, which a person can act on."""
    if move in {DRAW, PASS}:
        if view.bound >= 0:
            return _first_must_be(rules, view)
        if view.left < 0 and rules.options.lead_must_play:
            return _("The leader must set the first tile.")
        return _why_no_draw(rules, view) if move == DRAW else _why_no_pass(rules, view)
    return _why_no_play(rules, view, rules.tables.plays[move])


def _why_no_play(rules: Rules, view: PassingView, play: Play) -> str:
    name = rules.tables.names[play.tile]
    if not view.hand & play.bit:
        return not_held(name)
    if view.bound >= 0 and play.tile != view.bound:
        return _first_must_be(rules, view)
    if view.left < 0:
        return _("The train is empty: write “play {tile}” without an end.").format(tile=name)
    if play.end == LEFT:
        return _("{tile} doesn't fit the left end, {number}.").format(tile=name, number=view.left)
    return _("{tile} doesn't fit the right end, {number}.").format(tile=name, number=view.right)


def _first_must_be(rules: Rules, view: PassingView) -> str:
    return _("The first tile must be {tile}.").format(tile=rules.tables.names[view.bound])


def _why_no_draw(rules: Rules, view: PassingView) -> str:
    if view.boneyard == 0:
        return _("The boneyard is empty.")
    if view.boneyard <= rules.reserve:
        return _.plural(
            "Only {n} tile is left in the boneyard, and it is never drawn.",
            "Only {n} tiles are left in the boneyard, and they are never drawn.",
            view.boneyard,
        )
    return _("You hold a tile that fits, so you can't draw.")


def _why_no_pass(rules: Rules, view: PassingView) -> str:
    if rules.options.pass_when == "no_play" or view.boneyard <= rules.reserve:
        return _("You hold a tile that fits, so you can't pass.")
    if rules.options.pass_when == "no_draw":
        return _("You can't pass while there is a tile to draw.")
    return _("You can't pass while you can play or draw.")
