"""Points, ranks and standings, and rounds to a target: pure helpers for games and for the screen."""

from collections.abc import Iterable, Sequence


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """The rank of each score, 1 for the highest; equal scores share a rank and the next is skipped.

    >>> ranks([40, 70, 40, 10])
    (2, 1, 2, 4)
    """
    ordered = sorted(scores, reverse=True)
    return tuple(ordered.index(score) + 1 for score in scores)


def ranks_without(scores: Sequence[int], side: int) -> tuple[int, ...]:
    """The ranks when ``side`` is last, whatever it scored, and the others rank by their scores, the most points first.

    >>> ranks_without([40, 70, 40], 1)
    (1, 3, 1)
    """
    others = sorted((score for other, score in enumerate(scores) if other != side), reverse=True)
    return tuple(len(scores) if other == side else others.index(score) + 1 for other, score in enumerate(scores))


def resigned(ranks: Sequence[int], *sides: int) -> tuple[int, ...]:
    """The ranks when ``sides`` have resigned: they are last, who resigned first at the very end; the others rank as
    they stood. (Since API 1.1.)

    >>> resigned([2, 1, 2], 1)
    (1, 3, 1)
    """
    sides = tuple(side for side in dict.fromkeys(sides) if side < len(ranks))
    others = sorted(rank for side, rank in enumerate(ranks) if side not in sides)
    return tuple(
        len(ranks) - sides.index(side) if side in sides else others.index(rank) + 1 for side, rank in enumerate(ranks)
    )


def winners(ranks: Sequence[int]) -> tuple[int, ...]:
    """The sides of first rank, from 0.

    >>> winners([2, 1, 1])
    (1, 2)
    """
    return tuple(side for side, rank in enumerate(ranks) if rank == 1)


def shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """What each side wins of the match: 1 shared equally among those of first rank.

    >>> shares([2, 1, 1])
    (0.0, 0.5, 0.5)
    """
    return tuple(1 / len(winners(ranks)) if rank == 1 else 0.0 for rank in ranks)


def by_side(values: Iterable[int], sides: Sequence[int]) -> tuple[int, ...]:
    """The sum of the seats' values for each side.

    >>> by_side([5, 1, 2, 3], sides=[0, 1, 0, 1])
    (7, 4)
    """
    sums = [0] * (max(sides) + 1)
    for value, side in zip(values, sides, strict=True):
        sums[side] += value
    return tuple(sums)


# Rounds


def totals(rounds: Iterable[Sequence[int]], sides: int) -> tuple[int, ...]:
    """The points of each side over all rounds, of which each has the points of all sides. (Since API 1.1.)

    >>> totals([(3, 0), (0, 5), (2, 2)], sides=2), totals([], sides=2)
    ((5, 7), (0, 0))
    """
    return tuple(map(sum, zip((0,) * sides, *rounds, strict=True)))


def reached(totals: Sequence[int], target: int) -> tuple[int, ...]:
    """The sides, from 0, that have reached the target, those with the most points first. (Since API 1.1.)

    >>> reached((50, 20, 61), 50)
    (2, 0)
    """
    sides = [side for side, points in enumerate(totals) if points >= target]
    return tuple(sorted(sides, key=lambda side: -totals[side]))


def leaders(totals: Sequence[int], *, fewest: bool = False) -> tuple[int, ...]:
    """The sides, from 0, that have the most points (or the fewest): several where they tie. (Since API 1.1.)

    >>> leaders((50, 20, 50)), leaders((50, 20, 50), fewest=True)
    ((0, 2), (1,))
    """
    best = min(totals) if fewest else max(totals)
    return tuple([side for side, points in enumerate(totals) if points == best])


def is_decided(totals: Sequence[int], target: int, *, fewest: bool = False, ties: bool = True) -> bool:
    """Whether a match that ends after the round in which a side reaches the target is over. (Since API 1.1.)

    ``fewest``: the fewest points win it; the target is still reached from below. ``ties``: whether several may win it;
    if not, rounds go on while they tie for the lead.

    >>> is_decided((50, 20), 50), is_decided((50, 50), 50), is_decided((50, 50), 50, ties=False)
    (True, True, False)
    """
    return bool(reached(totals, target)) and (ties or len(leaders(totals, fewest=fewest)) == 1)
