"""Whose turn is next: seats in their order around the table, those who are out left out. (Since API 1.1.)"""

from collections.abc import Collection, Sequence
from typing import TypeVar

T = TypeVar("T")


def after(seat: int, count: int, out: Collection[int] = ()) -> int:
    """The next seat of ``count`` after ``seat``, from 0, that isn't ``out``: the same one where nobody else is left.

    Raises ValueError where all are out.

    >>> after(3, 4), after(3, 4, out={0, 1})
    (0, 2)
    """
    for following in around(seat + 1, count):
        if following not in out:
            return following
    raise ValueError(f"all of the {count} seats are out")


def around(first: int, count: int, out: Collection[int] = ()) -> tuple[int, ...]:
    """All seats that aren't ``out``, in order, beginning with ``first``: who plays to a trick, or is dealt to.

    >>> around(2, 4), around(2, 4, out={3})
    ((2, 3, 0, 1), (2, 0, 1))
    """
    places = [(first + place) % count for place in range(count)]
    return tuple([seat for seat in places if seat not in out])


def put(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    """What each seat has, with another value for one of them.

    >>> put((40, 20, 0), 1, 35)
    (40, 35, 0)
    """
    return (*values[:seat], value, *values[seat + 1 :])
