"""The value network: its inputs as the layout says, the same in every way they are added up, and who plays by it."""

from random import Random

import numpy as np
import pytest
from passing_tournament import make_game
from tabletop_dominoes_passing import foresight
from tabletop_dominoes_passing.arrays import count
from tabletop_dominoes_passing.belief import NetworkPast, column_of, watch
from tabletop_dominoes_passing.deals import Evidence
from tabletop_dominoes_passing.foresight import Depth, Foresight, Intuition, network_for
from tabletop_dominoes_passing.guided import GuidedRounds
from tabletop_dominoes_passing.history import ends_after
from tabletop_dominoes_passing.layout import CLASSES, PIPS, Layout
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.network import Network, network
from tabletop_dominoes_passing.playouts import Manner
from tabletop_dominoes_passing.position import DRAW, PASS
from tabletop_dominoes_passing.search import Search
from tabletop_dominoes_passing.turns import turns
from tabletop_dominoes_passing.worlds import sample

from tabletop import CHANCE

TABLES = [(2, False), (3, False), (4, False), (4, True)]
UNITS = (64, 16)


def any_weights(seats, seed=1):
    """Weights by chance."""
    rng = np.random.default_rng(seed)
    low, high = UNITS
    shapes = {
        "first": (Layout.of(seats).size, low),
        "first_bias": (low,),
        "second": (low, high),
        "second_bias": (high,),
        "last": (high,),
        "last_bias": (1,),
    }
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def story(game, view, move, found):
    """Sets the inputs that tell who did what; the ends after all of it."""
    lay, seat, tables = Layout.of(game.seats), view.seat, game.tables
    marks = np.zeros((3, game.seats, 7), dtype=int)
    ends = None
    for mover, done in (*view.history, (seat, move)):
        player = (mover - seat) % game.seats
        if done in {DRAW, PASS}:
            marks[0, player, list(set(ends))] += 1
            continue
        play = tables.plays[done]
        found[lay.played + 28 * player + play.tile] = 1
        before, ends = ends, ends_after(tables, ends, play)
        if before is not None:
            new, other = ends if play.end == "left" else ends[::-1]
            marks[1, player, other] += before[0] != before[1]
            marks[2, player, new] += 1
    size = 7 * game.seats
    found[lay.idle : lay.idle + size] = marks[0].ravel() > 0
    found[lay.idle_again : lay.idle_again + size] = marks[0].ravel() > 1
    found[lay.left_open : lay.left_open + size] = marks[1].ravel() / 2
    found[lay.made : lay.made + size] = marks[2].ravel() / 2
    return ends


def inputs(game, view, move):
    """What the layout says of a move, written out one input after the other."""
    lay, seat, tables = Layout.of(game.seats), view.seat, game.tables
    found = np.zeros(lay.size)
    ends = story(game, view, move, found)
    hand, held, boneyard = view.hand, list(view.counts), view.boneyard - game.rules.reserve
    unseen = tables.whole & ~view.hand
    for _mover, done in view.history:
        unseen &= ~(tables.plays[done].bit if done in tables.plays else 0)
    mean = tables.pips(unseen) / max(1, unseen.bit_count())
    pips = tables.pips(hand)
    if move == PASS:
        found[lay.passes + view.passes] = 1
    elif move == DRAW:
        held[seat], boneyard, pips = held[seat] + 1, boneyard - 1, pips + mean
        found[lay.drew] = 1
    else:
        held[seat] -= 1
        hand &= ~tables.plays[move].bit
        pips -= tables.plays[move].pips
    found[[lay.hand + tile for tile in members(hand)]] = 1
    found[lay.ends + tables.number[max(ends), min(ends)]] = 1
    fitting = tables.suits[ends[0]] | tables.suits[ends[1]]
    for player in range(game.seats):
        other = (seat + player) % game.seats
        found[lay.held + CLASSES * player + min(held[other], 12)] = 1
        found[lay.pips + player] = (mean * held[other] if player else pips) / PIPS
    found[lay.drawable + min(max(0, boneyard), 12)] = 1
    found[lay.own_fits + min((hand & fitting).bit_count(), 12)] = 1
    found[lay.unseen_fits + min((unseen & fitting).bit_count(), 12)] = 1
    return found


def forward(weights, values):
    """Both layers, all inputs at once."""
    low = np.maximum(values @ weights["first"] + weights["first_bias"], 0)
    high = np.maximum(low @ weights["second"] + weights["second_bias"], 0)
    return float(high @ weights["last"] + weights["last_bias"][0])


def decisions(game, seed, rounds=2):
    """The states of some rounds in which somebody has several moves, all moves made at random."""
    rng, state = Random(seed), game.start()
    while game.to_act(state) is not None and state.round.number <= rounds:
        actor = game.to_act(state)
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
            continue
        moves = game.legal_moves(state)
        if len(moves) > 1:
            yield state
        state = game.play(state, rng.choice(moves))


@pytest.mark.parametrize(("seats", "partners"), TABLES)
def test_values_are_those_of_the_inputs_that_the_layout_names(seats, partners):
    game, weights = make_game(seats, partners), any_weights(seats)
    player = Intuition(game.rules, Network(weights, seats))
    for seed in range(3):
        for state in decisions(game, seed):
            view, moves = game.view(state, state.actor), game.legal_moves(state)
            expected = [forward(weights, inputs(game, view, move)) * PIPS for move in moves]
            alike = [foresight.first_alike(view, moves, move) for move in moves]
            found = player.values(view, moves, player.watched(view))
            assert found == pytest.approx([expected[number] for number in alike], rel=1e-3, abs=0.05)


@pytest.mark.parametrize(("seats", "partners"), TABLES)
def test_rounds_that_are_played_on_see_what_was_done_in_them(seats, partners):
    """After each turn the sums are those of the history that the turn made."""
    game = make_game(seats, partners)
    learned = Network(any_weights(seats), seats)
    state = next(iter(decisions(game, 5)))
    view = game.view(state, state.actor)
    found = sample(Evidence(game.rules, view), 6, np.random.default_rng(1))
    rounds = GuidedRounds.of(game.rules, view, found).watch(learned, NetworkPast(game.rules, learned, view).watched)
    followed = [game.imagine(view, Random(0)) for _row in range(6)]
    followed = [
        one._replace(
            hands=tuple(int(hand) for hand in found.hands[:, row]),
            round=one.round._replace(stock=tuple(int(tile) for tile in found.stock[row])),
        )
        for row, one in enumerate(followed)
    ]
    seat = view.seat
    for _turn in range(8):
        rounds.step(seat, Manner())
        for row, one in enumerate(followed):
            if one.actor != seat:
                continue
            own, moves = game.view(one, seat), game.legal_moves(one)
            values = Intuition(game.rules, learned)
            move = moves[int(values.values(own, moves, values.watched(own)).argmax())]
            after = followed[row] = game.play(one, move)
            if after.round.finished:
                assert rounds.over[row]
                continue
            assert (rounds.left[row], rounds.right[row]) == (after.left, after.right)
            seen = watch(game.rules, learned, turns(game.rules, game.view(after, seat)))[1]
            assert rounds.sums[row] == pytest.approx(seen.sums[0], abs=1e-3)
            assert (rounds.idle[row] == seen.idle[0]).all()
            assert list(count(rounds.hands[:, row])) == [hand.bit_count() for hand in after.hands]
        seat = (seat + 1) % seats


@pytest.mark.parametrize(("seats", "partners"), TABLES)
def test_there_is_a_network_for_each_table_by_the_usual_rules(seats, partners):
    game = make_game(seats, partners)
    assert network_for(game.rules) is not None
    assert isinstance(game.strategies()["hard"](), Intuition)
    assert isinstance(game.strategies()["expert"](), Foresight)
    assert isinstance(game.analyst(), Foresight)
    name = "partners" if partners else {2: "two", 3: "three", 4: "four"}[seats]
    assert network_for(game.rules) is network(name, seats)


@pytest.mark.parametrize(
    "options",
    [
        {"max_pip": 9},
        {"hand_size": 5},
        {"reserve": 0},
        {"draw_when": "no_play"},
        {"draw_turn": "continues"},
        {"pass_when": "stuck"},
        {"pass_out_laps": 2},
        {"lead_must_play": False},
        {"auto_block": False},
        {"subtract_own": False},
    ],
)
def test_where_no_network_has_learned_the_rules_the_plain_search_plays(options):
    game = make_game(2, **options)
    assert network_for(game.rules) is None
    assert all(isinstance(game.strategies()[level](), Search) for level in ("hard", "expert"))


@pytest.mark.parametrize("options", [{"target": 30}, {"first_lead": "heaviest"}, {"next_lead": "winner"}])
def test_rules_that_change_no_turn_need_no_other_network(options):
    game = make_game(2, **options)
    assert network_for(game.rules) is network("two", 2)
    for state in decisions(game, 1):
        view, moves = game.view(state, state.actor), game.legal_moves(state)
        assert Foresight(game.rules, network("two", 2), Depth(60, 20)).choose(view, moves, Random(1)) in moves


def test_moves_that_a_hand_values_low_make_it_unlikely():
    """Of two hands the one whose best move was made explains it better."""
    game = make_game(2)
    learned = network("two", 2)
    state = next(iter(decisions(game, 3)))
    while state.left < 0:
        state = game.play(state, game.legal_moves(state)[0])
    seat = state.actor
    view, moves = game.view(state, seat), game.legal_moves(state)
    values = Intuition(game.rules, learned).values(view, moves, Intuition(game.rules, learned).watched(view))
    likely = []
    for move in (moves[int(values.argmax())], moves[int(values.argmin())]):
        after = game.play(state, move)
        past = NetworkPast(game.rules, learned, game.view(after, 1 - seat))
        hands = np.array(after.hands, dtype=np.int64)[:, None]
        likely.append(float(past.explained(hands, np.random.default_rng(1))[0]))
    assert likely[0] > likely[1] + 1


def test_columns_are_those_of_plays():
    game = make_game(2)
    assert column_of(game.rules, "play 6-4 left", 6, 3) == 4
    assert column_of(game.rules, "play 6-4 right", 3, 6) == 7 + 4
    assert column_of(game.rules, "play 6-4 right", 6, 6) == 4
    assert (column_of(game.rules, DRAW, 6, 3), column_of(game.rules, PASS, 6, 3)) == (14, 15)
