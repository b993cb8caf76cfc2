"""Dealing unseen pieces to hands of known sizes, where it is known which pieces a hand doesn't hold.

Every deal that fits is as likely as any other, exactly: they are counted, not tried. Pieces of which the same is known
are one class; how many pieces of each class go to each hand is drawn by how many deals there are of that kind, and then
which. Equal pieces, as those of two decks, are told apart: two equal cards can be dealt in two ways. (Since API 1.1.)
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import comb, factorial, prod
from random import Random
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P")


class Split(NamedTuple):
    """In how many ways the rest of the deal can be done, and how many each choice for one hand leaves."""

    ways: int
    taken: tuple[int, ...]
    heights: tuple[int, ...]


_ONE = Split(1, (), ())
_NONE = Split(0, (), ())


class Dealing(Generic[P]):
    """All deals that fit what is known. It counts them once and deals as often as it is asked.

    Three hands of thirteen cards with different voids take two milliseconds to count, four ninety; places of which the
    same is known count as one. With six or more that all differ it takes too long.
    """

    def __init__(
        self,
        pieces: Sequence[P],
        counts: Sequence[int],
        void: Callable[[int, P], bool] | None = None,
        known: Mapping[int, Sequence[P]] | None = None,
    ) -> None:
        """``pieces``: those that lie unseen; ``counts``: how many of them each place holds, hands and stock alike.

        ``void(place, piece)``: whether a place, counted from 0, is known not to hold a piece; it must answer alike for
        equal pieces. ``known``: pieces that a place is known to hold, counted in both. Raises ValueError, with the
        reason, where no deal fits.
        """
        if len(pieces) != sum(counts):
            raise ValueError(f"{len(pieces)} pieces can't be dealt to places that hold {tuple(counts)}")
        self._known = {place: tuple(held) for place, held in (known or {}).items() if held}
        free = _without(pieces, [piece for held in self._known.values() for piece in held])
        self._counts = [count - len(self._known.get(place, ())) for place, count in enumerate(counts)]
        if min(self._counts, default=0) < 0 or not self._known.keys() <= set(range(len(counts))):
            raise ValueError(f"places that hold {tuple(counts)} can't hold the known pieces {self._known}")
        self._sort(free, void)
        self._memory: dict[tuple[int, int, tuple[int, ...]], Split] = {}
        self._room = tuple(sum(self._counts[place] for place in group) for group in self._groups)
        inner = self._split(0, len(self._classes[0]) if self._classes else 0, self._room).ways
        self.ways: int = inner * prod(map(self._ways_within, self._groups))
        """how many deals there are, each hand being a set"""
        if not self.ways:
            raise ValueError(f"no deal of {len(free)} pieces to places that hold {tuple(self._counts)} fits the voids")

    def deal(self, rng: Random) -> tuple[tuple[P, ...], ...]:
        """What each place holds, in an order that is as random as the deal."""
        pools: list[list[P]] = [[] for _group in self._groups]
        step, room = 0, self._room
        for pieces in self._classes:
            shuffled = rng.sample(pieces, len(pieces))
            left = len(shuffled)
            while left:
                split = self._split(step, left, room)
                taken = split.taken[bisect_right(split.heights, rng.randrange(split.ways))]
                group = self._steps[step][1]
                pools[group] += shuffled[left - taken : left]
                room = (*room[:group], room[group] - taken, *room[group + 1 :])
                left -= taken
                step += 1
            step = self._next[step - 1]
        return self._spread(pools, rng)

    def _sort(self, pieces: Sequence[P], void: Callable[[int, P], bool] | None) -> None:
        """Classes of pieces that may be in the same places, and groups of places that may hold the same classes."""
        places = range(len(self._counts))
        classes: dict[tuple[int, ...], list[P]] = {}
        for piece in pieces:
            open_to = tuple([place for place in places if self._counts[place] and not (void and void(place, piece))])
            classes.setdefault(open_to, []).append(piece)
        if () in classes:
            raise ValueError(f"no deal fits the voids: no place can hold {classes[()][0]}")
        ordered = sorted(classes, key=len)
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place in places:
            groups.setdefault(tuple(place in open_to for open_to in ordered), []).append(place)
        self._groups = list(groups.values())
        self._classes = [classes[open_to] for open_to in ordered]
        self._steps = [
            (number, group)
            for number, open_to in enumerate(ordered)
            for group, held in enumerate(self._groups)
            if held[0] in open_to
        ]
        owners = [number for number, _group in self._steps]
        self._next = [len(owners) - owners[::-1].index(number) for number in owners]

    def _split(self, step: int, left: int, room: tuple[int, ...]) -> Split:
        """How the pieces that are left of a class can be dealt on from a step, so many being free in each group."""
        if step == len(self._steps):
            return _ONE if not left and not any(room) else _NONE
        key = (step, left, room)
        if key not in self._memory:
            self._memory[key] = self._counted(step, left, room)
        return self._memory[key]

    def _counted(self, step: int, left: int, room: tuple[int, ...]) -> Split:
        number, group = self._steps[step]
        following = step + 1
        is_last = following == self._next[step]
        if is_last and left > room[group]:
            return _NONE
        taken, ways = [], []
        for count in range(left if is_last else 0, min(left, room[group]) + 1):
            after = (*room[:group], room[group] - count, *room[group + 1 :])
            rest = left - count
            where = following if rest else self._next[step]
            size = rest or (len(self._classes[number + 1]) if number + 1 < len(self._classes) else 0)
            found = self._split(where, size, after).ways
            if found:
                taken.append(count)
                ways.append(comb(left, count) * found)
        heights = tuple(accumulate(ways))
        return Split(heights[-1] if heights else 0, tuple(taken), heights)

    def _ways_within(self, group: Sequence[int]) -> int:
        sizes = [self._counts[place] for place in group]
        return factorial(sum(sizes)) // prod(map(factorial, sizes))

    def _spread(self, pools: Sequence[list[P]], rng: Random) -> tuple[tuple[P, ...], ...]:
        hands: list[tuple[P, ...]] = [()] * len(self._counts)
        for group, pool in zip(self._groups, pools, strict=True):
            rng.shuffle(pool)
            start = 0
            for place in group:
                hands[place] = tuple(pool[start : start + self._counts[place]])
                start += self._counts[place]
        for place, held in self._known.items():
            hands[place] = tuple(rng.sample(hands[place] + held, len(hands[place]) + len(held)))
        return tuple(hands)


def deal(
    pieces: Sequence[P],
    counts: Sequence[int],
    rng: Random,
    void: Callable[[int, P], bool] | None = None,
    known: Mapping[int, Sequence[P]] | None = None,
) -> tuple[tuple[P, ...], ...]:
    """One deal that fits what is known; see ``Dealing``, which is quicker for many of the same kind.

    >>> deal("abcd", (2, 1, 1), Random(1), void=lambda place, piece: piece == "a" and place != 1)[1]
    ('a',)
    """
    return Dealing(pieces, counts, void, known).deal(rng)


def _without(pieces: Sequence[P], known: Sequence[P]) -> list[P]:
    left = list(pieces)
    for piece in known:
        if piece not in left:
            raise ValueError(f"{piece} is known to be held, but is not among the unseen pieces")
        left.remove(piece)
    return left
