"""The players against which the CPU's strength is measured, in plain Python and apart from the plugin's own players."""

from random import Random

from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.history import played
from tabletop_dominoes_passing.moves import LEFT, mask_of, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingView


class AnyMove:
    """Every legal move equally often."""

    def __init__(self, game: PassingGame) -> None:
        pass

    def choose(self, view: PassingView, moves, rng: Random):
        return moves[rng.randrange(len(moves))]


class Greedy:
    """The heaviest fitting tile, else draw, else pass."""

    stuck = (DRAW, PASS)

    def __init__(self, game: PassingGame) -> None:
        self.tables = game.tables

    def choose(self, view: PassingView, moves, rng: Random):
        plays = [move for move in moves if move not in {DRAW, PASS}]
        if plays:
            return max(plays, key=lambda move: self.score(view, move))
        return next(move for move in self.stuck if move in moves)

    def score(self, view: PassingView, move) -> float:
        return self.tables.plays[move].pips


class KeepSuit(Greedy):
    """Keeps what fits the new ends, leaves little to the others."""

    def score(self, view: PassingView, move) -> float:
        play = self.tables.plays[move]
        high, low = self.tables.tiles[play.tile]
        if view.left < 0:
            ends = {high, low}
        elif play.end == LEFT:
            ends = {play.pips - view.left, view.right}
        else:
            ends = {view.left, play.pips - view.right}
        fitting = mask_of(n for n, tile in enumerate(self.tables.tiles) if ends & {*tile})
        hand = view.hand & ~play.bit
        unseen = self.tables.whole & ~view.hand & ~played(self.tables, view.history)
        numbers = {half for n in members(hand) for half in self.tables.tiles[n]}
        return (
            10 * (hand & fitting).bit_count()
            - 3 * (unseen & fitting).bit_count()
            + 0.8 * play.pips
            + 4 * (high == low)
            + 1.5 * len(numbers)
        )


class SuitPass(KeepSuit):
    """The same, but passes when nothing fits."""

    stuck = (PASS, DRAW)


BASELINES = {"random": AnyMove, "greedy": Greedy, "keep-suit": KeepSuit, "suit-pass": SuitPass}
