"""What pydantic found wrong, as one sentence for a person."""

from collections.abc import Callable
from typing import Any, Final

from pydantic import ValidationError

from tabletop.i18n import N_, Texts

_ = Texts(__file__)

_SENTENCES: Final = {
    "extra_forbidden": N_("there is no such entry"),
    "missing": N_("it is missing"),
    "greater_than_equal": N_("it must be at least {ge}"),
    "less_than_equal": N_("it must be at most {le}"),
    "int_parsing": N_("it must be a whole number"),
    "int_from_float": N_("it must be a whole number"),
    "int_type": N_("it must be a whole number"),
    "bool_parsing": N_("it must be yes or no"),
    "literal_error": N_("it must be {expected}"),
    "string_type": N_("it must be text"),
    "string_too_short": N_("it must not be empty"),
    "string_too_long": N_("it must not be longer than {max_length} characters"),
    "string_pattern_mismatch": N_("it holds characters that are not allowed there"),
    "too_long": N_("it must not have more than {max_length} entries"),
    "too_short": N_("it must have at least {min_length} entries"),
    "json_invalid": N_("it is not JSON ({error})"),
}


def first_problem(error: ValidationError, title: Callable[[str], str] = str) -> str:
    """``target: it must be at most 10000``: the first thing that is wrong, and where. ``title`` names a field."""
    first: Any = error.errors(include_url=False, include_input=False)[0]
    known = _SENTENCES.get(first["type"])
    said = _(known).format(**first.get("ctx", {})) if known else _own_reason(first)
    place = ".".join(str(part + 1) if isinstance(part, int) else title(part) for part in first["loc"])
    return f"{place}: {said}" if place else said


def _own_reason(first: Any) -> str:
    raised = first.get("ctx", {}).get("error")
    return str(raised) if isinstance(raised, ValueError) else str(first["msg"])
