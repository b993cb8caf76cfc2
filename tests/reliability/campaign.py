"""How much of the campaign is run: a sample in the default suite, all of it by ``tools/long.py reliability``."""

import os

LONG = bool(os.environ.get("TABLETOP_CAMPAIGN"))


def sample(moments, few, offset=0):
    """All of a sequence in the long form, else a few, spread over it; ``offset`` chooses others."""
    moments = list(moments)
    if LONG or len(moments) <= few:
        return moments
    step = len(moments) / few
    return [moments[min(len(moments) - 1, int(number * step + offset % step))] for number in range(few)]
