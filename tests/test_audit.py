"""The audit of chance: counts, and the chi-square test beside values of printed tables."""

from random import Random

import pytest
from pig_table import play
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig, PigTwoDice

from tabletop.audit import ChanceTally, chi_square_tail, tallies
from tabletop.match import Match


@pytest.mark.parametrize(
    ("freedom", "five_percent", "one_percent"),
    [
        (1, 3.841, 6.635),
        (2, 5.991, 9.210),
        (3, 7.815, 11.345),
        (5, 11.070, 15.086),
        (10, 18.307, 23.209),
        (35, 49.802, 57.342),
    ],
)
def test_the_tail_is_that_of_the_tables(freedom, five_percent, one_percent):
    """Critical values: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4."""
    assert chi_square_tail(five_percent, freedom) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(one_percent, freedom) == pytest.approx(0.01, abs=1e-4)
    assert chi_square_tail(0, freedom) == 1


def test_a_match_is_counted():
    match = play(Pig, 2, ["1: 3 3 6 hold", "2: 1", "1: 3 2"])
    (tally,) = tallies(match)
    assert tally.throws == 6
    assert [(text, thrown) for text, thrown, _expected in tally.cells] == [
        ("1", 1), ("2", 1), ("3", 3), ("4", 0), ("5", 0), ("6", 1),
    ]  # fmt: skip
    assert all(expected == pytest.approx(1) for _text, _thrown, expected in tally.cells)
    assert tally.chi_square == pytest.approx(0 + 0 + 4 + 1 + 1 + 0)
    assert (tally.freedom, tally.least_expected) == (5, pytest.approx(1))


def test_lots_and_throws_are_counted_apart():
    match = Match(Pig(Pig.options_model(start="random"), 3), ["* lead 2", "2 roll", "* 4"])
    assert [(tally.throws, len(tally.cells)) for tally in tallies(match)] == [(1, 3), (1, 6)]


def test_deals_that_cannot_be_listed_are_left_out():
    match = Match(PassingGame(PassingGame.options_model(), 2))
    match.let_chance(Random(1))
    match.let_chance(Random(1))
    (tally,) = tallies(match)
    assert [text for text, _thrown, _expected in tally.cells] == ["lead 1", "lead 2"]


@pytest.mark.parametrize("game", [Pig, PigTwoDice, BigPig])
def test_the_programs_own_dice_are_true(game):
    """Over 400 seeded matches the p-values of true dice are spread evenly: their mean lies near 1/2."""
    values = []
    for seed in range(400):
        match, rng = Match(game(game.options_model(target=40), 2)), Random(seed)
        for _event in range(120):
            if match.to_act is None:
                break
            if match.to_act == -1:
                match.let_chance(rng)
            else:
                match.play(match.legal_moves()[0])
        values.append(tallies(match)[-1].p_value)
    assert 0.42 < sum(values) / len(values) < 0.58


def test_a_loaded_die_is_noticed():
    tally = ChanceTally(60, [("1", 25, 10.0), *((str(face), 7, 10.0) for face in range(2, 7))])
    assert tally.p_value < 0.001
