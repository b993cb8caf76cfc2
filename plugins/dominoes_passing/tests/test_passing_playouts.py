"""Many rounds at once follow the same rules as one round, and end with the same points."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing import rewards
from tabletop_dominoes_passing.arrays import tables_for
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.playouts import Ends, Manner, Rounds
from tabletop_dominoes_passing.position import DRAW
from tabletop_dominoes_passing.scoring import score_round
from tabletop_dominoes_passing.strategies import play_score
from tabletop_dominoes_passing.suits import IMPOSSIBLE, score_first, score_plays
from tabletop_dominoes_passing.worth import MatchWorth, fresh_rounds, round_points

from tabletop.game import CHANCE

SEEDS = st.integers(0, 1 << 30)


def one_row(game, state):
    """A state in the middle of a round as rounds of a single row."""
    stock = state.round.stock
    return Rounds(
        game.rules,
        np.array([[hand] for hand in state.hands]),
        np.array([state.left]),
        np.array([state.right]),
        np.array([state.unplayed]),
        np.array([stock[len(stock) - state.boneyard :]], dtype=np.int64).reshape(1, -1),
        np.array([state.passes]),
    )


def same(rounds, state):
    """Whether a single row says what the state says."""
    table = (
        tuple(int(hand) for hand in rounds.hands[:, 0]),
        int(rounds.left[0]),
        int(rounds.right[0]),
        int(rounds.unplayed[0]),
        rounds.stock.shape[1] - int(rounds.drawn[0]),
        int(rounds.passes[0]),
        bool(rounds.over[0]),
        [int(pips) for pips in rounds.pips[:, 0]],
    )
    return table == (
        state.hands,
        state.left,
        state.right,
        state.unplayed,
        state.boneyard,
        state.passes,
        state.round.finished,
        [rounds.rules.tables.pips(hand) for hand in state.hands],
    )


def begin(game, rng):
    """A state in which somebody leads."""
    state = game.start()
    while game.to_act(state) == CHANCE:
        state = game.resolve(state, game.draw(state, rng))
    return state


def following(game, state):
    """The states that a turn of plain play can lead to: a tile, a pass, or draws and then one of these."""
    for move in game.legal_moves(state):
        after = game.play(state, move)
        yield after
        if move == DRAW and game.options.draw_turn == "continues" and not after.round.finished:
            yield from following(game, after)


@settings(max_examples=60)
@given(SEEDS)
def test_plain_play_is_legal_to_the_end_of_the_round(game_of, seed):
    rng = Random(seed)
    game = game_of(seed)
    state = begin(game, rng)
    rounds = one_row(game, state)
    manner = Manner(close=rng.choice([-5, 8, 1e9]), follow=rng.choice([5, 1e9]), offer=rng.choice([5, 1e9]))
    while not state.round.finished:
        seat = game.to_act(state)
        bound = state.round.bound if state.left < 0 else -1
        if bound >= 0:  # plain play doesn't know of a lead that is prescribed
            high, low = game.tables.tiles[bound]
            rounds.set_tile(seat, np.array([0]), np.array([bound]), np.int64(low), np.int64(high))
            state = game.play(state, game.legal_moves(state)[0])
        else:
            rounds.step(seat, manner)
            state = next(after for after in following(game, state) if same(rounds, after))
        assert same(rounds, state)
    last = state.round.last
    assert int(rounds.out[0]) == (-1 if last.out is None else last.out)
    points = rewards.points(game.rules, Ends(rounds.pips, rounds.out))[:, 0]
    assert list(points) == [last.points * (side == last.winner) for side in range(len(points))]


@given(SEEDS, st.lists(st.integers(0, 40), min_size=4, max_size=4), st.integers(-1, 3))
def test_points_are_those_of_the_rules(game_of, seed, pips, out):
    game = game_of(seed)
    pips = pips[: game.seats]
    out = min(out, game.seats - 1)
    if out >= 0:
        pips[out] = 0
    winner, scored = score_round(pips, game.sides(), None if out < 0 else out, game.options)
    found = rewards.points(game.rules, Ends(np.array(pips)[:, None], np.array([out])))[:, 0]
    assert list(found) == [scored * (side == winner) for side in range(len(found))]


@given(SEEDS)
def test_plays_score_as_those_of_the_careful_player(seed):
    """Up to a constant of the hand: the number of different numbers before the play."""
    rng = Random(seed)
    game = PassingGame(PassingOptions(), 2)
    state = begin(game, rng)
    tables = tables_for(6)
    for _move in range(6):
        view = game.view(state, state.actor)
        plays = [move for move in game.legal_moves(state) if move in game.tables.plays]
        hand, unplayed = np.array([view.hand]), np.array([state.unplayed])
        if view.left < 0:
            scores = score_first(tables, hand, unplayed)[0]
            found = {move: scores[game.tables.plays[move].tile] for move in plays}
        else:
            scores = score_plays(tables, hand, unplayed, np.array([view.left]), np.array([view.right]))[0]
            found = {}
            for move in plays:
                play = game.tables.plays[move]
                at_right = play.end == "right"
                found[move] = scores[7 * at_right + play.pips - (view.right if at_right else view.left)]
        numbers = 1.5 * sum(1 for suit in game.tables.suits[:7] if view.hand & suit)
        for move in plays:
            assert found[move] + numbers == pytest.approx(play_score(game.tables, view, move), abs=1e-3)
        assert np.count_nonzero(scores > IMPOSSIBLE) == len(plays)
        if not plays:
            break
        state = game.play(state, rng.choice(plays))
        if state.round.finished:
            break


def test_rows_go_their_own_ways():
    """A thousand rounds together end as each of them does alone."""
    game = PassingGame(PassingOptions(), 3)
    rounds = fresh_rounds(game.rules, 1_000, np.random.default_rng(1))
    alone = [rounds.chosen(np.array([row])) for row in range(0, 1_000, 100)]
    manners = [Manner()] * 3
    ends = rounds.play_out(range(3), manners)
    for row, single in zip(range(0, 1_000, 100), alone, strict=True):
        pips, out = single.play_out(range(3), manners)
        assert list(pips[:, 0]) == list(ends.pips[:, row])
        assert out[0] == ends.out[row]


@pytest.mark.parametrize(("seats", "partners"), [(2, False), (3, False), (4, False), (4, True)])
def test_the_worth_of_points(seats, partners):
    game = PassingGame(PassingOptions(partners=partners), seats)
    worth = MatchWorth(game.rules)
    sides = max(game.sides()) + 1
    scores = np.array(np.meshgrid(*[range(0, game.rules.target, 15)] * sides)).reshape(sides, -1)
    values = worth.of(scores)
    assert values.sum(axis=0) == pytest.approx(1)
    assert worth.of(np.zeros((sides, 1)))[:, 0] == pytest.approx(1 / sides)
    more = scores.copy()
    more[0] += 5
    assert (worth.of(more)[0] >= values[0] - 1e-12).all()
    assert (worth.of(more)[1] <= values[1] + 1e-12).all()
    won = scores.copy()
    won[1] = game.rules.target + 3
    assert list(worth.of(won)[1]) == [1.0] * scores.shape[1]


def test_the_worth_of_points_as_played():
    """A race simulated from some scores with the same distribution of points comes to the same."""
    game = PassingGame(PassingOptions(), 2)
    rng = np.random.default_rng(3)
    often = round_points(game.rules, np.random.default_rng(0))
    scores = np.tile([[60], [80]], (1, 4_000))
    for _round in range(200):
        on = scores.max(axis=0) < game.rules.target
        won = rng.integers(2, size=on.sum())
        scores[won, np.flatnonzero(on)] += rng.choice(len(often), p=often, size=on.sum())
    share = (scores[0] >= game.rules.target).mean()
    assert MatchWorth(game.rules).of(np.array([[60], [80]]))[0, 0] == pytest.approx(share, abs=0.03)
