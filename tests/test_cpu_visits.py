"""The search move by move: how often it looks at each, and what it makes of that."""

import json
import re
import statistics
from itertools import count
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
import root_visits
from kuhn import Kuhn, KuhnView
from small_games import Nim, NimState, TinyPig

from tabletop import CHANCE, GameOptions, OpenGame, Result
from tabletop.cpu import players
from tabletop.cpu.budget import Budget, Meter
from tabletop.cpu.exact import Exact, TooLarge
from tabletop.cpu.playout import Worth, final
from tabletop.cpu.search import LEVELS, Level, Search
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


class Gamble(OpenGame[str, str, bool, GameOptions]):
    """One choice: a gamble wins one time in five, steady play three in five; a win is one point, a loss two."""

    chances: ClassVar[dict[str, float]] = {"gamble": 0.2, "steady": 0.6}

    def start(self):
        return ""

    def to_act(self, state):
        return {"": 0, "gamble": CHANCE, "steady": CHANCE}.get(state)

    def legal_moves(self, state):
        return ("gamble", "steady")

    def play(self, state, move):
        return move

    def outcomes(self, state):
        return [(True, self.chances[state]), (False, 1 - self.chances[state])]

    def resolve(self, state, outcome):
        return "won" if outcome else "lost"

    def scores(self, state):
        return (1, 0) if state == "won" else (0, 2)


def test_chance_is_weighed_by_its_probabilities_where_a_position_is_solved_outright():
    worths = Exact(Gamble(OPTIONS, 2), 100).values("", ("gamble", "steady"), lambda: False)
    for worth, chance in zip(worths, (0.2, 0.6), strict=True):
        assert worth.shares == pytest.approx([chance, 1 - chance])
        assert worth.leads == pytest.approx([chance / 2 - (1 - chance) * 2 / 3, (1 - chance) * 2 / 3 - chance / 2])


class Odd(OpenGame[int, str, None, GameOptions]):
    """A finished match of three sides with points and ranks as the test wants them."""

    points, stand, ranks = (5, 3, 1), (1, 2, 3), (1, 2, 3)
    seat_counts = range(3, 4)

    def start(self):
        return 0

    def to_act(self, state):
        return None

    def legal_moves(self, state):
        return ()

    def play(self, state, move):
        raise AssertionError("the match is over")

    def scores(self, state):
        return self.points

    def standing(self, state):
        return self.stand

    def result(self, state):
        return Result(self.ranks)


@pytest.mark.parametrize(
    ("stand", "ranks", "leads"),
    [
        ((1, 2, 3), (1, 2, 3), [2 / 3, -2 / 3, -4 / 5]),
        ((3, 2, 1), (3, 2, 1), [-4 / 5, -2 / 3, 2 / 3]),
        ((1, 2, 3), (3, 2, 1), [0, 0, 0]),
        ((1, 3, 2), (1, 3, 2), [0, 0, 0]),
    ],
    ids=["the most win", "the fewest win", "another result", "another order"],
)
def test_points_lead_only_where_they_simply_make_the_ranks(stand, ranks, leads):
    game = Odd(OPTIONS, 3)
    game.stand, game.ranks = stand, ranks
    worth = final(game, 0)
    assert list(worth.leads) == pytest.approx(leads)
    assert list(worth.shares) == [float(rank == 1) for rank in ranks]


def test_what_is_hidden_no_longer_is_solved_outright():
    """Both cards lie open, so each imagined state is the same."""
    view = KuhnView(1, ("K", "Q"), ("bet",))
    found = Search(Kuhn(OPTIONS, 2), Level(Budget(10), 1_000)).analyse(view, ("call", "fold"), Random(1))
    assert found.method == "exact"


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


def test_a_budget_of_iterations_alone_never_asks_for_the_time():
    def clock():
        raise AssertionError("a choice must repeat itself, whatever the time is")

    meter = Meter(Budget(3), clock)
    meter.begin()
    assert [meter.more() for _iteration in range(5)] == [True, True, True, False, False]


def test_the_levels_are_as_the_page_says():
    page = (Path(__file__).parent.parent / "docs" / "cpu.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+)(?: iterations)? \| (?:up to )?([\d,]+|nothing)", page, re.MULTILINE)
    seconds = re.search(r"a bound in seconds \(([^)]*)\)", page)[1].split(", ")
    said = [
        (
            name,
            Budget(int(iterations.replace(",", "")), float(most)),
            int(exact.replace(",", "").replace("nothing", "0")),
        )
        for (name, iterations, exact), most in zip(rows, seconds, strict=True)
    ]
    assert said == [(name, level.budget, level.exact) for name, level in LEVELS.items()]
    assert "one time in seven" in page
    assert {name: level.whims for name, level in LEVELS.items() if level.whims} == {"easy": 0.15}


def test_a_position_that_was_left_unfinished_can_be_solved_later():
    """What was begun must not look like a position that repeats itself."""
    exact = Exact(Nim(OPTIONS, 2), 100)
    state, moves, stops = NimState((2, 0, 0), 0), ("0 1", "0 2"), iter([False, True])
    with pytest.raises(TooLarge):
        exact.values(state, moves, lambda: next(stops))
    assert [worth.shares[0] for worth in exact.values(state, moves, lambda: False)] == [0.0, 1.0]


def test_the_search_has_nothing_to_prepare_and_says_that_it_is_done():
    told = []
    Search(Nim(OPTIONS, 2), LEVELS["easy"]).prepare(told.append)
    assert told == [1.0]


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_heeds_the_clock_except_in_a_seeded_match(name, timed):
    """A tick of this clock lasts longer than any level may think."""
    game = Nim(OPTIONS, 2)
    ticks = count(0, 100)
    player = players.find(game, name, timed=timed)
    player._meter._clock = lambda: next(ticks)
    player._meter.begin()
    assert player._meter.more()
    assert player._meter.more() is not timed
