"""Connect Four: stones fall into the columns of an upright board; who has four in a line first wins."""

from typing import ClassVar, NamedTuple

from pydantic import Field

from tabletop import N_, GameOptions, OpenGame, Texts, grids, hookimpl, who

_ = Texts(__file__)

STONES = ("X", "O")


class Options(GameOptions):
    width: int = Field(7, ge=4, le=12, title=N_("Width"), description=N_("columns of the board"))
    height: int = Field(6, ge=4, le=9, title=N_("Height"), description=N_("rows of the board"))
    line: int = Field(4, ge=3, le=6, title=N_("Line"), description=N_("stones in a line that win"))

    def check(self, seats):
        if self.line > max(self.width, self.height):
            raise ValueError(_("No line of {line} fits on this board.").format(line=self.line))
        return self


class State(NamedTuple):
    """What stands on the board, how many stones that are, the place of the last one, and the line that has won."""

    stones: tuple[str, ...]
    count: int = 0
    last: int | None = None
    line: tuple[int, ...] = ()


class ConnectFour(OpenGame[State, int, None, Options]):
    """A move is a column, from 0."""

    options_model = Options
    presets: ClassVar = {N_("large board"): {"width": 9, "height": 7}, N_("five in a line"): {"width": 9, "line": 5}}
    max_events = 63
    texts = _

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.board = grids.Board(self.options.width, self.options.height)

    def start(self):
        return State(self.board.empty())

    def to_act(self, state):
        return None if state.line or state.count == self.board.size else state.count % 2

    def legal_moves(self, state):
        return [column for column in range(self.board.columns) if self.board.drop(state.stones, column) is not None]

    def why_not(self, view, move):
        return _("Column {column} is full.").format(column=self.notation(move))

    def play(self, state, move):
        place = self.board.drop(state.stones, move)
        stones = self.board.put(state.stones, place, STONES[state.count % 2])
        return State(stones, state.count + 1, place, self.board.line(stones, self.options.line, through=place))

    def scores(self, state):
        won = (state.count - 1) % 2 if state.line else None
        return [int(seat == won) for seat in range(2)]

    def notation(self, move):
        return self.board.column_labels()[move]

    def parse(self, text, view):
        return self.board.parse_column(text)

    def scene(self, view):
        open_columns = self.legal_moves(view) if self.to_act(view) is not None else ()
        moves = {self.board.drop(view.stones, column): self.notation(column) for column in open_columns}
        marks = dict.fromkeys(view.line, _("wins")) or {view.last: _("new")}
        return (self.board.block(_("Board"), view.stones, marks=marks, moves=moves),)

    def summary(self, view):
        return self.scene(view) if self.to_act(view) is None else None

    def status(self, view):
        seat = self.to_act(view)
        if seat is None:
            return []
        you, other = _("you play {stone}"), _("{name} plays {stone}")
        return [who(seat, you.format(stone=STONES[seat]), other.format(name="{name}", stone=STONES[seat]))]

    def tell(self, before, event, after):
        if after.line:
            return _("drops into column {column}: {line} in a line").format(column=event, line=self.options.line)
        return _("drops into column {column}").format(column=event)


@hookimpl
def tabletop_games():
    return {"connect-four": ConnectFour}
