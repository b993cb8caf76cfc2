"""Dealing where there is too much to count: one deal that fits is found, and then mixed.

A Markov chain swaps and rotates pieces between places wherever they may be; its steady state is uniform (Metropolis et
al., 1953), and so many steps come near to it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

_STEPS: Final = 12
"""For each place. Measured: see ``tests/test_dealing.py`` for how near to uniform it comes."""


def filled(classes: Sequence[int], places: Sequence[int], rng: Random) -> list[int]:
    """One piece in every place that is open to its class, by augmenting paths (Kuhn, 1955); empty if there is no way.

    ``classes``: the class of each piece; ``places``: for each place the set of classes that it is open to, as bits.
    """
    held = [-1] * len(places)

    def settle(piece: int, tried: set[int]) -> bool:
        for place in rng.sample(range(len(places)), len(places)):
            if places[place] >> classes[piece] & 1 and place not in tried:
                tried.add(place)
                if held[place] < 0 or settle(held[place], tried):
                    held[place] = piece
                    return True
        return False

    found = all(settle(piece, set()) for piece in rng.sample(range(len(classes)), len(classes)))
    return held if found else []


def mixed(held: Sequence[int], classes: Sequence[int], places: Sequence[int], rng: Random) -> list[int]:
    """The pieces moved about at random, by twos and threes, so that all ways to fill the places come out alike."""
    held, count, random = list(held), len(places), rng.random
    for _step in range(_STEPS * count):
        one, two, three = int(random() * count), int(random() * count), int(random() * count)
        if random() < 0.5:
            three = one
        first, second, third = held[one], held[two], held[three]
        if not (places[one] >> classes[second] & places[two] >> classes[third] & 1):
            continue
        if three == one:
            held[one], held[two] = second, first
        elif one != two != three and places[three] >> classes[first] & 1:
            held[one], held[two], held[three] = second, third, first
    return held
