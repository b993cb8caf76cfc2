"""Someone who learns by script: gives every wrong answer that is offered before the right one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from scripted import ScriptedConsole, host_in

from tabletop.course import Answer, Ask, Lesson, Step, Tell, Try, answer_to
from tabletop.lessons import set_up
from tabletop.match import AnyGame
from tabletop.plugins.find.catalogue import load
from tabletop.terminal.console import Completions
from tabletop.terminal.course_page import Lessons

Planned = tuple[str, Answer | None]
"""What is typed, and the answer that it is."""


def plan(rules: type[AnyGame], step: Step) -> list[Planned]:
    """What a thorough learner types in a step that isn't an exercise."""
    if isinstance(step, Tell):
        return [("", None)]
    assert isinstance(step, Ask | Try)
    if isinstance(step, Ask):
        lines = [(str(number), answer) for number, answer in enumerate(step.answers, 1)]
    else:
        match = set_up(rules, step.at)
        moves = [match.game.notation(move) for move in match.legal_moves()]
        lines = [(move, answer) for move in moves if (answer := answer_to(step.answers, move))]
    wrong = [line for line in lines if line[1] and not line[1].right]
    return [*wrong, next(line for line in lines if line[1] and line[1].right)]


class Learner(ScriptedConsole):
    """Takes a whole lesson; in an exercise any move will do. ``heard``: each answer with what was said to it."""

    def __init__(self, rules: type[AnyGame], lesson: Lesson, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.heard: list[tuple[Answer, str]] = []
        self._said_before = 0
        self._answered: Answer | None = None
        self._rng = Random(7)
        self._lines = self._type(rules, lesson)

    def _type(self, rules: type[AnyGame], lesson: Lesson) -> Iterator[str]:  # type: ignore[override]
        for step in lesson.steps:
            if isinstance(step, Tell | Ask | Try):
                for typed, answer in plan(rules, step):
                    self._answered = answer
                    yield typed
                    self._hear()
            else:
                while "again" not in self.completions[-1]:
                    if not any(means == "a move" for means in self.completions[-1].values()):
                        yield ""  # a summary
                        continue
                    yield self._rng.choice([word for word, means in self.completions[-1].items() if means == "a move"])
                yield ""

    def _hear(self) -> None:
        if self._answered is not None:
            said = "\n".join(text for text, _role in self.said[self._said_before :])
            self.heard.append((self._answered, said))
        self._answered = None

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        self.prompts.append(prompt)
        self.completions.append(completions or {})
        said = len(self.said)
        typed = next(self._lines, None)  # type: ignore[call-overload]
        if typed is None:
            raise EOFError
        self._said_before = said
        assert isinstance(typed, str)
        return typed

    def finish(self) -> None:
        """Hears what was said last."""
        assert next(self._lines, None) is None  # type: ignore[call-overload]


def lessons_in(folder: Path, console: ScriptedConsole, game: str) -> Lessons:
    """The lessons of an installed game, with a home in ``folder``."""
    here = host_in(folder, console, speed="off")
    listing = here.catalogue.find(game)
    return Lessons(here, listing, load(listing))
