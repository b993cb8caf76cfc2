"""The host's own CPU player, against games of which everything is known."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kuhn import Kuhn, KuhnView
from small_games import Endless, Gift, Nim, NimState, TicTacToe, TinyPig, TinyPigState, play_match

from tabletop import GameOptions
from tabletop.cpu import analysts, players
from tabletop.cpu.budget import Budget, Meter
from tabletop.cpu.exact import Exact, TooLarge
from tabletop.cpu.search import LEVELS, Level, Search
from tabletop.cpu.tree import Tree
from tabletop.plugins.discovery import Plugin
from tabletop.plugins.failures import PluginFailure
from tabletop.plugins.guarded import GuardedAnalyst

OPTIONS = GameOptions()
KUHN_VIEWS = [((), 0), (("check",), 1), (("bet",), 1), (("check", "bet"), 0)]


def searcher(game, iterations=400, exact=0, **more):
    """A player that thinks for so many iterations, however long they take."""
    return Search(game, Level(Budget(iterations), exact), **more)


def kuhn_view(card, history, seat):
    return KuhnView(seat, (card, "?") if seat == 0 else ("?", card), history)


# Open information


@pytest.mark.parametrize("exact", [0, 20_000])
@pytest.mark.parametrize(
    ("state", "best"),
    [("XX.OO....", {2}), ("XX..O....", {2}), ("X...O...X", {1, 3, 5, 7}), ("X........", {4})],
    ids=["win", "block", "opposite corners", "answer to a corner"],
)
def test_tic_tac_toe_positions(state, best, exact):
    game = TicTacToe(OPTIONS, 2)
    move = searcher(game, 1_500, exact).choose(state, game.legal_moves(state), Random(1))
    assert move in best


@pytest.mark.parametrize("seat", [0, 1])
def test_the_expert_never_loses_tic_tac_toe(seat):
    game = TicTacToe(OPTIONS, 2)
    others = [players.RandomPlayer(), players.find(game, "hard"), players.find(game, "medium")]
    expert = players.find(game, "expert")
    for number in range(30):
        seats = [expert, others[number % 3]] if seat == 0 else [others[number % 3], expert]
        assert play_match(game, seats, Random(number)).ranks[seat] == 1


@given(st.tuples(*[st.integers(0, 4)] * 3), st.integers(0, 1))
def test_nim_is_solved_exactly(heaps, seat):
    """Bouton: the seat on turn wins unless the exclusive or of the heaps is 0."""
    game = Nim(OPTIONS, 2)
    state = NimState(heaps, seat)
    moves = game.legal_moves(state)
    if moves:
        worths = Exact(game, 50_000).values(state, moves, lambda: False)
        a, b, c = heaps
        assert max(worth.shares[seat] for worth in worths) == (1.0 if a ^ b ^ c else 0.0)


class ListNim(Nim):
    """Nim with states that can't be keys."""

    def start(self):
        return [list(self.heaps), 0]

    def to_act(self, state):
        return super().to_act(NimState(*state))

    def legal_moves(self, state):
        return super().legal_moves(NimState(*state))

    def play(self, state, move):
        return list(super().play(NimState(*state), move))

    def scores(self, state):
        return super().scores(NimState(*state))


def test_states_need_not_be_hashable():
    game = ListNim(OPTIONS, 2)
    state = [[1, 2, 0], 0]
    assert searcher(game, 500, exact=1_000).choose(state, game.legal_moves(state), Random(1)) == "1 1"


def test_search_finds_the_winning_move_of_nim():
    game = Nim(OPTIONS, 2)
    state = NimState((1, 4, 2), 0)
    assert searcher(game, 4_000).choose(state, game.legal_moves(state), Random(3)) == "1 1"


def test_chance_by_its_probabilities():
    """Near the end of a small Pig; the exact values come from value iteration in the test."""
    game = TinyPig(OPTIONS, 2)
    exact = game.solve()
    for banked, points in (((0, 4), 2), ((4, 2), 2), ((0, 0), 4), ((2, 2), 2)):
        state = TinyPigState(banked, 0, points, flying=False)
        found = searcher(game, 6_000).analyse(state, game.legal_moves(state), Random(5))
        assert found.method == "search"
        assert found.moves[0].value == pytest.approx(exact[state], abs=0.05)
        better = max(game.legal_moves(state), key=lambda move: game.worth(game.play(state, move), exact))
        assert found.moves[0].move == better


def test_what_can_repeat_itself_is_not_solved_outright():
    game = TinyPig(OPTIONS, 2)
    state = TinyPigState((0, 0), 0, 2, False)
    with pytest.raises(TooLarge):
        Exact(game, 100_000).values(state, game.legal_moves(state), lambda: False)
    assert searcher(game, 10, exact=100_000).choose(state, game.legal_moves(state), Random(1)) in game.moves


def test_a_large_game_is_not_solved_outright():
    game = Nim(OPTIONS, 2)
    state = NimState((9, 9, 9), 0)
    with pytest.raises(TooLarge):
        Exact(game, 1_000).values(state, game.legal_moves(state), lambda: False)


# Sides


def test_with_three_sides_each_plays_for_itself():
    """Seat 3 gives the point to whom it likes, but never so that it helps a leader over itself for nothing."""
    game = Gift(OPTIONS, 3)
    assert searcher(game).choose((2, 2), game.legal_moves((2, 2)), Random(1)) in {0, 1}
    found = searcher(game, exact=100).analyse((2, 0), game.legal_moves((2, 0)), Random(1))
    assert found.method == "exact"
    assert [(move.move, move.value) for move in found.moves] == [(1, pytest.approx(1 / 3)), (0, 0.0)]


@pytest.mark.parametrize("exact", [0, 1_000])
def test_a_partner_plays_for_the_side(exact):
    game = Gift(OPTIONS, 4)
    for state in ((), (2,), (2, 3)):
        partner = (len(state) + 2) % 4
        assert searcher(game, exact=exact).choose(state, game.legal_moves(state), Random(1)) == partner


# Hidden information


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("history", "seat"), [(("bet",), 1), (("check", "bet"), 0)])
def test_kuhn_calls_with_the_king_and_folds_the_jack(level, seed, history, seat):
    player = players.find(Searchless(OPTIONS, 2), level)
    moves = ("call", "fold")
    assert player.choose(kuhn_view("K", history, seat), moves, Random(seed)) == "call"
    assert player.choose(kuhn_view("J", history, seat), moves, Random(seed)) == "fold"


class Searchless(Kuhn):
    """Kuhn poker without a player of its own."""

    def strategies(self):
        return {}


class Tripwire(Kuhn):
    """Knows which states were imagined or follow from those, and refuses to say anything about another."""

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.imagined = []

    def _own(self, state):
        assert any(state is known for known in self.imagined), "a state that wasn't imagined"
        return state

    def _keep(self, state):
        self.imagined.append(state)
        return state

    def imagine(self, view, rng):
        assert isinstance(view, KuhnView)
        return self._keep(super().imagine(view, rng))

    def start(self):
        raise AssertionError("a match begun by a CPU player")

    def to_act(self, state):
        return super().to_act(self._own(state))

    def legal_moves(self, state):
        return super().legal_moves(self._own(state))

    def play(self, state, move):
        return self._keep(super().play(self._own(state), move))

    def view(self, state, seat):
        view = super().view(self._own(state), 0 if seat is None else seat)
        return view if seat is not None else view._replace(seat=-1, cards=("?", "?"))


@pytest.mark.parametrize(("history", "seat"), KUHN_VIEWS)
def test_only_imagined_states_are_ever_touched(history, seat):
    game = Tripwire(OPTIONS, 2)
    moves = ("call", "fold") if "bet" in history else ("check", "bet")
    view = kuhn_view("Q", history, seat)
    assert searcher(game, 40, exact=100).choose(view, moves, Random(1)) in moves
    assert {move.move for move in searcher(game, 40).analyse(view, moves, Random(1)).moves} == set(moves)


def test_what_is_hidden_is_not_solved_outright():
    view = kuhn_view("Q", ("bet",), 1)
    found = searcher(Kuhn(OPTIONS, 2), exact=1_000).analyse(view, ("call", "fold"), Random(1))
    assert found.method == "search"
    assert all(move.error is not None and move.error > 0 for move in found.moves)


# Budget


@given(st.sampled_from(KUHN_VIEWS), st.sampled_from("JQK"), st.integers(0, 1 << 30))
def test_the_same_seed_makes_the_same_choice(where, card, seed):
    view = kuhn_view(card, *where)
    moves = ("call", "fold") if "bet" in where[0] else ("check", "bet")
    one, other = (searcher(Kuhn(OPTIONS, 2), 60).choose(view, moves, Random(seed)) for _time in range(2))
    assert one == other


@pytest.mark.parametrize("iterations", [1, 7, 100])
def test_as_many_iterations_as_the_budget_says(iterations):
    game = Nim(OPTIONS, 2)
    tree = Tree(game, game.start(), game.legal_moves(game.start()), Random(1))
    tree.grow(Meter(Budget(iterations)))
    assert sum(arm.visits for arm in tree.root.values()) == iterations


def test_the_clock_ends_a_search():
    ticks = iter(range(1_000))
    meter = Meter(Budget(10_000, seconds=5), clock=lambda: float(next(ticks)))
    meter.begin()
    while meter.more():
        pass
    assert meter.done == 5


class Interrupting(Nim):
    """Interrupts its player in the middle of the thirtieth playout."""

    def playout_move(self, state, rng):
        self.moved = getattr(self, "moved", 0) + 1
        if self.moved == 30:
            players.interrupt(self.player)
        return super().playout_move(state, rng)


def test_an_interrupted_player_takes_the_best_so_far():
    game = Interrupting(OPTIONS, 2)
    player = game.player = searcher(game, 10**9)
    assert player.choose(game.start(), game.legal_moves(game.start()), Random(1)) in game.legal_moves(game.start())
    assert game.moved < 60


def test_an_interrupted_player_has_its_whole_budget_the_next_time():
    game = Interrupting(OPTIONS, 2)
    player = game.player = searcher(game, 100)

    def playouts():
        game.moved = 0
        player.choose(game.start(), game.legal_moves(game.start()), Random(1))
        return game.moved

    assert playouts() < 60
    game.player = searcher(game, 1)
    assert playouts() > 100


def test_an_analysis_can_be_interrupted_through_all_that_stands_before_it():
    class Stubborn:
        def interrupt(self):
            raise Reached

    class Reached(Exception):
        pass

    game = Nim(OPTIONS, 2)
    game.analyst = Stubborn
    with pytest.raises(Reached):
        players.interrupt(analysts.find(game))
    with pytest.raises(PluginFailure, match="failed in interrupt"):
        players.interrupt(GuardedAnalyst(analysts.find(game), Plugin("bad", "1.0", "plugin_bad", None)))
    players.interrupt(GuardedAnalyst(object(), Plugin("bad", "1.0", "plugin_bad", None)))


def test_an_endless_match_is_cut_off():
    game = Endless(OPTIONS, 2)
    found = searcher(game, 20).analyse(game.start(), game.moves, Random(1))
    assert {move.value for move in found.moves} == {0.75}


def test_a_forced_move_takes_no_thought():
    class NeverAsked(TicTacToe):
        def imagine(self, view, rng):
            raise AssertionError("there is nothing to think about")

    assert searcher(NeverAsked(OPTIONS, 2)).choose("XOXOXOOX.", [8], Random(1)) == 8


# Services


def test_every_game_has_all_levels_and_its_own_come_first():
    assert list(players.offered(TicTacToe(OPTIONS, 2)))[:4] == list(LEVELS)
    kuhn = Kuhn(OPTIONS, 2)
    assert type(players.find(kuhn, "hard")).__name__ == "Equilibrium"
    assert isinstance(players.find(kuhn, "expert"), Search)


def test_every_game_can_be_analysed():
    game = TicTacToe(OPTIONS, 2)
    found = analysts.find(game).analyse("XX.OO....", game.legal_moves("XX.OO...."), Random(1))
    assert (found.method, found.moves[0].move, found.moves[0].value) == ("exact", 2, 1.0)
    assert found.seat == 0


def test_easy_is_weaker_than_expert():
    game = Nim(OPTIONS, 2)
    easy, expert = players.find(game, "easy"), players.find(game, "expert")
    wins = sum(play_match(game, [easy, expert], Random(seed)).ranks[1] == 1 for seed in range(20))
    assert wins >= 15
