"""Who wins a round, and what it is worth."""

from collections.abc import Sequence

from tabletop import scoring
from tabletop_dominoes_passing.options import PassingOptions


def score_round(
    pips: Sequence[int], sides: Sequence[int], out: int | None, options: PassingOptions
) -> tuple[int | None, int]:
    """The winning side (None for a tie) and its points, from the pips left to each seat and the seat that went out."""
    counts = scoring.by_side(pips, sides)
    winner, own = _winner(pips, counts, sides, out, options)
    if winner is None:
        return None, 0
    others = sum(counts) - counts[winner]
    return winner, others - own if options.subtract_own else others


def _winner(
    pips: Sequence[int], counts: Sequence[int], sides: Sequence[int], out: int | None, options: PassingOptions
) -> tuple[int | None, int]:
    """The winning side and the pips that are subtracted."""
    out_side = None if out is None else sides[out]
    if options.partners and options.partner_scoring == "out_wins" and out_side is not None:
        return out_side, 0
    if options.partners and options.partner_scoring == "lowest_player":
        lowest = min(pips)
        best = {side for side, count in zip(sides, pips, strict=True) if count == lowest}
    else:
        lowest = min(counts)
        best = {side for side, count in enumerate(counts) if count == lowest}
    if len(best) == 1:
        return best.pop(), lowest
    if options.out_breaks_tie and out_side in best:
        return out_side, lowest
    return None, 0


def best_seat(pips: Sequence[int], sides: Sequence[int], winner: int, out: int | None) -> int:
    """The seat of the winning side that went out, else the one with fewer pips, else the lower one."""
    if out is not None and sides[out] == winner:
        return out
    return min((seat for seat, side in enumerate(sides) if side == winner), key=lambda seat: pips[seat])
