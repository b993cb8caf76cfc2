"""Tiles, hands and trains: texts, pictures and words."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.illegal import IllegalMove
from tabletop.pieces import scene_text, scene_words, scenes, tiles, trains
from tabletop.style import Style

DOUBLE_NINE = tiles.double_set(9)
widths = st.integers(12, 80)
styles = st.builds(Style, width=widths, ascii=st.booleans(), compact=st.booleans())


def longest_train(seed: int, length: int) -> trains.Train:
    """A random train of at most so many tiles of a double-nine set."""
    rng, left, train = Random(seed), list(DOUBLE_NINE), ()
    while left and len(train) < length:
        ends = trains.ends(train)
        fitting = [tile for tile in left if any(tiles.fits(tile, ends))]
        if not fitting:
            break
        tile = rng.choice(fitting)
        left.remove(tile)
        train = trains.lay(train, tile, "left" if tiles.fits(tile, ends)[0] else "right")
    return train


trains_of_any_length = st.builds(longest_train, st.integers(0, 2**32), st.integers(0, 55))


@given(st.sampled_from(DOUBLE_NINE))
def test_a_tile_reads_back_from_its_text_in_either_order(tile):
    high, low = tile
    for text in (tiles.notation(tile), f"{low}-{high}", f"{high}{low}", f"{low}{high}"):
        assert tiles.parse(text, 9) == tile


@pytest.mark.parametrize(
    "text", ["", "6", "6-", "6-4-2", "a-b", "７-1", "-1", "10-4", "7-2", "104", "16-1", "1-016", "010-4"]
)
def test_what_is_not_a_tile_of_the_set_is_refused(text):
    with pytest.raises(IllegalMove, match=r"6-4|There is no (7-2|10-4|16-1) in this set"):
        tiles.parse(text, 6)


@given(trains_of_any_length, styles)
def test_a_picture_of_a_train_keeps_to_the_width_and_the_characters(train, style):
    picture = trains.picture(train, style)
    assert all(len(line) <= style.width for line in picture.splitlines())
    assert set(picture) <= set("0123456789[]|+-. \n") | (set() if style.ascii else set("┌┐└┘├┤┬┴─│…"))


@given(trains_of_any_length, styles)
def test_a_picture_of_a_train_shows_both_ends(train, style):
    lines = trains.picture(train, style).splitlines()
    if train:
        left, right = trains.ends(train)
        assert str(left) in "".join(line[:2] for line in lines[:3])
        assert str(right) in "".join(line[-2:] for line in lines[-4:])


@given(st.lists(st.sampled_from(DOUBLE_NINE), unique=True, max_size=30), styles)
def test_a_picture_of_a_hand_keeps_to_the_width_and_names_every_tile(hand, style):
    picture = tiles.hand_picture(hand, (4, 5), style)
    assert all(len(line) <= style.width for line in picture.splitlines())
    for tile in hand:
        left, right = tiles.fits(tile, (4, 5))
        mark = f"{'<' if left else ''}{tiles.notation(tile)}{'>' if right else ''}"
        assert mark in picture


@given(trains_of_any_length)
def test_the_words_of_a_train_carry_every_tile_and_both_ends(train):
    said = trains.words(train)
    if train:
        assert trains.notation(train) in said
        assert tiles.number_words(trains.ends(train)[0]) in said


def test_a_long_train_wraps_and_a_very_long_one_shows_its_ends():
    wrapping = trains.picture(longest_train(1, 24), Style())
    assert len(wrapping.splitlines()) == 10
    long = longest_train(2, 55)
    picture = trains.picture(long, Style(width=40))
    assert "…" in picture
    assert len(picture.splitlines()) < 20


def test_a_tile_that_does_not_fit_is_not_laid():
    with pytest.raises(ValueError, match="doesn't fit 5"):
        trains.lay(((4, 5),), tiles.Tile(6, 4), "right")


DOUBLE_FIFTEEN = tiles.double_set(15)
some_tiles = st.lists(st.sampled_from(DOUBLE_FIFTEEN), max_size=20)


@given(st.sampled_from(DOUBLE_FIFTEEN))
def test_a_tile_of_the_largest_set_reads_back_and_is_spoken(tile):
    high, low = tile
    for line in "-|/:":
        assert tiles.parse(f"{low}{line}{high}", 15) == tiles.parse(f"{high}{line}{low}", 15) == tile
    assert tiles.number_words(high) in tiles.words(tile)


@given(some_tiles, styles)
def test_cells_of_two_characters_stand_in_line_and_keep_to_the_width(hand, style):
    drawn = tiles.hand_picture(hand, None, style).splitlines()
    assert all(len(line) <= style.width for line in drawn)
    assert all(tiles.notation(tile) in " ".join(drawn).split() for tile in hand)
    if not style.compact:
        assert all(len(set(map(len, drawn[start : start + 3]))) == 1 for start in range(0, len(drawn), 4))


def test_numbers_from_ten_make_all_cells_of_a_hand_wider():
    hand = [tiles.Tile(10, 4), tiles.Tile(6, 4)]
    assert tiles.hand_picture(hand, (10, 6), Style(ascii=True)).splitlines() == [
        "+--+--+ +--+--+",
        "|10| 4| | 6| 4|",
        "+--+--+ +--+--+",
        "<10-4    6-4>",
    ]
    train = ((6, 10), (10, 10), (10, 0))
    assert trains.picture(train, Style(ascii=True)).splitlines() == [
        "       +--+",
        "+--+--+|10|+--+--+",
        "| 6|10|+--+|10| 0|",
        "+--+--+|10|+--+--+",
        "       +--+",
    ]
    assert trains.words(train).startswith("The train of 3 tiles ends in six at the left and blank at the right")


def test_tiles_in_a_scene_say_where_they_fit():
    block = tiles.block("Hand", [tiles.Tile(10, 4), tiles.Tile(6, 4), None], (10, 6))
    assert scenes.check((block,)) == ""
    assert scene_text.text((block,), Style(compact=True)) == "Hand: <10-4 6-4> [?]"
    assert scene_words.words((block,)) == ["Hand: ten-four (left), six-four (right), face down."]
