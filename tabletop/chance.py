"""Where randomness comes from.

With a seed, each event of a match has a source of its own, so that a match that is left and resumed goes on as it
would have; without one all comes from the system's entropy.
"""

from random import Random


class Sources:
    """The sources of chance for one match."""

    def __init__(self, seed: int | None) -> None:
        """``seed``: any whole number for a reproducible match, or None."""
        self._seed = seed
        self._entropy = Random()

    def event(self, number: int) -> Random:
        """What event ``number`` of the match draws from."""
        return self._entropy if self._seed is None else Random(f"{self._seed}/{number}")

    def thought(self, number: int) -> Random:
        """What a CPU player draws from as it thinks about event ``number``; apart from the dice."""
        return self._entropy if self._seed is None else Random(f"{self._seed}/{number}/cpu")
