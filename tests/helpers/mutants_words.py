"""Games that lie about scores, words, house rules and CPU players: see caught.py."""

from caught import caught_by
from kuhn import Equilibrium, Kuhn
from pydantic import Field, field_validator
from tabletop_dominoes_passing.game import PassingGame
from tabletop_pig.games import Pig
from tabletop_pig.options import PigOptions

from tabletop import GameOptions, IllegalMove, Result

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
