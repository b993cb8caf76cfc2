"""What the moves of a round tell everybody: the train, and when a seat drew or passed."""

from typing import NamedTuple

from tabletop import tiles, trains
from tabletop_dominoes_passing.moves import LEFT, MoveTables, Play
from tabletop_dominoes_passing.position import DRAW, PASS, History, Move


class Idle(NamedTuple):
    """A draw or a pass: the number of the move from 1, its seat, and the ends that lay open (None: empty train)."""

    number: int
    seat: int
    move: Move
    ends: tiles.Ends | None


def ends_after(tables: MoveTables, ends: tiles.Ends | None, play: Play) -> tiles.Ends:
    """The ends of the train after a tile was set. The first one lies with its lower half left."""
    if ends is None:
        high, low = tables.tiles[play.tile]
        return (low, high)
    left, right = ends
    return (play.pips - left, right) if play.end == LEFT else (left, play.pips - right)


def played(tables: MoveTables, history: History) -> int:
    """The set of the tiles that lie in the train."""
    mask = 0
    for _seat, move in history:
        if move not in {DRAW, PASS}:
            mask |= tables.plays[move].bit
    return mask


def train_of(tables: MoveTables, history: History) -> trains.Train:
    """The train as it lies."""
    train: trains.Train = ()
    for _seat, move in history:
        if move not in {DRAW, PASS}:
            play = tables.plays[move]
            train = trains.lay(train, tables.tiles[play.tile], "left" if play.end == LEFT else "right")
    return train


def idle_moves(tables: MoveTables, history: History) -> list[Idle]:
    """Every draw and pass of the round, in order."""
    ends: tiles.Ends | None = None
    found = []
    for number, (seat, move) in enumerate(history, 1):
        if move in {DRAW, PASS}:
            found.append(Idle(number, seat, move, ends))
        else:
            ends = ends_after(tables, ends, tables.plays[move])
    return found


def lacks(tables: MoveTables, history: History, seat: int) -> list[int]:
    """The numbers that a seat may have no tile of: it drew or passed when they lay open, and has played none since."""
    ends: tiles.Ends | None = None
    found: set[int] = set()
    for mover, move in history:
        if move in {DRAW, PASS}:
            found |= set(ends or ()) if mover == seat else set()
            continue
        play = tables.plays[move]
        ends = ends_after(tables, ends, play)
        if mover == seat:
            found -= set(tables.tiles[play.tile])
    return sorted(found)
