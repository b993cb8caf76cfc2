"""Why matches don't count for statistics: said when it happens, at the end of a match, and in the statistics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from tabletop.history import PLAYER, TAKE_BACK
from tabletop.i18n import N_, NP_, Texts
from tabletop.person import is_called
from tabletop.terms import HINT, IMPORTED, NOBODY, OWN_DICE, PRACTICE, SEEDED

_ = Texts(__file__)

_WHY: Final = {
    HINT: N_("a hint was given"),
    PLAYER: N_("a seat has changed hands"),
    PRACTICE: N_("it has free take-back"),
    TAKE_BACK: N_("something of chance was taken back"),
    OWN_DICE: N_("its dice are your own"),
    IMPORTED: N_("it came as a record"),
    SEEDED: N_("it was started with a seed"),
}
_SUMS: Final = {
    HINT: NP_("{n} match with help isn't counted.", "{n} matches with help aren't counted."),
    PLAYER: NP_(
        "{n} match in which a seat changed hands isn't counted.",
        "{n} matches in which a seat changed hands aren't counted.",
    ),
    PRACTICE: NP_("{n} match with free take-back isn't counted.", "{n} matches with free take-back aren't counted."),
    TAKE_BACK: NP_(
        "{n} match in which chance was taken back isn't counted.",
        "{n} matches in which chance was taken back aren't counted.",
    ),
    OWN_DICE: NP_(
        "{n} match with dice of your own isn't counted.", "{n} matches with dice of your own aren't counted."
    ),
    IMPORTED: NP_("{n} match that came as a record isn't counted.", "{n} matches that came as records aren't counted."),
    SEEDED: NP_(
        "{n} match doesn't count: it was started with a seed.",
        "{n} matches don't count: they were started with a seed.",
    ),
    "": NP_("{n} match isn't counted.", "{n} matches aren't counted."),
}
"""By the words of ``History.uncounted``; any other means what ``""`` does."""


def sentence(why: str | None, *, over: bool) -> str:
    """That a match doesn't count, for the reason that ``History.uncounted`` gives; empty for one that counts.

    ``over``: at its end, else as it happens. Nobody is told of a match in which nobody plays.
    """
    if why is None or why == NOBODY:
        return ""
    if why not in _WHY:
        return _("This match doesn't count for statistics.")
    said = (
        _("This match doesn't count for statistics: {why}.")
        if over
        else _("The match won't count for statistics: {why}.")
    )
    return said.format(why=_(_WHY[why]))


class Some(Protocol):
    """Finished matches that don't count for one reason."""

    @property
    def why(self) -> str:
        """See ``History.uncounted``."""
        ...

    @property
    def people(self) -> Sequence[str]:
        """Who sat at them."""
        ...

    @property
    def matches(self) -> int:
        """How many they are."""
        ...


def reasons(left_out: Iterable[Some], person: str | None, me: str) -> Mapping[str, int]:
    """How many finished matches don't count, by the reason; of one person where given."""
    found = Counter[str]()
    for some in sorted(left_out, key=lambda some: some.why):
        if some.why != NOBODY and (person is None or any(is_called(person, name, me) for name in some.people)):
            found[some.why] += some.matches
    return found


def lines(counted: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each reason."""
    for why, number in counted.items():
        one, many = _SUMS.get(why, _SUMS[""])
        yield _.plural(one, many, number)
