"""Values by the names of their fields, ready for JSON, and back by the types that were declared."""

import math
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints


def by_name(value: Any) -> Any:
    """What JSON can hold of a value: whatever has fields becomes an object, whatever has parts a list.

    >>> from tabletop.pieces.tiles import Tile
    >>> by_name((Tile(6, 4), {"b", "a"}, None))
    [{'high': 6, 'low': 4}, ['a', 'b'], None]
    """
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, Mapping):
        return {str(key): by_name(part) for key, part in value.items()}
    names = _names(value)
    if names is not None:
        return {name: by_name(getattr(value, name)) for name in names}
    return _part(value)


def _part(value: Any) -> Any:
    if isinstance(value, Enum):
        return by_name(value.value)
    if isinstance(value, Set):
        return sorted(map(by_name, value), key=str)
    if isinstance(value, list | tuple):
        return [by_name(part) for part in value]
    plain = isinstance(value, int | str) or (isinstance(value, float) and math.isfinite(value))
    return value if plain else str(value)


def _names(value: Any) -> list[str] | None:
    """The fields of a value that has some."""
    if isinstance(value, tuple):
        return list(value._fields) if hasattr(value, "_fields") else None
    if is_dataclass(value) and not isinstance(value, type):
        return [field.name for field in fields(value)]
    declared = getattr(type(value), "model_fields", None)
    return list(declared) if declared else None


def from_names(kind: Any, data: Any) -> Any:
    """The value of which ``by_name`` has made ``data``, of the type ``kind``. Raises ValueError."""
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    try:
        return TypeAdapter(kind).validate_python(data)
    except PydanticUserError as error:
        raise ValueError(str(error)) from None


def answered_by(owner: type, method: str) -> Any:
    """The type that a method says it answers; where a class is made for types of its own, the one that was chosen."""
    found = get_type_hints(getattr(owner, method)).get("return", Any)
    for base in owner.__mro__:
        for generic in getattr(base, "__orig_bases__", ()):
            parameters = getattr(get_origin(generic), "__parameters__", ())
            if isinstance(found, TypeVar) and found in parameters:
                found = get_args(generic)[parameters.index(found)]
    return found
