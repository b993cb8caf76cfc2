"""A text for any value, the same exactly when the value is: for states and views, which need not be comparable."""

from collections.abc import Mapping
from typing import Any

_PLAIN = (str, int, float, bool, bytes, type(None))


def fingerprint(value: Any) -> str:
    """What a value holds, deep down, in one text. Sets are sorted; what holds itself is told once."""
    tokens: list[str] = []
    seen: set[int] = set()
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, _PLAIN):
            tokens.append(repr(item))
        elif isinstance(item, tuple):
            tokens.append(f"{type(item).__name__}({len(item)}")
            stack.extend(reversed(item))
        elif id(item) in seen:
            tokens.append("again")
        else:
            seen.add(id(item))
            _open(item, tokens, stack)
    return " ".join(tokens)


def _open(item: Any, tokens: list[str], stack: list[Any]) -> None:
    name = type(item).__name__
    if isinstance(item, list):
        tokens.append(f"{name}[{len(item)}")
        stack.extend(reversed(item))
    elif isinstance(item, (set, frozenset)):
        tokens.append(f"{name}{{{', '.join(sorted(map(fingerprint, item)))}}}")
    elif isinstance(item, Mapping):
        tokens.append(f"{name}{{{len(item)}")
        pairs = sorted(item.items(), key=lambda pair: fingerprint(pair[0]))
        stack.extend(part for pair in reversed(pairs) for part in reversed(pair))
    else:
        parts = _fields(item)
        tokens.append(f"{name}<{len(parts)}" if parts else repr(item))
        stack.extend(part for pair in sorted(parts.items(), reverse=True) for part in reversed(pair))


def _fields(item: Any) -> dict[str, Any]:
    """The attributes of an object, in slots or not; none for one that only its text describes."""
    if isinstance(item, type) or callable(item):
        return {}
    names = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
    slots = {
        name: getattr(item, name) for name in names if name not in {"__dict__", "__weakref__"} and hasattr(item, name)
    }
    return {**slots, **getattr(item, "__dict__", {})}
