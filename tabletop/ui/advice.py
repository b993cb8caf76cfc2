"""Hints, odds and the review at the table, from the analysis of the game."""

from collections.abc import Callable
from random import Random
from threading import Event, Lock
from typing import Any, TypeVar

from tabletop.analysis import Analysis, Analyst
from tabletop.cpu import players
from tabletop.game import Game
from tabletop.i18n import N_, Texts, write_number
from tabletop.match import Match
from tabletop.pieces.style import Style
from tabletop.review import Analyse, Decision, accuracy, decisions
from tabletop.ui import chart
from tabletop.ui.aliases import spoken
from tabletop.ui.console import Console, Role
from tabletop.ui.thinking import Thinking

_ = Texts(__file__)
AnyAnalyst = Analyst[Any, Any]
T = TypeVar("T")

METHODS = (N_("exact"), N_("search"))
"""How an analysis may have been made."""


class _Stopped(Exception):
    """Nobody waits for this analysis any more."""


class Advice:
    """What an analyst says, to a person at a console."""

    def __init__(self, console: Console, game: Game[Any, Any, Any, Any, Any], analyst: AnyAnalyst) -> None:
        """What ``analyst`` says goes to ``console``."""
        self._console = console
        self._game = game
        self._analyst = analyst
        self._preparing: Thinking[None] | None = None
        self._one_at_a_time = Lock()

    def prepare(self) -> None:
        """Begins the long part of the work in the background."""
        if self._preparing is None:
            self._preparing = Thinking(self._analyst.prepare)

    def _prepared(self) -> AnyAnalyst:
        """The analyst when it is ready."""
        self.prepare()
        assert self._preparing is not None
        self._preparing.wait(self._console, _("Working out the best play"))
        return self._analyst

    def say_hint(self, view: Any, moves: Any, rng: Random) -> None:
        """What each move is worth."""
        self._console.say(hint_text(self._game, self.analyse(view, moves, rng)), Role.NOTE)

    def analyse(self, view: Any, moves: Any, rng: Random) -> Analysis:
        """What each move is worth, the best first."""
        return self._find(lambda analyse: analyse(view, moves, rng), _("Thinking"))

    def _find(self, work: Callable[[Analyse], T], text: str) -> T:
        """What ``work`` finds with an analysis. KeyboardInterrupt ends it; an analysis that listens to that, soon."""
        analyst = self._prepared()
        stopped = Event()

        def analyse(view: Any, moves: Any, rng: Random) -> Analysis:
            with self._one_at_a_time:
                if stopped.is_set():
                    raise _Stopped
                return analyst.analyse(view, moves, rng)

        try:
            return Thinking(lambda _tell: work(analyse)).wait(self._console, text)
        except KeyboardInterrupt:
            stopped.set()
            players.interrupt(analyst)
            raise

    def say_review(self, match: Match, names: list[str], rng: Random) -> list[Decision]:
        """Every decision that cost something, the line of the match, how well each seat played. Returns all."""
        made = self._find(lambda analyse: list(decisions(match, analyse, rng)), _("Looking through the match"))
        for decision in made:
            if decision.mark or (not self._console.plain and decision.loss >= 0.005):
                said = decision._replace(move=spoken(self._game, decision.move), best=spoken(self._game, decision.best))
                self._console.say(decision_text(said, names))
        if not made:
            self._console.say(_("There was nothing to decide in this match."))
            return made
        self._console.say(line_text(match, made, names[0], self._console.style), Role.NOTE)
        for seat, name in enumerate(names):
            losses = [decision.loss for decision in made if decision.seat == seat]
            if losses:
                self._console.say(seat_text(name, losses))
        return made


def hint_text(game: Game[Any, Any, Any, Any, Any], analysis: Analysis) -> str:
    """``hold: 61.3%, roll: 58.9% (exact)``."""
    parts = [f"{spoken(game, game.notation(move))}: {_percent(value, error)}" for move, value, error in analysis.moves]
    return _("Chance to win: {moves} ({method})").format(moves=", ".join(parts), method=_(analysis.method))


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


def line_text(match: Match, made: list[Decision], name: str, style: Style) -> str:
    """The chance of the first seat over the match, as seen at its own and the others' decisions; two sides only."""
    sides = match.game.sides()
    if max(sides) != 1 or not made:
        return ""
    values = [made_one.value if sides[made_one.seat] == 0 else 1 - made_one.value for made_one in made]
    return _("Chance to win over the match: {name}").format(name=name) + "\n" + chart.line(values, style)


def seat_text(name: str, losses: list[float]) -> str:
    """How well a seat played."""
    blunders = sum(loss >= 0.10 for loss in losses)
    return _.plural(
        "{name}: accuracy {accuracy:.1f} of 100, {lost:.1%} lost in all, {n} blunder",
        "{name}: accuracy {accuracy:.1f} of 100, {lost:.1%} lost in all, {n} blunders",
        blunders,
        name=name,
        accuracy=accuracy(losses),
        lost=sum(losses),
    )
