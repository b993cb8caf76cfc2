"""Points, ranks, and the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.game import Game, Result
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject


@check("scores", "Game.scores")
def scores(subject: Subject) -> Iterator[Complaint]:
    """There is a whole number of points for each side, at any time."""
    for walk, number, state in subject.positions(10 * subject.effort.positions, subject.all_walks):
        sides = len(set(walk.game.sides()))
        points = walk.game.scores(state)
        if len(points) != sides or not all(type(value) is int for value in points):
            yield walk.complaint(number, f"a whole number for each of {sides} sides", repr(points))


@check("result", "Game.result")
def result(subject: Subject) -> Iterator[Complaint]:
    """There is a result when the match is over, and only then: a rank for each side, equal ones shared."""
    for walk, number, state in subject.positions(10 * subject.effort.positions, subject.all_walks):
        found, over = walk.game.result(state), walk.game.to_act(state) is None
        if (found is not None) != over:
            expected = "a result, since the match is over" if over else "no result while somebody is to act"
            yield walk.complaint(number, expected, repr(found))
        elif found is not None:
            sides = len(set(walk.game.sides()))
            fault = _rank_fault(list(found.ranks), sides) if isinstance(found, Result) else "a Result"
            if fault:
                yield walk.complaint(number, fault, repr(found))


@check("standing", "Game.standing")
def standing(subject: Subject) -> Iterator[Complaint]:
    """Who is ahead can be said at any time: a rank for each side; at the end it is the result's, where it makes it."""
    usual = subject.game.result is Game.result
    for walk, number, state in subject.positions(10 * subject.effort.positions, subject.all_walks):
        found = walk.game.standing(state)
        fault = _rank_fault(list(found), len(set(walk.game.sides())))
        if fault:
            yield walk.complaint(number, fault, repr(found))
        ended = walk.game.result(state) if usual else None
        if ended is not None and tuple(ended.ranks) != tuple(found):
            yield walk.complaint(number, f"the ranks of the result: {ended.ranks}", repr(found))


def _rank_fault(ranks: list[Any], sides: int) -> str:
    if len(ranks) != sides:
        return f"a rank for each of {sides} sides"
    if sorted(ranks) != [1 + sum(other < rank for other in ranks) for rank in sorted(ranks)]:
        return "ranks from 1, equal ones shared and the next skipped, such as (1, 2, 2, 4)"
    return ""


@check("ranks-and-scores", "Game.result")
def ranks_and_scores(subject: Subject) -> Iterator[Complaint]:
    """More points never mean a worse rank; or, in a game of few points, never a better one: one way in all matches."""
    ended = [walk for walk in subject.walks if walk.over]
    found = [(walk, walk.game.scores(walk.states[-1]), walk.game.result(walk.states[-1])) for walk in ended]
    if not found:
        raise NotApplicable
    ways = {"most": 0, "fewest": 0}
    for _walk, points, ranked in found:
        for way, sign in (("most", 1), ("fewest", -1)):
            ways[way] += ranked is not None and _contradicts(points, ranked.ranks, sign)
    if all(ways.values()):
        walk, points, ranked = next(one for one in found if one[2] and _contradicts(one[1], one[2].ranks, 1))
        came = f"scores {list(points)} with ranks {list(ranked.ranks) if ranked else None}"
        yield walk.complaint(len(walk.steps), "the most points ranked first, or the fewest, in all matches", came)


def _contradicts(points: Sequence[int], ranks: Sequence[int], sign: int) -> bool:
    pairs = list(zip(points, ranks, strict=True))
    return any(sign * more > sign * less and worse > better for more, worse in pairs for less, better in pairs)
