"""A game whose CPU player and analyst think until a test lets them go on: each thought waits for a byte in a pipe."""

import os

from distributions import write_plugin

CODE = '''
import os

from tabletop import GameOptions, OpenGame, hookimpl
from tabletop.analysis import Analysis, MoveValue
from tabletop.course import Course, Lesson, Position, Practise, Tell
from tabletop.i18n import Texts


def gate(name):
    with open(os.environ["GATES"] + "/" + name, "rb", buffering=0) as pipe:
        pipe.read(1)


class Player:
    def choose(self, view, moves, rng):
        gate("choose")
        return moves[0]


class Analyst:
    ready = False

    def prepare(self, progress):
        if not self.ready:
            gate("prepare")
        self.ready = True

    def analyse(self, view, moves, rng):
        gate("analyse")
        return Analysis(view[0], "exact", tuple(MoveValue(move, 1.0) for move in moves))


class Race(OpenGame):
    """First to four steps; a leap is two."""

    moves = ("step", "leap")
    seat_counts = range(2, 4)

    def start(self):
        return (0,) * (self.seats + 1)

    def to_act(self, state):
        return None if max(state[1:]) >= 4 else state[0]

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        seat, *steps = state
        steps[seat] += 1 + (move == "leap")
        return ((seat + 1) % self.seats, *steps)

    def scores(self, state):
        return state[1:]

    def dump(self, state):
        return {"state": state}

    def strategies(self):
        return {"medium": Player}

    def analyst(self):
        return Analyst()

    @classmethod
    def course(cls):
        steps = (Practise("Race.", Position(), turns=3), Tell("All is said."))
        return Course((Lesson("race", "A race", steps),), Texts(__file__))


class Secret(Race):
    """The same with something to hide."""

    hides = True

    def view(self, state, seat):
        return (*state, seat)

    def imagine(self, view, rng):
        return view[:-1]

    def words(self, view):
        return () if view[-1] is None else (f"The secret of seat {view[-1] + 1}.",)


@hookimpl
def tabletop_games():
    return {"gated": Race, "secret": Secret}
'''
MANIFEST = """
api = ">=1.0,<2"

[[games]]
id = "gated"
title = "Gated"
summary = "A game."
seats = [2, 3]

[[games]]
id = "secret"
title = "Secret"
summary = "A game."
seats = [2, 3]
"""
NAMES = ("choose", "prepare", "analyse")


class Gates:
    """The pipes of one game, and where its plugin lies."""

    def __init__(self, folder):
        write_plugin(folder / "site", "gated", code=CODE, manifest=MANIFEST)
        for name in NAMES:
            os.mkfifo(folder / name)
        self._pipes = {name: os.open(folder / name, os.O_RDWR) for name in NAMES}
        self.environ = {"GATES": str(folder), "PYTHONPATH": str(folder / "site")}

    def let(self, name, times=1):
        """So many thoughts of that kind come to an end, now or later."""
        os.write(self._pipes[name], b"." * times)

    def close(self):
        for pipe in self._pipes.values():
            os.close(pipe)
