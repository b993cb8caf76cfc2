"""From which totals an exact target can't be reached, beside a search through everything that later turns can do."""

from itertools import product
from random import Random

import pytest
from pig_matches import random_options
from slow_pig import SlowPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.reach import Turn, dead_totals

GAMES = {"pig": Pig, "pig-two-dice": PigTwoDice, "pig-doubles": PigDoubles}


def as_searched(game, options):
    """The totals that may not be banked; None where nobody can win."""
    slow = SlowPig(game, options, 2)
    if slow.hopeless():
        return None
    return {total for total in range(slow.options["target"]) if slow.may_not_be_banked(total)}


def as_played(game, options):
    """The same, by the game's own opinion of a seat that has so many points in hand."""
    try:
        played = GAMES[game](GAMES[game].options_model(**options), 2)
    except ValueError:
        return None
    target = played.options.target
    enough = max(1, played.options.minimum_to_hold)
    for total in range(enough, target + 1):
        state = (0, (0, 0), 0, total, 1, False, 0, 0, -1, ())
        assert ("hold" in played.legal_moves(state)) == (total not in played.dead_totals)
    return set(played.dead_totals)


@pytest.mark.parametrize("game", GAMES)
def test_small_targets_with_every_minimum_and_limit(game):
    for target, minimum, limit, overshoot in product(
        range(2, 14), (0, 2, 3, 5, 8), (None, 1, 2, 3), ("lose_turn", "ignore_roll")
    ):
        options = {
            "target": target,
            "target_mode": "exact",
            "overshoot": overshoot,
            "minimum_to_hold": minimum,
            "roll_limit": limit,
            "start": "seat_one",
        }
        assert as_played(game, options) == as_searched(game, options), options


@pytest.mark.parametrize("game", GAMES)
def test_random_options(game):
    rng = Random(f"reach {game}")
    seen = set()
    for _case in range(250):
        options = {**random_options(game, rng), "target_mode": "exact"}
        options.setdefault("target", 40)
        dead = as_searched(game, options)
        assert as_played(game, options) == dead, options
        seen.add(dead is None or len(dead))
    assert len(seen) > 8


@pytest.mark.parametrize(
    ("minimum", "dead"),
    [(0, {99}), (2, {99}), (15, set(range(86, 100))), (51, set(range(1, 100)) - set(range(1, 50)))],
)
def test_one_die_to_a_hundred(minimum, dead):
    """With a minimum, whatever leaves less than it; from 50 with a minimum of 51 the rest is less than the minimum."""
    gains = {(pips, False) for pips in range(2, 7)}
    assert dead_totals(Turn(gains, minimum, None, False), 100) == dead


def test_a_huge_target():
    gains = {(pips, False) for pips in range(2, 7)}
    assert dead_totals(Turn(gains, 0, None, False), 10_000) == {9_999}
    assert dead_totals(Turn(gains, 1_000, None, False), 10_000) == set(range(9_001, 10_000))


def test_the_target_itself_can_always_be_banked():
    for target in range(2, 40):
        assert target not in dead_totals(Turn({(4, False)}, 0, None, False), target)
