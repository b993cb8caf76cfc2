"""Who meets whom: everybody everybody, one all others, or round by round by what has happened so far.

A round is a list of pairings, of which each is two players by number. The players are given from the strongest that is
expected to the weakest, where that matters.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, get_args

Format = Literal["round-robin", "gauntlet", "swiss", "knockout"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
Pairs = list[tuple[int, int]]
Rounds = Sequence[Mapping[tuple[int, int], float]]
"""The rounds that are over: the first player's share of each pairing."""


def next_round(form: Format, players: int, rounds: Rounds) -> Pairs:
    """The pairings of the round after these; none where the tournament is over.

    >>> next_round("round-robin", 3, []), next_round("gauntlet", 3, [])
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    """
    if form == "swiss":
        return _swiss(players, rounds)
    if form == "knockout":
        return _knockout(players, rounds)
    if rounds:
        return []
    pairs = list(combinations(range(players), 2))
    return pairs if form == "round-robin" else [pair for pair in pairs if pair[0] == 0]


def _swiss(players: int, rounds: Rounds) -> Pairs:
    """As many rounds as a knock-out has: who has as many points meet, nobody twice if that can be."""
    if len(rounds) >= max(1, math.ceil(math.log2(players))):
        return []
    points, byes, met = [0.0] * players, [0] * players, set()
    for results in rounds:
        idle = set(range(players))
        for (one, other), share in results.items():
            points[one] += share
            points[other] += 1 - share
            met.add((one, other))
            idle -= {one, other}
        for player in idle:
            points[player] += 1
            byes[player] += 1
    order = sorted(range(players), key=lambda player: (-points[player], player))
    if players % 2:
        resting = min(reversed(order), key=lambda player: byes[player])
        order.remove(resting)
    return _matched(order, met) or _matched(order, set()) or []


def _matched(order: list[int], met: set[tuple[int, int]]) -> Pairs | None:
    """The players in pairs, each with the next in order that it hasn't met; None if that can't be."""
    if not order:
        return []
    one, *rest = order
    for other in rest:
        pair = (min(one, other), max(one, other))
        if pair not in met:
            found = _matched([player for player in rest if player != other], met)
            if found is not None:
                return [pair, *found]
    return None


def _knockout(players: int, rounds: Rounds) -> Pairs:
    """The first against the last and so on; who has no opponent goes on, and so does the first of two that are even."""
    left = seeded(players)
    for results in rounds:
        left = survivors(left, results)
    if len(left) < 2:
        return []
    return [(min(pair), max(pair)) for pair in _opponents(left) if -1 not in pair]


def _opponents(left: Sequence[int]) -> Pairs:
    return list(zip(left[::2], left[1::2], strict=True))


def survivors(left: Sequence[int], results: Mapping[tuple[int, int], float]) -> list[int]:
    """Who is left after a round, in the order of the draw."""
    found = []
    for pair in _opponents(left):
        one, other = min(pair), max(pair)
        found.append(other if one < 0 else one if results[one, other] >= 0.5 else other)
    return found


def seeded(players: int) -> list[int]:
    """The draw, so that the first two can't meet before the end; -1 is nobody.

    >>> seeded(6)
    [0, -1, 3, 4, 1, -1, 2, 5]
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [seat for one in order for seat in (one, size - 1 - one)]
    return [player if player < players else -1 for player in order]
