"""Heaps, bids, tracks and score sheets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import IllegalMove, Style, bids, heaps, sheets, tracks
from tabletop.pieces import cells, scene_text, scene_words, scenes

some_heaps = st.lists(st.integers(0, 30), max_size=26).map(tuple)
styles = st.builds(Style, st.sampled_from((12, 40, 80)), st.booleans(), st.booleans())


@given(some_heaps, st.none() | st.integers(1, 5))
def test_every_way_to_take_reads_back_and_leaves_the_rest(sizes, most):
    found = heaps.takes(sizes, most)
    assert len(found) == len(set(found)) == sum(min(size, most or size) for size in sizes)
    for take in found:
        text = heaps.notation(take)
        assert heaps.parse(text, sizes) == heaps.parse(f" {text[0].lower()} {text[1:]}", sizes) == take
        assert sum(heaps.taken(sizes, take)) == sum(sizes) - take.number
        assert heaps.taken(sizes, take)[take.heap] == sizes[take.heap] - take.number


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "B3 takes three"), ("3", "B3 takes three"), ("A0", "B3 takes"), ("Á1", "B3 takes"), ("B３", "B3 takes"),
     ("A" + "9" * 5_000, "B3 takes"), ("D1", "no heap D"), ("A4", "Heap A has only 3 left")],
)  # fmt: skip
def test_what_cannot_be_taken_is_refused(text, why):
    with pytest.raises(IllegalMove, match=why):
        heaps.parse(text, (3, 4, 5))


def test_more_than_there_is_cannot_be_taken():
    with pytest.raises(ValueError, match="4 can't be taken from a heap of 3"):
        heaps.taken((3, 4), heaps.Take(0, 4))
    with pytest.raises(ValueError, match="longer"):
        heaps.words((1,) * 27)


@given(some_heaps, styles)
def test_pictures_of_heaps_keep_to_the_width_and_the_characters(sizes, style):
    scene = (heaps.block("Heaps", sizes),)
    assert scenes.check(scene) == ""
    for drawn in (heaps.picture(sizes, style), scene_text.text(scene, style)):
        assert all(cells.width(line) <= style.width for line in drawn.splitlines())
        assert not style.ascii or drawn.isascii()


def test_heaps_in_a_scene():
    scene = (heaps.block("Heaps", (3, 4)),)
    assert scene_text.text(scene, Style()) == "Heaps: [A:3] [B:4]"
    assert scene_words.words(scene) == ["Heaps: A 3, B 4."]


@given(st.integers(1, 12), st.integers(2, 12), st.data())
def test_bids_above_a_bid_are_all_higher_ones_in_order(most, faces, data):
    every = bids.above(None, most, faces)
    assert list(every) == sorted(set(every))
    assert len(every) == most * faces
    last = data.draw(st.sampled_from(every))
    assert bids.above(last, most, faces) == tuple(bid for bid in every if bid > last)
    text = bids.notation(last)
    for form in (text, text.replace("x", " "), text.replace("x", " × "), text.upper()):
        assert bids.parse(form, faces) == last


@pytest.mark.parametrize("text", ["", "4", "45", "x5", "4x", "0x5", "4x0", "４x5", "4x5x6", "4" * 5_000 + "x5"])
def test_what_is_no_bid_is_refused(text):
    with pytest.raises(IllegalMove, match="4x5 bids four fives"):
        bids.parse(text)


def test_a_face_that_is_not_there_is_refused():
    with pytest.raises(IllegalMove, match="There is no 7; the highest is 6"):
        bids.parse("2x7")


@given(st.integers(0, 30), st.integers(0, 12), st.sampled_from(("stop", "back", "stay")))
def test_nobody_comes_beyond_the_goal(place, steps, beyond):
    after = tracks.advance(place, steps, 30, beyond)
    assert 0 <= after <= 30
    if place + steps <= 30:
        assert after == place + steps
    else:
        assert after == {"stop": 30, "back": 60 - place - steps, "stay": place}[beyond]


def test_tracks_and_sheets_in_a_scene():
    scene = (
        tracks.block("Way", ["Ada", "Bo"], [3, 20], 20),
        sheets.block("Score", ["Ada", "Bo"], [(3, 0), (0, 5), (2, 2)]),
    )
    assert scenes.check(scene) == ""
    assert scene_words.words(scene)[:3] == ["Way: Ada: 3 of 20, Bo: 20 of 20.", "Score.", "Total: Ada 5, Bo 7."]
    assert sheets.words(["Ada", "Bo"], []) == "Ada 0, Bo 0."
    assert scenes.check((sheets.block("", ["Ada"], []),)) == ""
