from hypothesis import given
from hypothesis import strategies as st

from tabletop import scoring

SCORES = st.lists(st.integers(-50, 50), min_size=1, max_size=8)


@given(SCORES)
def test_ranks_count_those_who_are_better(scores):
    assert list(scoring.ranks(scores)) == [1 + sum(other > score for other in scores) for score in scores]


@given(SCORES)
def test_the_highest_scores_win_and_share_one_match(scores):
    ranks = scoring.ranks(scores)
    assert scoring.winners(ranks) == tuple(side for side, score in enumerate(scores) if score == max(scores))
    shares = scoring.shares(ranks)
    assert abs(sum(shares) - 1) < 1e-9
    assert {side for side, share in enumerate(shares) if share} == set(scoring.winners(ranks))


def test_a_shared_rank_skips_the_next():
    assert scoring.ranks([10, 10, 5]) == (1, 1, 3)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3)), min_size=1))
def test_by_side_keeps_the_total(pairs):
    values, sides = zip(*pairs, strict=True)
    sums = scoring.by_side(values, sides)
    assert len(sums) == max(sides) + 1
    assert sum(sums) == sum(values)
