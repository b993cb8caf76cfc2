"""What is wrong with a document or with options, as pydantic found it, in one sentence for people."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from tabletop.i18n import N_, Texts

_ = Texts(__file__)

_SENTENCES: Final[Mapping[str, str]] = {
    "missing": N_("{place} is missing."),
    "extra_forbidden": N_("{place} is not known here."),
    "literal_error": N_("{place} should be {expected}."),
    "string_type": N_("{place} should be a text."),
    "string_unicode": N_("{place} has characters that aren't allowed there."),
    "string_pattern_mismatch": N_("{place} has characters that aren't allowed there."),
    "string_too_short": N_("{place} is too short."),
    "string_too_long": N_("{place} is longer than {max_length} characters."),
    "too_short": N_("{place} has fewer than {min_length} entries."),
    "too_long": N_("{place} has more than {max_length} entries."),
    "int_type": N_("{place} should be a whole number."),
    "int_parsing": N_("{place} should be a whole number."),
    "int_parsing_size": N_("{place} should be a whole number."),
    "int_from_float": N_("{place} should be a whole number."),
    "finite_number": N_("{place} should be a whole number."),
    "float_type": N_("{place} should be a number."),
    "float_parsing": N_("{place} should be a number."),
    "multiple_of": N_("{place} should be a multiple of {multiple_of}."),
    "bool_type": N_("{place} should be true or false."),
    "bool_parsing": N_("{place} should be true or false."),
    "greater_than_equal": N_("{place} should be {ge} or more."),
    "less_than_equal": N_("{place} should be {le} or less."),
    "greater_than": N_("{place} should be more than {gt}."),
    "less_than": N_("{place} should be less than {lt}."),
    "tuple_type": N_("{place} should be a list."),
    "list_type": N_("{place} should be a list."),
    "dict_type": N_("{place} should be an object."),
    "model_type": N_("{place} should be an object."),
    "recursion_depth_exceeded": N_("{place} is nested too deeply."),
    "recursion_loop": N_("{place} is nested too deeply."),
    "value_error": N_("{error}"),
}


def printable(text: str, most: int = 60) -> str:
    """A text from elsewhere, cut and without anything that a terminal would act on.

    >>> printable("a\\x1b[2Jb")
    'a?[2Jb'
    """
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:most])
    return f"{shown}…" if len(text) > most else shown


class Faults(Protocol):
    """A ValidationError of pydantic, which isn't loaded for what is right."""

    def errors(self, *, include_url: bool, include_input: bool) -> Sequence[Any]:
        """What is wrong."""
        ...


def explain(error: Faults) -> str:
    """The first thing that is wrong. Entries of lists are counted from 1."""
    first = error.errors(include_url=False, include_input=False)[0]
    values: dict[str, Any] = dict(first.get("ctx", {}))
    for name, value in values.items():
        if isinstance(value, float) and value.is_integer():
            values[name] = int(value)
    if first["type"] == "literal_error":
        values["expected"] = values["expected"].replace("'", "")
    words = [str(part + 1) if isinstance(part, int) else part for part in first["loc"] if part != "[key]"]
    values["place"] = _("“{name}”").format(name=printable(" ".join(words))) if words else _("The whole")
    sentence = _SENTENCES.get(first["type"])
    return _(sentence).format(**values) if sentence else f"{values['place']}: {printable(first['msg'], 200)}."
