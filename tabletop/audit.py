"""Whether chance gave what was to be expected: counts of one match, and Pearson's chi-square test."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from tabletop.game import CHANCE
from tabletop.match import Match


class ChanceTally(NamedTuple):
    """One kind of chance, a throw of the dice for instance: those events of a match in which the same can happen."""

    throws: int
    """how many such events there were"""
    cells: Sequence[tuple[str, int, float]]
    """each outcome's text, how often it came, and how often it was to be expected: the sum of its probabilities"""

    @property
    def chi_square(self) -> float:
        """Pearson's statistic: the sum of (thrown - expected)² / expected."""
        return sum((thrown - expected) ** 2 / expected for _text, thrown, expected in self.cells)

    @property
    def freedom(self) -> int:
        """The degrees of freedom: outcomes less one."""
        return len(self.cells) - 1

    @property
    def p_value(self) -> float:
        """How likely true chance strays at least as far, from 0 to 1; good where 5 or more of each are expected."""
        return chi_square_tail(self.chi_square, self.freedom)

    @property
    def least_expected(self) -> float:
        """The expected count of the rarest outcome."""
        return min(expected for _text, _thrown, expected in self.cells)


def tallies(match: Match) -> list[ChanceTally]:
    """Every kind of chance in a match whose outcomes can be listed and are more than one, in order of appearance."""
    counts: dict[tuple[str, ...], int] = {}
    thrown: dict[tuple[str, ...], dict[str, int]] = {}
    expected: dict[tuple[str, ...], dict[str, float]] = {}
    game = match.game
    for event, state in zip(match.events, match.states(), strict=False):
        outcomes = game.outcomes(state) if game.to_act(state) == CHANCE else None
        if outcomes is None or len(outcomes) < 2:
            continue
        chances = {game.outcome_notation(outcome): probability for outcome, probability in outcomes if probability > 0}
        kind = tuple(chances)
        counts[kind] = counts.get(kind, 0) + 1
        came = thrown.setdefault(kind, dict.fromkeys(kind, 0))
        came[event.partition(" ")[2]] += 1
        sums = expected.setdefault(kind, dict.fromkeys(kind, 0.0))
        for text, probability in chances.items():
            sums[text] += probability
    return [
        ChanceTally(counts[kind], [(text, thrown[kind][text], expected[kind][text]) for text in kind])
        for kind in counts
    ]


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that a chi-square variable with ``freedom`` degrees (from 1) is ``value`` or more.

    That is Q(freedom / 2, value / 2), the regularised upper incomplete gamma function, by its recurrence
    Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1) from Q(1, x) = e^-x or Q(1/2, x) = erfc(√x). Source: NIST Digital
    Library of Mathematical Functions, 8.8.6, 8.4.6 and 8.4.8.

    >>> round(chi_square_tail(11.0705, 5), 4)
    0.05
    """
    x = value / 2
    if x <= 0:
        return 1.0
    a, tail = (1.0, math.exp(-x)) if freedom % 2 == 0 else (0.5, math.erfc(math.sqrt(x)))
    while a < freedom / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, tail)
