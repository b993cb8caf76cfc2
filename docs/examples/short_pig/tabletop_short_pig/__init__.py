"""Pig with one die: roll as often as you dare, a 1 loses the points of the turn, 100 points win."""

from typing import NamedTuple

from tabletop import CHANCE, GameOptions, OpenGame, dice, hookimpl


class State(NamedTuple):
    banked: tuple[int, ...]
    seat: int = 0
    points: int = 0
    in_the_air: bool = False


class ShortPig(OpenGame[State, str, int, GameOptions]):
    seat_counts = range(2, 11)
    moves = ("roll", "hold")

    def start(self):
        return State((0,) * self.seats)

    def to_act(self, state):
        return None if max(state.banked) >= 100 else CHANCE if state.in_the_air else state.seat

    def legal_moves(self, state):
        return ("roll", "hold") if state.points else ("roll",)

    def why_not(self, view, move):
        return "There are no points to hold yet: roll."

    def play(self, state, move):
        if move == "roll":
            return state._replace(in_the_air=True)
        banked = tuple(total + state.points * (seat == state.seat) for seat, total in enumerate(state.banked))
        return State(banked, (state.seat + 1) % self.seats)

    def outcomes(self, state):
        return [(die, 1 / 6) for die in range(1, 7)]

    def resolve(self, state, outcome):
        if outcome == 1:
            return State(state.banked, (state.seat + 1) % self.seats)
        return state._replace(points=state.points + outcome, in_the_air=False)

    def scores(self, state):
        return state.banked

    def words(self, view):
        holding = f"{view.points} points this turn; holding makes {view.banked[view.seat] + view.points}."
        return [holding] if view.points else []

    def event_picture(self, event, style):
        return dice.picture([int(event)], style) if event.isdigit() else ""

    def tell(self, before, event, after):
        told = {"roll": "rolls", "hold": f"holds: total {after.banked[before.seat]}", "1": "1: the turn is lost"}
        return told.get(event) or f"{event}: {after.points} points this turn"

    def strategies(self):
        return {"easy": lambda: HoldAt(10), "medium": lambda: HoldAt(15), "hard": lambda: HoldAt(20)}


class HoldAt(NamedTuple):
    points: int

    def choose(self, view, moves, rng):
        total = view.banked[view.seat] + view.points
        return "hold" if "hold" in moves and (view.points >= self.points or total >= 100) else "roll"


@hookimpl
def tabletop_games():
    return {"short-pig": ShortPig}
