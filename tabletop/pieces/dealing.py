"""Dealing unseen pieces to hands of known sizes, where it is known which pieces a hand doesn't hold.

Every deal that fits is as likely as any other: they are counted, not tried. Pieces of which the same is known
are one class; how many pieces of each class go to each hand is drawn by how many deals there are of that kind, and then
which. Equal pieces, as those of two decks, are told apart: two equal cards can be dealt in two ways. (Since API 1.1.)
"""

from collections.abc import Callable, Mapping, Sequence
from math import factorial, prod
from random import Random
from typing import Final, Generic, TypeVar

from tabletop.pieces import mixing
from tabletop.pieces.margins import Margins

P = TypeVar("P")

MOST: Final = 100_000
"""About how many partial deals are counted, unless a game says otherwise."""


class Dealing(Generic[P]):
    """All deals that fit what is known. It counts them once and deals as often as it is asked.

    Places of which the same is known count as one. Three hands of thirteen cards with different voids take a
    millisecond to count, four some thirty. Where many places differ that grows beyond all bounds; then one deal is
    found and mixed, which comes near to uniform, but isn't exact.
    """

    def __init__(
        self,
        pieces: Sequence[P],
        counts: Sequence[int],
        void: Callable[[int, P], bool] | None = None,
        known: Mapping[int, Sequence[P]] | None = None,
        *,
        most: float = MOST,
    ) -> None:
        """``pieces``: those that lie unseen; ``counts``: how many of them each place holds, hands and stock alike.

        ``void(place, piece)``: whether a place, counted from 0, is known not to hold a piece; it must answer alike for
        equal pieces. ``known``: pieces that a place is known to hold, counted in both. ``most``: about how many partial
        deals may be counted (a hundred thousand take a third of a second); where there are more, deals are mixed.
        Raises ValueError, with the reason, where no deal fits.
        """
        if len(pieces) != sum(counts):
            raise ValueError(f"{len(pieces)} pieces can't be dealt to places that hold {tuple(counts)}")
        self._known = {place: tuple(held) for place, held in (known or {}).items() if held}
        free = _without(pieces, [piece for held in self._known.values() for piece in held])
        self._counts = [count - len(self._known.get(place, ())) for place, count in enumerate(counts)]
        if min(self._counts, default=0) < 0 or not self._known.keys() <= set(range(len(counts))):
            raise ValueError(f"places that hold {tuple(counts)} can't hold the known pieces {self._known}")
        self._sort(free, void)
        self.ways: int | None = None
        """how many deals there are, each hand being a set; None: too many to count, deals are mixed"""
        if self._margins.cost <= most:
            self.ways = self._margins.ways() * prod(map(self._ways_within, self._groups))
        fits = self._first(Random(0)) if self.ways is None else self.ways
        if not fits:
            raise ValueError(f"no deal of {len(free)} pieces to places that hold {tuple(self._counts)} fits the voids")

    def deal(self, rng: Random) -> tuple[tuple[P, ...], ...]:
        """What each place holds, in an order that is as random as the deal."""
        pools = self._mixed(rng) if self.ways is None else self._drawn(rng)
        return self._spread(pools, rng)

    def _drawn(self, rng: Random) -> list[list[P]]:
        """What each group of places holds."""
        shuffled = [rng.sample(pieces, len(pieces)) for pieces in self._classes]
        pools: list[list[P]] = [[] for _group in self._groups]
        for (number, group), count in self._margins.draw(rng):
            pools[group] += shuffled[number][:count]
            del shuffled[number][:count]
        return pools

    def _mixed(self, rng: Random) -> list[list[P]]:
        pieces = [piece for held in self._classes for piece in held]
        pools: list[list[P]] = [[] for _group in self._groups]
        for group, piece in zip(self._slots, mixing.mixed(self._first(rng), *self._chain, rng), strict=True):
            pools[group].append(pieces[piece])
        return pools

    def _first(self, rng: Random) -> list[int]:
        return mixing.filled(*self._chain, rng)

    def _sort(self, pieces: Sequence[P], void: Callable[[int, P], bool] | None) -> None:
        """Puts together pieces that may be in the same places, then places that may hold the same classes of them."""
        places = range(len(self._counts))
        classes: dict[tuple[int, ...], list[P]] = {}
        for piece in pieces:
            open_to = tuple([place for place in places if self._counts[place] and not (void and void(place, piece))])
            classes.setdefault(open_to, []).append(piece)
        if () in classes:
            raise ValueError(f"no deal fits the voids: no place can hold {classes[()][0]}")
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place in places:
            if self._counts[place]:
                groups.setdefault(tuple(place in open_to for open_to in classes), []).append(place)
        self._groups = list(groups.values())
        self._classes = list(classes.values())
        room = [sum(self._counts[place] for place in group) for group in self._groups]
        cells = [[number for number, held in enumerate(self._groups) if held[0] in open_to] for open_to in classes]
        self._margins = Margins(list(map(len, self._classes)), room, cells)
        self._slots = [group for group, count in enumerate(room) for _place in range(count)]
        bits = [sum(1 << number for number, found in enumerate(cells) if group in found) for group in range(len(room))]
        numbers = [number for number, pieces in enumerate(self._classes) for _piece in pieces]
        self._chain = (numbers, [bits[group] for group in self._slots])

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
