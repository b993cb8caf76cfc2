"""What chance may do: listed outcomes, draws, and nothing random elsewhere."""

from collections import Counter
from collections.abc import Iterator
from math import isclose, sqrt
from random import Random
from typing import Any

from tabletop.game import CHANCE
from tabletop.testing.child import differences, importable
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.tripwire import first_reach
from tabletop.testing.walk import Step, Walk

SIGMAS = 6
"""How many standard deviations a frequency may lie beside its probability: chance alone does so once in 10 ** 9."""


def _throws(subject: Subject) -> list[tuple[Walk, Step]]:
    """Steps of chance, a few of every walk."""
    found = []
    for walk in subject.walks:
        steps = [step for step in walk.steps if step.actor == CHANCE]
        found += [(walk, step) for step in steps[: subject.effort.positions]]
        if walk.trouble and walk.trouble.question.startswith(("draw", "outcome_notation")):
            found.append((walk, Step(len(walk.steps), walk.states[-1], CHANCE, None, "")))
    if not found:
        raise NotApplicable
    return found


@check("probabilities", "Game.outcomes")
def probabilities(subject: Subject) -> Iterator[Complaint]:
    """Listed outcomes have probabilities that sum to 1, each outcome once."""
    for walk, step in _throws(subject):
        listed = walk.game.outcomes(step.state)
        if listed is None:
            continue
        total = sum(probability for _outcome, probability in listed)
        if not isclose(total, 1, abs_tol=1e-9):
            yield walk.complaint(step.number, "probabilities that sum to 1", f"a sum of {total!r}")
        if any(not 0 < probability <= 1 for _outcome, probability in listed):
            yield walk.complaint(step.number, "probabilities above 0, up to 1", repr(listed))
        texts = [walk.game.outcome_notation(outcome) for outcome, _probability in listed]
        for text, times in Counter(texts).items():
            if times > 1:
                yield walk.complaint(step.number, "a text of its own for each outcome", f"“{text}” {times} times")


@check("draws", "Game.draw")
def draws(subject: Subject) -> Iterator[Complaint]:
    """A draw gives a listed outcome, each as often as its probability says; the same source gives the same draw."""
    listings: set[str] = set()
    for walk, step in _throws(subject):
        game = walk.game
        first, again = (game.draw(step.state, Random(f"draw/{step.number}")) for _time in range(2))
        if game.outcome_notation(first) != game.outcome_notation(again):
            came = f"{game.outcome_notation(first)}, then {game.outcome_notation(again)}"
            yield walk.complaint(step.number, "the same outcome from the same source of chance", came)
        listed = game.outcomes(step.state)
        if listed is not None:
            known = {game.outcome_notation(outcome): probability for outcome, probability in listed}
            often = subject.effort.draws if repr(known) not in listings else 5
            listings.add(repr(known))
            yield from _draw_often(walk, step, known, often)


def _draw_often(walk: Walk, step: Step, known: dict[str, float], often: int) -> Iterator[Complaint]:
    rng = Random(f"draws/{step.number}")
    drawn = Counter(walk.game.outcome_notation(walk.game.draw(step.state, rng)) for _draw in range(often))
    for text in drawn:
        if text not in known:
            yield walk.complaint(step.number, f"one of the listed outcomes {', '.join(known)}", f"“{text}”")
    for text, probability in known.items():
        spread = sqrt(often * probability * (1 - probability))
        if abs(drawn[text] - often * probability) > SIGMAS * spread + 1:
            expected = f"“{text}” in about {often * probability:.0f} of {often} draws, as its probability says"
            yield walk.complaint(step.number, expected, f"{drawn[text]} times")


@check("outcome-texts", "Game.parse_outcome")
def outcome_texts(subject: Subject) -> Iterator[Complaint]:
    """The text of an outcome is read back as that outcome; others are refused with IllegalMove."""
    for walk, step in _throws(subject):
        outcomes: list[Any] = [outcome for outcome, _probability in walk.game.outcomes(step.state) or ()]
        outcomes.append(walk.game.draw(step.state, Random(step.number)))
        for outcome in outcomes:
            text = walk.game.outcome_notation(outcome)
            read = walk.game.parse_outcome(text, step.state)
            if read != outcome or walk.game.outcome_notation(read) != text:
                yield walk.complaint(step.number, f"{outcome!r} from its own text “{text}”", repr(read))


@check("hidden-chance", "Game.draw")
def hidden_chance(subject: Subject) -> Iterator[Complaint]:
    """The rules reach for no random numbers but those that they are given, and for no clock, disk or screen."""
    for walk in subject.walks:
        for number, state in walk.positions(subject.effort.positions // 2):
            reached = first_reach(walk, state)
            if reached:
                yield walk.complaint(number, "rules that use nothing but what they are given", reached)


@check("same-elsewhere", "Game")
def same_elsewhere(subject: Subject) -> Iterator[Complaint]:
    """In another process, with another order of sets and another hash of strings, all answers are the same."""
    if not importable(subject.game):
        raise NotApplicable
    walks = [walk for walk in subject.walks if walk.steps]
    for walk, number, question, here, there in differences(subject, walks):
        yield walk.complaint(number, f"the same {question} in every process: {here}", there)
