"""Sentences about a player, which read differently to that player and to the others."""

import re
from collections.abc import Collection, Sequence
from typing import Final

MARKS: Final = ("\x02", "\x1f", "\x03")
"""Where a marked sentence begins, is parted and ends; no name, move or outcome may hold one of them."""
MARK: Final = MARKS[0]

_PART: Final = "([^\x02\x1f\x03]*)"
_SENTENCE: Final = re.compile(f"\x02([0-9]{{1,3}})\x1f{_PART}\x1f{_PART}\x1f{_PART}\x03")
_WITHOUT_MARKS: Final = str.maketrans("", "", "".join(MARKS))


def who(seat: int, you: str, other: str, many: str | None = None) -> str:
    """A sentence about a seat, from 0, of which the host shows each reader the form that is meant for it.

    ``you``: to the person in that seat, such as “You lead.” ``other``: to everybody else, with ``{name}`` where the
    name goes. ``many``: makes it a sentence about the whole side of that seat, such as “{name} lead.”, which is shown
    to everybody, with all their names, where several share the side. Each is translated whole. A text may hold several
    such sentences, beside others, and one may hold another. (Since API 1.1.)
    """
    start, part, end = MARKS
    return f"{start}{part.join([str(seat), you, other, many or ''])}{end}"


def unmarked(text: str) -> str:
    """A text without the marks of its sentences, for looking at all else that is in it."""
    return text.translate(_WITHOUT_MARKS)


def resolve(text: str, you: Collection[int], names: Sequence[str], sides: Sequence[int] = ()) -> str:
    """A text as it reads to somebody who is addressed in the seats ``you``; no mark is left in it.

    ``names``: of the players by seats. ``sides``: of the seats, where some share one.

    >>> resolve("Round 2: " + who(0, you="you lead", other="{name} leads"), {1}, ["Ada", "Bo"])
    'Round 2: Ada leads'
    """

    def chosen(sentence: re.Match[str]) -> str:
        number, to_you, to_others, of_many = sentence.groups()
        seat = int(number)
        side = [name for name, its in zip(names, sides, strict=False) if seat < len(sides) and its == sides[seat]]
        if of_many and len(side) > 1:
            return of_many.replace("{name}", " + ".join(side))
        if seat in you:
            return to_you
        return to_others.replace("{name}", names[seat] if seat < len(names) else str(seat + 1))

    found = 1
    while found:
        text, found = _SENTENCE.subn(chosen, text)
    return unmarked(text)
