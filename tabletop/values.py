"""Values of a model's fields as people type and read them, by the type that each field is declared with."""

import json
import math
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from tabletop.aliases import shown
from tabletop.complaints import explain
from tabletop.i18n import Texts
from tabletop.words import join_or, neutral

_ = Texts(__file__)

Fields = TypeVar("Fields", bound=BaseModel)
Kind = tuple[Any, tuple[Any, ...]]
"""One of the types that a field may have, and the rules for it, such as bounds."""
_YES: Final = ("yes", "y", "true", "t", "on")
_NO: Final = ("no", "n", "false", "f", "off")


def read(model: type[BaseModel], name: str, text: str) -> object:
    """The value that ``text`` means for a field. Raises ValueError with a sentence that says what is allowed."""
    field = model.model_fields[name]
    refusal = ""
    texts = texts_of(model, name)
    for reading in _readings(field.annotation, text, texts):
        why = _refusal(model, name, reading)
        if not why:
            return reading
        refusal = refusal or why
    kinds = [kind for kind, _rules in _kinds(field.annotation) if kind is not NoneType]
    if refusal and len(kinds) == 1:
        raise ValueError(refusal)
    raise ValueError(
        _("{place} should be {expected}.").format(
            place=_("“{name}”").format(name=name), expected=allowed_text(field, texts)
        )
    )


def validated(model: type[Fields], settings: Mapping[str, object]) -> Fields:
    """A model with these values, or with what JSON makes of them. Raises ValidationError."""
    try:
        return model.model_validate(dict(settings))
    except ValidationError as error:
        fields = model.model_fields
        found = {name: _from_json(fields[name].annotation, settings[name]) for name in settings if name in fields}
        try:
            return model.model_validate({**settings, **found})
        except ValidationError:
            raise error from None


@lru_cache(maxsize=256)
def texts_of(model: type[BaseModel], name: str) -> Texts:
    """The texts of the package in which a field was declared: they hold what its values are called."""
    owner = next((each for each in model.__mro__[::-1] if name in getattr(each, "model_fields", {})), model)
    return Texts(getattr(sys.modules.get(owner.__module__), "__file__", None) or __file__)


def shown_value(values: BaseModel, name: str) -> str:
    """The value of a field as people read it: in the language in use, and beside that as it is written."""
    value, annotation = getattr(values, name), type(values).model_fields[name].annotation
    is_choice = any(value in _choices(kind) for kind, _rules in _kinds(annotation) if isinstance(value, str))
    return value_text(value, texts_of(type(values), name) if is_choice else None)


def word_text(word: str) -> str:
    """One of the host's words among values, such as a level, as people read it."""
    return value_text(word, _)


def value_text(value: object, texts: Texts | None = None) -> str:
    """A value as a person types it; a word with what it is called in ``texts``, such as “sofort (immediate)”."""
    if _is_nested(value):
        return json.dumps(to_jsonable_python(value), ensure_ascii=False)
    if value is None:
        return shown("none")
    if isinstance(value, bool):
        return shown("yes" if value else "no")
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, Set | list | tuple):
        parts = [str(part) if isinstance(part, str) else value_text(part) for part in value]
        return ",".join(sorted(parts) if isinstance(value, Set) else parts) or shown("none")
    called = texts.context("value", value) if texts and isinstance(value, str) and value else value
    return str(value) if called == value else f"{called} ({value})"


def allowed_text(field: FieldInfo, texts: Texts = _) -> str:
    """What may be typed for a field: ``2 to 10000``, ``at_least or exact``, ``none or 1 to 100``."""
    return _allowed(field.annotation, field.metadata, texts)


def choices_of(field: FieldInfo) -> list[str]:
    """The values of a field that has only a few, as a person types them."""
    kinds = list(_kinds(field.annotation, field.metadata))
    return (
        [value_text(choice) for kind, _rules in kinds for choice in _choices(kind)]
        if all(_choices(kind) for kind, _rules in kinds)
        else []
    )


def _kinds(annotation: Any, rules: Iterable[Any] = ()) -> Iterator[Kind]:
    """Every type that a value may have: ``int | None`` gives both."""
    origin, parts = get_origin(annotation), get_args(annotation)
    named = getattr(annotation, "__value__", getattr(annotation, "__supertype__", None))
    if named is not None:
        yield from _kinds(named, rules)
    elif origin is Annotated:
        own = [rule for part in parts[1:] for rule in (part.metadata if isinstance(part, FieldInfo) else [part])]
        yield from _kinds(parts[0], [*rules, *own])
    elif origin is Union or origin is UnionType:
        for part in parts:
            yield from _kinds(part, rules)
    else:
        yield annotation, tuple(rules)


def _choices(kind: Any) -> tuple[Any, ...]:
    """All values of a type that has only a few."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    return {NoneType: (None,), bool: (True, False)}.get(kind, ())


def _is_collection(kind: Any) -> bool:
    return _is(kind, Collection) and not _is(kind, str | bytes | Mapping)


def _is(kind: Any, wanted: Any) -> bool:
    found = get_origin(kind) or kind
    return isinstance(found, type) and issubclass(found, wanted)


def _needs_json(kind: Any) -> bool:
    """Whether commas don't say enough."""
    inner = [each for part in get_args(kind) if part is not ... for each, _rules in _kinds(part)]
    return _is(kind, Mapping | BaseModel) or (
        _is_collection(kind) and any(_is_collection(each) or _needs_json(each) for each in inner)
    )


def _is_nested(value: object) -> bool:
    parts = value if isinstance(value, list | tuple | Set) else ()
    return isinstance(value, Mapping | BaseModel) or any(
        isinstance(part, list | tuple | Set | Mapping | BaseModel) for part in parts
    )


# Reading


def _readings(annotation: Any, text: str, texts: Texts = _) -> Iterator[object]:
    """What ``text`` may mean, the likeliest first."""
    kinds = [kind for kind, _rules in _kinds(annotation)]
    word = neutral(text, ("yes", "no", "none"))
    choices = sorted((choice for kind in kinds for choice in _choices(kind)), key=lambda choice: choice is not None)
    yield from (choice for choice in choices if text in (choice, value_text(choice)))
    yield from (choice for choice in choices if isinstance(choice, str) and _is_called(choice, text, texts))
    digits = int not in kinds
    yield from (choice for choice in choices if _names(choice, text, word, digits=digits))
    others = sorted((kind for kind in kinds if not _choices(kind)), key=lambda kind: kind is not int)
    for kind in others:
        if _needs_json(kind):
            yield from _json(text)
        elif _is_collection(kind):
            yield from _collections(kind, text, word, texts)
        elif kind in (int, float, Decimal):
            yield from _numbers(kind, text)
        else:
            yield text
    if kinds == [int]:
        yield text


def _is_called(choice: str, text: str, texts: Texts) -> bool:
    """Whether a text is what a choice is called in the language in use."""
    called = texts.context("value", choice)
    return text.casefold() in (called.casefold(), value_text(choice, texts).casefold())


def _names(choice: object, text: str, word: str, *, digits: bool) -> bool:
    """Whether a text, or the neutral word for it, is another way to say a choice; ``digits``: 1 may stand for yes."""
    if choice is None:
        return word.lower() == "none"
    if isinstance(choice, bool):
        return word.lower() in (_YES if choice else _NO) or (digits and text == str(int(choice)))
    return isinstance(choice, Enum) and text in (str(choice.value), choice.name, choice.name.lower())


def _numbers(kind: type[Any], text: str) -> Iterator[Any]:
    """The number of a text, if it is a finite one: JSON has no other."""
    try:
        number = kind(text)
        if math.isfinite(number):
            yield number
    except (ValueError, ArithmeticError):
        return


def _json(text: str) -> Iterator[object]:
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return
    yield value


def _collections(kind: Any, text: str, word: str, texts: Texts) -> Iterator[object]:
    """The values between the commas, if each is one of those that belong there."""
    parts = [] if not text or word.lower() == "none" else [part.strip() for part in text.split(",")]
    kinds = _elements(kind, len(parts))
    if len(kinds) != len(parts):
        return
    try:
        elements = [_element(kind, part, texts) for kind, part in zip(kinds, parts, strict=True)]
    except ValueError:
        return
    found = get_origin(kind) or kind
    yield frozenset(elements) if issubclass(found, Set) else tuple(elements)


def _elements(kind: Any, count: int) -> list[Any]:
    """The type of each of ``count`` elements; other than ``count`` if there must be more or fewer."""
    parts = get_args(kind) or (str, ...)
    return list(parts) if get_origin(kind) is tuple and parts[-1] is not ... else [parts[0]] * count


def _element(annotation: Any, text: str, texts: Texts) -> object:
    for reading in _readings(annotation, text, texts):
        try:
            return TypeAdapter(annotation).validate_python(reading)
        except ValidationError:
            continue
    raise ValueError(text)


def _from_json(annotation: Any, value: object) -> object:
    """What a value of JSON stands for, where pydantic doesn't see it: a choice, or a collection of them."""
    kinds = [kind for kind, _rules in _kinds(annotation)]
    for choice in (choice for kind in kinds for choice in _choices(kind)):
        if isinstance(choice, Enum) and to_jsonable_python(choice) == value:
            return choice
    for kind in filter(_is_collection, kinds):
        parts = _elements(kind, len(value)) if isinstance(value, list) else []
        if isinstance(value, list) and len(parts) == len(value):
            return tuple(map(_from_json, parts, value))
    return value


def _refusal(model: type[BaseModel], name: str, value: object) -> str:
    """Why a field can't have a value, whatever the other fields say; empty if it can."""
    try:
        model.model_validate({name: value})
    except ValidationError as error:
        if any(name in detail["loc"][:1] for detail in error.errors(include_url=False)):
            return explain(error)
    return ""


# Saying what is allowed


def _allowed(annotation: Any, rules: Iterable[Any] = (), texts: Texts = _) -> str:
    kinds = sorted(_kinds(annotation, rules), key=lambda kind: kind[0] is not NoneType)
    return join_or([word for kind, own in kinds for word in _words(kind, own, texts)])


def _words(kind: Any, rules: Iterable[Any], texts: Texts = _) -> list[str]:
    if _choices(kind):
        return [value_text(choice, texts) for choice in _choices(kind)]
    if _needs_json(kind):
        return [_("a value in JSON")]
    if _is_collection(kind):
        return [_collection_text(kind)]
    if kind in (int, float, Decimal):
        return [_bounds_text(kind, rules)]
    return [_("a word")]


def _collection_text(kind: Any) -> str:
    parts = get_args(kind) or (str, ...)
    if get_origin(kind) is tuple and parts[-1] is not ...:
        return _("values with commas between: {allowed}").format(allowed=", ".join(map(_allowed, parts)))
    return _("values with commas between, each {allowed}").format(allowed=_allowed(parts[0]))


def _bounds_text(kind: Any, rules: Iterable[Any]) -> str:
    found = {
        name: value
        for rule in rules
        for name in ("ge", "gt", "le", "lt", "multiple_of")
        if (value := getattr(rule, name, None)) is not None
    }
    beside = 1 if kind is int else 0
    low = found.get("ge", found["gt"] + beside if "gt" in found else None)
    high = found.get("le", found["lt"] - beside if "lt" in found else None)
    if low is None or high is None:
        text = _("a whole number") if kind is int else _("a number")
    elif kind is int or {"ge", "le"} <= found.keys():
        text = _("{low} to {high}").format(low=low, high=high)
    else:
        text = _("between {low} and {high}").format(low=low, high=high)
    if "multiple_of" in found:
        return _("{numbers}, a multiple of {step}").format(numbers=text, step=found["multiple_of"])
    return text
