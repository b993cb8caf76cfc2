"""What a seat may not know: views are the same whatever lies hidden."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.illegal import IllegalMove
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.shown import shown
from tabletop.testing.subject import Subject, World
from tabletop.testing.walk import AnyGame, Step, Walk, said

_LOOKS: Final = 40
"""How far is looked for a hidden state, where a few didn't show one: a position with little hidden may well be met."""


def _worlds(subject: Subject, every: int = 1) -> Iterator[World]:
    if not subject.game.hides:
        raise NotApplicable
    return subject.each(subject.worlds[::every], "imagined states")


@check("open-view", "OpenGame")
def open_view(subject: Subject) -> Iterator[Complaint]:
    """In a game that hides nothing, a view imagines the state itself."""
    if subject.game.hides:
        raise NotApplicable
    for walk, number, state in subject.positions(subject.effort.positions):
        for seat in range(walk.seats):
            world = walk.game.imagine(walk.game.view(state, seat), Random(number))
            if fingerprint(world) != fingerprint(state):
                yield walk.complaint(number, f"the state itself: {fingerprint(state)}", fingerprint(world))


@check("views", "Game.view")
def views(subject: Subject) -> Iterator[Complaint]:
    """A state that a seat imagines from its view looks to that seat exactly like the true one."""
    for walk, number, state, seat, world in _worlds(subject):
        true, imagined = (fingerprint(walk.game.view(one, seat)) for one in (state, world))
        if true != imagined:
            expected = f"seat {seat + 1} to see the same whatever is hidden: {true}"
            yield walk.complaint(number, expected, imagined)


@check("bystander", "Game.view")
def bystander(subject: Subject) -> Iterator[Complaint]:
    """A bystander sees nothing that any seat doesn't see."""
    for walk, number, state, seat, world in _worlds(subject):
        true, imagined = (fingerprint(walk.game.view(one, None)) for one in (state, world))
        if true != imagined:
            expected = f"a bystander to see the same whatever is hidden from seat {seat + 1}: {true}"
            yield walk.complaint(number, expected, imagined)


@check("hides-something", "Game.imagine")
def hides_something(subject: Subject) -> Iterator[Complaint]:
    """A game that says it hides something imagines states that differ from the true one."""
    if any(fingerprint(state) != fingerprint(world) for _walk, _number, state, _seat, world in _worlds(subject)):
        return
    if not any(_imagines_another(walk, state) for walk, _number, state in subject.positions(_LOOKS)):
        yield Complaint("imagined states that differ from the true one, somewhere", "always the true state")


def _imagines_another(walk: Walk, state: Any) -> bool:
    views = [walk.game.view(state, seat) for seat in range(walk.seats)]
    worlds = (walk.game.imagine(view, Random(number)) for number in range(_LOOKS) for view in views)
    return any(fingerprint(world) != fingerprint(state) for world in worlds)


@check("legal-moves-leak", "Game.legal_moves")
def legal_moves_leak(subject: Subject) -> Iterator[Complaint]:
    """Who acts, what it may do, the scores and the result don't depend on what the seat on turn can't see."""
    for walk, number, state, seat, world in _worlds(subject):
        for question, true, imagined in _public(walk.game, state, world, seat):
            if true != imagined:
                yield walk.complaint(number, f"the same {question} whatever is hidden: {true}", imagined)


def _public(game: AnyGame, state: Any, world: Any, seat: int) -> Iterator[tuple[str, str, str]]:
    yield "seat on turn", str(game.to_act(state)), str(game.to_act(world))
    yield "scores", str(list(game.scores(state))), str(list(game.scores(world)))
    yield "seats that choose", str(game.asked(state)), str(game.asked(world))
    yield "result", str(game.result(state)), str(game.result(world))
    if game.to_act(state) == seat == game.to_act(world):
        true, imagined = (", ".join(map(game.notation, game.legal_moves(one))) for one in (state, world))
        yield f"legal moves of seat {seat + 1}", true, imagined


@check("words-leak", "Game.words")
def words_leak(subject: Subject) -> Iterator[Complaint]:
    """Pictures, words and reasons are made from the view alone: a game that never saw the state gives the same."""
    fresh: dict[int, AnyGame] = {}
    for walk, number, state, seat, world in _worlds(subject):
        other = fresh.setdefault(id(walk), subject.fresh(walk))
        true, imagined = _shown(walk.game, state, seat), _shown(other, world, seat)
        for what, text in true.items():
            if imagined.get(what) != text:
                expected = f"the same {what} for seat {seat + 1} whatever is hidden: {text}"
                yield walk.complaint(number, expected, str(imagined.get(what)))


def _shown(game: AnyGame, state: Any, seat: int) -> dict[str, str]:
    view = game.view(state, seat)
    found = shown(game, view)
    if game.to_act(state) == seat:
        found |= {f"reason against “{game.notation(move)}”": game.why_not(view, move) for move in game.moves}
    return found


@check("outcome-leak", "Game.outcome_for")
def outcome_leak(subject: Subject) -> Iterator[Complaint]:
    """Outcomes that look the same to a seat afterwards read the same to it.

    Only where an exchange of two words leads to the same state may the words come in another order.
    """
    if not subject.game.hides:
        raise NotApplicable
    for walk in subject.walks:
        throws = [step for step in walk.steps if step.actor == CHANCE][: subject.effort.positions]
        for step in throws:
            exchanged = _exchanged(walk.game, step)
            others = _others(walk.game, step)
            for seat in (*range(walk.seats), None):
                yield from _read_in_order(walk, step, exchanged, seat)
                yield from _read(walk, step, [step.choice, *others, *exchanged], seat)


def _others(game: AnyGame, step: Step) -> list[Any]:
    """Other outcomes that are possible: those listed, and some drawn."""
    rng = Random(step.number)
    listed = [outcome for outcome, _probability in game.outcomes(step.state) or ()]
    return [*listed, *(game.draw(step.state, rng) for _draw in range(10))]


def _exchanged(game: AnyGame, step: Step) -> list[Any]:
    """The outcome with two of its words exchanged, in several ways."""
    rng, found = Random(step.number), list[Any]()
    words = game.outcome_notation(step.choice).split()
    for _exchange in range(200 if len(words) > 1 else 0):
        if len(found) == 40:
            break
        one, two = rng.sample(range(len(words)), 2)
        exchanged = list(words)
        exchanged[one], exchanged[two] = words[two], words[one]
        try:
            found.append(game.parse_outcome(" ".join(exchanged), step.state))
        except IllegalMove:
            continue
    return found


def _read_in_order(walk: Walk, step: Step, exchanged: list[Any], seat: int | None) -> Iterator[Complaint]:
    """An exchange that a seat can't see, but that makes a difference, leaves what it reads as it is."""
    after, text = walk.game.resolve(step.state, step.choice), walk.game.outcome_for(step.choice, seat)
    for outcome in exchanged:
        other = walk.game.resolve(step.state, outcome)
        looks = [fingerprint(walk.game.view(state, seat)) for state in (after, other)]
        reads = walk.game.outcome_for(outcome, seat)
        if looks[0] == looks[1] and reads != text and fingerprint(after) != fingerprint(other):
            yield _tells_apart(walk, step, seat, text, reads)


def _read(walk: Walk, step: Step, outcomes: list[Any], seat: int | None) -> Iterator[Complaint]:
    reads: dict[str, tuple[str, Any]] = {}
    for outcome in outcomes:
        looks = fingerprint(walk.game.view(walk.game.resolve(step.state, outcome), seat))
        text = walk.game.outcome_for(outcome, seat)
        before, first = reads.setdefault(looks, (text, outcome))
        same_words = sorted(text.split()) == sorted(before.split())
        if not same_words or (text != before and _order_matters(walk.game, step, first, before, text)):
            yield _tells_apart(walk, step, seat, before, text)


def _order_matters(game: AnyGame, step: Step, outcome: Any, before: str, text: str) -> bool:
    """Whether what was read would be another outcome, had its words come in the order of ``text``."""
    words, places = game.outcome_notation(outcome).split(), list(enumerate(before.split()))
    if len(words) != len(places):
        return False
    order = []
    for word in text.split():
        found = next(place for place in places if place[1] == word)
        places.remove(found)
        order.append(words[found[0]])
    try:
        other = game.parse_outcome(" ".join(order), step.state)
        return fingerprint(game.resolve(step.state, other)) != fingerprint(game.resolve(step.state, outcome))
    except IllegalMove:
        return False


def _tells_apart(walk: Walk, step: Step, seat: int | None, before: str, text: str) -> Complaint:
    who = "a bystander" if seat is None else f"seat {seat + 1}"
    return walk.complaint(
        step.number, f"one text for {who}, who can't tell the outcomes apart: “{before}”", f"“{text}”"
    )


@check("imagined-play", "Game.imagine")
def imagined_play(subject: Subject) -> Iterator[Complaint]:
    """A match can be played on from an imagined state."""
    for walk, number, _state, seat, world in _worlds(subject, every=subject.effort.worlds):
        try:
            _play_on(walk.game, world, Random(number))
        except Exception as error:
            expected = f"the match to go on from a state that seat {seat + 1} imagines"
            yield walk.complaint(number, expected, said(error))


def _play_on(game: AnyGame, state: Any, rng: Random, events: int = 40) -> None:
    for _event in range(events):
        actor = game.to_act(state)
        game.scores(state)
        game.result(state)
        if actor is None:
            return
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            state = game.play(state, rng.choice(game.legal_moves(state)))
