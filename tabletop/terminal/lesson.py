"""One lesson on the real table: what is read, asked and tried, with a word on every answer."""

from collections.abc import Callable

from tabletop.course import Answer, Ask, Lesson, Practise, Step, Tell, Try, answer_to
from tabletop.i18n import Texts
from tabletop.terminal.classroom import Classroom, Desk, SkipStep
from tabletop.terminal.console import Role
from tabletop.terminal.numbered import choice_line
from tabletop.terminal.practice import Practice

_ = Texts(__file__)


class LessonRunner:
    """Goes through the steps of a lesson."""

    def __init__(self, room: Classroom, lesson: Lesson) -> None:
        """``lesson`` is one of the game that ``room`` is for."""
        self.room = room
        self.console = room.console
        self.lesson = lesson

    def run(self, first: int, reached: Callable[[int], None]) -> None:
        """From the step after ``first`` steps to the end; ``reached`` is told how many are behind after each.

        Raises LeaveLesson, and ValueError for a step that the rules don't allow.
        """
        count = len(self.lesson.steps)
        self.console.say(self.room.text(self.lesson.title), Role.TITLE)
        for number in range(first, count):
            self.console.say()
            self.console.say(_("Step {number} of {count}").format(number=number + 1, count=count), Role.NOTE)
            try:
                self._step(self.lesson.steps[number])
            except SkipStep:
                self.console.say(_("Skipped."), Role.NOTE)
            reached(number + 1)

    def _step(self, step: Step) -> None:
        if isinstance(step, Practise):
            Practice(self.room, step).run()
        elif step.at is None:
            self._take(step, None)
        else:
            with self.room.desk(step.at) as desk:
                self._take(step, desk)

    def _take(self, step: Tell | Ask | Try, desk: Desk | None) -> None:
        self.console.say(self.room.text(step.text))
        if desk is not None:
            self.console.say()
        if isinstance(step, Try) and desk is not None:
            desk.show()
            self._try(step, desk)
            return
        if desk is not None:
            desk.show_position()
        if isinstance(step, Ask):
            self._ask(step, desk)
        else:
            self.room.read(_("Enter goes on> "), {}, desk)

    def _ask(self, step: Ask, desk: Desk | None) -> None:
        words = [self.room.text(answer.text) for answer in step.answers]
        for number, word in enumerate(words, 1):
            self.console.say(choice_line(self.console, number, word))
        numbers = {str(number): word for number, word in enumerate(words, 1)}
        while True:
            typed = self.room.read(_("answer> "), numbers, desk)
            if typed in words:
                typed = str(words.index(typed) + 1)
            if typed not in numbers:
                self.console.say(_("Type a number from 1 to {count}.").format(count=len(words)), Role.PROBLEM)
                continue
            answer = step.answers[int(typed) - 1]
            self._say(answer)
            if answer.right:
                return

    def _try(self, step: Try, desk: Desk) -> None:
        while True:
            move = desk.read_move()
            text = move.text
            answer = answer_to(step.answers, text)
            if answer is None:
                self.console.say(_("The rules allow that, but this lesson is about another move. Try again."))
                continue
            self._say(answer)
            values = desk.values_text(desk.analyse(), text)
            if values:
                self.console.say(values, Role.NOTE)
            if answer.right:
                for event in (f"{desk.seat + 1} {text}", *answer.then):
                    desk.apply(event)
                return

    def _say(self, answer: Answer) -> None:
        said = self.room.text(answer.says)
        self.console.say(said if answer.right else _("{said} Try again.").format(said=said), Role.NOTE)
