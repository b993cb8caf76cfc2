"""A game that speaks of its players in everything it says."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from tabletop import CHANCE, Game, GameOptions, Style, who


class Turns(NamedTuple):
    leader: int = -1
    played: tuple[int, ...] = ()


class TurnsView(NamedTuple):
    seat: int | None
    leader: int
    played: tuple[int, ...]


def leads(seat: int) -> str:
    return who(seat, you="you lead", other="{name} leads")


class Named(Game[Turns, TurnsView, str, int, GameOptions]):
    """The lot says who leads; then every seat goes or stays, and the match is over. Staying isn't allowed."""

    seat_counts: ClassVar[range] = range(2, 5)
    moves: ClassVar[tuple[str, ...]] = ("go", "stay")
    vocabulary: ClassVar[tuple[str, ...]] = ("go", "stay", "first")

    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1) if self.seats == 4 else super().sides()

    def start(self) -> Turns:
        return Turns()

    def to_act(self, state: Turns) -> int | None:
        if state.leader < 0:
            return CHANCE
        turns = len(state.played)
        return (state.leader + turns) % self.seats if turns < self.seats else None

    def legal_moves(self, state: Turns) -> Sequence[str]:
        return ("go",)

    def why_not(self, view: TurnsView, move: str) -> str:
        return who(self.turn(view), you="you can't stay", other="{name} can't stay")

    def turn(self, view: TurnsView) -> int:
        return (view.leader + len(view.played)) % self.seats

    def play(self, state: Turns, move: str) -> Turns:
        return state._replace(played=(*state.played, (state.leader + len(state.played)) % self.seats))

    def outcomes(self, state: Turns) -> Sequence[tuple[int, float]]:
        return [(seat, 1 / self.seats) for seat in range(self.seats)]

    def resolve(self, state: Turns, outcome: int) -> Turns:
        return state._replace(leader=outcome)

    def view(self, state: Turns, seat: int | None) -> TurnsView:
        return TurnsView(seat, *state)

    def imagine(self, view: TurnsView, rng: Random) -> Turns:
        return Turns(view.leader, view.played)

    def scores(self, state: Turns) -> Sequence[int]:
        return [int(side == self.sides()[state.leader]) for side in range(max(self.sides()) + 1)]

    def outcome_notation(self, outcome: int) -> str:
        return f"lead {outcome + 1}"

    def words(self, view: TurnsView) -> Sequence[str]:
        return [f"Round 1: {leads(view.leader)}."] if view.leader >= 0 else ["Nobody leads."]

    def picture(self, view: TurnsView, style: Style) -> str:
        seats = [
            who(seat, you="you have", other="{name} has")
            + f" {6 - len(view.played)} tiles of many colours, and no more"
            for seat in range(self.seats)
        ]
        return "\n".join(["+--+", "|  |", "+--+", *seats])

    def event_picture(self, event: str, style: Style) -> str:
        return leads(int(event.removeprefix("lead ")) - 1)

    def queries(self, view: TurnsView) -> Mapping[str, str]:
        return {"first": leads(view.leader)} if view.leader >= 0 else {}

    def status(self, view: TurnsView) -> Sequence[str]:
        return [leads(view.leader)] if view.leader >= 0 else []

    def revealed(self, state: Turns) -> Sequence[str]:
        return [who(seat, you="you hid nothing", other="{name} hid nothing") for seat in range(self.seats)]

    def tell(self, before: TurnsView, event: str, after: TurnsView) -> str:
        if event == "go":
            seat = after.played[-1]
            following = who((seat + 1) % self.seats, you="you", other="{name}")
            return who(seat, you=f"you go before {following}", other=f"{{name}} goes before {following}")
        return "the lot: " + who(after.leader, you="you lead", other="{name} leads", many="{name} lead")


class HalfNamed(Named):
    """The same; a move is told by a predicate that names another player."""

    def tell(self, before: TurnsView, event: str, after: TurnsView) -> str:
        following = who((after.leader + len(after.played)) % self.seats, you="you", other="{name}")
        return f"goes before {following}" if event == "go" else super().tell(before, event, after)
