"""The part of the contract about teaching: a game's course is data, and the host plays it on the real table.

Texts are marked with ``N_`` and translated, by the course's ``texts``, when they are shown. Seats count from 1 here, as
in events, since authors write both side by side.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from tabletop.i18n import Texts

T = TypeVar("T")

SMALL_LOSS: Final = 0.02
"""What a decision may cost, in win probability, and still be called fine: an inaccuracy as in ``Decision.mark``."""


@dataclass(frozen=True)
class Position:
    """A position of a match: the house rules that differ, how many seats, and the events that lead there."""

    events: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2
    you: int = 1
    """the learner's seat"""


@dataclass(frozen=True)
class Answer:
    """One answer and what the learner is told for it.

    ``text``: of a question, what can be chosen; of a ``Try``, a move in canonical text, or its first word for every
    such move that no other answer names. ``then``: the events after a right move, chance first of all.
    """

    text: str
    says: str
    right: bool = False
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tell:
    """Something to read, and a look at the table."""

    text: str
    at: Position | None = None


@dataclass(frozen=True)
class Ask:
    """A question with numbered answers."""

    text: str
    answers: tuple[Answer, ...]
    at: Position | None = None


@dataclass(frozen=True)
class Try:
    """A position in which the learner finds the right move. Every legal move has an answer."""

    text: str
    at: Position
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Practise:
    """Play from a position against CPU players, with a word on each decision.

    It lasts for so many ``turns`` of the learner (None: to the end of the match). ``reasons``: what is said to a
    mistake, by the move that was made or its first word. ``seed``: any whole number, for the dice of the first go.
    """

    text: str
    at: Position = Position()
    turns: int | None = None
    against: str = "medium"
    reasons: Mapping[str, str] = field(default_factory=dict)
    bound: float = SMALL_LOSS
    seed: int = 1


Step = Tell | Ask | Try | Practise


@dataclass(frozen=True)
class Lesson:
    """A few steps on one subject. ``id``: one word, which progress is kept under; ``title``: a marked text."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Course:
    """The lessons of a game, in the order in which they are best taken."""

    lessons: tuple[Lesson, ...]
    texts: Texts
    """of the package that the course is in"""

    def find(self, text: str) -> Lesson:
        """The lesson of that number (from 1) or id. Raises KeyError when there is none."""
        for number, lesson in enumerate(self.lessons, 1):
            if text in (lesson.id, str(number)):
                return lesson
        raise KeyError(text)


def by_move(values: Mapping[str, T], move: str) -> T | None:
    """What is said of a move: under its canonical text, else under its first word.

    >>> by_move({"play": 1, "play 6-4": 2}, "play 5-0"), by_move({"draw": 1}, "pass")
    (1, None)
    """
    return values.get(move, values.get(move.partition(" ")[0]))


def answer_to(answers: Iterable[Answer], move: str) -> Answer | None:
    """The answer of a ``Try`` for a move."""
    return by_move({answer.text: answer for answer in answers}, move)
