"""A view by the names of the rules page, for programs that play, and back.

Tiles are written as in moves; seats and sides are numbered from 1.
"""

from collections.abc import Mapping
from typing import Any

from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.position import LastRound, PassingView
from tabletop_dominoes_passing.rules import Rules


def show(rules: Rules, view: PassingView) -> dict[str, Any]:
    """See ``Game.show``."""
    names, last = rules.tables.names, view.last
    return {
        "seat": _from_one(view.seat),
        "to_act": None if view.actor is None else view.actor + 1,
        "hand": [names[n] for n in members(view.hand)],
        "counts": list(view.counts),
        "ends": None if view.left < 0 else [view.left, view.right],
        "boneyard": view.boneyard,
        "drawable": max(0, view.boneyard - rules.reserve),
        "passes": view.passes,
        "history": [[seat + 1, move] for seat, move in view.history],
        "round": view.number,
        "leader": view.leader + 1 if view.leader >= 0 else None,
        "bound": names[view.bound] if view.bound >= 0 else None,
        "scores": list(view.scores),
        "last_round": None if last is None else _last(last),
        "finished": view.finished,
        "sheet": [list(points) for points in view.sheet],
        "open": [[names[n] for n in members(hand)] for hand in view.open],
    }


def _from_one(number: int | None) -> int | None:
    return None if number is None else number + 1


def _last(last: LastRound) -> dict[str, Any]:
    winner, out = _from_one(last.winner), _from_one(last.out)
    return {"reason": last.reason, "pips": list(last.pips), "winner": winner, "points": last.points, "out": out}


def view_from(rules: Rules, shown: Mapping[str, Any]) -> PassingView:
    """See ``Game.view_from``."""
    number = {name: n for n, name in enumerate(rules.tables.names)}
    ends, last = shown["ends"] or [-1, -1], shown["last_round"]
    return PassingView(
        seat=_from_zero(shown["seat"]),
        actor=_from_zero(shown["to_act"]),
        hand=mask_of(number[name] for name in shown["hand"]),
        counts=tuple(shown["counts"]),
        left=ends[0],
        right=ends[1],
        boneyard=shown["boneyard"],
        passes=shown["passes"],
        history=tuple((seat - 1, move) for seat, move in shown["history"]),
        number=shown["round"],
        leader=-1 if shown["leader"] is None else shown["leader"] - 1,
        bound=-1 if shown["bound"] is None else number[shown["bound"]],
        scores=tuple(shown["scores"]),
        last=None if last is None else _last_from(last),
        finished=shown["finished"],
        sheet=tuple(tuple(points) for points in shown["sheet"]),
        open=tuple(mask_of(number[name] for name in hand) for hand in shown["open"]),
    )


def _from_zero(number: int | None) -> int | None:
    return None if number is None else number - 1


def _last_from(last: Mapping[str, Any]) -> LastRound:
    winner, out = _from_zero(last["winner"]), _from_zero(last["out"])
    return LastRound(last["reason"], tuple(last["pips"]), winner, last["points"], out)
