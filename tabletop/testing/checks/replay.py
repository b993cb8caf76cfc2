"""Records, resuming, taking back, and the state by name."""

import io
import json
from collections.abc import Iterator
from typing import Any

from tabletop.match import Header, Match, with_options
from tabletop.record import export, read
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.registry import check, replayed
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.walk import Walk


@check("replay", "Game.parse")
def replay(subject: Subject) -> Iterator[Complaint]:
    """The events of a match, as texts, lead a game set up anew through the same states."""
    for walk in subject.each(subject.walks, "matches"):
        match = Match(subject.fresh(walk))
        for number, event in enumerate(walk.events):
            match.replay(event)
            came = fingerprint(match.state)
            if came != walk.prints[number + 1]:
                yield walk.complaint(number + 1, f"the same state again: {walk.prints[number + 1]}", came)


@check("save-and-load", "Game.notation")
def save_and_load(subject: Subject) -> Iterator[Complaint]:
    """At any moment a match can be written as a record and read again."""
    for walk, number, _state in subject.positions(subject.effort.positions):
        match = replayed(walk, number)
        header = Header.model_validate({key: walk.record(0)[key] for key in ("game", "options", "seats")})
        loaded = read(io.BytesIO(export(header, match).encode()))
        again = Match(with_options(subject.game, loaded.options, len(loaded.seats)), loaded.events)
        if again.events != match.events or fingerprint(again.state) != walk.prints[number]:
            yield walk.complaint(number, f"the match as it was: {walk.prints[number]}", fingerprint(again.state))


@check("take-back", "Game.play")
def take_back(subject: Subject) -> Iterator[Complaint]:
    """Events that are taken back and played again lead to the same state."""
    for walk in subject.each(subject.walks, "matches"):
        match = replayed(walk, len(walk.steps))
        for back in {1, 2, 5, len(walk.steps)}:
            if back > len(walk.steps):
                continue
            match.take_back(back)
            number = len(walk.steps) - back
            yield from _same(walk, number, match)
            for event in walk.events[number:]:
                match.apply(event)
            yield from _same(walk, len(walk.steps), match)


def _same(walk: Walk, number: int, match: Match) -> Iterator[Complaint]:
    came = fingerprint(match.state)
    if came != walk.prints[number]:
        yield walk.complaint(number, f"the state as it was here before: {walk.prints[number]}", came)


@check("dump", "Game.dump")
def dump(subject: Subject) -> Iterator[Complaint]:
    """The state by name can be written as JSON, and comes back as it was."""
    for walk, number, state in subject.positions(2 * subject.effort.positions):
        named = walk.game.dump(state)
        try:
            again: Any = json.loads(json.dumps(named, allow_nan=False))
        except (TypeError, ValueError) as error:
            yield walk.complaint(number, "an object that JSON can hold", f"{named!r}: {error}")
            continue
        if not isinstance(named, dict) or not _alike(named, again):
            yield walk.complaint(number, "an object whose names are texts", repr(named))


def _alike(value: Any, again: Any) -> bool:
    """Whether JSON kept a value; a tuple comes back as a list."""
    if isinstance(value, dict):
        return (
            isinstance(again, dict) and value.keys() == again.keys() and all(_alike(value[k], again[k]) for k in value)
        )
    if isinstance(value, (list, tuple)):
        return len(value) == len(again) and all(map(_alike, value, again))
    return bool(value == again)
