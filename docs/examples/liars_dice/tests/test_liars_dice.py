from itertools import product
from pathlib import Path
from random import Random

import pytest
from tabletop_liars_dice.game import LiarsDice, Options, Table
from tabletop_liars_dice.odds import Odds, at_least, likely

from tabletop import CHANCE, IllegalMove, who
from tabletop.cpu.budget import Budget
from tabletop.cpu.search import Level, Search
from tabletop.match import Match
from tabletop.pieces.bids import Bid
from tabletop.testing import looks

HERE = Path(__file__).parent


def bound(seats=3, **options):
    return LiarsDice(Options(**options), seats)


MATCH = Match(
    bound(), ["* 1 3 5 5 6 2 2 3 4 6 1 1 4 5 6", "1 bid 3x5", "2 bid 4x6", "3 bid 5x5", "1 bid 6x5", "2 liar"]
)
"""There are six fives, so the second player is wrong."""
PLACES = {"thrown": 1, "bids": 4, "doubted": 6}


def place(number):
    return Match(MATCH.game, MATCH.events[:number]).state


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(HERE.parent, quick=True)


@pytest.mark.parametrize("name", PLACES)
def test_the_table_looks_and_reads_as_it_did(name):
    assert looks(MATCH.game, place(PLACES[name]), 0) == (HERE / f"scenes/{name}.txt").read_text("utf-8")


def test_who_doubts_a_true_bid_loses_a_die_and_begins():
    game = MATCH.game
    assert (MATCH.state.counts, MATCH.state.loser, game.to_act(MATCH.state)) == ((5, 4, 5), 1, CHANCE)
    after = game.resolve(MATCH.state, game.parse_outcome("1 1 1 1 1 2 2 2 2 3 3 3 3 3", MATCH.state))
    assert (after.dice, game.to_act(after), after.bids) == (((1,) * 5, (2,) * 4, (3,) * 5), 1, ())


def test_who_bids_too_much_loses_a_die_and_ones_count_only_where_they_are_wild():
    state = place(5)
    assert bound().play(state, "liar").counts == (5, 4, 5)
    assert bound(ones_wild=False).play(state, "liar").counts == (4, 5, 5)


def test_who_has_no_dice_is_out_and_is_passed_over():
    game = bound()
    state = Table((1, 1, 2), ((2,), (3,), (4, 4)), 1, ((0, Bid(4, 2)),))
    state = game.play(state, "liar")
    assert (state.counts, state.out) == ((0, 1, 2), (0,))
    state = game.resolve(state, ((), (5,), (6, 6)))
    assert game.to_act(state) == 1
    state = game.play(game.play(state, Bid(1, 5)), Bid(2, 5))
    assert game.to_act(state) == 1
    state = game.play(state, "liar")
    assert game.play(game.play(game.resolve(state, ((), (5,), (6,))), Bid(2, 6)), "liar").out == (0, 2)


def test_the_last_with_a_die_wins_and_who_went_out_later_ranks_higher():
    state = Table((0, 1, 0), ((), (5,), (6,)), 1, ((1, Bid(1, 5)),), loser=2, out=(0, 2))
    assert bound().result(state).ranks == (3, 1, 2)


@pytest.mark.parametrize(
    ("number", "options", "text", "why"),
    [
        (1, {}, "liar", "There is no bid yet that you could doubt."),
        (2, {}, "bid 4x1", "Ones are wild: they count as any face, and nobody bids them."),
        (2, {}, "16 2", "There are only 15 dice."),
        (3, {}, "4x5", "The bid is 4 times 6: bid more dice, or as many of a higher face."),
        (3, {"ones_wild": False}, "4 1", "The bid is 4 times 6: bid more dice, or as many of a higher face."),
    ],
)
def test_what_cant_be_played_is_refused_with_the_reason(number, options, text, why):
    game, state = bound(**options), place(number)
    move = game.parse(text, state)
    assert move not in game.legal_moves(state)
    assert game.why_not(game.view(state, state.turn), move) == why


@pytest.mark.parametrize("text", ["", "bid", "bid 0x2", "4x7", "lie", "bid liar"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(IllegalMove):
        bound().parse(text, None)


def test_it_is_told_what_happened():
    game, told = MATCH.game, []
    for number in range(len(MATCH.events)):
        views = [game.view(place(number + more), 2) for more in (0, 1)]
        told.append(game.tell(views[0], MATCH.events[number].partition(" ")[2], views[1]))
    loses = who(1, you="You lose a die.", other="{name} loses a die.")
    bids = ["bids 3 times 5", "bids 4 times 6", "bids 5 times 5", "bids 6 times 5"]
    assert told == ["all throw their dice", *bids, f"doubts it. {loses}"]


@pytest.mark.parametrize(("count", "faces"), [(4, 1), (3, 2)])
def test_odds_are_those_of_a_count_of_all_throws(count, faces):
    throws = list(product(range(6), repeat=count))
    for wanted in range(count + 1):
        right = sum(sum(die < faces for die in throw) >= wanted for throw in throws)
        assert at_least(wanted, count, faces / 6) == pytest.approx(right / len(throws))


def test_what_others_have_bid_makes_a_bid_likelier():
    state = place(2)
    chances = [likely(state, 1, Bid(3, 5), ones_wild=True, trust=trust) for trust in (0, 1, 2)]
    assert chances == sorted(chances)
    assert chances[0] == pytest.approx(at_least(3, 10, 1 / 3))
    assert likely(state, 0, Bid(3, 5), ones_wild=True, trust=2) == 1


def test_players_begin_with_a_bid_that_is_likely():
    game, state = bound(), place(1)
    for seed in range(20):
        bid = Odds(game).choose(game.view(state, 0), game.legal_moves(state), Random(seed))
        assert likely(state, 0, bid, ones_wild=True, trust=0) == 1


def ended(seats, seed, players):
    match, chance = Match(bound(seats)), Random(seed)
    while match.to_act is not None:
        if match.to_act == CHANCE:
            match.let_chance(chance)
        else:
            match.play(players[match.to_act].choose(match.view(match.to_act), match.legal_moves(), chance))
    return match


@pytest.mark.parametrize(("better", "worse"), [("hard", "medium"), ("medium", "easy")])
def test_a_level_beats_the_one_below_it(better, worse):
    levels, won = bound(4).strategies(), 0
    for seed in range(24):
        seated = [levels[(better, worse)[(seat + seed) % 2]]() for seat in range(4)]
        won += ended(4, seed, seated).result.ranks.index(1) % 2 == seed % 2
    assert won > 12


@pytest.mark.parametrize("seed", range(4))
def test_the_hosts_search_opens_with_a_bid_that_may_be_true(seed):
    """It knows nothing of bids; random playouts, in which nobody doubts, would have it bid ten of fifteen dice."""
    game, rng = bound(4), Random(seed)
    state = game.start()._replace(counts=(4, 4, 4, 3))
    state = game.resolve(state, game.draw(state, rng))
    view = game.view(state, 0)
    bid = Search(game, Level(Budget(400), 0)).choose(view, game.legal_moves(state), rng)
    assert likely(view, 0, bid, ones_wild=True, trust=0) > 0.2
