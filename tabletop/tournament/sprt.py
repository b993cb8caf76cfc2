"""A sequential test between two shares, over pairs of matches: it stops as soon as one of them explains enough more.

The ratio is that of the exact generalised likelihoods: under each hypothesis the chances of what a pair may come to are
those that explain the pairs best among all with that mean. (Wald, 1945; for pairs of games after Van den Bergh, 2019.)
"""

import math
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Verdict = Literal["first", "second", "open"]
_HALVINGS: Final = 80


class Sequential(NamedTuple):
    """Is the share ``low``, or ``high``? ``alpha`` and ``beta``: how often either may be rejected wrongly."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratio at which ``low`` and ``high`` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Mapping[float, int]) -> float:
        """The logarithm of the likelihood ratio of ``high`` to ``low``, by how often a pair came to which score.

        >>> round(Sequential(0.5, 0.52).ratio({0.5: 72}), 2), round(Sequential(0.5, 0.52).ratio({1.0: 10}), 2)
        (-2.94, 0.39)
        """
        return _worse(scores, self.low) - _worse(scores, self.high)

    def verdict(self, scores: Mapping[float, int]) -> Verdict:
        """``first`` where ``low`` is accepted, ``second`` where ``high`` is."""
        ratio, (low, high) = self.ratio(scores), self.bounds
        return "first" if ratio <= low else "second" if ratio >= high else "open"


def _worse(scores: Mapping[float, int], mean: float) -> float:
    """By how much less likely the scores are than they can be, where their mean is given: the difference of logarithms.

    The best chances are count / (whole * (1 + tilt * (score - mean))). A score of 0 and one of 1 can always happen, so
    the tilt stays where theirs aren't negative; at the border one of them gets what is left.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _halving in range(_HALVINGS):
        tilt = (low + high) / 2
        if sum(count * (score - mean) / max(1 + tilt * (score - mean), 1e-300) for score, count in scores.items()) > 0:
            low = tilt
        else:
            high = tilt
    tilt = (low + high) / 2
    return sum(count * math.log(max(1 + tilt * (score - mean), 1e-300)) for score, count in scores.items())
