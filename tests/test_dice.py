from collections import Counter
from itertools import compress, product
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import IllegalMove, Style, dice
from tabletop.pieces import scene_text, scene_words, scenes

THROWS = st.lists(st.integers(1, 20), min_size=1, max_size=4).map(tuple)


@given(THROWS)
def test_notation_there_and_back(thrown):
    assert dice.parse(dice.notation(thrown), len(thrown), 20) == thrown


@pytest.mark.parametrize("text", ["", "7", "0", "-1", "3 5", "x", "3.0", "٣", "²", "1" * 5_000, "3\x1b[2J"])
def test_what_is_no_throw_of_one_die(text):
    with pytest.raises(IllegalMove, match="is not a throw of 1 die with the numbers 1 to 6"):
        dice.parse(text, 1)


@given(THROWS, st.booleans())
def test_pictures_are_rectangles_of_printable_text(thrown, plain):
    rows = dice.picture(thrown, Style(ascii=plain)).split("\n")
    assert len(rows) == 5
    assert {len(row) for row in rows} == {9 * len(thrown) + 2 * (len(thrown) - 1)}
    assert all(row.isprintable() for row in rows)
    assert not plain or all(row.isascii() for row in rows)


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_shows_its_pips(pips):
    assert dice.picture((pips,), Style()).count("●") == pips
    assert dice.picture((pips,), Style(ascii=True)).count("o") == pips


def test_other_dice_show_numbers():
    assert " 12 " in dice.picture((12,), Style())


def test_compact_dice_take_one_line():
    assert dice.picture((3, 5), Style(compact=True)) == "[3] [5]"


@given(THROWS, st.integers(12, 80), st.booleans(), st.booleans())
def test_many_dice_keep_to_the_width_of_the_screen(thrown, width, plain, compact):
    drawn = dice.picture(thrown * 3, Style(width, plain, compact))
    assert all(len(line) <= width for line in drawn.split("\n"))


@pytest.mark.parametrize(("count", "sides"), [(1, 4), (2, 6), (3, 6), (2, 20), (4, 4)])
def test_unordered_throws_are_as_likely_as_the_ordered_ones_they_stand_for(count, sides):
    ordered = Counter(dice.unordered(thrown) for thrown in product(range(1, sides + 1), repeat=count))
    found = dict(dice.unordered_outcomes(count, sides))
    assert found.keys() == ordered.keys()
    assert all(isclose(found[thrown], times / sides**count) for thrown, times in ordered.items())
    assert isclose(sum(found.values()), 1)


@given(THROWS, st.randoms())
def test_an_unordered_throw_reads_back_from_any_order(thrown, rng):
    shuffled = rng.sample(thrown, len(thrown))
    text = dice.notation(shuffled)
    assert dice.parse_unordered(text, len(thrown), 20) == dice.unordered(thrown) == tuple(sorted(thrown))
    with pytest.raises(IllegalMove, match="is not a throw of"):
        dice.parse_unordered(text, len(thrown) + 1, 20)


@given(st.lists(st.integers(1, 6), max_size=6))
def test_choices_are_all_there_are_and_leave_the_rest(thrown):
    chosen = dice.choices(thrown)
    kept = product((False, True), repeat=len(thrown))
    some = {dice.unordered(compress(thrown, keep)) for keep in kept}
    assert len(chosen) == len(set(chosen))
    assert set(chosen) == some - {()}
    assert all(dice.unordered(dice.without(thrown, part) + part) == dice.unordered(thrown) for part in chosen)


def test_dice_that_were_not_thrown_cannot_be_taken():
    with pytest.raises(ValueError, match="not in list"):
        dice.without((3, 5), (3, 3))


def test_a_throw_has_so_many_dice_of_so_many_sides():
    thrown = dice.throw(1_000, Random(1), 4)
    assert (len(thrown), set(thrown)) == (1_000, {1, 2, 3, 4})


def test_dice_in_a_scene():
    scene = (dice.block("Thrown", (3, 12)),)
    assert scenes.check(scene) == ""
    assert scene_words.words(scene) == ["Thrown: 3, 12."]
    assert scene_text.text(scene, Style(compact=True)) == "Thrown: [3] [12]"


def test_a_throw_of_any_number_of_dice_is_read_but_not_of_none():
    assert dice.parse("3 5 1", None) == (3, 5, 1)
    assert dice.parse_unordered("3 5 1", None) == (1, 3, 5)
    for text in ("", "  ", "3 7", "three"):
        with pytest.raises(IllegalMove, match="is not a throw of"):
            dice.parse_unordered(text, None)


def test_a_large_die_shows_that_it_can_be_played():
    block = scenes.Pieces("", (dice.piece(5, marks=(scenes.PLAYABLE,)), dice.piece(2)))
    assert scene_text.text((block,), Style(ascii=True)).splitlines()[-1] == "    *"
    assert len(scene_text.text((dice.block("", (5, 2)),), Style()).splitlines()) == 5
