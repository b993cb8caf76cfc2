"""The person at the keyboard: a mark in match files, and a name only where one is shown."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator

from tabletop.i18n import Texts
from tabletop.lines import composed
from tabletop.match import Name, Seat

_ = Texts(__file__)

ME: Final = "@me"
"""The name in files of the person at the keyboard."""
EXPORTED: Final = "You"
"""What records call a person who has chosen no name."""
FORMER: Final = frozenset({"You", "Du", "Tu"})
"""What files of earlier programs call the person: the word of the language in use then."""

AnySeat = TypeVar("AnySeat", bound=Seat)


def no_mark(name: str) -> str:
    """A name that may be typed. Raises ValueError for the mark."""
    if name == ME:
        raise ValueError(_("“{name}” can't be a name: it stands for the person at the keyboard.").format(name=ME))
    return name


Chosen = Annotated[Name, AfterValidator(no_mark), AfterValidator(composed)]
"""The name that a person has chosen."""


def shown(name: str, me: str = "") -> str:
    """A name in a file as a reader of the language in use reads it. ``me``: the chosen name of the person, if any."""
    return (me or _("You")) if name == ME else name


def is_called(text: str, name: str, me: str = "") -> bool:
    """Whether a typed text, in any letters, means the one with ``name`` in a file."""
    names = {ME, _("You"), *FORMER, *filter(None, [me])} if name == ME else {name}
    return text.casefold() in {each.casefold() for each in names}


def marked(seats: Sequence[AnySeat]) -> tuple[AnySeat, ...]:
    """Seats as a file names them, the person with the mark; in earlier files that is the only human, if named so."""
    people = [seat.name for seat in seats if seat.player == "human"]
    if len(people) != 1 or people[0] not in FORMER:
        return tuple(seats)
    return tuple(seat.model_copy(update={"name": ME}) if seat.player == "human" else seat for seat in seats)


def exported(seat: Seat, me: str) -> Seat:
    """A seat as a record names it, in every language the same."""
    return seat.model_copy(update={"name": me or EXPORTED}) if seat.name == ME else seat


def from_elsewhere(seat: Seat) -> Seat:
    """A seat of a record, where every name is only a name: the mark is kept without its sign, and a seat of a program
    becomes a person's, since what is registered here under its name may be another one.
    """
    if seat.program is not None:
        seat = Seat(name=seat.name)
    name = ME.removeprefix("@") if seat.name == ME else composed(seat.name)
    return seat if name == seat.name else seat.model_copy(update={"name": name})
