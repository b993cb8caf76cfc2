"""What the search makes of the others' moves, and what it chooses."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from passing_tournament import make_game, make_player, matches, tally, wilson
from tabletop_dominoes_passing import worlds
from tabletop_dominoes_passing.deals import Evidence
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.habits import Past
from tabletop_dominoes_passing.moves import mask_of, members
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.position import DRAW, PASS, Lead
from tabletop_dominoes_passing.search import Effort, Search

from tabletop import Deal
from tabletop.game import CHANCE
from tabletop.match import Match

SEEDS = st.integers(0, 1 << 30)
FEW = Effort(drawn=200, kept=30)


def position(game, hands, *moves, lead=0):
    """The state after ``moves``, with hands as texts; the rest is the boneyard, in order."""
    number = {name: n for n, name in enumerate(game.tables.names)}
    held = [number[name] for hand in hands for name in hand.split()]
    rest = [n for n in range(len(number)) if n not in held]
    state = game.resolve(game.start(), Deal((*held, *rest), game.hand_sizes(game.start())))
    if game.to_act(state) == CHANCE:
        state = game.resolve(state, Lead(lead))
    for move in moves:
        assert move in game.legal_moves(state)
        state = game.play(state, move)
    return state


def small(seats=2, hand_size=3, **options):
    return PassingGame(PassingOptions(hand_size=hand_size, **options), seats)


def share_holding(found, seat, tiles):
    return float(((found.hands[seat] & tiles) != 0).mean())


@settings(max_examples=20)
@given(SEEDS)
def test_deals_fit_what_is_seen(game_of, advance, seed):
    rng = Random(seed)
    match = Match(game_of(seed))
    advance(match, rng, rng.randrange(1, 40))
    game = match.game
    if match.to_act in {None, CHANCE}:
        return
    view = match.view(match.to_act)
    found, weights = worlds.fitting(game.rules, view, 60, 20, np.random.default_rng(seed), Past(game.rules, view))
    unplayed = worlds.view_unplayed(game.rules, view)
    assert weights.sum() == pytest.approx(1)
    assert found.hands.shape[1] == len(weights) <= 20
    for row in range(len(weights)):
        hands = [int(hand) for hand in found.hands[:, row]]
        stock = mask_of(int(tile) for tile in found.stock[row])
        assert hands[view.seat] == view.hand
        assert tuple(hand.bit_count() for hand in hands) == view.counts
        assert len(set(found.stock[row])) == view.boneyard
        assert sum(hands) + stock == unplayed  # no tile twice


@settings(max_examples=10)
@given(SEEDS)
def test_every_legal_move_is_valued(game_of, advance, seed):
    rng = Random(seed)
    match = Match(game_of(seed))
    advance(match, rng, rng.randrange(1, 30))
    if match.to_act in {None, CHANCE}:
        return
    view, moves = match.view(match.to_act), match.legal_moves()
    search = Search(match.game.rules, FEW)
    found = search.analyse(view, moves, Random(seed))
    assert {one.move for one in found.moves} == set(moves)
    assert [one.value for one in found.moves] == sorted((one.value for one in found.moves), reverse=True)
    assert all(0 <= one.value <= 1 and one.error >= 0 for one in found.moves)
    assert (found.seat, found.method) == (view.seat, "search")
    assert search.choose(view, moves, Random(seed)) in moves


def test_without_evidence_every_deal_is_as_likely():
    game = small(hand_size=2)
    view = game.view(position(game, ["6-6 6-5", "4-4 3-3"]), 0)
    found = worlds.sample(Evidence(game.rules, view), 20_000, np.random.default_rng(1))
    hidden = list(members(worlds.view_unplayed(game.rules, view) & ~view.hand))
    often = np.bincount([hidden.index(next(members(int(hand)))) for hand in found.hands[1]], minlength=26)
    expected = np.array([25 - n for n in range(26)]) / (26 * 25 / 2) * 20_000
    assert (((often - expected) ** 2)[:25] / expected[:25]).sum() < 50  # chi-squared, 24 degrees of freedom


def test_a_pass_makes_fitting_tiles_unlikely_but_not_impossible():
    game = PassingGame(PassingOptions(), 2)
    hands = ["6-6 6-5 5-5 4-4 4-3 2-2 1-1", "3-3 3-2 3-1 3-0 2-1 2-0 1-0"]
    sixes = game.tables.suits[6]
    before = game.view(position(game, hands, "play 6-6"), 1)
    assert before.actor == 1
    passed = game.view(position(game, hands, "play 6-6", PASS), 0)
    plain = worlds.sample(Evidence(game.rules, passed), 4_000, np.random.default_rng(1))
    weighed, _weights = worlds.fitting(
        game.rules, passed, 4_000, 2_000, np.random.default_rng(1), Past(game.rules, passed)
    )
    assert share_holding(plain, 1, sixes) > 0.7
    assert 0.02 < share_holding(weighed, 1, sixes) < 0.5


def test_a_draw_tells_the_same():
    game = PassingGame(PassingOptions(), 2)
    hands = ["6-6 6-5 5-5 4-4 4-3 2-2 1-1", "3-3 3-2 3-1 3-0 2-1 2-0 1-0"]
    drew = game.view(position(game, hands, "play 6-6", DRAW), 0)
    plain = worlds.sample(Evidence(game.rules, drew), 4_000, np.random.default_rng(1))
    weighed, _weights = worlds.fitting(game.rules, drew, 4_000, 2_000, np.random.default_rng(1), Past(game.rules, drew))
    assert share_holding(weighed, 1, game.tables.suits[6]) < share_holding(plain, 1, game.tables.suits[6]) - 0.2


def test_a_lead_tells_that_heavier_tiles_are_unlikely():
    game = PassingGame(PassingOptions(), 2)
    hands = ["6-5 6-4 5-4 4-3 4-2 3-2 2-1", "1-0 0-0 3-0 2-0 5-0 6-0 4-0"]
    led = game.view(position(game, hands, "play 1-0", lead=1), 0)
    heavy = 1 << game.tables.names.index("6-6")
    plain = worlds.sample(Evidence(game.rules, led), 4_000, np.random.default_rng(1))
    weighed, _weights = worlds.fitting(game.rules, led, 4_000, 2_000, np.random.default_rng(1), Past(game.rules, led))
    assert share_holding(weighed, 1, heavy) < share_holding(plain, 1, heavy) - 0.1


@pytest.mark.parametrize("seats", [2, 3])
def test_few_deals_are_counted_each_once(seats):
    game = small(seats, hand_size=1)
    state = position(game, ["6-6", "5-5", "4-4"][:seats])
    view = game.view(state, 0)
    found = worlds.every(Evidence(game.rules, view), 1_000, np.random.default_rng(1))
    assert found.hands.shape == (seats, 27 if seats == 2 else 27 * 26)
    assert len({tuple(row) for row in found.hands.T.tolist()}) == found.hands.shape[1]
    assert all(len({*row}) == len(row) for row in found.stock.tolist())
    assert worlds.every(Evidence(game.rules, view), 26, np.random.default_rng(1)) is None


def test_what_the_rules_prove_is_certain():
    game = PassingGame(PassingOptions(draw_when="no_play", draw_turn="continues", pass_when="stuck"), 2)
    hands = ["6-6 6-5 5-5 4-4 4-3 2-2 1-1", "3-3 3-2 3-1 3-0 2-1 2-0 1-0"]
    state = position(game, hands, "play 6-6", DRAW)
    view = game.view(state, 0)
    found, _weights = worlds.fitting(game.rules, view, 200, 50, np.random.default_rng(1), Past(game.rules, view))
    assert all((int(hand) & game.tables.suits[6]).bit_count() <= 1 for hand in found.hands[1])


def test_it_goes_out_when_that_wins():
    game = small(hand_size=2)
    state = position(game, ["6-6 6-5", "4-4 3-3"], "play 6-6", PASS)
    view = game.view(state, 0)
    assert Search(game.rules, FEW).choose(view, game.legal_moves(state), Random(1)) in {
        "play 6-5 left",
        "play 6-5 right",
    }


def test_it_closes_when_it_must_be_ahead():
    """With 6 pips against six tiles the pass that ends the round can hardly lose."""
    game = PassingGame(PassingOptions(hand_size=7), 2)
    hands = ["6-6 5-5 5-4 2-1 2-0 1-0 0-0", "6-5 6-4 6-3 6-2 6-1 6-0 4-3"]
    state = position(game, hands, "play 6-6", "play 6-5 left", "play 5-5 left", PASS, "play 5-4 left", PASS)
    view = game.view(state, 0)
    moves = game.legal_moves(state)
    assert Search(game.rules, Effort(400, 100)).choose(view, moves, Random(1)) == PASS


def test_both_ends_alike_are_one_move():
    game = PassingGame(PassingOptions(), 2)
    hands = ["6-6 6-5 5-5 4-4 4-3 2-2 1-1", "6-4 3-2 3-1 3-0 2-1 2-0 1-0"]
    state = position(game, hands, "play 6-6")
    moves = game.legal_moves(state)
    values, _weights = Search(game.rules, FEW).values(game.view(state, 1), moves, Random(1))
    left, right = moves.index("play 6-4 left"), moves.index("play 6-4 right")
    assert list(values[left]) == list(values[right])


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(("seats", "partners"), [(2, False), (3, False), (4, False), (4, True)])
def test_what_is_hidden_changes_nothing(level, seats, partners):
    """Whatever the others really hold, the same view and seed give the same choice."""
    game = make_game(seats, partners)
    own = "6-6 6-5 5-5 4-4 4-3 2-2" + " 1-1" * (seats < 4)
    rest = [name for name in game.tables.names if name not in own.split()]
    chosen = set()
    for seed in range(3):
        Random(seed).shuffle(rest)
        size = game.rules.hand_size
        others = [" ".join(rest[size * seat : size * (seat + 1)]) for seat in range(seats - 1)]
        state = position(game, [own, *others], "play 4-3", *[PASS] * (seats - 1))
        chosen.add(make_player(game, level).choose(game.view(state, 0), game.legal_moves(state), Random(5)))
    assert len(chosen) == 1


@pytest.mark.parametrize(
    ("one", "other", "seats", "partners", "count", "least"),
    [
        ("easy", "random", 2, False, 40, 0.95),
        ("medium", "easy", 2, False, 40, 0.9),
        ("medium", "keep-suit", 2, False, 40, 0.8),
        ("hard", "suit-pass", 2, False, 8, 0.6),
        ("expert", "suit-pass", 2, False, 6, 0.6),
        ("expert", "suit-pass", 3, False, 3, 0.3),
        ("expert", "suit-pass", 4, True, 2, 0.5),
    ],
)
def test_a_short_tournament(one, other, seats, partners, count, least):
    """Far too short to measure a strength (see ``benchmarks/passing_strength.py``), long enough to see it broken."""
    game = make_game(seats, partners, target=30)
    players = make_player(game, one), make_player(game, other)
    assert tally(matches(game, *players, range(count))).won >= least


def test_arrays_are_loaded_only_for_a_search():
    """A table without a searching player, and the menu, shouldn't wait for numpy."""
    code = (
        "import sys; from tabletop_dominoes_passing.game import PassingGame, PassingOptions;"
        "PassingGame(PassingOptions(), 2).strategies()['medium'](); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_interval_of_wilson():
    """81 of 263 is the example of Newcombe, Two-sided confidence intervals for the single proportion (1998)."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
