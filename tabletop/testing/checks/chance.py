"""What chance may do: listed outcomes, draws, and nothing random elsewhere."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, islice
from math import exp, isclose, log
from random import Random
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.testing.child import differences, importable
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.tripwire import first_reach
from tabletop.testing.walk import Step, Walk, spread

FALSE_ALARM: Final = 1e-6
"""The probability that ``draws`` finds fault with a game that is right, whatever the number of its outcomes."""
AGAIN: Final = 20
"""draws in a state at least, where others list the same"""
MANY: Final = 500
"""outcomes, with which a draw may take longer"""
ROUNDING: Final = 1e-9
MATCHES_ELSEWHERE: Final = 200


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
    for walk, step in subject.each(_throws(subject)):
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
    """A draw gives a listed outcome, each as often as its probability says; the same source gives the same draw.

    Each outcome is counted alone, with those that have a word in common, and with other rare ones; a game that is right
    fails once in a million runs at most, however many outcomes it has.
    """
    listings: dict[str, list[tuple[Walk, Step]]] = {}
    outcomes: dict[str, dict[str, float]] = {}
    for walk, step in subject.each(_throws(subject)):
        game = walk.game
        first, again = (game.draw(step.state, Random(f"draw/{step.number}")) for _time in range(2))
        if game.outcome_notation(first) != game.outcome_notation(again):
            came = f"{game.outcome_notation(first)}, then {game.outcome_notation(again)}"
            yield walk.complaint(step.number, "the same outcome from the same source of chance", came)
        listed = game.outcomes(step.state)
        if listed is not None:
            known = {game.outcome_notation(outcome): probability for outcome, probability in listed}
            outcomes[repr(known)] = known
            listings.setdefault(repr(known), []).append((walk, step))
    level = FALSE_ALARM / (2 * max(1, len(listings)))
    for listing, throws in subject.each(list(listings.items()), "kinds of chance"):
        known = outcomes[listing]
        often = int(subject.effort.draws / len(listings) / max(1, len(known) / MANY))
        yield from _draw_often(subject, known, throws, max(AGAIN, often // len(throws)), level)


def _draw_often(
    subject: Subject, known: dict[str, float], throws: list[tuple[Walk, Step]], often: int, level: float
) -> Iterator[Complaint]:
    """Draws so often in each of the states that list the same; looks at each of them, and at all draws together."""
    rng = Random(f"{subject.seed}/draws/{list(known)}")
    drawn: Counter[str] = Counter()
    for walk, step in throws:
        here: Counter[str] = Counter()
        for number in range(often):
            if not number % 1_000:
                subject.pace.look()
            text = walk.game.outcome_notation(walk.game.draw(step.state, rng))
            if text not in known:
                yield walk.complaint(step.number, f"one of the listed outcomes {', '.join(known)}", f"“{text}”")
            here[text] += 1
        yield from _compare(walk, step, _alone(known, here), often, level / len(throws))
        drawn += here
    walk, step = throws[0]
    sets = [*_alone(known, drawn), *_words(known, drawn), *_orders(known, drawn)]
    yield from _compare(walk, step, sets, drawn.total(), level)


Counted = tuple[str, float, int]
"""Some outcomes: what they are called, their probability, and how often they came."""


def _compare(walk: Walk, step: Step, sets: list[Counted], often: int, level: float) -> Iterator[Complaint]:
    """Each of the sets has its share of the level (Bonferroni)."""
    for what, probability, times in sets:
        if chance_of(times, often, probability) < level / len(sets):
            expected = f"{what} in about {often * probability:.0f} of {often} draws, as its probability says"
            yield walk.complaint(step.number, expected, f"{times} times")


def _alone(known: Mapping[str, float], drawn: Counter[str]) -> list[Counted]:
    return [(f"“{text}”", probability, drawn[text]) for text, probability in known.items()]


def _words(known: Mapping[str, float], drawn: Counter[str]) -> Iterator[Counted]:
    """Outcomes with a word in common: a loaded die shows in them first."""
    holding: dict[str, list[str]] = {}
    for text in known:
        for word in set(text.split()):
            holding.setdefault(word, []).append(text)
    for word, texts in holding.items():
        yield f"an outcome with “{word}”", sum(known[text] for text in texts), sum(drawn[text] for text in texts)


def _orders(known: Mapping[str, float], drawn: Counter[str]) -> Iterator[Counted]:
    """The first outcomes, and the rarest: many that are too rare to be counted alone."""
    for which, order in ("first", list(known)), ("rarest", sorted(known, key=lambda text: known[text])):
        sums = zip(accumulate(known[text] for text in order), accumulate(drawn[text] for text in order), strict=True)
        for number, (probability, times) in islice(enumerate(sums, 1), 1, len(order) - 1):
            yield f"one of the {which} {number} outcomes, up to “{order[number - 1]}”,", probability, times


def chance_of(times: int, often: int, probability: float) -> float:
    """What lies so far beside its probability, on either side, comes by chance at most this often (Chernoff's bound).

    >>> f"{chance_of(times=0, often=10, probability=0.5):.6f}"
    '0.001953'
    """
    share = times / often
    if share == probability:
        return 1.0
    if not 0 < probability < 1:
        return 1.0 if abs(share - probability) < ROUNDING else 0.0
    distance = sum(
        part * log(part / whole) for part, whole in ((share, probability), (1 - share, 1 - probability)) if part
    )
    return min(1.0, 2 * exp(-often * distance))


@check("outcome-texts", "Game.parse_outcome")
def outcome_texts(subject: Subject) -> Iterator[Complaint]:
    """The text of an outcome is read back as that outcome; others are refused with IllegalMove."""
    for walk, step in subject.each(_throws(subject)):
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
    for walk, number, state in subject.positions(subject.effort.positions // 2):
        reached = first_reach(walk, state)
        if reached:
            yield walk.complaint(number, "rules that use nothing but what they are given", reached)


@check("same-elsewhere", "Game")
def same_elsewhere(subject: Subject) -> Iterator[Complaint]:
    """In another process, with another order of sets and another hash of strings, all answers are the same."""
    if not importable(subject.game):
        raise NotApplicable
    walks = spread([walk for walk in subject.walks if walk.steps], MATCHES_ELSEWHERE)
    for walk, number, question, here, there in differences(subject, walks):
        yield walk.complaint(number, f"the same {question} in every process: {here}", there)
