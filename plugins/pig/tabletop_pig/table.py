"""How a game of the family looks and reads to people."""

from functools import lru_cache

from tabletop import Bad, Detail, Good, dice, scenes, who
from tabletop_pig.bound import Bound
from tabletop_pig.position import Position, banked_by_side
from tabletop_pig.texts import _


def event_scene(event: str) -> scenes.Scene | None:
    """The dice of a throw; nothing for a move or a lot."""
    return (dice.block("", [int(die) for die in event.split()]),) if event[0].isdigit() else None


def scene(game: Bound, view: Position) -> scenes.Scene:
    """The words, and how far each side has come."""
    return (*map(scenes.Text, words(game, view)), _race(game, view))


def _race(game: Bound, view: Position) -> scenes.Track:
    partners = game.options.partners
    sides = range(2 if partners else len(view.banked))
    totals = [banked_by_side(view.banked, side, partners=partners) for side in sides]
    return scenes.Track("", _names(len(sides), _("You")), tuple(totals), game.options.target)


@lru_cache(maxsize=16)
def _names(sides: int, you: str) -> tuple[str, ...]:
    return tuple([who(side, you, "{name}", "{name}") for side in range(sides)])


def words(game: Bound, view: Position) -> list[str]:
    """The turn points, what must be rolled, what is at stake; nothing about the totals, which the scoreboard
    says; but in a partnership what each of two partners has.
    """
    if view.leader < 0:
        return [_unknown_leader(game, view)]
    if view.actor is None:
        return []
    lines = [_turn(game, view)] if view.rolls else []
    lines += _closing(view)
    return [*lines, *_partners(view)] if game.options.partners else lines


def _closing(view: Position) -> list[str]:
    if view.closing <= 0:
        return []
    return [_.plural("The last turns: this one is the last.", "The last turns: {n} to go, this one too.", view.closing)]


def _unknown_leader(game: Bound, view: Position) -> str:
    if game.options.start != "roll_off":
        return _("Who begins is not known yet.")
    you, other = _("Who begins is not known yet: you throw."), _("Who begins is not known yet: {name} throws.")
    return who(len(view.roll_off), you, other)


def _partners(view: Position) -> list[str]:
    """What each partner has banked, and both together."""
    text = _("{who}: {first} and {second}, together {total}.")
    return [
        text.format(who=who(seat, "{name}", "{name}", "{name}"), first=first, second=second, total=first + second)
        for seat, (first, second) in enumerate(zip(view.banked[:2], view.banked[2:], strict=True))
    ]


def queries(game: Bound, view: Position) -> dict[str, str]:
    """``points``: what is at stake in this turn; ``target``: how far each side has to go."""
    target = game.options.target
    sides = range(2 if game.options.partners else len(view.banked))
    totals = [banked_by_side(view.banked, seat, partners=game.options.partners) for seat in sides]
    you, to_go = _("You"), _("{who}: {n} to go")
    lacking = [
        to_go.format(who=who(seat, you, "{name}", "{name}"), n=max(0, target - total))
        for seat, total in enumerate(totals)
    ]
    return {
        "points": _turn(game, view) if view.rolls else _("No turn points yet."),
        "target": _("Target {target}; {seats}.").format(target=target, seats=", ".join(lacking)),
    }


def status(game: Bound, view: Position) -> list[str]:
    """What everybody plays for, and what is at stake in this turn."""
    said = [_("to {target} points").format(target=game.options.target)]
    if view.rolls:
        said.append(_.plural("{n} turn point", "{n} turn points", view.points))
    return said


def _turn(game: Bound, view: Position) -> str:
    limit = game.options.roll_limit
    rolls = _.plural("{n} roll", "{n} rolls", view.rolls)
    if limit:
        rolls = _("{rolls} of at most {limit}").format(rolls=rolls, limit=limit)
    said = _.plural("{n} turn point", "{n} turn points", view.points)
    total = banked_by_side(view.banked, view.seat, partners=game.options.partners) + view.points
    return _("{points} ({rolls}); holding makes {total}").format(points=said, rolls=rolls, total=total)


def tell(game: Bound, before: Position, event: str, after: Position) -> str:
    """What a move, a throw or a lot did."""
    if event == "roll":
        return _("rolls")
    if event == "hold":
        return Good(_tell_hold(game, before, after))
    if before.leader < 0:
        return _tell_lead(before, event, after)
    return _tell_throw(game, before, event, after)


def _tell_hold(game: Bound, before: Position, after: Position) -> str:
    total = banked_by_side(after.banked, before.seat, partners=game.options.partners)
    if game.options.partners:
        return _.plural(
            "holds {n} point: the side's total {total}",
            "holds {n} points: the side's total {total}",
            before.points,
            total=total,
        )
    return _.plural("holds {n} point: total {total}", "holds {n} points: total {total}", before.points, total=total)


def _tell_lead(before: Position, event: str, after: Position) -> str:
    begins = who(after.leader, _("you begin"), _("{name} begins")) if after.leader >= 0 else ""
    if event.startswith("lead"):
        return begins
    you, other = _("you throw {dice}"), _("{name} throws {dice}")
    thrown = who(len(before.roll_off), you.format(dice=event), other.format(name="{name}", dice=event))
    if begins:
        return f"{thrown}: {begins}"
    return thrown if after.roll_off else _("{who}: a tie, all throw again").format(who=thrown)


def _tell_throw(game: Bound, before: Position, event: str, after: Position) -> str:
    thrown = dice.parse(event, game.dice_count, game.die_sides)
    throw = game.throws[thrown]
    if throw.loses == "total":
        lost = before.banked[before.seat] + before.points
        return Bad(_.plural("{dice}: all is lost, {n} point", "{dice}: all is lost, {n} points", lost, dice=event))
    if throw.loses == "turn":
        return Bad(_tell_bust(event, before.points))
    over = game.overshoots(before, throw)
    if over and game.options.overshoot == "lose_turn":
        return Bad(_("{dice}: past the exact target, the turn is lost").format(dice=event))
    if after.turns > before.turns:
        return _tell_limit(game, before, event, after)
    if over:
        return _("{dice}: past the exact target, the roll is ignored").format(dice=event)
    again = ", " + _("a double must be rolled again") if after.again else ""
    return _("{dice}: {points} this turn").format(dice=event, points=after.points) + again


def _tell_bust(event: str, points: int) -> str:
    if not points:
        return _("{dice}: bust").format(dice=event)
    return _.plural("{dice}: bust, {n} turn point lost", "{dice}: bust, {n} turn points lost", points, dice=event)


def aloud(game: Bound, before: Position, event: str, after: Position, detail: Detail) -> str | None:
    """What a throw or a hold did, in one sentence; a roll is told with what it gave."""
    if event == "roll":
        return ""
    if before.leader < 0:
        return None
    if event == "hold":
        return _hold_aloud(game, before, after, detail)
    return _throw_aloud(game, before, event, after, detail)


def _hold_aloud(game: Bound, before: Position, after: Position, detail: Detail) -> str:
    total = banked_by_side(after.banked, before.seat, partners=game.options.partners)
    if detail == "terse":
        you, other = _("You hold: {total}."), _("{name} holds: {total}.")
    elif game.options.partners:
        you = _("You hold {points}: your side's total is {total}.")
        other = _("{name} holds {points}: the side's total is {total}.")
    else:
        you, other = _("You hold {points}: your total is {total}."), _("{name} holds {points}: total {total}.")
    values = {"name": "{name}", "points": before.points, "total": total}
    return who(before.seat, you.format(**values), other.format(**values))


def _throw_aloud(game: Bound, before: Position, event: str, after: Position, detail: Detail) -> str:
    """“CPU 2 rolls 4: 8 this turn.”; to who rolled also what holding would make."""
    you, other = _("You roll {throw}."), _("{name} rolls {throw}.")
    goes_on = after.turns == before.turns and after.points > before.points
    if detail == "terse":
        throw = own = _terse_throw(game, before, event, after)
        own += ", " + _("again") if after.again else ""
    else:
        throw = own = _tell_throw(game, before, event, after)
        if goes_on and not after.again:
            own += ", " + _("{total} if you hold").format(total=game.total(after))
    if detail == "verbose" and goes_on:
        more = ", " + _.plural("after {n} roll", "after {n} rolls", after.rolls)
        throw, own = throw + more, own + more
    return who(before.seat, you.format(throw=own), other.format(name="{name}", throw=throw))


def _terse_throw(game: Bound, before: Position, event: str, after: Position) -> str:
    if after.turns == before.turns:
        return f"{event}: {after.points}"
    total = banked_by_side(after.banked, before.seat, partners=game.options.partners)
    if after.banked == before.banked:
        return _("{dice}: bust").format(dice=event)
    return _("{dice}: total {total}").format(dice=event, total=total)


def table_aloud(game: Bound, view: Position, detail: Detail) -> list[str]:
    """All words; terse: how many turns are left."""
    return _closing(view) if detail == "terse" else words(game, view)


def _tell_limit(game: Bound, before: Position, event: str, after: Position) -> str:
    total = banked_by_side(after.banked, before.seat, partners=game.options.partners)
    if after.banked == before.banked:
        return Bad(_("{dice}: the roll limit ends the turn, and nothing can be banked").format(dice=event))
    return Good(_("{dice}: the roll limit ends the turn, total {total}").format(dice=event, total=total))
