"""Many matches at once: the same shares as the solver's, and as match by match."""

import numpy as np
import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.policies import as_planner
from tabletop_pig.solver.evaluate import evaluate

from tabletop import tournament

GAMES = [
    (Pig, {}),
    (Pig, {"target": 40, "ones_lose": "total", "die_sides": 8}),
    (Pig, {"target": 50, "ending": "final_turns", "minimum_to_hold": 5}),
    (Pig, {"target": 50, "ending": "complete_round", "start": "random"}),
    (PigTwoDice, {"target": 30}),
    (PigDoubles, {"target": 60}),
    (BigPig, {"target": 25}),
]
PLAYERS = [("hold:20", "hold:25"), ("expert", "hold:20"), ("scoring-turns:3", "easy")]


def player(game, name):
    name, _colon, parameter = name.partition(":")
    made = game.strategies()[name]
    return made(parameter) if parameter else made()


@pytest.mark.parametrize(("kind", "options"), GAMES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_shares_are_the_solvers(kind, options):
    game = kind(kind.options_model(**options), 2)
    for one, other in [*PLAYERS, *([] if options else [("medium", "keep-pace")])]:
        first, second = player(game, one), player(game, other)
        played = game.together(first, second).play(3, 4_000)
        exact = evaluate(game, as_planner(first), as_planner(second)).average
        pairs = played.won.sum(axis=0) / 2
        assert abs(pairs.mean() - exact) < 4.5 * pairs.std() / 4_000**0.5, (one, other)
        if played.gained is not None:
            fair = 0.5 + played.gained.sum(axis=0) / 2
            assert fair.std() < pairs.std() / 1.5 or other == "easy"
            assert abs(fair.mean() - exact) < 4.5 * fair.std() / 4_000**0.5, (one, other)
        assert (played.gained is not None) == (game.options.ending == "immediate")
        assert np.isin(played.won, [0, 0.5, 1]).all()
        assert (np.maximum(*played.points) >= game.options.target).all()


@pytest.mark.parametrize("names", [("hold:20", "hold:10"), ("rolls:3", "easy")])
def test_match_by_match_it_is_the_same(names):
    class OneByOne(Pig):
        def together(self, _first, _second):
            return None

    slow = tournament.run(OneByOne, names, 600, options={"target": 25}).pairings[0]
    quick = tournament.run("pig", names, 20_000, options={"target": 25}).pairings[0]
    spread = slow.interval.high - slow.interval.low
    assert abs(slow.share - quick.share) < 1.2 * spread
    for what in ("turns", "events"):
        of_slow, of_quick = (getattr(found.tally, what) / found.tally.matches for found in (slow, quick))
        assert of_slow == pytest.approx(of_quick, rel=0.1), what
    for number in (0, 1):
        of_slow, of_quick = (found.tally.decisions[number] / found.tally.matches for found in (slow, quick))
        assert of_slow == pytest.approx(of_quick, rel=0.1)
    assert quick.adjusted[1].low < slow.adjusted[1].high
    assert quick.adjusted[1].high > slow.adjusted[1].low


def test_both_matches_of_a_pair_have_the_same_dice():
    game = Pig(Pig.options_model(), 2)
    played = game.together(player(game, "hold:20"), player(game, "hold:20")).play(1, 500)
    assert (played.won.sum(axis=0) == 1).all()
    assert (played.points[0][0] == played.points[1][1]).all()
    again = game.together(player(game, "hold:20"), player(game, "hold:20")).play(1, 500)
    assert (again.won == played.won).all()


def test_what_is_not_played_so_says_so():
    for seats, options in [(3, {}), (2, {"roll_limit": 4}), (2, {"target_mode": "exact"})]:
        game = Pig(Pig.options_model(**options), seats)
        assert game.together(player(game, "hold:20"), player(game, "easy")) is None
    game = Pig(Pig.options_model(), 2)
    assert game.together(object(), player(game, "easy")) is None
