"""Games that lie about turns, moves, refusals and states: see caught.py."""

from caught import caught_by
from kuhn import Kuhn, KuhnState, KuhnView
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.position import PASS
from tabletop_pig.games import Pig

from tabletop import Deal

# Seats, sides and turns


@caught_by("seats")
class RefusesItsSeats(Pig):
    seat_counts = range(2, 10)

    def __init__(self, options, seats):
        if seats == 9:
            raise ValueError("Nine are too many.")
        super().__init__(options, seats)


@caught_by("sides")
class SidesOfWrongLength(Pig):
    def sides(self):
        return (*range(self.seats), 0)


@caught_by("sides")
class SideWithoutSeat(Kuhn):
    def sides(self):
        return (0, 2)


@caught_by("actor")
class SeatThatIsNotThere(Pig):
    def to_act(self, state):
        actor = state[0]
        return self.seats if actor == self.seats - 1 and state[3] > 20 else actor


@caught_by("golden")
class WrongSeatAfterPass(PassingGame):
    def play(self, state, move):
        following = super().play(state, move)
        if move == PASS and following.actor is not None and following.actor >= 0:
            return following._replace(actor=state.actor)
        return following


# Moves


@caught_by("has-a-move")
class StateWithoutMoves(Kuhn):
    def legal_moves(self, state):
        return () if state.history == ("check", "bet") else super().legal_moves(state)


@caught_by("no-move-twice")
class MoveTwice(Pig):
    def legal_moves(self, state):
        return (*super().legal_moves(state), "roll")


@caught_by("moves-apply")
class ListedMoveRaises(PassingGame):
    def play(self, state, move):
        if move.startswith("play 0-0") or move.startswith("play 6-6"):
            raise KeyError(move)
        return super().play(state, move)


@caught_by("moves-apply")
class ListedOutcomeRaises(BigPig):
    def resolve(self, state, outcome):
        if outcome == (6, 5):
            raise ZeroDivisionError
        return super().resolve(state, outcome)


@caught_by("ends")
class NeverEnds(Pig):
    def _end_turn(self, banked, seat, turns, leader, closing):
        return super()._end_turn(tuple(min(points, 99) for points in banked), seat, turns, leader, closing)


@caught_by("ends")
class PromisesAShorterMatch(Kuhn):
    max_events = 2


# Refusals


@caught_by("refusal")
class EmptyReason(Pig):
    def why_not(self, view, move):
        return ""


@caught_by("refusal")
class ReasonOfTwoLines(Kuhn):
    def why_not(self, view, move):
        return "No.\nCertainly not."


class Chips(list):
    """A state that can change."""


@caught_by("refusal")
class PartialChangeOnRefusal(Kuhn):
    """Keeps the moves in a list, and writes the refused one into it."""

    def start(self):
        return KuhnState((), Chips())

    def play(self, state, move):
        return state._replace(history=Chips([*state.history, move]))

    def view(self, state, seat):
        return KuhnView(seat, super().view(state, seat).cards, state.history)

    def imagine(self, view, rng):
        return super().imagine(view, rng)._replace(history=Chips(view.history))

    def why_not(self, view, move):
        view.history.append(move)
        return "That is not possible now."


@caught_by("typed-nonsense")
class ParserThatStumbles(PassingGame):
    def parse(self, text, view):
        if text == "a b c d e":
            return text.split()[9]
        return super().parse(text, view)


# States


@caught_by("states-stay")
class StateChangedInPlace(Kuhn):
    """Every state of a match shares one list of moves."""

    def start(self):
        return KuhnState((), Chips())

    def play(self, state, move):
        state.history.append(move)
        return state

    def imagine(self, view, rng):
        return super().imagine(view, rng)._replace(history=Chips(view.history))


@caught_by("states-stay")
class StateChangedByAQuestion(Kuhn):
    """Sorts what it keeps whenever it is asked for the scores."""

    def start(self):
        return KuhnState((), Chips())

    def play(self, state, move):
        return state._replace(history=Chips([*state.history, move]))

    def imagine(self, view, rng):
        return super().imagine(view, rng)._replace(history=Chips(view.history))

    def dump(self, state):
        named = {"cards": list(state.cards), "history": list(state.history)}
        if len(state.history) == 2:
            state.history.reverse()
        return named


@caught_by("same-answers")
class RemembersBetweenQuestions(Pig):
    def scores(self, state):
        self._asked = getattr(self, "_asked", 0) + 1
        return tuple(points + self._asked % 2 for points in state[1])


@caught_by("golden")
class LosesATile(PassingGame):
    """A tile that is drawn falls under the table."""

    def play(self, state, move):
        following = super().play(state, move)
        return following._replace(hands=state.hands) if move == "draw" and following.hands else following


@caught_by("replay")
class LosesATileNowAndThen(PassingGame):
    """One tile in a match that is drawn falls under the table, later each time."""

    _draws = 0

    def play(self, state, move):
        following = super().play(state, move)
        if move == "draw":
            self._draws += 1
            if self._draws in {5, 26, 47} and following.hands:
                return following._replace(hands=state.hands)
        return following


@caught_by("views")
class LosesATileOfTheBoneyard(PassingGame):
    """The last tile of the boneyard is never dealt into it."""

    def resolve(self, state, outcome):
        following = super().resolve(state, outcome)
        if isinstance(outcome, Deal):
            info = following.round._replace(stock=following.round.stock[:-1])
            return following._replace(boneyard=following.boneyard - 1, round=info)
        return following
