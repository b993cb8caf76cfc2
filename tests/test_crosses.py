"""Trains with a spinner, and several trains from one tile: ends, texts, pictures and words."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import Style, crosses, tiles, trains
from tabletop.pieces import cells, scene_text, scene_words, scenes
from tabletop.pieces.crosses import Cross
from tabletop.pieces.hubs import Hub
from tabletop.pieces.tiles import Tile

styles = st.builds(Style, st.sampled_from((12, 40, 80)), st.booleans(), st.booleans(), st.sampled_from((10, 24, 60)))


def grown(seed, length, highest):
    """A train with arms, of at most so many tiles, and the tiles in the order in which they were set."""
    rng, left, cross, laid = Random(seed), list(tiles.double_set(highest)), Cross(), []
    while left and len(laid) < length:
        fitting = [(tile, end) for tile in left for end in cross.fits(tile)]
        if not fitting:
            break
        tile, end = rng.choice(fitting)
        left.remove(tile)
        cross = cross.lay(tile, end)
        laid.append(tile)
    return cross, laid


some_crosses = st.builds(grown, st.integers(0, 2**32), st.integers(0, 30), st.sampled_from((6, 12)))


@given(some_crosses)
def test_touching_halves_match_in_the_line_and_in_the_arms(grown):
    cross, laid = grown
    halves = [*cross.line, *cross.up, *cross.down]
    assert sorted(tiles.tile(*both) for both in halves) == sorted(laid)
    assert all(one[1] == two[0] for one, two in zip(cross.line, cross.line[1:], strict=False))
    for arm in (cross.up, cross.down):
        assert all(one[1] == two[0] for one, two in itertools.pairwise(arm))
        assert not arm or arm[0][0] == cross.line[cross.spinner][0]


@given(some_crosses)
def test_the_spinner_is_the_first_double_and_its_arms_open_when_both_sides_are_covered(grown):
    cross, laid = grown
    doubles = [tile for tile in laid if tile.is_double]
    assert (cross.spinner >= 0) == bool(doubles)
    if doubles:
        assert cross.line[cross.spinner] == doubles[0]
        covered = 0 < cross.spinner < len(cross.line) - 1
        assert ("up" in cross.ends()) == ("down" in cross.ends()) == covered
        assert covered or not (cross.up or cross.down)


@given(some_crosses)
def test_the_total_counts_open_halves_and_doubles_twice(grown):
    cross, _laid = grown
    if len(cross.line) < 2:
        assert cross.total() == sum(map(sum, cross.line))
        return
    outer = {"left": cross.line[0][::-1], "right": cross.line[-1]}
    outer |= {name: arm[-1] for name, arm in (("up", cross.up), ("down", cross.down)) if arm}
    assert cross.total() == sum(2 * end if inner == end else end for inner, end in outer.values())
    assert all(cross.ends()[name] == halves[1] for name, halves in outer.items())


@given(some_crosses, st.sampled_from(tiles.double_set(6)), st.sampled_from(crosses.ENDS))
def test_a_tile_is_set_only_where_it_fits(grown, tile, end):
    cross, _laid = grown
    if not cross.line:
        return
    if end in cross.fits(tile):
        after = cross.lay(tile, end)
        assert tile in [tiles.tile(*halves) for halves in (*after.line, *after.up, *after.down)]
    else:
        with pytest.raises(ValueError, match="doesn't fit"):
            cross.lay(tile, end)


@given(some_crosses, styles)
def test_pictures_keep_to_the_width_and_the_characters_and_a_scene_says_the_same(grown, style):
    cross, laid = grown
    scene = (cross.block(""),)
    assert scenes.check(scene) == ""
    for drawn in (cross.picture(style), scene_text.text(scene, style)):
        assert all(cells.width(line) <= style.width for line in drawn.splitlines())
        assert not style.ascii or drawn.isascii()
    told = scene_words.words(scene)
    assert told == [cross.words() if cross.spinner >= 0 else trains.words(cross.line)]
    assert str(len(laid)) in told[0] or not laid
    assert crosses.of(cross.block("")) == cross


def muggins():
    """5-5 in the middle of 5-3 and 6-5, 5-1 above and the double 5-2, 2-2 below."""
    cross = Cross().lay(Tile(5, 5)).lay(Tile(5, 3), "left").lay(Tile(6, 5)).lay(Tile(5, 1), "up")
    return cross.lay(Tile(5, 2), "down").lay(Tile(2, 2), "down")


def test_a_spinner_with_four_arms():
    cross = muggins()
    assert cross.ends() == {"left": 3, "right": 6, "up": 1, "down": 2}
    assert cross.total() == 3 + 6 + 1 + 4
    assert cross.notation() == "3|5 5|5* 5|6 up 5|1 down 5|2 2|2"
    assert cross.words() == (
        "The train of 6 tiles ends in three at the left, six at the right, one above, two below: "
        "3|5 5|5* 5|6 up 5|1 down 5|2 2|2."
    )
    assert cross.picture(Style(ascii=True)).splitlines() == [
        "     +-+",
        "     |1|",
        "     +-+",
        "     |5|",
        "     +-+",
        "     +-+",
        "+-+-+|5|+-+-+",
        "|3|5|+-+|5|6|",
        "+-+-+|5|+-+-+",
        "     +-+",
        "     +-+",
        "     |5|",
        "     +-+",
        "     |2|",
        "     +-+",
        "    +-+-+",
        "    |2|2|",
        "    +-+-+",
    ]
    small = ["3|5 [5] 5|6", "above: 5|1", "below: 5|2 [2]"]
    assert cross.picture(Style(compact=True)).splitlines() == small
    assert cross.picture(Style(height=18)).splitlines() == small


@pytest.mark.parametrize(
    "arms", [{"spinner": 3}, {"spinner": -2}, {"up": ((5, 1),)}, {"spinner": 0, "down": ((5, -1),)}, {"up": [(1, 2)]}]
)
def test_a_scene_with_arms_where_none_can_be_is_refused(arms):
    assert scenes.check((scenes.Train("", ((5, 5),), **arms),)) != ""


def test_tiles_of_arms_count_as_pieces_of_a_scene():
    arm = ((1, 1),) * 1_000
    assert "more than 2000 pieces" in scenes.check((scenes.Train("", ((1, 1),), 0, arm, arm),))


# Several trains


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_several_trains_grow_from_the_engine_and_only_where_they_are_open(seed, length):
    rng, left, hub = Random(seed), list(tiles.double_set(12)), Hub.begin(12, own=3)
    for step in range(length):
        seat = step % 3
        fitting = [(tile, number) for tile in left for number in hub.fits(tile, seat)]
        if not fitting:
            hub = hub.opened(seat)
            continue
        tile, number = rng.choice(fitting)
        assert number == seat or hub.open[number]
        left.remove(tile)
        hub = hub.lay(tile, number).opened(seat, to_all=False)
    for train, end in zip(hub.trains, hub.ends(), strict=True):
        numbers = [hub.engine, *(half for laid in train for half in laid)]
        assert numbers[:-1:2] == numbers[1::2] if len(numbers) > 1 else end == hub.engine
        assert numbers[-1] == end
    with pytest.raises(ValueError, match="doesn't fit"):
        hub.lay(Tile(*[(hub.ends()[0] + 1) % 13] * 2), 0)


NAMES = ["Ada", "Bo", "Mexican"]


@given(st.integers(0, 12), styles)
def test_pictures_of_several_trains_keep_to_the_width_and_the_characters(length, style):
    hub = Hub.begin(12, own=2)
    for number in range(length):
        hub = hub.lay(Tile(12, number), number % 2) if number < 2 else hub
    for drawn in (hub.picture(NAMES, style), scene_text.text(hub.blocks(NAMES), style)):
        assert all(cells.width(line) <= style.width for line in drawn.splitlines())
        assert not style.ascii or drawn.isascii()


def test_several_trains_in_texts_and_words():
    hub = Hub.begin(9, own=2).lay(Tile(9, 4), 0).lay(Tile(4, 4), 0).opened(0)
    assert hub.notation() == "9|9 1*: 9|4 4|4 2: 3*:"
    assert hub.words(NAMES) == [
        "Ada (open): 2 tiles, ends in four: 9|4 4|4.",
        "Bo: no tile, ends in nine.",
        "Mexican (open): no tile, ends in nine.",
    ]
    assert hub.picture(NAMES, Style(compact=True)).splitlines() == [
        "[9]",
        "Ada (open): 9|4 [4]",
        "Bo:",
        "Mexican (open):",
    ]
    assert scenes.check(hub.blocks(NAMES, "Engine")) == ""
    assert scene_words.words(hub.blocks(NAMES, "Engine"))[0] == "Engine: double nine."
