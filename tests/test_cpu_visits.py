"""The search move by move: how often it looks at each, and what it makes of that."""

import json
import statistics
from random import Random

import pytest
import root_visits
from small_games import Nim, NimState, TinyPig

from tabletop import GameOptions
from tabletop.cpu.budget import Budget, Meter
from tabletop.cpu.playout import Worth
from tabletop.cpu.search import Level, Search
from tabletop.cpu.tree import Arm, Tree

OPTIONS = GameOptions()
WRITTEN = json.loads(root_visits.FILE.read_text("utf-8"))


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: "-".join(map(str, list(case.values())[:4])))
def test_the_root_is_visited_as_it_was_written_down(case):
    """A change of the search shows here; if it is meant: python tests/helpers/root_visits.py."""
    asked = {key: value for key, value in case.items() if key != "visits"}
    assert root_visits.visits(**asked) == case["visits"]


def test_no_place_is_left_out():
    assert [{key: value for key, value in case.items() if key != "visits"} for case in WRITTEN] == root_visits.cases()


def test_each_move_that_is_analysed_gets_half_of_an_equal_share():
    game = Nim(OPTIONS, 2)
    moves = game.legal_moves(game.start())
    tree = Tree(game, game.start(), moves, Random(1))
    tree.grow(Meter(Budget(1_200)), 0.5)
    assert min(arm.visits for arm in tree.root.values()) >= 1_200 / len(moves) / 2 - 1


@pytest.mark.parametrize(("seed", "iterations"), [(29, 81), (47, 49), (47, 51), (52, 86)])
def test_a_move_that_looks_better_but_was_seldom_tried_is_not_chosen(seed, iterations):
    _game, state, moves = root_visits.PLACES["a game of chance"]
    game = TinyPig(OPTIONS, 2)
    tree = Tree(game, state, moves, Random(seed))
    tree.grow(Meter(Budget(iterations)))
    seldom, often = sorted(moves, key=lambda move: tree.root[move].visits)
    assert tree.root[seldom].visits < tree.root[often].visits / 4
    assert tree.root[seldom].judged > tree.root[often].judged
    assert Search(game, Level(Budget(iterations), 0)).choose(state, moves, Random(seed)) == often


@pytest.mark.parametrize("seed", range(5))
def test_a_search_that_is_cut_short_chooses_among_what_it_has_tried(seed):
    """What was never tried counts as a half, what was tried once and lost as nothing."""
    state = NimState((1, 1), 0)
    game, moves = Nim(OPTIONS, 2), ("0 1", "1 1")
    tree = Tree(game, state, moves, Random(seed))
    tree.grow(Meter(Budget(1)))
    tried = next(move for move in moves if tree.root[move].visits)
    assert tree.root[tried].judged < 0.5
    assert Search(game, Level(Budget(1), 0)).choose(state, moves, Random(seed)) == tried


@pytest.mark.parametrize("shares", [(1.0, 0.0, 1.0, 1.0), (0.0, 0.5, 1.0), (1.0, 0.0), (0.25,) * 5 + (0.75,) * 5])
def test_the_error_is_the_standard_error_of_the_mean(shares):
    arm = Arm()
    for share in shares:
        arm.add(Worth((share, 1 - share), (0.0, 0.0)), 0)
    assert arm.mean == pytest.approx(statistics.fmean(shares))
    least = 1 / (len(shares) + 1)
    assert arm.error == pytest.approx(max(statistics.stdev(shares) / len(shares) ** 0.5, least))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_what_never_surprised_may_still_surprise_once(share):
    arm = Arm()
    errors = []
    for _visit in range(10):
        errors.append(arm.error)
        arm.add(Worth((share, 1 - share), (0.0, 0.0)), 0)
    assert errors[:2] == [0.5, 0.5]
    assert errors[2:] == [1 / (visits + 1) for visits in range(2, 10)]


def test_a_move_that_was_never_tried_is_worth_a_half():
    arm = Arm()
    assert (arm.mean, arm.judged, arm.error) == (0.5, 0.5, 0.5)
