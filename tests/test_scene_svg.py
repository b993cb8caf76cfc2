"""Scenes as pictures in SVG: well-formed, within their bounds, readable for everybody."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene_samples import as_json, pictures, samples, told
from scene_strategies import some_scenes

from tabletop.pieces import cells, scene_svg, scene_words, svg_parts, svg_pieces
from tabletop.pieces.scenes import Grid, Piece, Pieces, Text, Train
from tabletop.testing import renderings
from tabletop.testing.renderings import lost, rendering_fault

SVG = "{http://www.w3.org/2000/svg}"
MOVED = re.compile(r"translate\(([-0-9.]+) ([-0-9.]+)\)(?: scale\(([0-9.]+)\))?")


def parsed(scene, width=640):
    return ElementTree.fromstring(scene_svg.svg(scene, width))


def corners(element, x=0.0, y=0.0, scale=1.0):
    """Of everything that is drawn: its left, upper, right and lower edge, as wide as texts may be at the most."""
    if found := MOVED.fullmatch(element.get("transform", "")):
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
        scale *= float(found[3] or 1)

    def of(name):
        return float(element.get(name, 0))

    shapes = {
        "rect": lambda: (of("x"), of("y"), of("x") + of("width"), of("y") + of("height")),
        "circle": lambda: (of("cx") - of("r"), of("cy") - of("r"), of("cx") + of("r"), of("cy") + of("r")),
        "ellipse": lambda: (of("cx") - of("rx"), of("cy") - of("ry"), of("cx") + of("rx"), of("cy") + of("ry")),
        "text": lambda: text_edges(element, of("x"), of("y"), of("font-size")),
    }
    if shape := shapes.get(element.tag.removeprefix(SVG)):
        left, upper, right, lower = shape()
        yield (x + scale * left, y + scale * upper, x + scale * right, y + scale * lower)
    for child in element:
        yield from corners(child, x, y, scale)


def text_edges(element, x, y, size):
    wide = float(element.get("textLength", 0)) or svg_parts.measure(element.text, size)
    before = {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
    return (x - before, y - size, x - before + wide, y + size * 0.3)


@pytest.mark.parametrize(
    ("path", "drawn"), (pictures() | told() | as_json()).items(), ids=lambda value: getattr(value, "name", "")
)
def test_scenes_look_and_read_as_they_did(path, drawn):
    """``python tests/helpers/scene_samples.py`` makes them anew; look at them before they are kept."""
    assert path.read_text("utf-8") == drawn


@settings(max_examples=150, deadline=None)
@given(some_scenes, st.sampled_from((10, 320, 640, 1_200)))
def test_every_picture_is_well_formed_and_keeps_within_its_bounds(scene, width):
    drawn = scene_svg.svg(scene, width)
    assert drawn == scene_svg.svg(scene, width)
    root = parsed(scene, width)
    wide, high = float(root.get("width")), float(root.get("height"))
    assert (wide, root.get("viewBox")) == (max(200, width), f"0 0 {max(200, width)} {root.get('height')}")
    for left, upper, right, lower in corners(root):
        assert left >= -0.1
        assert upper >= -0.1
        assert right <= wide + 0.1
        assert lower <= high + 0.1


def brightness(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("one", "other"), svg_parts.CONTRASTS)
def test_colours_stand_out_from_what_they_are_drawn_upon(one, other):
    dark, light = sorted(map(brightness, (one, other)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_no_other_colours_are_drawn():
    known = {colour for pair in svg_parts.CONTRASTS for colour in pair} | {svg_parts.LINE}
    for drawn in pictures().values():
        assert set(re.findall("#[0-9a-f]{6}", drawn)) <= known
        assert set(re.findall('(?:fill|stroke)="([^"#]+)"', drawn)) <= {"none"}


@pytest.mark.parametrize("evil", ["</svg><script>x</script>", '" onload="x', "a & b", "]]>", "&#x41;", "\ufffe"])
def test_no_text_becomes_markup(evil):
    piece = Piece("card", evil, evil, (evil,), (evil,))
    scene = (Text(evil), Pieces(evil, (piece,)), Grid(evil, ((piece,),), (evil,), (evil,)))
    root = parsed(scene)
    kept = evil.replace("\ufffe", "\ufffd")
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg", "g", "rect", "text", "title", "desc"
    }  # fmt: skip
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert {element.get("data-move") for element in root.iter()} == {None, kept}
    assert kept in {element.text for element in root.iter(f"{SVG}text")}


def test_no_emoji_and_no_name_of_a_part_that_two_pictures_on_a_page_would_share():
    for drawn in pictures().values():
        assert not re.search("[♠♥♦♣\ufe0f]", drawn)
        assert " id=" not in drawn


CROSS = Train("Train", ((0, 5), (5, 5), (5, 6)), 1, ((5, 3), (3, 3)), ((5, 1),))
LONG = replace(CROSS, laid=(*CROSS.laid, *((6, 6),) * 30))


@pytest.mark.parametrize("train", [CROSS, replace(CROSS, up=()), replace(CROSS, down=()), LONG])
def test_every_tile_of_a_train_with_a_spinner_is_drawn(train):
    """Each has its frame, and all of its pips."""
    root = parsed((train,))
    tiles = (*train.laid, *train.up, *train.down)
    assert len([each for each in root.iter(f"{SVG}rect") if each.get("rx") == "5"]) == len(tiles)
    assert len(list(root.iter(f"{SVG}circle"))) == sum(map(sum, tiles))


def buttons(root):
    return [element for element in root.iter() if element.get("role") == "button"]


def test_a_piece_that_stands_for_moves_is_a_button_and_the_others_are_not():
    scene = samples()["trains"]
    found = buttons(parsed(scene))
    assert [(each.get("data-move"), each.get("aria-label"), each.get("tabindex")) for each in found] == [
        ("play 6-4", "six-four (left) (can be played)", "0"),
        ("play 5-3 left\nplay 5-3 right", "five-three (left, right)", "0"),
    ]
    board = buttons(parsed(samples()["connect-four"]))
    assert [each.get("data-move") for each in board] == ["d", "c", "e", "a", "b", "f", "g"]
    assert board[0].get("aria-label") == "4: d empty"


def test_what_can_be_chosen_is_not_hidden_inside_an_image():
    roles = {name: parsed(scene).get("role") for name, scene in samples().items()}
    assert (roles["trains"], roles["passing-partners"]) == ("group", "img")
    for scene in samples().values():
        parents = [element for element in parsed(scene).iter() if element.get("role") == "img"]
        assert not any(buttons(parent) for parent in parents)


def test_the_whole_is_described_in_words_and_each_piece_has_its_own():
    for scene in samples().values():
        root = parsed(scene)
        said = scene_words.words(scene)
        assert (root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text) == (said[0], " ".join(said))
        titles = Counter(element.text for element in root.iter(f"{SVG}title"))
        for block in scene:
            pieces = block.pieces if isinstance(block, Pieces) else ()
            assert not Counter(map(scene_words.piece_words, pieces)) - titles


def pips(drawn):
    return drawn.count("<circle")


@pytest.mark.parametrize("number", range(16))
def test_a_tile_has_as_many_pips_as_it_says_or_the_number(number):
    for upright in (False, True):
        drawn = svg_pieces.tile(number, 4, upright=upright).drawn
        assert pips(drawn) == (number if number <= 9 else 0) + 4
        assert (f">{number}</text>" in drawn) == (number > 9)


def test_a_stone_has_no_stone_drawn_on_it():
    for text, signs in (("●", 0), ("○", 0), ("X", 1)):
        assert svg_pieces.stone(text).drawn.count("<text") == signs


@pytest.mark.parametrize("number", range(1, 21))
def test_a_die_has_as_many_pips_as_it_says_or_the_number(number):
    drawn = svg_pieces.face(Piece("die", str(number))).drawn
    assert (pips(drawn), f">{number}</text>" in drawn) == ((number, False) if number <= 6 else (0, True))


def test_doubles_stand_across_and_a_long_train_goes_on_below():
    def sizes(laid, width):
        frames = [each for each in parsed((Train("", laid),), width).iter(f"{SVG}rect") if each.get("stroke")]
        return [(float(each.get("width")) > float(each.get("height"))) for each in frames]

    assert sizes(((4, 6), (6, 6), (6, 1)), 640) == [True, False, True]
    short, long = (int(parsed((Train("", ((1, 2),) * count),)).get("height")) for count in (8, 30))
    assert long > 3 * (short - 28)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=60), st.sampled_from((20, 200)))
def test_wrapped_lines_keep_every_letter(text, room):
    lines = svg_parts.wrapped(text, 16, room)
    assert "".join(lines) == text
    assert all(svg_parts.measure(line, 16) <= room or len(line) == 1 for line in lines)


def test_a_scene_without_blocks_is_a_picture_still():
    assert parsed(()).get("height") == "28"
    assert cells.width(scene_svg.svg(())) < 300


def test_the_place_of_a_piece_is_told_where_rows_have_no_names():
    board = samples()["every-block"][4]
    titles = [element.text for element in parsed((replace(board, label=""),)).iter(f"{SVG}title")]
    assert "1: 2 O" in titles


@pytest.mark.parametrize("name", samples())
def test_nothing_of_a_scene_is_lost_in_any_of_its_forms(name):
    assert rendering_fault(samples()[name]) == ""


@settings(max_examples=150, deadline=None)
@given(some_scenes)
def test_nothing_of_any_scene_is_lost_in_any_of_its_forms(scene):
    assert list(lost(scene)) == []


@pytest.mark.parametrize("form", ["scene_text.text", "scene_words.words", "scene_svg.svg"])
@pytest.mark.parametrize(
    "name",
    [
        name
        for name, scene in samples().items()
        if name != "pig-partners" and not (isinstance(scene[-1], Pieces) and not scene[-1].label)
    ],
)
def test_a_form_that_loses_a_block_is_noticed(monkeypatch, form, name):
    """But for a throw, and for totals that sentences say too."""
    scene = samples()[name]
    module, function = form.split(".")
    form = getattr(getattr(renderings, module), function)
    monkeypatch.setattr(getattr(renderings, module), function, lambda scene, *style: form(scene[:-1], *style))
    assert list(lost(scene))
