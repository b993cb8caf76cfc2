"""A die that lies a little."""

from random import Random

SIX = 0.05
"""so much likelier than one sixth"""


def thrown_by(rng: Random) -> int:
    """What such a die shows."""
    return 6 if rng.random() < (1 + SIX) / 6 else rng.randint(1, 5)
