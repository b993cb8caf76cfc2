"""What came of a round: who scores what and why, all hands laid open, the final train, and the score sheet."""

from collections.abc import Iterator, Sequence

from tabletop import scenes, scoring, tiles, who
from tabletop_dominoes_passing.history import train_of
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.position import LastRound, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.texts import _

_MOST_ROWS = 100
"""Of a longer match the first rounds stand in one row of the sheet."""


def scene(rules: Rules, view: PassingView) -> scenes.Scene | None:
    """The end of a round as a place to stop and look, whoever won first; None while a round is played."""
    last = view.last
    if last is None or not view.finished:
        return None
    return (
        *(scenes.Text(sentence) for sentence in sentences(rules, view)),
        scenes.Train(_("Train"), train_of(rules.tables, view.history)),
        *(_hand(rules, view, seat, last.pips[seat]) for seat in _in_sides(rules)),
        _sheet(rules, view),
    )


def _in_sides(rules: Rules) -> list[int]:
    """The seats, partners one after the other."""
    return sorted(range(rules.seats), key=lambda seat: rules.sides[seat])


def _hand(rules: Rules, view: PassingView, seat: int, pips: int) -> scenes.Pieces:
    label = _.plural("{name} ({n} pip)", "{name} ({n} pips)", pips, name=_name(seat))
    held = [rules.tables.tiles[number] for number in members(view.open[seat])]
    return scenes.Pieces(label, tuple(scenes.Piece("tile", tiles.notation(tile), tiles.words(tile)) for tile in held))


def _name(seat: int) -> str:
    return who(seat, _("You"), "{name}")


def _side(rules: Rules, side: int) -> str:
    """The name of one seat, or the names of partners."""
    return who(rules.sides.index(side), _("You"), "{name}", "{name}")


def _sheet(rules: Rules, view: PassingView) -> scenes.Sheet:
    sides = range(len(view.scores))
    rows = [(str(number), *map(str, points)) for number, points in enumerate(view.sheet, 1)][-_MOST_ROWS:]
    if before := view.sheet[: len(view.sheet) - len(rows)]:
        rows.insert(0, (f"1-{len(before)}", *(str(sum(each)) for each in zip(*before, strict=True))))
    names = (_side(rules, side) for side in sides)
    return scenes.Sheet("", (_("Round"), *names), tuple(rows), (_("Total"), *map(str, view.scores)))


# Why


def sentences(rules: Rules, view: PassingView) -> list[str]:
    """Who scored what and why, how the round ended, and what partners count together."""
    last = view.last
    if last is None:
        return []
    lines = list(_no_points(rules, view, last)) if last.winner is None else [_points(rules, view, last, last.winner)]
    lines.append(_ending(rules, view, last))
    if rules.options.partners:
        counts = scoring.by_side(last.pips, rules.sides)
        sums = ", ".join(f"{_side(rules, side)} {count}" for side, count in enumerate(counts))
        lines.append(_("Pips left: {pips}.").format(pips=sums))
    if view.actor is None:
        lines.append(_("The match is over."))
    return lines


def _ending(rules: Rules, view: PassingView, last: LastRound) -> str:
    if last.out is not None:
        return who(last.out, _("You went out."), _("{name} went out."))
    if last.reason == "passed_out":
        return _("All have passed, so the round is over.")
    if view.boneyard > rules.reserve:
        return _("Blocked: every tile that fits lies in the train already.")
    return _("Blocked: nothing can be drawn and nobody holds a tile that fits.")


def _points(rules: Rules, view: PassingView, last: LastRound, winner: int) -> str:
    counts = scoring.by_side(last.pips, rules.sides)
    others = sum(counts) - counts[winner]
    values = {"name": "{name}", "round": view.number, "points": last.points, "others": others}
    if others == last.points:
        you = _("You win round {round} and score {points}: all pips of the others.")
        other = _("{name} wins round {round} and scores {points}: all pips of the others.")
        many = _("{name} win round {round} and score {points}: all pips of the others.")
    else:
        values["own"] = others - last.points
        you = _("You win round {round} and score {points}: the others' {others} less your own {own}.")
        other = _("{name} wins round {round} and scores {points}: the others' {others} less the winner's own {own}.")
        many = _("{name} win round {round} and score {points}: the others' {others} less their own {own}.")
    return who(rules.sides.index(winner), *(said.format(**values) for said in (you, other, many)))


def _no_points(rules: Rules, view: PassingView, last: LastRound) -> Iterator[str]:
    lowest_player = rules.options.partners and rules.options.partner_scoring == "lowest_player"
    least = min(last.pips if lowest_player else scoring.by_side(last.pips, rules.sides))
    if rules.options.partners and not lowest_player:
        said = _("Nobody scores in round {round}: both partnerships count {count}.")
        yield said.format(round=view.number, count=least)
    else:
        names = ", ".join(_name(seat) for seat, pips in enumerate(last.pips) if pips == least)
        said = _("Nobody scores in round {round}: a tie for the lowest count, {count} ({names}).")
        yield said.format(round=view.number, count=least, names=names)
    yield from _why_out_scored_nothing(last, least)


def _why_out_scored_nothing(last: LastRound, least: int) -> Iterator[str]:
    if last.out is None or least > 0:
        return
    for seat, pips in enumerate(last.pips):
        if pips == 0 and seat != last.out:
            yield who(
                seat,
                _("Going out brought nothing: you hold just the 0-0, which counts 0 as well."),
                _("Going out brought nothing: {name} holds just the 0-0, which counts 0 as well."),
            )
            return


def status(rules: Rules, view: PassingView) -> Sequence[str]:
    """The round, the target, what can be drawn, and how many have passed."""
    said = [_("round {number}").format(number=max(1, view.number)), _("to {target} points").format(target=rules.target)]
    if view.finished:
        return said
    said.append(_.plural("{n} tile to draw", "{n} tiles to draw", max(0, view.boneyard - rules.reserve)))
    if view.passes:
        said.append(_("{n} of {limit} passes").format(n=view.passes, limit=rules.lap))
    return said
