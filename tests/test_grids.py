"""Boards: places, lines, falling stones, and how a board looks and reads."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import IllegalMove, Style, grids
from tabletop.pieces import cells, scene_svg, scene_text, scene_words, scenes

boards = st.builds(
    grids.Board,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(("columns", "rows")),
    st.sampled_from(("bottom", "top")),
)
styles = st.builds(Style, st.sampled_from((12, 40, 80)), st.booleans(), st.booleans(), st.sampled_from((10, 24, 60)))
FOUR = grids.Board(7, 6)


@st.composite
def filled(draw):
    """A board with stones on it."""
    board = draw(boards)
    return board, tuple(draw(st.lists(st.sampled_from(("", "X", "●")), min_size=board.size, max_size=board.size)))


@given(boards)
def test_every_place_reads_back_from_its_text(board):
    texts = [board.notation(place) for place in range(board.size)]
    assert len(set(texts)) == board.size
    assert [board.parse(text) for text in texts] == list(range(board.size))
    assert [board.parse(text.upper()) for text in texts] == list(range(board.size))
    assert [board.parse_column(name) for name in board.column_labels()] == list(range(board.columns))
    assert [board.parse_column(str(number + 1)) for number in range(board.columns)] == list(range(board.columns))


@pytest.mark.parametrize(
    "text", ["", "a", "1", "a0", "a7", "h1", "a-1", "aa1", "ä1", "a１", "a1a1", "a1\x1b[2J", "a" * 5_000]
)
def test_what_is_no_place_is_refused(text):
    with pytest.raises(IllegalMove, match="the places go from a1 to g6"):
        FOUR.parse(text)


@pytest.mark.parametrize("text", ["", "h", "0", "8", "²", "dd", "d1", "1" * 5_000])
def test_what_is_no_column_is_refused(text):
    with pytest.raises(IllegalMove, match="the columns go from a to g"):
        FOUR.parse_column(text)


@pytest.mark.parametrize(("columns", "rows"), [(0, 3), (3, 0), (27, 1), (1, 100)])
def test_a_board_that_cannot_be_is_refused(columns, rows):
    with pytest.raises(ValueError, match="a board can't have"):
        grids.Board(columns, rows)


def apart(board, one, other):
    """How far two places are from each other, in columns and rows."""
    return other % board.columns - one % board.columns, other // board.columns - one // board.columns


@given(boards)
def test_neighbours_are_one_step_away(board):
    for place in range(board.size):
        near = {other for other in range(board.size) if max(map(abs, apart(board, place, other))) == 1}
        straight = {other for other in near if 0 in apart(board, place, other)}
        assert set(board.neighbours(place)) == near
        assert set(board.neighbours(place, diagonal=False)) == straight
        rays = {other for ray in board.rays(place) for other in ray}
        assert rays == {
            other for other in range(board.size) if other != place
            and (0 in apart(board, place, other) or len(set(map(abs, apart(board, place, other)))) == 1)
        }  # fmt: skip


@pytest.mark.parametrize(("columns", "rows", "length"), [(3, 3, 3), (7, 6, 4), (4, 2, 3), (1, 5, 2), (3, 3, 4)])
def test_lines_are_all_straight_ones_of_the_length(columns, rows, length):
    board = grids.Board(columns, rows)

    def is_line(places):
        steps = {apart(board, one, other) for one, other in pairwise(places)}
        return len(steps) == 1 and max(map(abs, *steps)) == 1

    if board.size <= 9:
        expected = {places for places in combinations(range(board.size), length) if is_line(places)}
        assert {tuple(sorted(line)) for line in board.lines(length)} == expected
    across = max(0, columns - length + 1), max(0, rows - length + 1)
    assert len(set(board.lines(length))) == across[0] * rows + across[1] * columns + 2 * across[0] * across[1]


@given(filled(), st.integers(1, 4))
def test_a_line_of_equal_stones_is_found_wherever_it_lies(position, length):
    board, stones = position
    full = {line for line in board.lines(length) if stones[line[0]] and len({stones[place] for place in line}) == 1}
    assert bool(board.line(stones, length)) == bool(full)
    assert not full or board.line(stones, length) in full
    for place in range(board.size):
        assert bool(board.line(stones, length, place)) == any(place in line for line in full)


@given(boards, st.data())
def test_stones_fall_to_the_bottom_of_the_picture_until_a_column_is_full(board, data):
    column = data.draw(st.integers(0, board.columns - 1))
    stones, places = board.empty(), []
    while (place := board.drop(stones, column)) is not None:
        places.append(place)
        stones = board.put(stones, place, "X")
    rows = [place // board.columns for place in places]
    assert rows == (list(range(board.rows)) if board.first_row == "bottom" else list(range(board.rows))[::-1])
    assert {place % board.columns for place in places} == {column}
    assert stones.count("X") == board.rows


@given(filled(), styles)
def test_pictures_keep_to_the_width_the_height_and_the_characters_and_show_every_stone(position, style):
    board, stones = position
    drawn = board.picture(stones, style)
    block = board.block("", stones)
    for text in (drawn, scene_text.text((block,), style)):
        assert all(cells.width(line) <= style.width for line in text.splitlines())
        assert not style.ascii or text.isascii()
        body = text.replace("●", "X")
        assert sum(line.count("X") for line in body.splitlines()) == len([stone for stone in stones if stone])
    assert scenes.check((block,)) == ""


def test_a_board_is_drawn_small_where_there_is_no_room():
    stones = FOUR.put(FOUR.empty(), 3, "●")
    assert len(FOUR.picture(stones, Style()).splitlines()) == 14
    small = ["  a b c d e f g", "2 · · · ● · · ·"]
    board = grids.Board(7, 2, first_row="top")
    stones = board.put(board.empty(), 10, "●")
    for style in (Style(compact=True), Style(20), Style(height=5)):
        assert board.picture(stones, style).splitlines()[::2] == small
    assert board.picture(stones, Style(20, ascii=True)).splitlines()[2] == "2 . . . X . . ."


def test_columns_stand_evenly_in_a_small_board_too_whatever_is_marked():
    stones = FOUR.put(FOUR.put(FOUR.empty(), 3, "X"), 2, "O")
    assert FOUR.picture(stones, Style(compact=True), marked=[3]).splitlines()[::5] == [
        "   a  b  c  d  e  f  g",
        "2  ·  ·  ·  ·  ·  ·  ·",
    ]
    assert FOUR.picture(stones, Style(compact=True), marked=[3]).splitlines()[-1] == "1  ·  ·  O (X) ·  ·  ·"


def test_a_board_with_letters_at_the_side():
    board = grids.Board(2, 2, letters="rows", first_row="top")
    assert board.picture(("Q", "", "", "Z"), Style(ascii=True), marked=[3]).splitlines() == [
        "    1   2",
        "  +---+---+",
        "a | Q |   |",
        "  +---+---+",
        "b |   |(Z)|",
        "  +---+---+",
    ]


def test_a_board_in_a_scene_marks_places_and_can_be_chosen_from():
    board = grids.Board(2, 2)
    block = board.block(
        "Board", ("X", "", "", "O"), names={"X": "dark"}, marks={0: "new", 1: "playable"}, moves={1: "b1"}
    )
    assert scene_text.text((block,), Style(ascii=True)).splitlines() == [
        "Board:",
        "    a   b",
        "  +---+---+",
        "2 |   | O |",
        "  +---+---+",
        "1 |(X)| * |",
        "  +---+---+",
    ]
    assert scene_words.words((block,)) == ["Board.", "2: b O.", "1: a dark (new), b empty (can be played)."]
    assert [piece.moves for row in block.rows for piece in row] == [(), (), (), ("b1",)]
    assert scene_words.words((board.block("Board", board.empty()),)) == ["Board: empty."]


def test_the_ear_hears_no_row_in_which_nothing_stands():
    assert scene_words.words((FOUR.block("Board", FOUR.put(FOUR.empty(), 3, "X")),)) == ["Board.", "1: d X."]


def test_where_stones_stand_is_told_by_kind():
    stones = FOUR.put(FOUR.put(FOUR.empty(), 3, "X"), 10, "O")
    assert FOUR.words(stones, {"X": "dark"}) == ["dark: d1.", "O: d2."]
    assert FOUR.words(FOUR.empty()) == ["The board is empty."]


UR = grids.Board(8, 3, first_row="top", absent=(4, 5, 20, 21))
"""The Royal Game of Ur: two blocks with a bridge between."""


def test_a_board_without_some_places_is_drawn_with_gaps():
    stones = UR.put(UR.empty(), 8, "●")
    drawn = scene_text.text((UR.block("", stones, marks={0: "rosette"}),), Style())
    assert drawn.split("\n") == [
        "    a   b   c   d   e   f   g   h",
        "  ┌───┬───┬───┬───┐       ┌───┬───┐",
        "1 │( )│   │   │   │       │   │   │",
        "  ├───┼───┼───┼───┼───┬───┼───┼───┤",
        "2 │ ● │   │   │   │   │   │   │   │",
        "  ├───┼───┼───┼───┼───┴───┼───┼───┤",
        "3 │   │   │   │   │       │   │   │",
        "  └───┴───┴───┴───┘       └───┴───┘",
    ]
    assert UR.picture(stones, Style(ascii=True)).split("\n")[1:4] == [
        "  +---+---+---+---+       +---+---+",
        "1 |   |   |   |   |       |   |   |",
        "  +---+---+---+---+---+---+---+---+",
    ]
    assert UR.picture(stones, Style(compact=True)).split("\n")[:2] == ["  a b c d e f g h", "1 · · · ·     · ·"]


def test_what_is_absent_is_no_place():
    assert (UR.step(3, 1, 0), UR.step(3, 0, 1)) == (None, 11)
    assert 4 not in {place for line in UR.lines(3) for place in line}
    assert grids.Board(1, 3, absent=(0,)).drop(("",) * 3, 0) == 1
    with pytest.raises(IllegalMove, match="“e1” is not a place on this board"):
        UR.parse("e1")
    for absent in ((24,), (-1,), tuple(range(24))):
        with pytest.raises(ValueError, match="can't be without"):
            grids.Board(8, 3, absent=absent)


def test_rows_of_a_hexagon_stand_between_each_other():
    """Every other place is absent, in each row otherwise; where that would look like a place it is filled."""
    hexagon = grids.Board(5, 3, absent=(0, 2, 4, 6, 8, 10, 12, 14))
    drawn = hexagon.picture(("", "X", "", "O", "") * 3, Style())
    assert drawn.split("\n")[1:] == [
        "      ┌───┐   ┌───┐",
        "3     │ X │   │ O │",
        "  ┌───┼───┼───┼───┼───┐",
        "2 │   │░░░│   │░░░│   │",
        "  └───┼───┼───┼───┼───┘",
        "1     │ X │   │ O │",
        "      └───┘   └───┘",
    ]
    assert hexagon.neighbours(7) == (13, 3, 1, 11)


def test_absent_places_are_neither_told_nor_pictured():
    scene = (UR.block("Board", UR.empty()),)
    assert (scenes.check(scene), scene_words.words(scene)) == ("", ["Board: empty."])
    assert scene_svg.svg(scene).count("<title>") == 1 + 1 + 20
    assert scenes.as_json(scene)[0]["rows"][0][4] is None
    unnamed = scenes.Grid("", ((None, scenes.Piece("stone", "X")), (None, None)))
    assert scene_words.words((unnamed,)) == ["1: X."]
