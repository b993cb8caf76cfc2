"""Heaps of equal things, as in Nim: moves, texts, pictures and words. (Since API 1.1.)

Heaps are named by letters, from A. To take three things from heap B is written ``B3``; people may write ``b 3``.
"""

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from tabletop.i18n import Texts
from tabletop.illegal import IllegalMove
from tabletop.pieces import cells, scenes
from tabletop.style import Style

_ = Texts(__file__)

_WRITTEN: Final = re.compile(r"([A-Z]) ?([1-9][0-9]{0,3})")


class Take(NamedTuple):
    """So many things from a heap, counted from 0."""

    heap: int
    number: int


def takes(heaps: Sequence[int], most: int | None = None) -> tuple[Take, ...]:
    """Every way to take at least one thing from a heap, and at most ``most``.

    >>> [notation(take) for take in takes((1, 0, 2))]
    ['A1', 'C1', 'C2']
    """
    return tuple(
        Take(heap, count)
        for heap, size in enumerate(heaps)
        for count in range(1, min(size, most if most is not None else size) + 1)
    )


def taken(heaps: Sequence[int], take: Take) -> tuple[int, ...]:
    """The heaps that are left. Raises ValueError where the heap hasn't so many.

    >>> taken((3, 4, 5), Take(1, 3))
    (3, 1, 5)
    """
    left = heaps[take.heap] - take.number
    if left < 0:
        raise ValueError(f"{take.number} can't be taken from a heap of {heaps[take.heap]}")
    return (*heaps[: take.heap], left, *heaps[take.heap + 1 :])


def notation(take: Take) -> str:
    """The canonical text of a move.

    >>> notation(Take(1, 3))
    'B3'
    """
    return f"{ascii_uppercase[take.heap]}{take.number}"


def parse(text: str, heaps: Sequence[int]) -> Take:
    """A move from its text, ``B3``, ``b 3``. Raises IllegalMove with the reason.

    >>> parse("b 3", (3, 4, 5))
    Take(heap=1, number=3)
    """
    match = _WRITTEN.fullmatch(text.strip().upper())
    if match is None:
        raise IllegalMove(_("“{text}” is not a move; B3 takes three from heap B.").format(text=text))
    heap, count = ascii_uppercase.index(match[1]), int(match[2])
    if heap >= len(heaps):
        raise IllegalMove(_("There is no heap {letter}.").format(letter=match[1]))
    if count > heaps[heap]:
        only = _("Heap {letter} has only {left} left.")
        raise IllegalMove(only.format(letter=match[1], left=heaps[heap]))
    return Take(heap, count)


def words(heaps: Sequence[int]) -> str:
    """The heaps in one sentence.

    >>> words((3, 4))
    'A: 3, B: 4.'
    """
    return ", ".join(f"{letter}: {size}" for letter, size in _named(heaps)) + "."


def picture(heaps: Sequence[int], style: Style) -> str:
    """A line for each heap, a sign for each thing; only its number where there is no room.

    >>> print(picture((3, 1), Style(ascii=True)))
    A  o o o  3
    B  o      1
    """
    sign, widest = ("o" if style.ascii else "●"), max(heaps, default=0)
    digits = len(str(widest))
    if style.compact or 2 * widest + digits + 4 > style.width:
        return "\n".join(cells.wrapped([f"{letter}:{size}" for letter, size in _named(heaps)], style.width))
    rows = [(letter, " ".join(sign * size).ljust(2 * widest - 1), size) for letter, size in _named(heaps)]
    return "\n".join(f"{letter}  {things}  {size:>{digits}}" for letter, things, size in rows)


def block(label: str, heaps: Sequence[int]) -> scenes.Pieces:
    """The heaps in a scene."""
    pieces = [scenes.Piece("heap", f"{letter}:{size}", f"{letter} {size}") for letter, size in _named(heaps)]
    return scenes.Pieces(label, tuple(pieces))


def _named(heaps: Sequence[int]) -> list[tuple[str, int]]:
    """Each heap with its letter; raises ValueError for more than 26."""
    return list(zip(ascii_uppercase[: len(heaps)], heaps, strict=True))
