"""Values of a model's fields as people type and read them, by the type that each field is declared with."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from tabletop.complaints import explain
from tabletop.i18n import Texts
from tabletop.ui.aliases import shown
from tabletop.ui.words import join_or, neutral

_ = Texts(__file__)

Kind = tuple[Any, tuple[Any, ...]]
"""One of the types that a field may have, and the rules for it, such as bounds."""
_YES: Final = ("yes", "y", "true", "t", "on")
_NO: Final = ("no", "n", "false", "f", "off")


def read(model: type[BaseModel], name: str, text: str) -> object:
    """The value that ``text`` means for a field. Raises ValueError with a sentence that says what is allowed."""
    field = model.model_fields[name]
    refusal = ""
    for reading in _readings(field.annotation, text):
        why = _refusal(model, name, reading)
        if not why:
            return reading
        refusal = refusal or why
    kinds = [kind for kind, _rules in _kinds(field.annotation) if kind is not NoneType]
    if refusal and len(kinds) == 1:
        raise ValueError(refusal)
    raise ValueError(_("{place} should be {expected}.").format(place=f"“{name}”", expected=allowed_text(field)))


def value_text(value: object) -> str:
    """A value as a person types it."""
    if value is None:
        return shown("none")
    if isinstance(value, bool):
        return shown("yes" if value else "no")
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, Set):
        return ",".join(sorted(map(value_text, value))) or shown("none")
    if isinstance(value, list | tuple):
        return ",".join(map(value_text, value)) or shown("none")
    return str(value)


def allowed_text(field: FieldInfo) -> str:
    """What may be typed for a field: ``2 to 10000``, ``at_least or exact``, ``none or 1 to 100``."""
    return _allowed(field.annotation, field.metadata)


def _kinds(annotation: Any, rules: Iterable[Any] = ()) -> Iterator[Kind]:
    """Every type that a value may have: ``int | None`` gives both."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
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
    found = get_origin(kind) or kind
    return isinstance(found, type) and issubclass(found, Collection) and not issubclass(found, str | bytes | Mapping)


# Reading


def _readings(annotation: Any, text: str) -> Iterator[object]:
    """What ``text`` may mean, the likeliest first."""
    kinds = [kind for kind, _rules in _kinds(annotation)]
    word = neutral(text, ("yes", "no", "none"))
    choices = sorted((choice for kind in kinds for choice in _choices(kind)), key=lambda choice: choice is not None)
    yield from (choice for choice in choices if value_text(choice) == text)
    yield from (choice for choice in choices if _names(choice, text, word))
    others = [kind for kind in kinds if not _choices(kind)]
    for kind in others:
        if _is_collection(kind):
            yield from _collections(kind, text, word)
        elif kind is int:
            yield from _whole_numbers(text)
    if any(kind is not int and not _is_collection(kind) for kind in others) or kinds == [int]:
        yield text


def _names(choice: object, text: str, word: str) -> bool:
    """Whether a text, or the neutral word for it, is another way to say a choice."""
    if choice is None:
        return word.lower() == "none"
    if isinstance(choice, bool):
        return word.lower() in (_YES if choice else _NO) or text == str(int(choice))
    return isinstance(choice, Enum) and text in (str(choice.value), choice.name, choice.name.lower())


def _whole_numbers(text: str) -> Iterator[int]:
    try:
        yield int(text)
    except ValueError:
        return


def _collections(kind: Any, text: str, word: str) -> Iterator[object]:
    """The values between the commas, if each is one of those that belong there."""
    texts = [] if not text or word.lower() == "none" else [part.strip() for part in text.split(",")]
    kinds = _elements(kind, len(texts))
    if len(kinds) != len(texts):
        return
    try:
        elements = [_element(kind, part) for kind, part in zip(kinds, texts, strict=True)]
    except ValueError:
        return
    found = get_origin(kind) or kind
    yield frozenset(elements) if issubclass(found, Set) else tuple(elements)


def _elements(kind: Any, count: int) -> list[Any]:
    """The type of each of ``count`` elements; other than ``count`` if there must be more or fewer."""
    parts = get_args(kind) or (str, ...)
    return list(parts) if get_origin(kind) is tuple and parts[-1] is not ... else [parts[0]] * count


def _element(annotation: Any, text: str) -> object:
    for reading in _readings(annotation, text):
        try:
            return TypeAdapter(annotation).validate_python(reading)
        except ValidationError:
            continue
    raise ValueError(text)


def _refusal(model: type[BaseModel], name: str, value: object) -> str:
    """Why a field can't have a value, whatever the other fields say; empty if it can."""
    try:
        model.model_validate({name: value})
    except ValidationError as error:
        if any(name in detail["loc"][:1] for detail in error.errors(include_url=False)):
            return explain(error)
    return ""


# Saying what is allowed


def _allowed(annotation: Any, rules: Iterable[Any] = ()) -> str:
    kinds = sorted(_kinds(annotation, rules), key=lambda kind: kind[0] is not NoneType)
    return join_or([word for kind, own in kinds for word in _words(kind, own)])


def _words(kind: Any, rules: Iterable[Any]) -> list[str]:
    if _choices(kind):
        return [value_text(choice) for choice in _choices(kind)]
    if _is_collection(kind):
        return [_collection_text(kind)]
    if kind is int:
        return [_bounds_text(rules, _("a whole number"))]
    if kind is float:
        return [_bounds_text(rules, _("a number"))]
    return [_("a word")]


def _collection_text(kind: Any) -> str:
    parts = get_args(kind) or (str, ...)
    if get_origin(kind) is tuple and parts[-1] is not ...:
        return _("values with commas between: {allowed}").format(allowed=", ".join(map(_allowed, parts)))
    return _("values with commas between, each {allowed}").format(allowed=_allowed(parts[0]))


def _bounds_text(rules: Iterable[Any], any_number: str) -> str:
    found = {
        name: value
        for rule in rules
        for name in ("ge", "gt", "le", "lt", "multiple_of")
        if (value := getattr(rule, name, None)) is not None
    }
    low = found.get("ge", found["gt"] + 1 if "gt" in found else None)
    high = found.get("le", found["lt"] - 1 if "lt" in found else None)
    text = any_number if low is None or high is None else _("{low} to {high}").format(low=low, high=high)
    if "multiple_of" in found:
        return _("{numbers}, a multiple of {step}").format(numbers=text, step=found["multiple_of"])
    return text
