"""The lessons of a game: the list with the learner's progress, and going on where a lesson was left."""

from collections.abc import Mapping
from typing import Any

from tabletop.course import Course, Lesson
from tabletop.host import lend_cache
from tabletop.i18n import Texts
from tabletop.lessons import course_of
from tabletop.plugins.find.catalogue import GameListing
from tabletop.saves import Learning, LessonProgress, SaveError
from tabletop.started import started_as
from tabletop.terminal.classroom import Classroom, LeaveLesson
from tabletop.terminal.console import Role, confirmed
from tabletop.terminal.lesson import LessonRunner
from tabletop.terminal.numbered import numbered
from tabletop.terminal.seated import PAUSES
from tabletop.terminal.session import Session
from tabletop.words import unknown

_ = Texts(__file__)


def no_lessons(listing: GameListing) -> str:
    """The sentence for a game without a course."""
    return _("{title} has no lessons; “tabletop rules {id}” explains it.").format(title=listing.title, id=listing.id)


def find_lesson(course: Course, text: str) -> Lesson:
    """The lesson of that number or id. Raises ValueError, with a sentence, when there is none."""
    try:
        return course.find(text)
    except KeyError:
        raise ValueError(unknown(text, [lesson.id for lesson in course.lessons])) from None


def lesson_line(course: Course, lesson: Lesson, progress: LessonProgress | None) -> str:
    """A lesson in a list."""
    return f"{course.texts(lesson.title)} ({_state(lesson, progress)})"


def _state(lesson: Lesson, progress: LessonProgress | None) -> str:
    if progress is None:
        return _("new")
    if 0 < progress.step < len(lesson.steps):
        count = len(lesson.steps)
        return _("begun, {step} of {count} steps").format(step=progress.step, count=count)
    return _("done") if progress.done else _("skipped") if progress.skipped else _("new")


class Lessons:
    """The course of one game, for the learner at the console."""

    def __init__(self, here: Session, listing: GameListing, rules: type[Any]) -> None:
        """Raises ValueError, with a sentence, for a game without lessons."""
        course = course_of(rules)
        if course is None or not course.lessons:
            raise ValueError(no_lessons(listing))
        self.host = here
        self.console = here.console
        self.listing = listing
        self.rules = rules
        self.course = course
        self.learning = Learning(here.home, warn=lambda sentence: self.console.say(sentence, Role.PROBLEM))
        self.room = Classroom(
            self.console,
            listing,
            rules,
            course.texts,
            here.me,
            lambda game: lend_cache(here.home, game),
            PAUSES[here.settings.speed],
            here.tell_lapse,
        )

    def run(self) -> None:
        """Shows the list until the learner goes back. EOFError and KeyboardInterrupt are the caller's."""
        while True:
            progress = self.learning.load(self.listing.id)
            self.console.say()
            choices = [
                (lesson.id, lesson_line(self.course, lesson, progress.get(lesson.id))) for lesson in self.course.lessons
            ]
            choices += [
                ("skip", _("Skip the next lesson")),
                ("reset", _("Forget the progress in these lessons")),
                ("back", _("Back")),
            ]
            following = self._next(progress)
            title = _("{title}: learn by playing").format(title=self.listing.title)
            chosen = numbered(self.console, title, choices, _("lesson> "), following.id if following else "back")
            if chosen == "back":
                return
            if chosen == "skip":
                self._skip(following)
            elif chosen == "reset":
                self._reset()
            else:
                self.take(self.course.find(chosen))

    def _next(self, progress: Mapping[str, LessonProgress]) -> Lesson | None:
        """The lesson to take next: the first one that isn't behind."""
        for lesson in self.course.lessons:
            known = progress.get(lesson.id, LessonProgress())
            if not (known.done or known.skipped) or 0 < known.step < len(lesson.steps):
                return lesson
        return None

    def take(self, lesson: Lesson) -> None:
        """Gives a lesson from where it was left; one that is done, from the beginning."""
        known = self.learning.load(self.listing.id).get(lesson.id, LessonProgress())
        count = len(lesson.steps)
        first = known.step if known.step < count else 0
        if first:
            self.console.say(_("You go on where you left this lesson."), Role.NOTE)
        done = [known.done]

        def reached(step: int) -> None:
            done[0] = done[0] or step == count
            self._keep(lesson, LessonProgress(step=step % count, done=done[0], skipped=known.skipped and not done[0]))

        try:
            with self.host.prints_aside():
                LessonRunner(self.room, lesson).run(first, reached)
        except LeaveLesson:
            self.console.say()
            self.console.say(
                _("The lesson goes on here with: {program} learn {id} {lesson}").format(
                    program=started_as(), id=self.listing.id, lesson=lesson.id
                )
            )
            return
        self.console.say(_("This lesson is done: {title}.").format(title=self.room.text(lesson.title)), Role.TITLE)

    def _keep(self, lesson: Lesson, progress: LessonProgress) -> None:
        """Keeps the progress; where that fails the lesson goes on all the same."""
        try:
            self.learning.keep(self.listing.id, lesson.id, progress)
        except SaveError as why:
            self.console.say(str(why), Role.PROBLEM)

    def _skip(self, lesson: Lesson | None) -> None:
        if lesson is None:
            self.console.say(_("No lesson is left to skip."), Role.PROBLEM)
        else:
            known = self.learning.load(self.listing.id).get(lesson.id, LessonProgress())
            self.learning.keep(self.listing.id, lesson.id, LessonProgress(done=known.done, skipped=not known.done))

    def _reset(self) -> None:
        if confirmed(self.console, _("Forget the progress in all lessons of this game? Type yes: ")):
            self.learning.reset(self.listing.id)
            self.console.say(_("The progress is forgotten; matches and settings are as they were."), Role.NOTE)
