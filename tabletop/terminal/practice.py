"""An exercise: play from a position against CPU players, with a word on each decision before its outcome is known."""

from typing import Any

from tabletop.aliases import spoken
from tabletop.analysis import Analysis
from tabletop.chance import Seeded
from tabletop.course import Practise, by_move
from tabletop.i18n import Texts
from tabletop.rooms.listener import Asked, Broken, Over
from tabletop.rooms.messages import GoOn, Pause, Seen
from tabletop.table.looking import Option
from tabletop.table.requests import Confirm, Play
from tabletop.table.telling import Told
from tabletop.terminal.classroom import Classroom, Desk
from tabletop.terminal.console import Role
from tabletop.terminal.everywhere import only_enter

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
            with self.room.desk(self.step.at, Seeded(self.step.seed + goes), self.step.against) as desk:
                _Go(self, desk).run()
            goes += 1
            if self.room.read(_("Enter goes on, “again” plays once more> "), {"again": _("once more")}) != "again":
                return


class _Go:
    """One go at an exercise."""

    def __init__(self, practice: Practice, desk: Desk) -> None:
        self.step = practice.step
        self.room = practice.room
        self.console = practice.console
        self.desk = desk
        self.game = desk.game
        self.judged = 0
        self.mistakes = 0
        self._turns = 0
        self._mine = desk.on_turn
        self._thinker = ""
        self._unseen = 0
        self._ending = ""

    def run(self) -> None:
        """Until the turns are played, or the match is over. Raises LeaveLesson and SkipStep."""
        on = True
        with self.console.hushed():
            while on:
                try:
                    on = self._take(self.desk.wait(self._thinker))
                except KeyboardInterrupt:
                    self._pause()
        self._finish()

    def _pause(self) -> None:
        """Ctrl-C where nothing was typed: everybody waits until the learner goes on, or gets up."""
        self.desk.say_what_hangs()
        self.desk.line.send(Pause())
        self._seen()
        self.console.say(_("Paused. Enter goes on; commands work."), Role.NOTE)
        while self.room.read(_("paused> "), {}, self.desk):
            self.console.say(only_enter(), Role.NOTE)
        self.desk.line.send(GoOn())

    def _seen(self) -> None:
        if self._unseen:
            self.desk.line.send(Seen(self._unseen))
            self._unseen = 0

    def _take(self, item: Any) -> bool:
        """Shows what has come, and answers; whether the exercise goes on."""
        if isinstance(item, Broken):
            raise item.why
        if isinstance(item, Told):
            self._unseen = item.n
        self.desk.line.taken()
        if isinstance(item, Told):
            self._told(item)
        elif isinstance(item, Asked) and item.question.kind == "look":
            self._look(item)
        elif isinstance(item, Asked):
            self._thinker = ""
            self._turns += self._mine and item.seat != self.desk.seat
            begins = not self._mine
            self._mine = item.seat == self.desk.seat
            if self._turns == self.step.turns:
                return False
            self._asked(item, begins=begins)
        return not isinstance(item, Over)

    def _told(self, told: Told) -> None:
        if told.kind == "end":
            self._ending = told.text
        elif told.kind == "sealed":
            self.console.say(told.text, Role.NOTE)
        elif self.desk.display.event(told, named=told.seat != self.desk.display.turn_of) and self.desk.display.cpu_turn:
            self.console.pause(self.room.pause)
        self._seen()

    def _asked(self, asked: Asked, *, begins: bool) -> None:
        self.desk.display.turn(asked.seat, person=asked.yours, people=True)
        if not asked.yours:
            self._thinker = self.desk.look().names[asked.seat]
            return
        self.desk.display.choice()
        if begins:
            self.console.forget_typed_ahead(pasted=False)
        move = self.desk.read_move()
        analysis = self.desk.analyse()
        if analysis is not None:
            self._judge(move, analysis)
        self.desk.ask(Play(asked.seat, move.text, asked.question.serial))

    def _look(self, asked: Asked) -> None:
        """A summary, which the learner doesn't skip unseen."""
        self.desk.display.afresh()
        self.desk.display.summary()
        self.console.forget_typed_ahead()
        while self.room.read(_("Press Enter to go on> "), {}, self.desk):
            self.console.say(only_enter(), Role.NOTE)
        self.desk.ask(Confirm(asked.question.serial))

    def _judge(self, move: Option, analysis: Analysis) -> None:
        self.judged += 1
        notation = self.game.notation
        loss = next(analysis.loss(one.move) for one in analysis.moves if notation(one.move) == move.text)
        best, played = spoken(self.game, notation(analysis.moves[0].move)), move.spoken
        if loss <= 0:
            said = _("Well played: {move} is best.").format(move=played)
        elif loss < self.step.bound:
            said = _("Good enough: {best} is better by only {loss:.1%}.").format(best=best, loss=loss)
        else:
            self.mistakes += 1
            said = _("{best} was better: {move} loses {loss:.1%}.").format(best=best, move=played, loss=loss)
            reason = by_move(self.step.reasons, move.text)
            said += " " + self.room.text(reason) if reason else ""
        self.console.say(said, Role.NOTE)
        self.console.say(self.desk.values_text(analysis, move.text), Role.NOTE)

    def _finish(self) -> None:
        self.console.say()
        self.desk.display.scores()
        if self._ending:
            self.console.say(self._ending, Role.TITLE)
        decisions = _.plural("{n} decision", "{n} decisions", self.judged)
        mistakes = _.plural("{n} mistake", "{n} mistakes", self.mistakes)
        said = _("The exercise is over: {decisions}, {mistakes}.").format(decisions=decisions, mistakes=mistakes)
        self.console.say(said if self.judged else _("The exercise is over."), Role.NOTE)
