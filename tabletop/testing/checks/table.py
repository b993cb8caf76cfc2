"""A match at a table, with a reader for each seat and a bystander."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from tabletop.game import CHANCE
from tabletop.illegal import IllegalMove
from tabletop.match import Header, Seat
from tabletop.style import Style
from tabletop.table.journal import Memory
from tabletop.table.looking import look
from tabletop.table.playing import Table
from tabletop.table.question import Happening
from tabletop.table.reader import Reader
from tabletop.table.telling import log, told
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject, World
from tabletop.testing.walk import AnyGame, Step, Walk, spread

MATCHES: Final = 12
ON: Final = 6
"""events that are played on from an imagined state"""


class _Events:
    """What chance gave in a match, in its order."""

    def __init__(self, steps: list[Step]) -> None:
        self._steps = steps

    def outcome(self, game: AnyGame, state: Any, number: int) -> str:
        return self._steps[number].event.removeprefix("* ")

    def thought(self, number: int) -> Random:
        return Random(number)


def _table(walk: Walk, game: AnyGame, steps: list[Step]) -> Table:
    seats = tuple(Seat(name=f"Player {seat + 1}", player="cpu", level="random") for seat in range(walk.seats))
    header = Header(game=walk.game_id, options=dict(walk.options), seats=seats)
    return Table(game, Memory(header), _Events(steps))


def _readers(walk: Walk) -> dict[str, Reader]:
    """One for each seat, in words or in pictures, and a bystander."""
    seated = {
        f"seat {seat + 1}": Reader(frozenset({seat}), eyes=seat, style=None if seat % 2 else Style())
        for seat in range(walk.seats)
    }
    return {**seated, "a bystander": Reader()}


def _play(table: Table, steps: list[Step], *, last_first: bool = False) -> Iterator[tuple[int, list[Happening]]]:
    """Plays a match at a table: how many of its events are in play, and what happened.

    ``last_first``: of those who choose at once the last is the first to answer.
    """
    number = 0
    while number < len(steps):
        if steps[number].actor == CHANCE:
            yield number + 1, table.advance()
            number += 1
            continue
        together = steps[number : number + len(table.match.asked or (None,))]
        for step in reversed(together) if last_first else together:
            happened = _answer(table, step)
            yield len(table.match.events), happened
        number += len(together)
    if table.match.to_act is None:
        yield len(steps), table.advance()


def _answer(table: Table, step: Step) -> list[Happening]:
    question, by = table.question, Reader(frozenset({step.actor}), eyes=step.actor)
    if question is None or step.actor not in question.seats:
        raise ValueError(f"the table doesn't ask seat {step.actor + 1} for “{step.event}”, but: {question}")
    return table.answer(by, step.actor, step.event.partition(" ")[2], question.serial)


@check("table", "Game")
def table(subject: Subject) -> Iterator[Complaint]:
    """A match is played at a table to its end, and all that its readers are told and see is ready for JSON.

    Of seats that choose at once the first answers first, or the last does.
    """
    walks = spread([walk for walk in subject.walks if walk.over], MATCHES)
    for place, walk in enumerate(subject.each(walks, "matches")):
        at, readers = _table(walk, subject.fresh(walk), walk.steps), _readers(walk)
        seen = {number for number, _state in walk.positions(subject.effort.positions)}
        for number, happened in _play(at, walk.steps, last_first=place % 2 == 0):
            for reader in readers.values():
                for happening in happened:
                    json.dumps(told(at, happening, reader).json(), allow_nan=False)
                if number in seen:
                    json.dumps(look(at, reader).json(), allow_nan=False)
        if at.match.events != walk.events:
            yield walk.complaint(len(walk.steps), "the match as it was played", repr(at.match.events))
        if at.ending is None:
            yield walk.complaint(len(walk.steps), "the end of the match at the table", "none")
        for name, reader in readers.items():
            came = [event for event in log(at, reader) if not event.startswith("*")]
            if came != [event for event in walk.events if not event.startswith("*")]:
                yield walk.complaint(
                    len(walk.steps), f"all moves in full for {name} when the match is over", repr(came)
                )


@check("table-leak", "Game.view")
def table_leak(subject: Subject) -> Iterator[Complaint]:
    """At a table nothing that a reader is told, sees or reads in the log depends on what it may not know.

    A match goes on from the true state and from one that the reader holds for possible, as long as it sees the same.
    """
    if not subject.game.hides:
        raise NotApplicable
    worlds = spread(subject.worlds, 40 * subject.effort.positions)
    for world in subject.each(worlds, "imagined states"):
        steps = [step._replace(number=at) for at, step in enumerate(world.walk.steps[world.number :][:ON])]
        for name, reader in _readers(world.walk).items():
            if name in {f"seat {world.seat + 1}", "a bystander"}:
                yield from _tell_apart(world, steps, name, reader)


def _tell_apart(world: World, steps: list[Step], name: str, reader: Reader) -> Iterator[Complaint]:
    walk = world.walk
    true, imagined = (_table(walk, _from(walk.game, state), steps) for state in (world.state, world.imagined))
    plays = zip(_seen(true, steps, reader), _seen(imagined, steps, reader), strict=False)
    for number, (here, there) in enumerate(plays):
        looks = [fingerprint(walk.game.view(at.match.state, reader.eyes)) for at in (true, imagined)]
        if looks[0] != looks[1] or true.match.to_act is None:
            return
        for what, text in here.items():
            if there[what] != text:
                expected = f"the same {what} for {name} whatever is hidden: {text}"
                yield walk.complaint(world.number + number, expected, there[what])


def _seen(at: Table, steps: list[Step], reader: Reader) -> Iterator[dict[str, str]]:
    """What a reader gets after each event, as long as they can be played."""
    yield _shown(at, [], reader)
    try:
        for _number, happened in _play(at, steps):
            yield _shown(at, happened, reader)
    except (IllegalMove, ValueError):
        return


def _shown(at: Table, happened: list[Happening], reader: Reader) -> dict[str, str]:
    return {
        "look": json.dumps(look(at, reader).json(), ensure_ascii=False),
        "telling": json.dumps([told(at, happening, reader).json() for happening in happened], ensure_ascii=False),
        "log": "\n".join(log(at, reader)),
    }


def _from(game: AnyGame, state: Any) -> AnyGame:
    """The game, begun in a state."""
    begun = copy.copy(game)
    begun.start = lambda: state  # type: ignore[method-assign]
    return begun
