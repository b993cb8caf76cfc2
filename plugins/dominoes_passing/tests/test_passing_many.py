"""Many matches at once: move by move what the contract plays from the same deals, and as often won at random."""

from random import Random

import numpy as np
import pytest
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.many import Deals
from tabletop_dominoes_passing.position import Lead

from tabletop import CHANCE
from tabletop.cpu.players import find
from tabletop.hands import Deal
from tabletop.match import with_options

OPTIONS = [
    {},
    {"target": 30, "max_pip": 9, "hand_size": 9, "reserve": 5},
    {"target": 40, "draw_when": "no_play", "pass_when": "stuck"},
    {"target": 40, "pass_when": "no_play", "pass_out_laps": 3, "subtract_own": False},
    {"target": 40, "pass_when": "no_draw", "out_breaks_tie": True, "reserve": 0},
    {"target": 40, "reserve": 55, "hand_size": 12},
]
SEED, PAIRS = 7, 12


def by_contract(game, players, deals, pair):
    """Points, events, turns and decisions of a match that is played from the deals of a pair."""
    state, events, turns, last, number = game.start(), 0, 0, -1, -1
    decisions = [0, 0]
    while (actor := game.to_act(state)) is not None:
        events += 1
        if actor == CHANCE:
            if state.round.finished:
                number += 1
                order, leader = deals.of(number)
                sizes = tuple(game.hand_sizes(state))
                state = game.resolve(state, Deal(tuple(map(int, order[pair])), sizes))
            else:
                state = game.resolve(state, Lead(int(leader[pair])))
            continue
        turns += actor != last
        last = actor
        moves = game.legal_moves(state)
        decisions[actor] += len(moves) > 1
        state = game.play(state, players[actor].choose(game.view(state, actor), moves, Random(0)))
    return game.scores(state), events, turns, decisions


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("names", [("easy", "medium"), ("medium", "medium")])
def test_each_match_is_the_one_that_the_contract_plays(options, names):
    game = with_options(PassingGame, options, 2)
    players = [find(game, name) for name in names]
    many = game.together(*players)
    played = many.play(SEED, PAIRS)
    deals = Deals(game.rules, SEED, 0, PAIRS)
    events = turns = 0
    decisions = [0, 0]
    for pair in range(PAIRS):
        for side in (0, 1):
            scores, more, changes, choices = by_contract(game, players[::-1] if side else players, deals, pair)
            assert (played.points[0][side, pair], played.points[1][side, pair]) == (scores[side], scores[1 - side])
            assert played.won[side, pair] == (scores[side] > scores[1 - side])
            events, turns = events + more, turns + changes
            for player in (0, 1):
                decisions[player] += choices[player ^ side]
    assert (played.events, played.turns, list(played.decisions)) == (events, turns, decisions)


def test_players_at_random_win_as_often_as_by_the_contract():
    game = with_options(PassingGame, {"target": 30}, 2)
    one, other = find(game, "random"), find(game, "random")
    played = game.together(one, other).play(3, 2_000)
    pairs = played.won.sum(axis=0) / 2
    assert abs(pairs.mean() - 0.5) < 4.5 * pairs.std() / 2_000**0.5
    lengths, rng = [], Random(3)
    for _match in range(300):
        state, events = game.start(), 0
        while (actor := game.to_act(state)) is not None:
            events += 1
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
            else:
                state = game.play(state, one.choose(game.view(state, actor), game.legal_moves(state), rng))
        lengths.append(events)
    assert abs(np.mean(lengths) - played.events / 4_000) < 4.5 * np.std(lengths) / 300**0.5


@pytest.mark.parametrize(
    ("options", "seats", "names"),
    [
        ({}, 2, ("hard", "easy")),
        ({}, 3, ("easy", "easy")),
        ({"next_lead": "winner"}, 2, ("easy", "easy")),
        ({"draw_turn": "continues"}, 2, ("easy", "easy")),
        ({"auto_block": False}, 2, ("easy", "easy")),
        ({"lead_must_play": False}, 2, ("easy", "easy")),
    ],
)
def test_others_are_played_one_by_one(options, seats, names):
    game = with_options(PassingGame, options, seats)
    assert game.together(*(find(game, name) for name in names)) is None
