import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import IllegalMove, Style, dice

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
