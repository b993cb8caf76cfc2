"""What a move at a table of the server costs, beside the least that any server must do, in the same run.

Processor seconds of the server for 1,000 durable moves of Pig in rooms of two, less what the rules of the game take.
Where we want to be: 2.4 times the bare loop when everybody plays at once, and 1.5 times when they think between.
"""

from random import Random
from time import process_time

import pytest
from server_load import measured

from tabletop.match import Match, with_options
from tabletop.plugins.find.catalogue import Catalogue, load

ROOMS = 100
MOST_SATURATED = 5.0
MOST_PACED = 2.8
"""times the bare loop: where we stand, so that it grows no worse"""
MOST_LATE = 2.0
"""times the bare loop's 95th and 99th percentile"""


def own():
    """Processor seconds that the game takes for 1,000 moves, rules alone."""
    game = with_options(load(Catalogue.installed().find("pig")), {"target": 10_000}, 2)
    match, rng, moves = Match(game), Random(1), 0
    begun = process_time()
    while moves < 1_000:
        match.apply(f"{match.to_act + 1} roll")
        match.let_chance(rng)
        moves += 1
    return process_time() - begun


@pytest.mark.parametrize(("pace", "most"), [(0.0, MOST_SATURATED), (0.5, MOST_PACED)], ids=["saturated", "paced"])
def test_a_move_costs_little_more_than_at_a_bare_server(tmp_path, pace, most):
    found = {}
    for kind in ("bare", "ours"):
        home = tmp_path / kind
        home.mkdir()
        found[kind] = measured(kind, home, ROOMS, pace)
        print(kind, found[kind])
    game = own()
    ours, bare = found["ours"], found["bare"]
    print(f"{(ours.seconds - game) / bare.seconds:.2f} times the bare loop, less the game's {game:.3f} s")
    assert ours.seconds - game <= most * bare.seconds
    if pace:
        assert ours.p95 <= MOST_LATE * bare.p95
        assert ours.p99 <= MOST_LATE * bare.p99
