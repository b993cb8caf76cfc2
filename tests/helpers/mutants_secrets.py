"""Games that lie about chance and what is hidden: see caught.py."""

import random
import time
from typing import Any

from caught import caught_by
from kuhn import Kuhn, KuhnState, KuhnView
from tabletop_bigpig.rules import BigPig
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.position import PASS, Lead
from tabletop_pig.games import Pig
from unordered_dice import EveryThrowAlike, LoadedWhenBehind

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
        return super().outcome_for(outcome, seat) + " " + self.tables.names[outcome.pieces[-1]]


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
