"""What guests are called at a table: checked before it is kept, and like nobody else."""

from collections.abc import Iterable
from typing import Final

from pydantic import TypeAdapter, ValidationError

from tabletop.complaints import explain
from tabletop.i18n import Texts
from tabletop.lines import seen
from tabletop.person import FORMER, Chosen
from tabletop.server.rows import RoomRow

_ = Texts(__file__)

_NAME: Final[TypeAdapter[str]] = TypeAdapter(Chosen)
_LONGEST: Final = 36
"""Characters of a name that a number follows."""


def name_for(wanted: str, row: RoomRow, seat: int) -> str:
    """A name for a seat that is like nobody else's at the table, and never that of the person at this home.

    Raises ValueError, with a sentence, for what can't be a name.
    """
    wanted = wanted.strip() or _("Player {number}").format(number=seat + 1)
    try:
        name = _NAME.validate_python(wanted)
    except ValidationError as error:
        raise ValueError(explain(error)) from None
    if not seen(name):
        raise ValueError(_("A name needs something that can be seen."))
    return _like_nobody(name, {*map(seen, FORMER), *map(seen, others(row, seat))})


def others(row: RoomRow, seat: int) -> Iterable[str]:
    """The names at all other seats."""
    return [called(row, number) for number in range(len(row.chairs)) if number != seat]


def called(row: RoomRow, number: int) -> str:
    """The name at a seat; empty while nobody has taken it."""
    chair = row.chairs[number]
    return chair.name or (f"CPU {number + 1}" if chair.token is None else "")


def _like_nobody(name: str, taken: set[str]) -> str:
    found, number = name, 2
    while seen(found) in taken:
        found = f"{name[:_LONGEST]} {number}"
        number += 1
    return found
