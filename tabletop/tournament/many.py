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
    found.scores = _counted(won.sum(axis=0) / 2)
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


def _counted(values: Any) -> Counter[float]:
    import numpy as np

    each, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(each.tolist(), counts.tolist(), strict=True)))
