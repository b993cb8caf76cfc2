"""What ended rounds score, for many rounds at once: the same as ``scoring.score_round``."""

import numpy as np

from tabletop_dominoes_passing.arrays import Numbers
from tabletop_dominoes_passing.playouts import Ends
from tabletop_dominoes_passing.rules import Rules


def points(rules: Rules, ends: Ends) -> Numbers:
    """The points of each side, ``[side, row]``; at most one side of a row has any."""
    sides, options = np.array(rules.sides), rules.options
    pips, out = ends
    rows = np.arange(pips.shape[1])
    counts = np.stack([pips[sides == side].sum(axis=0) for side in range(sides.max() + 1)])
    out_side = np.where(out >= 0, sides[out], -1)
    best = counts
    if options.partners and options.partner_scoring == "lowest_player":
        best = np.stack([pips[sides == side].min(axis=0) for side in range(sides.max() + 1)])
    lowest = best.min(axis=0)
    tied = (best == lowest).sum(axis=0) > 1
    winner, own = best.argmin(axis=0), lowest
    if options.out_breaks_tie:
        breaks = tied & (out_side >= 0) & (best[out_side, rows] == lowest)
        winner = np.where(breaks, out_side, winner)
        tied &= ~breaks
    if options.partners and options.partner_scoring == "out_wins":
        winner = np.where(out_side >= 0, out_side, winner)
        own = np.where(out_side >= 0, 0, own)
        tied &= out_side < 0
    won = counts.sum(axis=0) - counts[winner, rows]
    if options.subtract_own:
        won = won - own
    scored = np.zeros_like(counts)
    scored[winner, rows] = np.where(tied, 0, won)
    return scored
