"""Hints, odds and the review in words."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from tabletop.aliases import spoken
from tabletop.analysis import Analysis
from tabletop.i18n import N_, Texts, write_number
from tabletop.lines import hanging
from tabletop.match import AnyGame
from tabletop.review import Decision, accuracy
from tabletop.terminal import chart
from tabletop.terminal.choices import and_more
from tabletop.terminal.console import Console, Role

_ = Texts(__file__)
MOST_HINTS: Final = 5
"""So many moves stand in a hint."""
METHODS = (N_("exact"), N_("search"), N_("estimate"))
"""How an analysis may have been made."""
MARKS: Final[Mapping[str, str]] = {"??": N_("a blunder"), "?": N_("a mistake"), "?!": N_("an inaccuracy"), "": ""}
"""The marks of decisions in words."""


def say_review(
    console: Console, game: AnyGame, made: list[Decision], names: list[str], standing: Callable[[int], str]
) -> None:
    """Every decision that cost something, the line of the match, how well each seat played.

    ``standing``: how it stood after so many events, in a few words.
    """
    for decision in made:
        if decision.mark or (not console.plain and decision.loss >= 0.005):
            said = decision._replace(move=spoken(game, decision.move), best=spoken(game, decision.best))
            stood = standing(decision.number - 1)
            if console.plain:
                console.say(f"{decision_aloud(said, names)} {stood}.")
            else:
                console.say(f"{decision_text(said, names)}\n{hanging(' ' * 5, stood, console.style.width)}")
    if not made:
        console.say(_("There was nothing to decide in this match."))
        return
    for course in _courses(console, game, made, names):
        console.say(course, Role.NOTE)
    for seat, name in enumerate(names):
        losses = [decision.loss for decision in made if decision.seat == seat]
        if losses:
            console.say(seat_text(name, losses))


def stopped_text(made: Sequence[Decision], events: int) -> str:
    """How far a review came that was stopped; it has found something."""
    said = _("The review stopped here: it came to event {number} of {count}.")
    return said.format(number=made[-1].number, count=events)


def hint_text(game: AnyGame, analysis: Analysis) -> str:
    """``hold: 61.3%, roll: 58.9% (exact)``; the best of many, and how many more there are."""
    best = analysis.moves[:MOST_HINTS]
    parts = [f"{spoken(game, game.notation(move))}: {_percent(value, error)}" for move, value, error in best]
    parts += [""] * (len(analysis.moves) - len(best))
    said = _("Chance to win: {moves} ({method})")
    return said.format(moves=and_more(parts, MOST_HINTS), method=_(analysis.method))


def _percent(value: float, error: float | None) -> str:
    said = write_number(value, ".1%")
    return said if error is None else f"{said} ± {write_number(error, '.1%')}"


def decision_text(decision: Decision, names: list[str]) -> str:
    """One decision in a line."""
    return _("{number:>4} {name}: {move}{mark} loses {loss:.1%}, {best} was better").format(
        number=decision.number,
        name=names[decision.seat],
        move=decision.move,
        mark=decision.mark,
        loss=decision.loss,
        best=decision.best,
    )


def decision_aloud(decision: Decision, names: list[str]) -> str:
    """The same with the mark in a word, for who listens."""
    said = _("Event {number}, {name}: {move}, {mark}. It loses {loss:.1%}; {best} was better.")
    return said.format(
        number=decision.number,
        name=names[decision.seat],
        move=decision.move,
        mark=_(MARKS[decision.mark]),
        loss=decision.loss,
        best=decision.best,
    )


def _courses(console: Console, game: AnyGame, made: list[Decision], names: list[str]) -> list[str]:
    """Of two sides the line of the first seat, for who listens in thirds; of more sides each one's own thirds."""
    sides = game.sides()
    if max(sides) == 1:
        both = [one.value if sides[one.seat] == 0 else 1 - one.value for one in made]
        if not console.plain:
            return [
                _("Chance to win over the match: {name}").format(name=names[0]) + "\n" + chart.line(both, console.style)
            ]
        return _in_thirds(names[0], both)
    own = {side: [one.value for one in made if sides[one.seat] == side] for side in sides}
    return [
        text
        for name, side in zip(side_names(sides, names), sorted(own), strict=True)
        for text in _in_thirds(name, own[side])
    ]


def side_names(sides: Sequence[int], names: Sequence[str]) -> list[str]:
    """The names of all who share a side, side by side."""
    return [
        " + ".join(name for name, its in zip(names, sides, strict=True) if its == side) for side in sorted({*sides})
    ]


def _in_thirds(name: str, values: Sequence[float]) -> list[str]:
    if len(values) < 3:
        return []
    return [_("{name}'s chance to win: {thirds}.").format(name=name, thirds=thirds(values))]


def thirds(values: Sequence[float]) -> str:
    """The means of the first, the middle and the last third of at least three values."""
    bounds = [round(part * len(values) / 3) for part in range(4)]
    first, middle, last = (sum(values[start:end]) / (end - start) for start, end in pairwise(bounds))
    return _("first third {first:.0%}, middle third {middle:.0%}, last third {last:.0%}").format(
        first=first, middle=middle, last=last
    )


def seat_text(name: str, losses: list[float]) -> str:
    """How well a seat played."""
    blunders = sum(loss >= 0.10 for loss in losses)
    return _.plural(
        "{name}: accuracy {accuracy:.1f} of 100, {lost:.1%} lost at each decision on average, {n} blunder",
        "{name}: accuracy {accuracy:.1f} of 100, {lost:.1%} lost at each decision on average, {n} blunders",
        blunders,
        name=name,
        accuracy=accuracy(losses),
        lost=sum(losses) / len(losses),
    )
