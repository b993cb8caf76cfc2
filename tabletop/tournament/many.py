"""The sums of many matches that were played at once. numpy is there, since they were."""

from collections import Counter
from typing import Any

from tabletop.skill import ManyMatches
from tabletop.tournament.tally import Sums, about


def tally(played: ManyMatches) -> Sums:
    """What these matches come to."""
    import numpy as np

    won = np.asarray(played.won)
    pairs = won.shape[1]
    found = Sums(pairs=pairs, won=float(won.sum()), finished=2 * pairs, turns=int(played.turns))
    found.first = float(won[0].sum() + (1 - won[1]).sum())
    found.events = int(played.events)
    found.decisions = [int(count) for count in played.decisions]
    found.scores = _scores(won.sum(axis=0))
    found.points = [float(np.sum(points)) for points in played.points]
    for player, points in enumerate(played.points):
        for value, count in _counted(points).items():
            found.spread[player][about(value)] += count
    if played.gained is not None:
        skill = 0.5 + np.asarray(played.gained).sum(axis=0) / 2
        found.adjusted = pairs
        found.skill = float(skill.sum())
        found.squares = float(((skill - 0.5) ** 2).sum())
    return found


def _scores(sums: Any) -> Counter[float]:
    """Both matches of a pair together, in the quarters of a match where that is all there is."""
    quarters = (2 * sums).round().astype("int64")
    if (quarters != 2 * sums).any():
        return _counted(sums / 2)
    return Counter({quarter / 4: count for quarter, count in _counted(quarters).items()})


def _counted(values: Any) -> Counter[float]:
    import numpy as np

    values = np.asarray(values).ravel()
    if values.dtype.kind in "iu" and values.min() >= 0:
        counts = np.bincount(values)
        each = np.flatnonzero(counts)
        return Counter(dict(zip(map(float, each), counts[each].tolist(), strict=True)))
    each, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(each.tolist(), counts.tolist(), strict=True)))
