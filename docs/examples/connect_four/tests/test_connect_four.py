from pathlib import Path

import pytest
from tabletop_connect_four import ConnectFour, Options

from tabletop import IllegalMove, Style

HERE = Path(__file__).parent
STYLES = {
    "80 columns": Style(),
    "40 columns": Style(width=40),
    "compact": Style(compact=True),
    "ASCII": Style(ascii=True),
}


SCENES = {"start": "", "middle": "ddcedfb", "won": "ddeefcg"}


def after(columns, **options):
    """A game, and its state after stones have fallen into these columns."""
    game = ConnectFour(Options(**options), 2)
    state = game.start()
    for column in columns:
        state = game.play(state, game.parse(column, state))
    return game, state


def shown(game, state):
    """What a person sees and hears of a state."""
    parts = {name: game.picture(state, style) for name, style in STYLES.items()}
    parts["words"] = "\n".join(game.words(state))
    return "".join(f"== {name}\n{text}\n" for name, text in parts.items())


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(HERE.parent, quick=True)


@pytest.mark.parametrize(("name", "columns"), SCENES.items())
def test_the_table_looks_and_reads_as_it_did(name, columns):
    assert shown(*after(columns)) == (HERE / f"scenes/{name}.txt").read_text("utf-8")


def test_a_free_place_stands_for_the_move_that_fills_it():
    game, state = after("aaaaaab")
    (board,) = game.scene(state)
    moves = {piece.moves: name for name, row in zip(board.row_labels, board.rows, strict=True) for piece in row}
    assert moves == {(): "1", ("b",): "2", **{(column,): "1" for column in "cdefg"}}
    assert {piece.moves for row in game.scene(after("ddeefcg")[1])[0].rows for piece in row} == {()}


@pytest.mark.parametrize("columns", ["dedede" + "d", "abbccdcddgd"[:11], "aebecefe"])
def test_a_line_upright_across_or_diagonal_wins(columns):
    game, state = after(columns)
    assert len(state.line) == 4
    assert sorted(game.result(state).ranks) == [1, 2]


def test_a_full_column_is_refused_with_the_reason():
    game, state = after("aaaaaa")
    assert game.parse("1", state) not in game.legal_moves(state)
    assert game.why_not(state, 0) == "Column a is full."
    with pytest.raises(IllegalMove, match="columns go from a to g"):
        game.parse("h", state)


def test_a_line_longer_than_the_board_is_refused():
    with pytest.raises(ValueError, match="No line of 6 fits on this board"):
        ConnectFour(Options(width=5, height=5, line=6), 2)
