"""Settings of those who listen: the program that speaks, and the kinds of messages that can be muted."""

import json
import shlex
from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from tabletop.i18n import Texts

_ = Texts(__file__)

MessageKind = Literal["events", "table", "moves", "answers", "titles", "notes", "problems"]


def arguments(given: tuple[str, ...]) -> tuple[str, ...]:
    """A program and its arguments, of which one text may hold all, as a shell would part them, or as a list in JSON.

    >>> arguments(("spd-say -r 20",)), arguments(("spd-say", "-w")), arguments(('["spd-say"', '"-w"]'))
    (('spd-say', '-r', '20'), ('spd-say', '-w'), ('spd-say', '-w'))
    """
    text = ",".join(given)
    if text.startswith("["):
        found: Any = json.loads(text)
        if all(isinstance(each, str) for each in found):
            return tuple(found)
    try:
        parts = shlex.split(given[0]) if len(given) == 1 else given
    except ValueError:
        raise ValueError(_("“{text}” has a quotation mark without its other half.").format(text=text)) from None
    return tuple(parts)


Program = Annotated[tuple[str, ...], AfterValidator(arguments)]
"""A program with its arguments, one by one: no shell reads them."""
