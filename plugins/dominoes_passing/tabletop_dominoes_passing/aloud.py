"""How the table and what happens reads to somebody who listens: what is new, in few words."""

from typing import Final

from tabletop import Detail, tiles, who
from tabletop_dominoes_passing import table
from tabletop_dominoes_passing.history import lacks
from tabletop_dominoes_passing.moves import LEFT, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.texts import _

_FEW: Final = 2
"""So few tiles of somebody else are told with each move; with three seats or more only the last one."""


def event(rules: Rules, before: PassingView, text: str, after: PassingView, detail: Detail) -> str | None:
    """What a move or a deal did, in a sentence."""
    if text.startswith(("deal", "lead ")):
        return _round(after)
    seat = before.actor
    if seat is None:
        return None
    if text == PASS:
        return who(seat, _("You pass."), _("{name} passes."))
    count = after.counts[seat]
    if text == DRAW:
        return _draw(rules, before, after, seat, detail)
    said = _play(rules, text, seat)
    few = _FEW if rules.seats == 2 else 1
    if after.finished or detail == "terse" or seat == after.seat or (detail == "normal" and count > few):
        return said
    holds = _.plural("{name} holds {n} tile.", "{name} holds {n} tiles.", count, name="{name}")
    return f"{said} {who(seat, holds, holds)}"


def _round(after: PassingView) -> str:
    """Which round begins, and who leads; nothing until that is known."""
    if after.leader < 0:
        return ""
    you, other = _("Round {number}: you lead."), _("Round {number}: {name} leads.")
    return who(after.leader, you.format(number=after.number), other.format(number=after.number, name="{name}"))


def _draw(rules: Rules, before: PassingView, after: PassingView, seat: int, detail: Detail) -> str:
    drawn = after.hand & ~before.hand
    if drawn:
        tile = tiles.notation(rules.tables.tiles[next(members(drawn))])
        you, other = _("You draw {tile}."), _("{name} draws {tile}.")
        return who(seat, you.format(tile=tile), other.format(name="{name}", tile=tile))
    if rules.seats > 2 and detail == "normal":
        return who(seat, _("You draw a tile."), _("{name} draws."))
    you, other = _("You draw a tile."), _("{name} draws: {n} tiles now.")
    return who(seat, you, other.format(name="{name}", n=after.counts[seat]))


def _play(rules: Rules, text: str, seat: int) -> str:
    play = rules.tables.plays[text]
    tile = tiles.notation(rules.tables.tiles[play.tile])
    if not play.end:
        you, other = _("You lead with {tile}."), _("{name} leads with {tile}.")
    elif play.end == LEFT:
        you, other = _("You play {tile} left."), _("{name} plays {tile} left.")
    else:
        you, other = _("You play {tile} right."), _("{name} plays {tile} right.")
    return who(seat, you.format(tile=tile), other.format(name="{name}", tile=tile))


def now(rules: Rules, view: PassingView, detail: Detail) -> list[str]:
    """The table: what a decision hangs on; verbose: all of it."""
    if not view.counts or view.finished:
        return []
    if detail == "verbose":
        return table.words(rules, view)
    closing = view.passes + 1 == rules.lap or view.bound >= 0
    said = [*_ends(view), *(table.due(rules, view) if closing else [])]
    if detail == "terse":
        return said
    if view.seat is not None and view.left >= 0 and all(seat != view.seat for seat, _move in view.history):
        said.append(table.hand_aloud(rules, view))
    if view.number == 1:
        said += table.partners(rules, view)
    said += [_lack(rules, view, seat) for seat in range(rules.seats) if seat != view.seat]
    if view.boneyard <= rules.reserve:
        said.append(_("Nothing is left to draw."))
    return [sentence for sentence in said if sentence]


def _ends(view: PassingView) -> list[str]:
    if view.left < 0:
        return [_("The train is empty.")] if view.history else []
    if view.left == view.right:
        return [_("Both ends: {number}.").format(number=view.left)]
    return [_("Ends: {left} left, {right} right.").format(left=view.left, right=view.right)]


def _lack(rules: Rules, view: PassingView, seat: int) -> str:
    found = lacks(rules.tables, view.history, seat)
    if not found:
        return ""
    listed = ", ".join(map(str, found))
    you, other = _("You may lack {numbers}."), _("{name} may lack {numbers}.")
    return who(seat, you.format(numbers=listed), other.format(name="{name}", numbers=listed))
