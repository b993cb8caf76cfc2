"""House rules: bounds, choices, presets, and what can't go together."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from tabletop.complaints import explain
from tabletop.match import with_options
from tabletop.testing import fuzz
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject
from tabletop.testing.texts import sentence_fault
from tabletop.testing.walk import Walk, said, take
from tabletop.values import validated


@check("option-bounds", "GameOptions")
def option_bounds(subject: Subject) -> Iterator[Complaint]:
    """Every option has a title and bounds; it takes the values within and refuses those outside."""
    fields = subject.game.options_model.model_fields
    if not fields:
        raise NotApplicable
    for name, field in fields.items():
        if sentence_fault(field.title, most=60):
            yield Complaint(f"a title for the option {name}, for forms", repr(field.title))
        if field.is_required():
            yield Complaint(f"a default for the option {name}", "none")
        if int in fuzz.kinds(field) and None in fuzz.bounds(field):
            yield Complaint(f"ge and le for the option {name}, a number", repr(fuzz.bounds(field)))
        yield from _values(subject, name, fuzz.allowed(field), fuzz.forbidden(field))


def _values(subject: Subject, name: str, allowed: list[Any], forbidden: list[Any]) -> Iterator[Complaint]:
    model = subject.game.options_model
    for value in allowed:
        try:
            model.model_validate({name: value})
        except ValidationError as error:
            yield Complaint(f"{name}={value!r} to be allowed, as the model declares", explain(error))
    for value in forbidden:
        try:
            model.model_validate({name: value})
        except ValidationError:
            continue
        except Exception as error:
            yield Complaint(f"{name}={value!r} to be refused by the model", said(error))
        else:
            yield Complaint(f"{name}={value!r} to be refused, as the model declares", "it was taken")


@check("options", "GameOptions.check")
def options(subject: Subject) -> Iterator[Complaint]:
    """Any combination of options makes a game that can be played, or is refused by ValueError with a reason."""
    model = subject.game.options_model
    if not model.model_fields:
        raise NotApplicable
    rng = Random(f"{subject.seed}/combinations")
    chosen = list(fuzz.one_by_one(model))
    chosen += [fuzz.at_random(model, rng) for _combination in range(10 * subject.effort.house_rules)]
    for number, values in subject.each(list(enumerate(chosen)), "combinations"):
        counts = subject.seat_counts
        yield from _playable(subject, values, counts[number % len(counts)], number)


def _playable(subject: Subject, values: Mapping[str, Any], seats: int, number: int) -> Iterator[Complaint]:
    options = to_jsonable_python(dict(values))
    walk = Walk(None, subject.game_id, options, seats, usual=False)  # type: ignore[arg-type]
    try:
        walk.game = with_options(subject.game, values, seats)
    except ValueError as why:
        fault = sentence_fault(str(why), most=300)
        if fault:
            yield walk.complaint(0, f"a reason in one line why {dict(values)} is refused", fault)
        return
    except Exception as error:
        yield walk.complaint(0, f"a game, or ValueError with a reason, for {dict(values)}", said(error))
        return
    take(walk, Random(number), 30, subject.pace)
    if walk.trouble is not None:
        yield walk.complaint(len(walk.steps), f"{walk.trouble.question}: {walk.trouble.expected}", walk.trouble.came)


@check("option-values", "GameOptions.check")
def option_values(subject: Subject) -> Iterator[Complaint]:
    """Options can't be changed, survive JSON, and checking them twice changes nothing more."""
    model = subject.game.options_model
    if not (model.model_config.get("frozen") and model.model_config.get("extra") == "forbid"):
        yield Complaint("an options model that is frozen and forbids extra fields", repr(model.model_config))
    for walk in subject.each(subject.walks, "matches"):
        found = walk.game.options
        if found.check(walk.seats) != found:
            yield walk.complaint(0, f"the same options checked again: {found!r}", repr(found.check(walk.seats)))
        again = validated(model, found.model_dump(mode="json"))
        if again != found:
            yield walk.complaint(0, f"the same options from JSON: {found!r}", repr(again))


@check("presets", "Game")
def presets(subject: Subject) -> Iterator[Complaint]:
    """Every preset has a printable name and can be played with some number of seats."""
    if not subject.game.presets:
        raise NotApplicable
    for name, values in subject.game.presets.items():
        fault = sentence_fault(name, most=60)
        if fault:
            yield Complaint("a printable name for a preset", fault)
        whys = []
        for seats in subject.game.seat_counts:
            try:
                with_options(subject.game, values, seats)
            except Exception as error:
                whys.append(said(error))
        if len(whys) == len(subject.game.seat_counts):
            yield Complaint(f"a game with the preset “{name}” for some number of seats", whys[0])
