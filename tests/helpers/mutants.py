"""Games that lie: each breaks one promise of the contract, and names the check of the kit that should notice.

They are top-level classes of a module, so that another process can import them.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from kuhn import Equilibrium, Kuhn, KuhnState, KuhnView
from pydantic import Field, field_validator
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.position import PASS, Deal, Lead
from tabletop_pig.games import Pig
from tabletop_pig.options import PigOptions
from unordered_dice import EveryThrowAlike, LoadedWhenBehind, UnorderedDice

from tabletop import CHANCE, GameOptions, IllegalMove, Result

CAUGHT_BY: dict[type[Any], str] = {}


def caught_by(check: str) -> Callable[[type[Any]], type[Any]]:
    """Names the check that is meant for a lie."""

    def register(game: type[Any]) -> type[Any]:
        CAUGHT_BY[game] = check
        return game

    return register


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


# Hidden information


class Peeking(tuple):
    """A view with more than it should hold."""


@caught_by("views")
class LeakThroughTheView(PassingGame):
    def view(self, state, seat):
        view = super().view(state, seat)
        if seat is None or not state.hands:
            return view
        other = state.hands[(seat + 1) % self.seats]
        return view._replace(passes=view.passes + 100 * (other & 1))

    def imagine(self, view, rng):
        return super().imagine(view._replace(passes=view.passes % 100), rng)


@caught_by("bystander")
class LeakToABystander(Kuhn):
    def view(self, state, seat):
        return super().view(state, seat) if seat is not None else KuhnView(None, state.cards, state.history)


@caught_by("legal-moves-leak")
class LeakThroughTheMoves(PassingGame):
    """A seat may pass only when nobody else could play."""

    def legal_moves(self, state):
        moves = super().legal_moves(state)
        fitting = self.tables.suits[state.left] | self.tables.suits[state.right]
        others = (hand for seat, hand in enumerate(state.hands) if seat != state.actor)
        if any(hand & fitting for hand in others) and len(moves) > 1:
            return tuple(move for move in moves if move != PASS)
        return moves


@caught_by("legal-moves-leak")
class LeakThroughTheScores(Kuhn):
    def scores(self, state):
        return (0, 0) if state.over or not state.cards else (int(state.cards[0] == "K"), 0)


@caught_by("outcome-leak")
class LeakThroughAnOutcome(Kuhn):
    def outcome_for(self, outcome, seat):
        return self.outcome_notation(outcome) if seat == 1 else super().outcome_for(outcome, seat)


@caught_by("outcome-leak")
class LeakOfOneTile(PassingGame):
    def outcome_for(self, outcome, seat):
        if isinstance(outcome, Lead):
            return super().outcome_for(outcome, seat)
        return super().outcome_for(outcome, seat) + " " + self.tables.names[outcome.tiles[-1]]


@caught_by("outcome-leak")
class DealtInTheOpen(PassingGame):
    """Everybody is told who holds what: every deal has the same words, each time in another order."""

    def outcome_for(self, outcome, seat):
        return self.outcome_notation(outcome)


@caught_by("words-leak")
class LeakThroughAPicture(Kuhn):
    """Remembers the true cards when it makes a view."""

    _seen: Any = ()

    def view(self, state, seat):
        self._seen = state.cards
        return super().view(state, seat)

    def picture(self, view, style):
        return f"{super().picture(view, style)} [{' '.join(self._seen)}]"


@caught_by("hides-something")
class HidesNothing(Kuhn):
    def view(self, state, seat):
        return KuhnView(seat, state.cards, state.history)

    def imagine(self, view, rng):
        return KuhnState(view.cards, view.history)


@caught_by("imagined-play")
class ImaginesTheImpossible(Kuhn):
    def imagine(self, view, rng):
        cards = tuple("A" if card == "?" else card for card in view.cards)
        return KuhnState(cards, view.history)


# Chance


@caught_by("probabilities")
class ProbabilitiesSumToNineTenths(Pig):
    def outcomes(self, state):
        return [(outcome, probability * 0.9) for outcome, probability in super().outcomes(state)]


@caught_by("draws")
class DrawsWhatIsNotListed(Kuhn):
    def outcomes(self, state):
        return [(deal, 1 / 5) for deal, _probability in super().outcomes(state)[:5]]

    def draw(self, state, rng):
        return tuple(rng.sample("JQK", 2))

    def parse_outcome(self, text, state):
        return tuple(text.split())


@caught_by("draws")
class LoadedDie(Pig):
    def draw(self, state, rng):
        return max(super().draw(state, rng), super().draw(state, rng))


caught_by("draws")(EveryThrowAlike)
caught_by("draws")(LoadedWhenBehind)


@caught_by("outcome-texts")
class OutcomeReadBackAsAnother(Pig):
    def parse_outcome(self, text, state):
        return (6,) if text == "5" else super().parse_outcome(text, state)


@caught_by("hidden-chance")
class HiddenRandom(Pig):
    def play(self, state, move):
        random.random()
        return super().play(state, move)


@caught_by("hidden-chance")
class HiddenGenerator(Kuhn):
    def imagine(self, view, rng):
        return super().imagine(view, random.Random())


@caught_by("hidden-chance")
class HiddenClock(BigPig):
    def words(self, view):
        return [*super().words(view), f"It is {time.time() // 10**9}."]


@caught_by("same-elsewhere")
class HashOrder(Kuhn):
    def legal_moves(self, state):
        return tuple({move + " " for move in super().legal_moves(state)})

    def play(self, state, move):
        return super().play(state, move.strip())

    def notation(self, move):
        return move.strip()

    def parse(self, text, view):
        return super().parse(text, view) + " "


@caught_by("same-elsewhere")
class OrderOfASet(Kuhn):
    """With the hash seeds 0, 1 and 2, and many others, the words come in this order."""

    def words(self, view):
        return [*super().words(view), " ".join({"w12", "w13"})]


@caught_by("same-elsewhere")
class HashValue(Pig):
    def dump(self, state):
        return {**super().dump(state), "table": hash("table") % 1000}


# Scoring


@caught_by("players-try-to-win")
class NegatedScore(Pig):
    def scores(self, state):
        return tuple(-points for points in state[1])


@caught_by("golden")
class NegatedScoreInAGameWithoutPlayers(PassingGame):
    def scores(self, state):
        return tuple(-points for points in super().scores(state))


@caught_by("scores")
class ScorePerSeatNotPerSide(PassingGame):
    def scores(self, state):
        points = super().scores(state)
        return points if len(points) == self.seats else (*points, *points)


@caught_by("ranks-and-scores")
class RanksContradictScores(Pig):
    """Whoever began wins, whatever the points."""

    def result(self, state):
        return Result(tuple(range(1, self.seats + 1))) if state[0] is None else None


@caught_by("result")
class ResultBeforeTheEnd(Kuhn):
    def result(self, state):
        return super().result(state) or (Result((1, 1)) if "bet" in state.history else None)


@caught_by("result")
class RanksWithAGap(Pig):
    def result(self, state):
        found = super().result(state)
        return found and Result(tuple(2 * rank - 1 for rank in found.ranks))


# Words


@caught_by("one-text-per-move")
class TwoMovesOneText(PassingGame):
    def notation(self, move):
        return move.removesuffix(" left").removesuffix(" right")


@caught_by("notation")
class NotationThatDoesNotParse(Pig):
    def notation(self, move):
        return {"roll": "roll!"}.get(move, move)

    def parse(self, text, view):
        if text not in {"roll", "hold"}:
            raise IllegalMove("Say roll or hold.")
        return text


@caught_by("one-text-per-move")
class TextWithAnEscapeCode(Kuhn):
    moves = ()

    def notation(self, move):
        return f"\x1b[1m{move}"

    def parse(self, text, view):
        return text[4:]


@caught_by("pictures")
class WidePicture(Kuhn):
    def picture(self, view, style):
        return "-" * 100


@caught_by("pictures")
class NotAscii(Kuhn):
    def picture(self, view, style):
        return "♠ " + super().picture(view, style)


@caught_by("words")
class PictureWithoutWords(Kuhn):
    def words(self, view):
        return []

    def picture(self, view, style):
        return "[?]"


@caught_by("tell")
class SaysNothingOfAMove(Pig):
    def tell(self, before, event, after):
        return "" if event == "hold" else super().tell(before, event, after)


@caught_by("dump")
class DumpThatJsonCannotHold(Kuhn):
    def dump(self, state):
        return {"cards": set(state.cards)}


# House rules


class LaxOptions(PigOptions):
    @field_validator("target", mode="wrap")
    @classmethod
    def _anything(cls, value, _handler):
        return value


@caught_by("option-bounds")
class BoundNotHonoured(Pig):
    options_model = LaxOptions


class BoundlessOptions(GameOptions):
    target: int = Field(100, title="Target")


@caught_by("option-bounds")
class NumberWithoutBounds(Kuhn):
    options_model = BoundlessOptions


class DeepOptions(GameOptions):
    stack: int = Field(1, ge=1, le=10, title="Stack")


@caught_by("options")
class OptionThatBreaksTheGame(Kuhn):
    options_model = DeepOptions

    def start(self):
        return [super().start()][self.options.stack // 10]


@caught_by("options")
class OptionRefusedWithoutReason(Kuhn):
    options_model = DeepOptions

    def __init__(self, options, seats):
        super().__init__(options, seats)
        if options.stack == 10:
            raise KeyError("stack")


@caught_by("presets")
class PresetOfUnknownOptions(Pig):
    presets = {"quick": {"goal": 50}}  # noqa: RUF012 - as an author would write it


# CPU players


class Cheat:
    def choose(self, view, moves, rng):
        return "bet"


@caught_by("players-move")
class PlayerThatBreaksTheRules(Kuhn):
    def strategies(self):
        return {"easy": Cheat}


@caught_by("players-parameters")
class ParametersThatCrash(Kuhn):
    def strategies(self):
        return {"hard": lambda alpha="1": Equilibrium(f"0/{[3, 4][int(alpha.count('x')) + alpha.count('9')]}")}


assert all(issubclass(game, (Pig, BigPig, Kuhn, PassingGame, UnorderedDice)) for game in CAUGHT_BY)
assert CHANCE == -1
