"""Games that lie about what others may read and know: moves, choices at once, draws, and what is imagined."""

import random
from random import Random
from typing import ClassVar, NamedTuple

from caught import caught_by
from kuhn import CARDS, Kuhn
from mutants_dice import thrown_by
from rock_paper import SECRET, AtOnce, Chosen, ChosenView, RockPaper
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.position import Deal
from tabletop_pig.games import Pig
from unordered_dice import UnorderedDice, throws

from tabletop import CHANCE, Game, GameOptions

# Moves


@caught_by("move-leak")
class SecretInTheLog(RockPaper):
    """The view hides the first choice, and its text shows it."""

    def move_for(self, move, before, seat):
        return move


@caught_by("move-leak")
class SecretForABystander(RockPaper):
    def move_for(self, move, before, seat):
        return move if seat is None else super().move_for(move, before, seat)


@caught_by("move-leak")
class ReadingThatTellsAHand(Kuhn):
    """A move reads with the card of who made it."""

    def move_for(self, move, before, seat):
        card = before.cards[self.to_act(before)]
        return self.notation(move) if seat == self.to_act(before) else f"{move} with {card}"


@caught_by("move-texts")
class OwnMoveHidden(RockPaper):
    def move_for(self, move, before, seat):
        return SECRET if len(before.moves) % 2 == 0 else move


@caught_by("move-texts")
class ReadingOfTwoLines(RockPaper):
    def move_for(self, move, before, seat):
        return "some\nthing" if seat is None else super().move_for(move, before, seat)


@caught_by("table-leak")
class TellsTheHidden(Kuhn):
    """Remembers the true cards when it makes a view, and tells them with the next move."""

    _seen = ()

    def view(self, state, seat):
        self._seen = state.cards
        return super().view(state, seat)

    def tell(self, before, event, after):
        return f"{event} ({' '.join(self._seen)})"


@caught_by("words-leak")
class QuestionThatTellsTheHidden(Kuhn):
    _seen = ()

    def view(self, state, seat):
        self._seen = state.cards
        return super().view(state, seat)

    def queries(self, view):
        return {"cards": " ".join(["All:", *self._seen])}


@caught_by("outcome-leak")
class SortedDealInTheOpen(PassingGame):
    """Hands are always written in order, so that few exchanges of two words are a deal at all."""

    def parse_outcome(self, text, state):
        outcome = super().parse_outcome(text, state)
        if isinstance(outcome, Deal) and self.outcome_notation(outcome) != text:
            return super().parse_outcome("not in order", state)
        return outcome

    def outcome_for(self, outcome, seat):
        return self.outcome_notation(outcome)


# Choices at once


@caught_by("asked")
class AsksTheOtherFirst(AtOnce):
    def asked(self, state):
        return super().asked(state)[::-1]


@caught_by("asked")
class AsksNobody(RockPaper):
    def asked(self, state):
        return ()


@caught_by("sealed")
class LaterMovesDepend(AtOnce):
    """Who chooses later may not choose the same."""

    moves: ClassVar = ()

    def legal_moves(self, state):
        taken = state.moves[-1:] if len(state.moves) % 2 else ()
        return [move for move in RockPaper.moves if move not in taken]

    def parse(self, text, view):
        return text


@caught_by("sealed")
class LaterSeatSees(AtOnce):
    def view(self, state, seat):
        return ChosenView(seat, state.moves) if seat == 1 else super().view(state, seat)


@caught_by("sealed")
class ChanceBetween(AtOnce):
    """After a rock a coin is thrown before the other chooses."""

    def to_act(self, state):
        actor = super().to_act(state)
        return CHANCE if actor == 1 and state.moves[-1] == "rock" else actor

    def outcomes(self, state):
        return [("paper", 0.5), ("scissors", 0.5)]

    def resolve(self, state, outcome):
        return Chosen((*state.moves, outcome))

    def view(self, state, seat):
        return ChosenView(seat, state.moves)

    def imagine(self, view, rng):
        return Chosen(view.moves)


@caught_by("sealed")
class SkipsTheOther(AtOnce):
    """Whoever takes paper chooses again."""

    def to_act(self, state):
        actor = super().to_act(state)
        return 0 if actor == 1 and state.moves[-1] == "paper" else actor


# Draws


@caught_by("draws")
class OneFaceLikelier(UnorderedDice):
    """One die, of which a six comes 5 % too often."""

    moves = (1,)

    def draw(self, state, rng):
        return (thrown_by(rng),)


@caught_by("draws")
class OneFaceOfSixDiceLikelier(UnorderedDice):
    """The same die six times: 462 outcomes, most of them rare."""

    def draw(self, state, rng):
        return tuple(sorted(thrown_by(rng) for _die in range(state.flying)))


@caught_by("draws")
class FollowsFromTheStateHalfOfTheTime(UnorderedDice):
    """In each state one throw comes far too often; all states together are fair."""

    def draw(self, state, rng):
        if rng.random() < 0.5:
            return super().draw(state, rng)
        place = sum(map(sum, state.dice)) * 31 % len(throws(state.flying))
        return throws(state.flying)[place][0]


@caught_by("draw-source")
class FollowsFromTheState(Pig):
    def draw(self, state, rng):
        return (sum(state[1]) % 6 + 1,)


@caught_by("draw-source")
class SourceOfItsOwn(Pig):
    """A source that follows from the state, and so does the draw."""

    def draw(self, state, rng):
        return (Random(sum(state[1])).randint(1, 6),)


SHARED = Random(7)


@caught_by("draw-source")
class SourceOfTheModule(Pig):
    """One source for all matches, set back for each draw."""

    def draw(self, state, rng):
        SHARED.setstate(rng.getstate())
        return super().draw(state, SHARED)


@caught_by("draw-source")
class SeedsAnew(Kuhn):
    def draw(self, state, rng):
        rng.seed(5)
        return super().draw(state, rng)


@caught_by("draw-foretold")
class DrawsOnce(Pig):
    """Whoever draws first in a state decides what chance gives there."""

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.drawn = {}

    def draw(self, state, rng):
        return self.drawn.pop(state, None) or self.drawn.setdefault(state, super().draw(state, rng))


class Shuffled(Kuhn):
    """A game whose outcomes are too many to list."""

    def outcomes(self, state):
        return None

    def draw(self, state, rng):
        return tuple(rng.sample(CARDS, 2))

    def parse_outcome(self, text, state):
        cards = tuple(text.split())
        if len(set(cards)) != 2 or not set(cards) <= set(CARDS):
            return super().parse_outcome("none", state)
        return cards

    def imagine(self, view, rng):
        return super().imagine(view, rng)


@caught_by("draw-source")
class NeverShuffled(Shuffled):
    def draw(self, state, rng):
        return ("K", "J")


# What is imagined


@caught_by("imagine-source")
class ImaginesAlwaysTheSame(Kuhn):
    def imagine(self, view, rng):
        return super().imagine(view, Random(3))


@caught_by("imagine-source")
class ImaginesTheFirst(Kuhn):
    """No source at all."""

    def imagine(self, view, rng):
        unseen = [card for card in CARDS if card not in view.cards]
        cards = [unseen.pop(0) if card == "?" else card for card in view.cards]
        return super().imagine(view._replace(cards=tuple(cards)), rng)


@caught_by("imagine-source")
class ImaginesForOneSeatOnly(Kuhn):
    def imagine(self, view, rng):
        if view.seat != 1:
            return super().imagine(view, rng)
        unseen = [card for card in CARDS if card not in view.cards]
        return super().imagine(view._replace(cards=tuple(unseen[:1] if view.cards else ()) + view.cards[1:]), rng)


@caught_by("imagine-source")
class ImagineThatBendsItsSource(Kuhn):
    def imagine(self, view, rng):
        imagined = super().imagine(view, rng)
        rng.seed(str(view))
        return imagined


@caught_by("imagine-source")
class ImaginesWithTheSharedSource(Kuhn):
    def imagine(self, view, rng):
        return super().imagine(view, random)


# A deck of a kind of its own, dealt in the open


class DeckState(NamedTuple):
    hands: tuple[tuple[str, ...], ...] = ()
    shown: int = 0


class DeckView(NamedTuple):
    seat: int | None
    hand: tuple[str, ...]
    shown: int


DECK = ("2", "3", "4", "5", "6", "7", "8", "9")


@caught_by("outcome-leak")
class DeckInTheOpen(Game[DeckState, DeckView, str, tuple[str, ...], GameOptions]):
    """A deck that is cut once and dealt: no exchange of two cards is a deal. Each seat says how many it shows."""

    moves = ("one", "two")

    def start(self):
        return DeckState()

    def to_act(self, state):
        return CHANCE if not state.hands else state.shown if state.shown < 2 else None

    def legal_moves(self, state):
        return self.moves

    def play(self, state, move):
        return state._replace(shown=state.shown + 1)

    def draw(self, state, rng):
        cut = rng.randrange(len(DECK))
        return DECK[cut:] + DECK[:cut]

    def outcome_notation(self, outcome):
        return " ".join(outcome)

    def parse_outcome(self, text, state):
        cards = tuple(text.split())
        if cards not in [DECK[cut:] + DECK[:cut] for cut in range(len(DECK))]:
            return super().parse_outcome(text, state)
        return cards

    def resolve(self, state, outcome):
        return DeckState((tuple(sorted(outcome[:4])), tuple(sorted(outcome[4:]))))

    def view(self, state, seat):
        return DeckView(seat, state.hands[seat] if state.hands and seat is not None else (), state.shown)

    def imagine(self, view, rng):
        if not view.hand:
            return DeckState((), view.shown)
        other = tuple(card for card in DECK if card not in view.hand)
        return DeckState((view.hand, other) if view.seat == 0 else (other, view.hand), view.shown)

    def scores(self, state):
        return (0, 0)
