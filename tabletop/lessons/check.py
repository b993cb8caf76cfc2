"""Checks of a course, for its author's tests: can it be played, does every answer have its own words, are they true?"""

from collections.abc import Callable, Iterator
from random import Random

from tabletop.analysis import Analyst
from tabletop.course import Answer, Ask, Course, Position, Practise, Step, Try, answer_to
from tabletop.cpu import players
from tabletop.game import CHANCE
from tabletop.lessons.positions import course_of, set_up
from tabletop.match import AnyGame, Match

FindAnalyst = Callable[[AnyGame], "Analyst[object, object] | None"]


def problems(rules: type[AnyGame]) -> list[str]:
    """One line for each thing that is wrong with a game's course; in English, for its author."""
    course = course_of(rules)
    if course is None:
        return ["the game has no course"]
    ids = [lesson.id for lesson in course.lessons]
    found = [f"{name}: the id is there twice" for name in sorted(set(ids)) if ids.count(name) > 1]
    found += [f"{name}: the id should be one word, and no number" for name in ids if not _is_id(name)]
    for where, step in _steps(course):
        try:
            found += [f"{where}: {what}" for what in _step_problems(rules, step)]
        except ValueError as why:
            found.append(f"{where}: {why}")
    return found


def _is_id(text: str) -> bool:
    return text.replace("-", "a").isalnum() and text.islower()


def _steps(course: Course) -> Iterator[tuple[str, Step]]:
    for lesson in course.lessons:
        for number, step in enumerate(lesson.steps, 1):
            yield f"{lesson.id}, step {number}", step


def _step_problems(rules: type[AnyGame], step: Step) -> Iterator[str]:
    if not step.text:
        yield "there is no text"
    match = None if step.at is None else set_up(rules, step.at)
    if isinstance(step, Ask) or (isinstance(step, Try) and match is not None and len(match.legal_moves()) > 1):
        yield from _answers_problems(step.answers)
    if isinstance(step, Ask):
        numbers = {str(number) for number in range(1, len(step.answers) + 1)}
        yield from (
            f"“{answer.text}” looks like the number of an answer" for answer in step.answers if answer.text in numbers
        )
    elif isinstance(step, Try) and match is not None:
        yield from _try_problems(step, match)
    elif isinstance(step, Practise):
        yield from _practise_problems(set_up(rules, step.at), step)


def _answers_problems(answers: tuple[Answer, ...]) -> Iterator[str]:
    right = [answer for answer in answers if answer.right]
    if not right or len(right) == len(answers):
        yield "there should be a right answer and a wrong one"
    said = [answer.says for answer in answers]
    if not all(said) or len(set(said)) < len(said):
        yield "every answer should have its own words"
    if len({answer.text for answer in answers}) < len(answers):
        yield "an answer is there twice"


def _try_problems(step: Try, match: Match) -> Iterator[str]:
    if not _is_on_turn(step.at, match):
        yield "the learner isn't on turn"
        return
    moves = [match.game.notation(move) for move in match.legal_moves()]
    yield from (f"“{move}” has no answer" for move in moves if answer_to(step.answers, move) is None)
    used = {answer for move in moves if (answer := answer_to(step.answers, move))}
    yield from (f"the answer “{answer.text}” is for no legal move" for answer in step.answers if answer not in used)
    for move in moves:
        answer = answer_to(step.answers, move)
        if answer is not None and answer.right:
            after = Match(match.game, [*match.events, f"{step.at.you} {move}"])
            if after.to_act == CHANCE and not answer.then:
                yield f"chance acts after “{move}”: say what falls in “then”"
            for event in answer.then:
                after.replay(event)


def _practise_problems(match: Match, step: Practise) -> Iterator[str]:
    players.find(match.game, step.against)
    if match.to_act is None:
        yield "the match is over"
    if step.turns is not None and step.turns < 1:
        yield "there should be a turn to play"


def _is_on_turn(position: Position, match: Match) -> bool:
    return match.to_act == position.you - 1


def disagreements(
    rules: type[AnyGame], find_analyst: FindAnalyst, *, tolerance: float = 0.01, seed: int = 0
) -> list[str]:
    """One line for each answer of a ``Try`` that the analysis contradicts: a right one that loses more than
    ``tolerance`` of win probability, a wrong one that loses nothing. Positions without an analyst are passed over.
    """
    course = course_of(rules)
    found = []
    for where, step in _steps(course) if course else ():
        if isinstance(step, Try):
            match = set_up(rules, step.at)
            analyst = find_analyst(match.game)
            if analyst is not None:
                found += [f"{where}: {what}" for what in _contradicted(step, match, analyst, tolerance, seed)]
    return found


def _contradicted(
    step: Try, match: Match, analyst: "Analyst[object, object]", tolerance: float, seed: int
) -> Iterator[str]:
    moves = match.legal_moves()
    analysis = analyst.analyse(match.view(step.at.you - 1), moves, Random(seed))
    for move in moves:
        text, loss = match.game.notation(move), analysis.loss(move)
        answer = answer_to(step.answers, text)
        if answer is not None and (loss > tolerance if answer.right else loss <= 0):
            yield f"“{text}” is called {'right' if answer.right else 'wrong'}, but loses {loss:.1%}"
