"""Options from their pydantic model: values within the bounds, at them, and outside."""

from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo


def kinds(field: FieldInfo) -> tuple[Any, ...]:
    """The types that a field may have: ``int | None`` gives both, and so does a name for it."""
    annotation = getattr(field.annotation, "__value__", field.annotation)
    if get_origin(annotation) is not Literal and type(None) in get_args(annotation):
        return get_args(annotation)
    return (annotation,)


def bounds(field: FieldInfo) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that a field declares."""
    rules = [rule for rule in field.metadata if rule is not None]
    low = [rule.ge for rule in rules if getattr(rule, "ge", None) is not None]
    low += [rule.gt + 1 for rule in rules if getattr(rule, "gt", None) is not None]
    high = [rule.le for rule in rules if getattr(rule, "le", None) is not None]
    high += [rule.lt - 1 for rule in rules if getattr(rule, "lt", None) is not None]
    return (max(low) if low else None, min(high) if high else None)


def _whole_numbers(field: FieldInfo) -> list[int]:
    """The bounds, what lies beside the lower one, and a number in the middle."""
    low, high = bounds(field)
    step = next((rule.multiple_of for rule in field.metadata if hasattr(rule, "multiple_of")), 1)
    least = -(-(low if low is not None else 0) // step)
    most = (high if high is not None else 1_000) // step
    return sorted({step * number for number in (least, min(least + 1, most), (least + most) // 2, most)})


def allowed(field: FieldInfo) -> list[Any]:
    """Values that a field should take: every choice, and for numbers the bounds and what lies beside them."""
    values: list[Any] = []
    for kind in kinds(field):
        if kind is type(None):
            values.append(None)
        elif kind is bool:
            values += [False, True]
        elif get_origin(kind) is Literal:
            values += get_args(kind)
        elif kind is int:
            values += _whole_numbers(field)
        elif isinstance(kind, type) and issubclass(kind, Enum):
            values += kind
    return values or [field.get_default(call_default_factory=True)]


def forbidden(field: FieldInfo) -> list[Any]:
    """Values that a field should refuse."""
    found = kinds(field)
    values: list[Any] = [object(), "no such choice"]
    low, high = bounds(field)
    if int in found:
        values += [low - 1] if low is not None else []
        values += [high + 1] if high is not None else []
        values += [1.5]
    if not any(kind is type(None) or None in get_args(kind) for kind in found):
        values.append(None)
    return [value for value in values if str not in found or not isinstance(value, str)]


def usual(model: type[BaseModel]) -> dict[str, Any]:
    """The defaults that have one."""
    return {
        name: field.get_default(call_default_factory=True)
        for name, field in model.model_fields.items()
        if not field.is_required()
    }


def at_random(model: type[BaseModel], rng: Random) -> dict[str, Any]:
    """A combination in which each field has its default or, half of the time, another allowed value."""
    chosen: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        values = allowed(field)
        if field.is_required() or rng.random() < 0.5:
            chosen[name] = values[rng.randrange(len(values))]
    return chosen


def one_by_one(model: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """Every allowed value of every field, the others at their defaults."""
    for name, field in model.model_fields.items():
        for value in allowed(field):
            yield {name: value}
