"""The luck of a pair of matches: chance event k of pair p draws from (seed, p, k), whoever asks.

The numbers come from SHAKE-128, so that no draw tells of another; what players draw for themselves has sources of its
own, from which nothing of that follows.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_128
from random import Random
from struct import Struct
from typing import Final

_AT_ONCE: Final = 64
_WORDS: Final = Struct(f"<{_AT_ONCE}Q")
_STEP: Final = 0x9E3779B97F4A7C15
_ALL: Final = 2**64 - 1


class PairLuck(Random):
    """A source that begins anew for each event: set ``number`` to the event's, from 0, and draw."""

    def __init__(self) -> None:
        super().__init__(0)
        self._name = ""
        self._words: list[int] = []
        self._first: list[float] = []
        self._mixed, self._mixing = 0, -1
        self.number = 0
        """the event whose first number hasn't been drawn; below 0 when it has"""

    def begin(self, seed: int, pair: int) -> None:
        """A match of this pair begins."""
        name = f"{seed}/{pair}/"
        if name != self._name:
            self._name, self._words, self._first = name, [], []
        self.number, self._mixing = 0, -1
        self.gauss_next = None

    def random(self) -> float:
        """A number from 0, below 1."""
        number = self.number
        if number < 0:
            return (self._further() >> 11) * 2.0**-53
        self.number = ~number
        try:
            return self._first[number]
        except IndexError:
            self._grow(number)
            return self._first[number]

    def getrandbits(self, k: int, /) -> int:
        """A whole number of ``k`` bits."""
        if k <= 64:
            return self._word() >> (64 - k) if k else 0
        return (self.getrandbits(k - 64) << 64) | self._word()

    def _word(self) -> int:
        if self.number < 0:
            return self._further()
        number, self.number = self.number, ~self.number
        if number >= len(self._words):
            self._grow(number)
        return self._words[number]

    def _further(self) -> int:
        """The next number of an event that draws several (SplitMix64: Steele, Lea & Flood, 2014)."""
        if self._mixing != self.number:
            self._mixing, self._mixed = self.number, self._words[~self.number]
        mixed = self._mixed = (self._mixed + _STEP) & _ALL
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL
        return mixed ^ (mixed >> 31)

    def _grow(self, number: int) -> None:
        while number >= len(self._words):
            block = shake_128(f"{self._name}{len(self._words) // _AT_ONCE}".encode()).digest(8 * _AT_ONCE)
            words = _WORDS.unpack(block)
            self._words += words
            self._first += [(word >> 11) * 2.0**-53 for word in words]


def thoughts(sources: Sequence[Random], seed: int, pair: int) -> None:
    """Makes ``sources`` those of the seats' thoughts in a pair."""
    digest = shake_128(f"{seed}/thought/{pair}".encode()).digest(8 * len(sources))
    for seat, source in enumerate(sources):
        source.seed(int.from_bytes(digest[8 * seat : 8 * seat + 8]))


def block(seed: int, first: int) -> int:
    """A seed for those who play many pairs at once, from number ``first`` on."""
    return int.from_bytes(sha256(f"{seed}/many/{first}".encode()).digest()[:8])
