"""What came of a round, in sentences, with the reason for points that may surprise."""

from collections.abc import Sequence

from tabletop import scoring
from tabletop_dominoes_passing.position import LastRound, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.texts import _


def sentences(rules: Rules, view: PassingView) -> list[str]:
    """How the last round ended, the pips left, and who scored what and why."""
    last = view.last
    if last is None:
        return []
    lines = [_ending(rules, view, last), _pips(rules, last)]
    lines += _no_points(rules, last) if last.winner is None else [_points(rules, last, last.winner)]
    if view.actor is None:
        lines.append(_("The match is over."))
    return lines


def _ending(rules: Rules, view: PassingView, last: LastRound) -> str:
    if last.reason == "out":
        return _("Round {round}: seat {seat} goes out.").format(round=view.number, seat=(last.out or 0) + 1)
    if last.reason == "passed_out":
        return _("Round {round}: all have passed, so the round is over.").format(round=view.number)
    if view.boneyard > rules.reserve:
        return _("Round {round}: blocked, since every tile that fits lies in the train already.").format(
            round=view.number
        )
    return _("Round {round}: blocked, since nothing can be drawn and nobody holds a tile that fits.").format(
        round=view.number
    )


def _pips(rules: Rules, last: LastRound) -> str:
    left = ", ".join(_("seat {seat}: {pips}").format(seat=seat + 1, pips=pips) for seat, pips in enumerate(last.pips))
    if not rules.options.partners:
        return _("Pips left: {pips}.").format(pips=left)
    counts = scoring.by_side(last.pips, rules.sides)
    sums = ", ".join(f"{_who(rules, [side])}: {count}" for side, count in enumerate(counts))
    return _("Pips left: {pips}; {sums}.").format(pips=left, sums=sums)


def _who(rules: Rules, sides: Sequence[int]) -> str:
    """The seats of these sides, such as ``seats 1 and 3``."""
    seats = [str(seat + 1) for seat, side in enumerate(rules.sides) if side in sides]
    if len(seats) == 1:
        return _("seat {seat}").format(seat=seats[0])
    return _("seats {seats} and {last}").format(seats=", ".join(seats[:-1]), last=seats[-1])


def _points(rules: Rules, last: LastRound, winner: int) -> str:
    counts = scoring.by_side(last.pips, rules.sides)
    others = sum(counts) - counts[winner]
    values = {
        "who": _upper(_who(rules, [winner])),
        "others": others,
        "own": others - last.points,
        "points": last.points,
    }
    if rules.options.partners:
        said = _("{who} win the round and score {points}: the others' {others} less {own}.")
    else:
        said = _("{who} wins the round and scores {points}: the others' {others} less its own {own}.")
    return said.format(**values)


def _no_points(rules: Rules, last: LastRound) -> list[str]:
    lowest_player = rules.options.partners and rules.options.partner_scoring == "lowest_player"
    least = min(last.pips if lowest_player else scoring.by_side(last.pips, rules.sides))
    if rules.options.partners and not lowest_player:
        tie = _("Nobody scores: both partnerships count {count}.").format(count=least)
    else:
        seats = [seat for seat, pips in enumerate(last.pips) if pips == least]
        named = [str(seat + 1) for seat in seats]
        tie = _("Nobody scores: seats {seats} and {last} tie for the lowest count, {count}.").format(
            seats=", ".join(named[:-1]), last=named[-1], count=least
        )
    return [tie, *_why_out_scored_nothing(last, least)]


def _why_out_scored_nothing(last: LastRound, least: int) -> list[str]:
    if last.out is None or least > 0:
        return []
    blank = [seat for seat, pips in enumerate(last.pips) if pips == 0 and seat != last.out]
    if not blank:
        return []
    return [
        _("Going out brought nothing: seat {seat} holds just the 0-0, which counts 0 as well.").format(
            seat=blank[0] + 1
        )
    ]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
