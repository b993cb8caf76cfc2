"""Points, ranks and standings: pure helpers for games and for the screen."""

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
