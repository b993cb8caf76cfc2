"""Two little pigs thrown as dice. Scores: the rules page; how often they land how: Kern (2006), see the README."""

from itertools import combinations_with_replacement
from typing import NamedTuple

from tabletop import CHANCE, GameOptions, OpenGame, hookimpl

POINTS = {"dot-up": 0, "dot-down": 0, "trotter": 5, "razorback": 5, "snouter": 10, "jowler": 15}
LANDED = {"dot-up": 3607, "dot-down": 4180, "trotter": 1057, "razorback": 2674, "snouter": 363, "jowler": 73}
TOUCHING, THROWN = 23, 6000


def score(one, other):
    """The points of a throw and what it is called; a pig out scores 0."""
    points = POINTS[one] + POINTS[other]
    if one == other:
        return (2 * points, f"double {one}") if points else (1, "sider")
    return points, "mixed combo" if POINTS[one] and POINTS[other] else other if points else "pig out"


def chance(one, other):
    """The probability that two pigs, which land independently, land so, in whatever order, and don't touch."""
    pigs = sum(LANDED.values())
    return (1 - TOUCHING / THROWN) * LANDED[one] * LANDED[other] / pigs**2 * (1 if one == other else 2)


PAIRS = list(combinations_with_replacement(POINTS, 2))
SCORES = {f"{one} {other}": score(one, other) for one, other in PAIRS} | {"touching": (0, "making bacon")}
CHANCES = {f"{one} {other}": chance(one, other) for one, other in PAIRS} | {"touching": TOUCHING / THROWN}


class State(NamedTuple):
    banked: tuple[int, ...]
    seat: int = 0
    points: int = 0
    in_the_air: bool = False


class PassThePigs(OpenGame[State, str, str, GameOptions]):
    """The state says who has banked what, who is on turn, with how many points this turn."""

    seat_counts = range(2, 11)
    moves = ("throw", "pass")

    def start(self):
        return State((0,) * self.seats)

    def to_act(self, state):
        return None if max(state.banked) >= 100 else CHANCE if state.in_the_air else state.seat

    def legal_moves(self, state):
        return self.moves if state.points else ("throw",)

    def why_not(self, view, move):
        return "You have no points to bank yet: throw the pigs."

    def play(self, state, move):
        return state._replace(in_the_air=True) if move == "throw" else self._next(state, state.points)

    def outcomes(self, state):
        return list(CHANCES.items())

    def resolve(self, state, outcome):
        points = SCORES[outcome][0]
        if points:
            return state._replace(points=state.points + points, in_the_air=False)
        return self._next(state, -state.banked[state.seat] if outcome == "touching" else 0)

    def _next(self, state, gain):
        banked = list(state.banked)
        banked[state.seat] += gain
        return State(tuple(banked), (state.seat + 1) % self.seats)

    def scores(self, state):
        return state.banked

    def words(self, view):
        total = view.banked[view.seat] + view.points
        return [f"{view.points} points this turn; passing the pigs makes {total}."] if view.points else []

    def tell(self, before, event, after):
        if event in self.moves:
            banks = f"passes the pigs with {before.points}: total {after.banked[before.seat]}"
            return "throws the pigs" if event == "throw" else banks
        points, name = SCORES[event]
        if points:
            return f"{event}: {name}, {points}; {after.points} this turn"
        lost = "everything is" if event == "touching" else f"{before.points} points are"
        return f"{event}: {name}, {lost} lost"

    def strategies(self):
        return {"easy": lambda: PassAt(8), "medium": lambda: PassAt(15), "hard": lambda: PassAt(worth_it())}


def worth_it():
    """The points at which another throw loses as much as it gains: the mean gain over the chance to lose them."""
    gain = sum(CHANCES[throw] * points for throw, (points, _name) in SCORES.items())
    return gain / sum(CHANCES[throw] for throw, (points, _name) in SCORES.items() if points == 0)


class PassAt(NamedTuple):
    """Passes the pigs at so many points, or with enough to win."""

    points: float

    def choose(self, view, moves, rng):
        enough = view.points >= self.points or view.banked[view.seat] + view.points >= 100
        return "pass" if "pass" in moves and enough else "throw"


@hookimpl
def tabletop_games():
    return {"pass-the-pigs": PassThePigs}
