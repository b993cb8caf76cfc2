"""Playouts that learn what works, where something is hidden and the author says nothing of playouts."""

from random import Random

import pytest
from kuhn import Kuhn, KuhnView
from small_games import Endless, Nim

from tabletop import GameOptions
from tabletop.cpu.budget import Budget
from tabletop.cpu.habits import Habits, Outlook, Rounds
from tabletop.cpu.search import Level, Search

OPTIONS = GameOptions()
QUEEN = KuhnView(1, ("?", "Q"), ("bet",))


def picked(habits, before, moves):
    rng = Random(1)
    found = [habits.pick(before, moves, rng) for _time in range(500)]
    return {move: found.count(move) / 500 for move in moves}


def test_what_has_worked_as_an_answer_is_done_again_and_now_and_then_anything():
    habits = Habits()
    for _time in range(30):
        habits.learn("bid 9", "doubt", 1.0)
        habits.learn("bid 1", "doubt", -1.0)
        habits.learn("bid 9", "raise", -0.5)
        habits.learn("bid 1", "raise", 0.5)
    assert picked(habits, "bid 9", ["doubt", "raise"])["doubt"] > 0.8
    assert picked(habits, "bid 1", ["doubt", "raise"])["raise"] > 0.8
    assert picked(habits, "bid 1", ["doubt", "raise"])["doubt"] > 0.05


def test_an_answer_that_was_never_tried_goes_by_what_the_move_has_brought_elsewhere():
    habits = Habits()
    for _time in range(30):
        habits.learn("one", "good", 1.0)
        habits.learn("two", "bad", -1.0)
    assert picked(habits, "three", ["bad", "good"])["good"] > 0.4


def test_nothing_but_a_legal_move_is_picked():
    habits = Habits()
    for _time in range(30):
        habits.learn("one", "best", 1.0)
    assert set(picked(habits, "one", ["other", "another"])) == {"other", "another"}


def test_leads_are_worth_what_came_of_them():
    outlook = Outlook(2)
    assert outlook.shares([3, -3]) == [0.5, 0.5]
    for _match in range(10):
        outlook.learn([2, -2], [0.7, 0.3])
    assert outlook.shares([1, -1]) == pytest.approx([0.6, 0.4])
    assert outlook.shares([9, -9]) == [1.0, 0.0]


def test_it_is_for_games_that_hide_something_and_have_no_playouts_of_their_own():
    class Told(Kuhn):
        def playout_move(self, state, rng):
            return self.legal_moves(state)[0]

    assert Rounds.suits(Kuhn(OPTIONS, 2))
    assert not Rounds.suits(Told(OPTIONS, 2))
    assert not Rounds.suits(Nim(OPTIONS, 2))


class ForItself(Kuhn):
    """Imagines states for the seat on turn alone."""

    def imagine(self, view, rng):
        if view.seat != len(view.history) % 2:
            raise LookupError("a seat that isn't on turn")
        return super().imagine(view, rng)


def test_a_game_that_imagines_for_the_seat_on_turn_alone_is_searched_all_the_same():
    found = Search(ForItself(OPTIONS, 2), Level(Budget(50), 0)).analyse(QUEEN, ("call", "fold"), Random(1))
    assert {value.move for value in found.moves} == {"call", "fold"}


class Blind(Endless):
    """Nobody sees anything but whose turn it is, for ever."""

    hides = True

    def view(self, state, seat):
        return state % 2

    def imagine(self, view, rng):
        return view


def test_a_match_in_the_dark_that_never_ends_is_cut_off():
    found = Search(Blind(OPTIONS, 2), Level(Budget(60), 0)).analyse(0, Blind.moves, Random(1))
    assert {value.value for value in found.moves} == {0.75}
