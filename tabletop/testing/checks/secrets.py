"""Moves that others may not read, and seats that choose at once."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import MOST_POSITIONS, Moment, Subject
from tabletop.testing.texts import canonical_fault
from tabletop.testing.walk import AnyGame, Step, Walk, spread

TRIED: Final = 6
"""moves of a seat"""
READING_LENGTH: Final = 990


def _moves(subject: Subject, count: int) -> Iterator[tuple[Walk, Step]]:
    """At most so many moves of each walk."""
    found = [
        (walk, step) for walk in subject.walks for step in spread([s for s in walk.steps if s.actor != CHANCE], count)
    ]
    return subject.each(spread(found, MOST_POSITIONS), "moves")


@check("move-texts", "Game.move_for")
def move_texts(subject: Subject) -> Iterator[Complaint]:
    """A seat reads its own moves in full, and every move reads as a printable text to everybody."""
    for walk, step in _moves(subject, 5 * subject.effort.positions):
        own, text = walk.game.move_for(step.choice, step.state, step.actor), walk.game.notation(step.choice)
        if own != text:
            yield walk.complaint(step.number, f"“{text}” for seat {step.actor + 1}, whose move it is", f"“{own}”")
        for seat in (*range(walk.seats), None):
            fault = canonical_fault(walk.game.move_for(step.choice, step.state, seat), READING_LENGTH)
            if fault:
                yield walk.complaint(step.number, f"a printable text for “{text}”", fault)


@check("move-leak", "Game.move_for")
def move_leak(subject: Subject) -> Iterator[Complaint]:
    """Moves that look the same to a reader afterwards read the same to it, and no reading tells what lies hidden."""
    if not subject.game.hides:
        raise NotApplicable
    for walk, step in _moves(subject, 3 * subject.effort.positions):
        moves = [step.choice, *spread(list(walk.game.legal_moves(step.state)), TRIED)]
        for reader in (*range(walk.seats), None):
            if reader != step.actor:
                yield from _look_alike(walk, step.number, step.state, moves, reader)
    for walk, number, state, seat, world in subject.each(subject.worlds, "imagined states"):
        actor = walk.game.to_act(state)
        if actor is not None and actor != CHANCE and walk.game.to_act(world) == actor:
            for reader in (seat, None):
                yield from _read_alike(Moment(walk, number, state), world, reader)


def _look_alike(walk: Walk, number: int, state: Any, moves: list[Any], reader: int | None) -> Iterator[Complaint]:
    """Moves after which a reader sees the same, though they lead to different states: what is chosen at once is read
    when all have chosen.
    """
    reads: dict[str, tuple[str, str]] = {}
    for move in moves:
        after = walk.game.play(state, move)
        for _later in walk.game.asked(state)[1:]:
            after = walk.game.play(after, walk.game.legal_moves(after)[0])
        looks, text = fingerprint(walk.game.view(after, reader)), walk.game.move_for(move, state, reader)
        before, first = reads.setdefault(looks, (text, fingerprint(after)))
        if text != before and first != fingerprint(after):
            expected = f"one text for {_name(reader)}, who can't tell the moves apart: “{before}”"
            yield walk.complaint(number, expected, f"“{text}”")


def _read_alike(position: Moment, world: Any, reader: int | None) -> Iterator[Complaint]:
    """A move that is legal in the true state and in an imagined one."""
    walk, number, state = position
    possible = {fingerprint(move): move for move in walk.game.legal_moves(world)}
    for move in spread(list(walk.game.legal_moves(state)), TRIED):
        if fingerprint(move) in possible:
            true, imagined = (walk.game.move_for(move, one, reader) for one in (state, world))
            if true != imagined:
                expected = f"the same text for {_name(reader)} whatever is hidden: “{true}”"
                yield walk.complaint(number, expected, f"“{imagined}”")


def _name(reader: int | None) -> str:
    return "a bystander" if reader is None else f"seat {reader + 1}"


@check("asked", "Game.asked")
def asked(subject: Subject) -> Iterator[Complaint]:
    """Who chooses where a seat is on turn: that seat first, every seat once."""
    for walk, number, state in subject.positions(5 * subject.effort.positions):
        actor = walk.game.to_act(state)
        if actor is None or actor == CHANCE:
            continue
        found = walk.game.asked(state)
        if tuple(found[:1]) != (actor,) or len(set(found)) != len(found) or not set(found) <= set(range(walk.seats)):
            yield walk.complaint(number, f"seat {actor} first, which is on turn, and no seat twice", repr(found))


@check("sealed", "Game.asked")
def sealed(subject: Subject) -> Iterator[Complaint]:
    """Where several choose at once, what a later seat may do and sees doesn't depend on what earlier ones choose.

    They come one after the other, whatever is chosen, and chance doesn't act between.
    """
    several = [
        Moment(walk, number, state)
        for walk in subject.walks
        for number, state in walk.positions(3 * subject.effort.positions)
        if walk.game.to_act(state) not in (None, CHANCE) and len(walk.game.asked(state)) > 1
    ]
    if not several:
        raise NotApplicable
    for walk, number, state in subject.each(several):
        seats, states = tuple(walk.game.asked(state)), [state]
        for earlier, seat in pairwise(seats):
            states = spread([s for one in states for s in _after_each_move(walk.game, one)], TRIED * TRIED)
            acts = [walk.game.to_act(one) for one in states]
            if any(actor != seat for actor in acts):
                expected = f"seat {seat + 1} after seat {earlier + 1}, whatever it chooses, as asked says"
                came = next(actor for actor in acts if actor != seat)
                yield walk.complaint(number, expected, "chance" if came == CHANCE else f"to_act is {came}")
                break
            for question, answers in _later(walk.game, states, seat).items():
                if len(set(answers)) > 1:
                    expected = f"the same {question} of seat {seat + 1} whatever others choose: {answers[0]}"
                    yield walk.complaint(number, expected, next(one for one in answers if one != answers[0]))


def _after_each_move(game: AnyGame, state: Any) -> list[Any]:
    return [game.play(state, move) for move in spread(list(game.legal_moves(state)), TRIED)]


def _later(game: AnyGame, states: list[Any], seat: int) -> dict[str, list[str]]:
    return {
        "legal moves": [", ".join(map(game.notation, game.legal_moves(state))) for state in states],
        "view": [fingerprint(game.view(state, seat)) for state in states],
    }
