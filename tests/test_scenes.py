"""Scenes: what is one, and how the host draws and tells it."""

import json
from dataclasses import asdict, replace
from typing import get_args, get_type_hints

import pytest
from counted import Calls
from hypothesis import given, settings
from hypothesis import strategies as st
from scene_strategies import some_scenes

from tabletop import who
from tabletop.lines import harmless
from tabletop.pieces import cells, scene_text, scene_words, scenes
from tabletop.pieces.scenes import PLAYABLE, Grid, Piece, Pieces, Sheet, Text, Track, Train
from tabletop.style import Style

styles = st.builds(Style, st.sampled_from((12, 40, 80)), st.booleans(), st.booleans(), st.sampled_from((10, 24, 60)))

A_SHEET = Sheet("", ("Round", "You", "CPU 2"), tuple((str(n), "3", "0") for n in range(1, 31)), ("Total", "90", "0"))
SIX_FOUR = Piece("tile", "6-4")

MARKED = ((), (PLAYABLE,))


@settings(max_examples=150, deadline=None)
@given(some_scenes, styles)
def test_no_scene_is_drawn_wider_than_the_screen(scene, style):
    assert scenes.check(scene) == ""
    for line in scene_text.text(scene, style).splitlines():
        assert cells.width(line) <= style.width


@given(some_scenes)
def test_a_scene_is_ready_for_json_and_is_told_in_plain_sentences(scene):
    assert json.dumps([asdict(block) for block in scene])
    for sentence in scene_words.words(scene):
        assert sentence == harmless(sentence)
        assert "\n" not in sentence


@given(st.lists(st.one_of(st.builds(Pieces, st.just("hand"), st.just((SIX_FOUR, Piece("die", "5"))))), max_size=3))
def test_ascii_is_ascii(drawn):
    scene = (*drawn, A_SHEET, Track("Race", ("Ada",), (3,), 9), Train("Train", ((1, 1), (1, 2))), Train("None", ()))
    for style in (Style(ascii=True), Style(ascii=True, compact=True), Style(ascii=True, height=90)):
        assert scene_text.text(scene, style).isascii()


@pytest.mark.parametrize("style", [Style(), Style(compact=True)])
@pytest.mark.parametrize("kind", get_args(get_type_hints(Piece)["kind"]))
def test_a_piece_that_can_be_played_is_marked_large_and_small(kind, style):
    for text in ("",) if kind == "back" else ("5", "6-4", "QS", "X"):
        drawn = [scene_text.text((Pieces("Hand", (Piece(kind, text, marks=marks),)),), style) for marks in MARKED]
        assert [picture.count("*") for picture in drawn] == [0, 1]


def test_an_empty_place_with_a_mark_is_drawn_otherwise_than_one_without():
    for style in (Style(), Style(compact=True), Style(ascii=True)):
        rows = [(Piece("stone", ""), Piece("stone", "", marks=marks)) for marks in ((), ("rosette",))]
        plain, marked = (scene_text.text((Grid("Board", (row,)),), style) for row in rows)
        assert ("( )" in plain, "( )" in marked) == (False, True)


def test_a_scene_is_drawn_smaller_until_it_fits_the_screen_and_a_sheet_shows_its_last_rows():
    hand = Pieces("Hand", (SIX_FOUR, Piece("tile", "1-1")))
    large = scene_text.text((hand, A_SHEET), Style(height=80))
    small = scene_text.text((hand, A_SHEET), Style(height=24))
    assert "┌─┬─┐ ┌─┬─┐" in large
    assert "earlier" not in large
    assert small.splitlines()[:3] == ["Hand: 6-4 1-1", "Round  You  CPU 2", "and 14 earlier"]
    assert len(small.splitlines()) == 21
    assert scene_text.text((hand,), Style(height=24)) == scene_text.text((hand,), Style(height=80))


def test_a_sheet_has_aligned_columns_and_a_line_above_the_total_and_folds_on_a_small_screen():
    sheet = Sheet("", ("Round", "Ada + Cy", "Christoph"), (("1", "14", "0"), ("10", "0", "9")), ("Total", "14", "9"))
    assert scene_text.text((sheet,), Style(ascii=True)).splitlines() == [
        "Round  Ada + Cy  Christoph",
        "1            14          0",
        "10            0          9",
        "--------------------------",
        "Total        14          9",
    ]
    assert scene_text.text((sheet,), Style(22, ascii=True)).splitlines() == [
        "Round  Ada + Cy",
        "1            14",
        "10            0",
        "---------------",
        "Total        14",
        "",
        "Round  Christoph",
        "1              0",
        "10             9",
        "----------------",
        "Total          9",
    ]


def test_a_sheet_is_told_row_by_row_after_its_total():
    sheet = replace(A_SHEET, rows=A_SHEET.rows[:2])
    assert scene_words.words((sheet,)) == [
        "Total: You 90, CPU 2 0.",
        "Round 1: You 3, CPU 2 0.",
        "Round 2: You 3, CPU 2 0.",
    ]
    told = scene_words.words((A_SHEET,))
    assert (told[1], told[-1]) == ("Round 19: You 3, CPU 2 0.", "And 18 earlier.")


def test_wide_signs_take_two_columns():
    sheet = Sheet("", ("", "囲碁", "Bo"), (("1", "5", "12"),), ())
    assert scene_text.text((sheet,), Style()).splitlines() == ["   囲碁  Bo", "1     5  12"]


def test_sentences_of_who_stand_in_every_text_but_canonical_ones():
    name = who(1, "You", "{name}")
    scene = (
        Text(name),
        Pieces(name, (Piece("tile", "6-4", name, (name,)),)),
        Sheet(name, (name,), ((name,),), (name,)),
        Track(name, (name,), (1,), 2),
    )
    assert scenes.check(scene) == ""
    assert all("x" in str(block) and "\\x02" not in str(block) for block in scenes.said(scene, lambda _text: "x"))
    kept = scenes.said((Pieces("", (Piece("card", "QS", moves=("play QS",)),)),), lambda _text: "x")
    assert kept == (Pieces("x", (Piece("card", "QS", "x", (), ("play QS",)),)),)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (None, "NoneType"),
        ([Text("a")], "list"),
        (("a",), "str|'a'"),
        ((Piece("die", "1"),), "a block"),
        ((Text(3),), "int"),
        ((Text("a\x1b[2J"),), "control"),
        ((Text("a\nb"),), "control"),
        ((Text("a\u202eb"),), "control"),
        ((Text("a <b>bold</b> word"),), "markup, “<b>”"),
        ((Text("</svg>"),), "markup"),
        ((Text("<!-- no -->"),), "markup"),
        ((Text("<?xml?>"),), "markup"),
        ((Text("one &amp; two"),), "markup, “&amp;”"),
        ((Text("&#x41;"),), "markup"),
        ((Pieces("", (Piece("card", "QS", moves=("<script>",)),)),), "Piece.moves"),
        ((Sheet("", ("<td>",), ()),), "Sheet.columns"),
        ((Text("\ud800"),), "control"),
        ((Pieces("", (Piece("card", who(0, "a", "b")),)),), "control"),
        ((Pieces("", (Piece("card", "QS", moves=("\x02",)),)),), "control"),
        ((Pieces("", (Piece("pawn", "a"),)),), "Piece.kind"),
        ((Pieces("", [Piece("die", "1")]),), "list"),
        ((Pieces("", (Text("a"),)),), "Piece"),
        ((Train("", ((1, 2, 3),)),), "tuple"),
        ((Train("", ((1, True),)),), "bool"),
        ((Train("", ((-1, 2),)),), "Train"),
        ((Train("", ((10**400, 2),)),), "large"),
        ((Train("", None),), "NoneType"),
        ((Sheet("", ("a", "b"), (("1",),)),), "Sheet"),
        ((Sheet("", ("a", "b"), (), ("1",)),), "Sheet"),
        ((Sheet("", (), ()),), "Sheet"),
        ((Grid("", ((SIX_FOUR,), ())),), "Grid"),
        ((Grid("", (("X",),)),), "'X'"),
        ((Pieces("", (None,)),), "NoneType"),
        ((Grid("", ((SIX_FOUR,),), ("a", "b")),), "Grid"),
        ((Track("", ("a",), (), 3),), "Track"),
        ((Track("", ("a",), (1,), 0),), "Track"),
        ((Pieces("", (SIX_FOUR,) * 2001),), "2000"),
        ((Train("", ((1, 1),) * 2001),), "2000"),
        ((Text("a" * 70_000),), "64"),
        ((Text("é" * 40_000),), "64"),
        ((Sheet("", ("a",), (("",),) * 40_000),), "64"),
    ],
)
def test_what_is_no_scene_is_refused_with_the_reason(wrong, why):
    assert any(part in scenes.check(wrong) for part in why.split("|"))


@pytest.mark.parametrize("text", ["1 < 2 & 3 > 2", "R&D; x<y", "<3", "a <- b -> c", "Q&A"])
def test_signs_that_are_no_markup_may_stand_in_a_text(text):
    assert scenes.check((Text(text),)) == ""


@settings(max_examples=150, deadline=None)
@given(some_scenes)
def test_what_is_quickly_found_sound_is_a_scene_however_closely_it_is_looked_at(scene):
    assert not scenes.is_sound(scene) or scenes._Checking().check(scene) is None


def test_a_large_scene_is_checked_in_few_calls():
    hand = Pieces("Your hand", tuple(Piece("tile", f"9-{n}", "tile", ("left",), (f"play 9-{n}",)) for n in range(10)))
    board = Grid("Board", ((Piece("stone", "X"),) * 15,) * 15, ("a",) * 15, ("b",) * 15)
    scene = (Text(who(0, "You", "{name}")), hand, board, A_SHEET, Train("", ((1, 1),) * 40), Track("", ("A",), (1,), 2))
    with_calls = Calls()
    with_calls.watch()
    with_calls.count()
    try:
        assert scenes.check(scene) == ""
    finally:
        with_calls.unwatch()
    assert with_calls.total < 40


def test_a_scene_without_its_parts_is_refused():
    assert "NoneType" in scenes.check((object.__new__(Text),))


def test_what_never_ends_is_refused_soon():
    class Endless(tuple):
        __slots__ = ()

        def __iter__(self):
            while True:
                yield Text("")

    endless = Endless((Text(""),))
    for scene in (endless, (Grid("", (), endless),), (Track("", ("a",), endless, 2),), (Sheet("", ("a",), endless),)):
        assert scenes.check(scene)
