"""Illegal moves are refused with a reason, and nothing changes."""

from collections.abc import Iterator
from typing import Any

from tabletop.game import CHANCE
from tabletop.illegal import IllegalMove
from tabletop.match import Match
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check, replayed
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.texts import sentence_fault
from tabletop.testing.walk import Walk, said, spread


@check("refusal", "Game.why_not")
def refusal(subject: Subject) -> Iterator[Complaint]:
    """A move that isn't legal now is refused by IllegalMove with a reason for a person; nothing changes."""
    known: dict[int, list[Any]] = {}
    for walk, step in subject.steps(subject.effort.positions):
        if step.actor == CHANCE:
            continue
        if id(walk) not in known:
            known[id(walk)] = list(walk.known_moves())
        legal = set(map(fingerprint, walk.game.legal_moves(step.state)))
        illegal = [move for move in known[id(walk)] if fingerprint(move) not in legal]
        match = replayed(walk, step.number)
        for move in spread(illegal, 12):
            yield from _refuse(walk, step.number, match, move)


def _refuse(walk: Walk, number: int, match: Match, move: Any) -> Iterator[Complaint]:
    before = fingerprint((match.state, match.events))
    text = walk.game.notation(move)
    try:
        match.play(move)
    except IllegalMove as why:
        fault = sentence_fault(str(why), most=300)
        if fault:
            yield walk.complaint(number, f"a reason why “{text}” is refused, in one line for a person", fault)
    except Exception as error:
        yield walk.complaint(number, f"IllegalMove with the reason why “{text}” is refused", said(error))
    else:
        yield walk.complaint(number, f"IllegalMove for “{text}”, which isn't listed", "it was played")
    after = fingerprint((match.state, match.events))
    if after != before or fingerprint(walk.states[number]) != walk.prints[number]:
        yield walk.complaint(number, f"nothing changed by the refusal of “{text}”: {before}", after)


@check("typed-nonsense", "Game.parse")
def typed_nonsense(subject: Subject) -> Iterator[Complaint]:
    """Whatever is typed is a move, or is refused by IllegalMove with a reason."""
    for walk, step in subject.steps(subject.effort.positions):
        actor = walk.game.to_act(step.state)
        for text in _nonsense(step.event.partition(" ")[2]):
            try:
                if actor == CHANCE:
                    walk.game.parse_outcome(text, step.state)
                else:
                    walk.game.parse(text, walk.game.view(step.state, actor))
            except IllegalMove as why:
                fault = sentence_fault(str(why), most=2_000)
                if fault:
                    yield walk.complaint(step.number, f"a reason why “{text}” is no move, in one line", fault)
            except Exception as error:
                yield walk.complaint(step.number, f"a move or IllegalMove for the text {text!r}", said(error))


def _nonsense(text: str) -> list[str]:
    middle = len(text) // 2
    odd = ["", " ", "?", "-1", "²", "٣", "1" * 30, "no such move", "a b c d e", "ü" * 50]
    return [*odd, text[:middle], text + " x", text.upper(), text + text, text[::-1], f"{text[:middle]}9{text[middle:]}"]


@check("apply-texts", "Game.notation")
def apply_texts(subject: Subject) -> Iterator[Complaint]:
    """A match takes events in canonical text only: another text is refused, and nothing changes."""
    seen = False
    for walk, step in subject.steps(subject.effort.positions):
        match = replayed(walk, step.number)
        before = fingerprint((match.state, match.events))
        for text in _nonsense(step.event.partition(" ")[2]):
            seen = True
            event = f"{step.event.partition(' ')[0]} {text}"
            try:
                taken = match.apply(event)
            except IllegalMove:
                if fingerprint((match.state, match.events)) != before:
                    yield walk.complaint(step.number, f"nothing changed by the refusal of “{event}”", "a change")
            except Exception as error:
                yield walk.complaint(step.number, f"IllegalMove for the event {event!r}", said(error))
            else:
                match.take_back()
                if taken != event:
                    yield walk.complaint(step.number, f"“{event}” in the log", f"“{taken}”")
    if not seen:
        raise NotApplicable
