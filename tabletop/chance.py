"""Where randomness comes from: chance and thought each from sources of their own.

With a seed, each event of a match has a source of its own, so that a match that is left and resumed goes on as it
would have; without one each is new from the system's entropy. Whoever thinks about a match is handed neither: from a
source of thought no draw and no seed can be worked out.
"""

from hashlib import sha256
from random import Random


class Sources:
    """The sources of chance and of thought for one match."""

    def __init__(self, seed: int | None) -> None:
        """``seed``: any whole number for a reproducible match, or None."""
        self._seed = seed

    def event(self, number: int) -> Random:
        """What event ``number`` of the match draws from."""
        return Random() if self._seed is None else Random(f"{self._seed}/{number}")

    def thought(self, number: int) -> Random:
        """What CPU players and analysts draw from as they think about event ``number``; apart from the dice.

        What a ``Random`` was seeded with can be worked out from its state, so here that is a hash, which leads nowhere.
        """
        if self._seed is None:
            return Random()
        return Random(sha256(f"{self._seed}/thought/{number}".encode()).digest())
