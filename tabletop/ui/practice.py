"""An exercise: play from a position against CPU players, with a word on each decision before its outcome is known."""

from typing import Any

from tabletop import scoring
from tabletop.analysis import Analysis
from tabletop.chance import Sources
from tabletop.course import Practise, by_move
from tabletop.cpu import players
from tabletop.game import CHANCE
from tabletop.i18n import Texts
from tabletop.ui.aliases import spoken
from tabletop.ui.classroom import Classroom, Desk
from tabletop.ui.console import Role
from tabletop.ui.thinking import Thinking

_ = Texts(__file__)


class Practice:
    """One exercise, as often as the learner likes."""

    def __init__(self, room: Classroom, step: Practise) -> None:
        """``step`` is of the game that ``room`` is for."""
        self.room = room
        self.console = room.console
        self.step = step

    def run(self) -> None:
        """Plays, each time with other dice, until the learner goes on. Raises LeaveLesson, SkipStep and ValueError."""
        self.console.say(self.room.text(self.step.text))
        goes = 0
        while True:
            _Go(self, Sources(self.step.seed + goes)).run()
            goes += 1
            if self.room.read(_("Enter goes on, “again” plays once more> "), {"again": _("once more")}) != "again":
                return


class _Go:
    """One go at an exercise."""

    def __init__(self, practice: Practice, sources: Sources) -> None:
        self.step = practice.step
        self.room = practice.room
        self.console = practice.console
        self.sources = sources
        self.desk: Desk = self.room.desk(self.step.at)
        self.match = self.desk.match
        self.game = self.match.game
        self.opponent = players.find(self.game, self.step.against, timed=False)
        self.thought: tuple[int, Thinking[Any]] | None = None
        self.judged = 0
        self.mistakes = 0

    def run(self) -> None:
        turns = 0
        mine = self.desk.on_turn
        while (actor := self.match.to_act) is not None:
            if actor != CHANCE:
                turns += mine and actor != self.desk.seat
                mine = actor == self.desk.seat
                if turns == self.step.turns:
                    break
            try:
                self._act(actor)
            except KeyboardInterrupt:
                self._pause()
        self._finish()

    def _pause(self) -> None:
        """The CPU player waits until the learner goes on. Raises LeaveLesson and SkipStep."""
        self.console.say(_("Paused. Enter goes on; commands work."), Role.NOTE)
        while self.room.read(_("paused> "), {}, self.desk):
            self.console.say(_("Only Enter goes on here, and Ctrl-D leaves."), Role.NOTE)

    def _act(self, actor: int) -> None:
        display, number = self.desk.display, len(self.match.events)
        if actor == CHANCE:
            self.match.let_chance(self.sources.event(number))
        else:
            display.turn(actor)
            self.match.play(self._own_move() if actor == self.desk.seat else self._cpu_move(actor, number))
        if display.event() and display.cpu_turn:
            self.console.pause(self.room.pause)

    def _cpu_move(self, actor: int, number: int) -> Any:
        """What the CPU player chooses for event ``number``; an interrupted one is ready when it goes on."""
        name = self.desk.display.name(actor)
        if self.thought is None or self.thought[0] != number:
            view, moves, rng = self.match.view(actor), self.match.legal_moves(), self.sources.thought(number)
            self.thought = (number, Thinking(lambda _tell: self.opponent.choose(view, moves, rng)))
        try:
            return self.thought[1].wait(self.console, _("{name} is thinking").format(name=name))
        except KeyboardInterrupt:
            players.interrupt(self.opponent)
            raise

    def _own_move(self) -> Any:
        desk = self.desk
        desk.display.choice(desk.seat)
        move = desk.read_move()
        analysis = desk.analyse()
        if analysis is not None:
            self._judge(move, analysis)
        return move

    def _judge(self, move: Any, analysis: Analysis) -> None:
        self.judged += 1
        loss, best = analysis.loss(move), spoken(self.game, self.game.notation(analysis.moves[0].move))
        notation = self.game.notation(move)
        played = spoken(self.game, notation)
        if loss <= 0:
            said = _("Well played: {move} is best.").format(move=played)
        elif loss < self.step.bound:
            said = _("Good enough: {best} is better by only {loss:.1%}.").format(best=best, loss=loss)
        else:
            self.mistakes += 1
            said = _("{best} was better: {move} loses {loss:.1%}.").format(best=best, move=played, loss=loss)
            reason = by_move(self.step.reasons, notation)
            said += " " + self.room.text(reason) if reason else ""
        self.console.say(said, Role.NOTE)
        self.console.say(self.desk.values_text(analysis, move), Role.NOTE)

    def _finish(self) -> None:
        self.console.say()
        self.desk.display.scores()
        result = self.match.result
        if result is not None:
            winners = ", ".join(self.desk.display.side_name(side) for side in scoring.winners(result.ranks))
            self.console.say(_("Won by: {names}.").format(names=winners), Role.TITLE)
        decisions = _.plural("{n} decision", "{n} decisions", self.judged)
        mistakes = _.plural("{n} mistake", "{n} mistakes", self.mistakes)
        said = _("The exercise is over: {decisions}, {mistakes}.").format(decisions=decisions, mistakes=mistakes)
        self.console.say(said if self.judged else _("The exercise is over."), Role.NOTE)
