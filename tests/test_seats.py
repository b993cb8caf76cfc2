"""Whose turn is next, and rounds to a target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import scoring, seats

COUNTS = st.integers(1, 8)


@given(COUNTS, st.data())
def test_the_next_seat_is_the_first_around_the_table_that_is_not_out(count, data):
    seat = data.draw(st.integers(0, count - 1))
    out = data.draw(st.sets(st.integers(0, count - 1)))
    if len(out) == count:
        with pytest.raises(ValueError, match="are out"):
            seats.after(seat, count, out)
        return
    following = seats.after(seat, count, out)
    steps = (following - seat - 1) % count
    assert following not in out
    assert all((seat + 1 + step) % count in out for step in range(steps))
    assert seats.after(seat, count) == (seat + 1) % count


@given(COUNTS, st.integers(0, 7), st.sets(st.integers(0, 7)))
def test_all_who_are_not_out_come_once_around_the_table(count, first, out):
    order = seats.around(first, count, out)
    assert sorted(order) == [seat for seat in range(count) if seat not in out]
    assert sorted(order, key=lambda seat: (seat - first) % count) == list(order)


ROUNDS = st.integers(1, 4).flatmap(lambda sides: st.lists(st.tuples(*[st.integers(-9, 60)] * sides), min_size=1))


@given(ROUNDS, st.integers(1, 99))
def test_rounds_are_added_up_until_somebody_reaches_the_target(rounds, target):
    sides = len(rounds[0])
    totals = scoring.totals(rounds, sides)
    assert totals == tuple(sum(points[side] for points in rounds) for side in range(sides))
    reached = scoring.reached(totals, target)
    assert set(reached) == {side for side in range(sides) if totals[side] >= target}
    assert [totals[side] for side in reached] == sorted((totals[side] for side in reached), reverse=True)
    assert scoring.is_decided(totals, target) == bool(reached)
    for fewest in (False, True):
        leaders = scoring.leaders(totals, fewest=fewest)
        assert {totals[side] for side in leaders} == {min(totals) if fewest else max(totals)}
        alone = scoring.is_decided(totals, target, fewest=fewest, ties=False)
        assert alone == (bool(reached) and len(leaders) == 1)


def test_a_round_that_leaves_out_a_side_is_refused():
    with pytest.raises(ValueError, match=r"shorter|longer"):
        scoring.totals([(1, 2), (3,)], sides=2)
