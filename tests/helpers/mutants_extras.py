"""Games that lie in what they answer beside their rules."""

from typing import Any, ClassVar

from caught import caught_by
from kuhn import Kuhn
from small_games import Nim, TinyPig
from tabletop_pig.games import Pig

from tabletop import Analysis, MoveValue, Texts
from tabletop.course import Answer, Course, Lesson, Position, Try
from tabletop.pieces.scenes import Grid, Piece, Pieces, Sheet, Text

_ = Texts(__file__)

# Questions, and what stays in sight


@caught_by("queries")
class QuestionInCapitals(Kuhn):
    def queries(self, view):
        return {"Hand": "A card."}


@caught_by("queries")
class QuestionThatCrashes(Kuhn):
    def queries(self, view):
        return {"hand": view.cards[5]}


@caught_by("queries")
class AnswerWithoutEnd(Kuhn):
    def queries(self, view):
        return {"hand": "a card " * 10**6}


@caught_by("status")
class StatusThatIsOneText(Kuhn):
    def status(self, view):
        return "dealt"


@caught_by("status")
class StatusThatFillsTheScreen(Kuhn):
    def status(self, view):
        return ["a long text " * 50]


# Scenes


@caught_by("scenes")
class SceneThatIsAList(Kuhn):
    def scene(self, view):
        return [Text("The table.")]


@caught_by("scenes")
class SceneWithoutBounds(Kuhn):
    def scene(self, view):
        return (Pieces("Heap", (Piece("stone", "o"),) * 3_000),)


@caught_by("scenes")
class GridWithAHole(Kuhn):
    def scene(self, view):
        stone = Piece("stone", "o")
        return (Grid("Board", ((stone, stone), (stone,))),)


@caught_by("scenes")
class PieceThatIsNoMove(Kuhn):
    def scene(self, view):
        return (Pieces("Hand", (Piece("card", "K", moves=("raise",)),)),)


@caught_by("scenes")
class EventSceneThatCrashes(Kuhn):
    def event_scene(self, before, event, after):
        return (Text(before.history[7]),)


@caught_by("renderings")
class CardsThatSoundAlike(Kuhn):
    def scene(self, view):
        return (Pieces("Deck", tuple(Piece("card", card, "a card") for card in "JQK")),)


@caught_by("renderings")
class TwoHandsOfOneName(Kuhn):
    def scene(self, view):
        return (Pieces("Hand", (Piece("card", "J"),)), Pieces("Hand", (Piece("card", "Q"),)))


@caught_by("renderings")
class PieceAsWideAsTheScreen(Kuhn):
    def event_scene(self, before, event, after):
        return (Pieces("Played", (Piece("letter", "A" * 70),)),)


@caught_by("summary")
class StopsBeforeEveryMove(Kuhn):
    def summary(self, view):
        return (Text("Look at this."),)


@caught_by("summary")
class StopsForOneSeat(Kuhn):
    def summary(self, view):
        return (Text("It is over."),) if len(view.history) == 3 and view.seat == 0 else None


@caught_by("summary")
class CrookedSheet(Kuhn):
    def summary(self, view):
        over = " ".join(view.history) in {"check check", "bet fold", "bet call"} or len(view.history) == 3
        return (Sheet("Score", ("Seat", "Points"), (("1",),)),) if over else None


# Bounds


@caught_by("pictures")
class PictureOfFiveHundredLines(Kuhn):
    def picture(self, view, style):
        return "\n".join(["-"] * 500)


@caught_by("words")
class TenMegabytesOfWords(Kuhn):
    def words(self, view):
        return ["word " * 2_000_000]


@caught_by("words")
class ThousandsOfSentences(Kuhn):
    def words(self, view):
        return ["One more."] * 5_000


# What is kept from playing


@caught_by("same-look")
class PictureOfTheLastState(Pig):
    """Keeps the state that ``play`` made, and draws that."""

    _last: Any = None

    def play(self, state, move):
        self._last = super().play(state, move)
        return self._last

    def picture(self, view, style):
        return super().picture(view if self._last is None else self._last, style)


@caught_by("same-look")
class CountsItsMoves(Nim):
    _moves = 0

    def play(self, state, move):
        self._moves += 1
        return super().play(state, move)

    def words(self, view):
        return [f"Move {self._moves}."]


# Statistics and looking back


@caught_by("measures")
class MeasureWithoutAText(Kuhn):
    def measures(self, states):
        return [{"bets": (1, 2)}, {}]


@caught_by("measures")
class MeasuresThatCrash(Kuhn):
    measure_texts: ClassVar = {"bets": "{value:.1f} bets"}

    def measures(self, states):
        return [{"bets": (1 // 0, 1)}, {}]


@caught_by("measures")
class MeasureOfOneNumber(Kuhn):
    measure_texts: ClassVar = {"bets": "{value:.1f} bets"}

    def measures(self, states):
        return [{"bets": 3}, {"bets": 3}]


@caught_by("measures")
class TextOfAnotherName(Kuhn):
    measure_texts: ClassVar = {"bets": "{average:.1f} bets"}


@caught_by("revealed")
class RevealsBeforeTheDealAndCrashes(Kuhn):
    def revealed(self, state):
        return [f"Seat 1 holds {state.cards[0]}."]


@caught_by("old-events")
class OldEventOfNobody(Kuhn):
    def old_event(self, event, state, version):
        return event.partition(" ")[2] if version.startswith("0") else event


@caught_by("standing")
class StandingWithAGap(Kuhn):
    def standing(self, state):
        return (1, 3)


@caught_by("standing")
class StandingPerSeat(Kuhn):
    def standing(self, state):
        return (1, 2, 3)


# Lessons


@caught_by("course")
class LessonThatCannotComeAbout(Kuhn):
    @classmethod
    def course(cls):
        at = Position(events=("* J Q", "1 raise"))
        answers = (Answer("call", "Yes.", right=True), Answer("fold", "No."))
        return Course((Lesson("first", "First", (Try("What now?", at, answers),)),), _)


@caught_by("course")
class CourseThatCrashes(Kuhn):
    @classmethod
    def course(cls):
        raise LookupError("lessons")


# Playing on, and advice


@caught_by("playout-moves")
class PlaysOutIllegally(Kuhn):
    def playout_move(self, state, rng):
        return "bet"


@caught_by("playout-moves")
class PlayoutThatCrashes(Nim):
    def playout_move(self, state, rng):
        return self.legal_moves(state)[3]


@caught_by("play-out")
class PlaysOutHalfway(Nim):
    def play_out(self, state, rng):
        return self.play(state, self.legal_moves(state)[0]) if self.to_act(state) is not None else state


@caught_by("play-out")
class PlaysOutWithAnotherSource(TinyPig):
    _ends = 0

    def play_out(self, state, rng):
        self._ends += 1
        return state._replace(banked=(6, self._ends % 6), flying=False)


class Sure:
    def prepare(self, progress):
        pass

    def analyse(self, view, moves, rng):
        return Analysis(view.seat, "exact", tuple(MoveValue(move, 1.5) for move in moves))


class Forgetful(Sure):
    def analyse(self, view, moves, rng):
        return Analysis(view.seat, "exact", (MoveValue(moves[0], 0.5),))


class WorstFirst(Sure):
    def analyse(self, view, moves, rng):
        return Analysis(view.seat, "exact", tuple(MoveValue(move, n / 10) for n, move in enumerate(moves)))


class Crashes(Sure):
    def prepare(self, progress):
        raise KeyError("table")


@caught_by("analyst")
class ValuesThatAreNoProbabilities(Nim):
    def analyst(self):
        return Sure()


@caught_by("analyst")
class AnalystThatForgetsMoves(Nim):
    def analyst(self):
        return Forgetful()


@caught_by("analyst")
class AnalystWithTheWorstFirst(Nim):
    def analyst(self):
        return WorstFirst()


@caught_by("analyst")
class AnalystThatCrashes(Nim):
    def analyst(self):
        return Crashes()


# Words of the host


@caught_by("host-words")
class MoveCalledUndo(Kuhn):
    moves: ClassVar = ("check", "bet", "call", "undo")

    def legal_moves(self, state):
        return ["undo" if move == "fold" else move for move in super().legal_moves(state)]

    def play(self, state, move):
        return super().play(state, "fold" if move == "undo" else move)


class Translated:
    """The words of a game in every language."""

    def context(self, context, word):
        return {"call": "züge"}.get(word, word)


@caught_by("host-words")
class MoveCalledAsTheHostsInGerman(Kuhn):
    vocabulary = ("check", "bet", "call", "fold")
    texts = Translated()


@caught_by("host-words")
class QuestionCalledDice(Kuhn):
    def queries(self, view):
        return {"dice": "There are none."}


@caught_by("host-words")
class VocabularyInCapitals(Kuhn):
    vocabulary = ("Check", "bet")


@caught_by("host-words")
class VerbThatIsNoWord(Kuhn):
    vocabulary = ("check", "bet")
    verbs = ("call",)


# What programs are shown


@caught_by("show")
class ShowsASet(Kuhn):
    def show(self, view):
        return {"cards": set(view.cards)}


@caught_by("show")
class ReadsAnotherView(Kuhn):
    def view_from(self, shown):
        return super().view_from({**shown, "seat": 0})


@caught_by("words-leak")
class ShowsWhatItRemembers(Kuhn):
    """Remembers the true cards when it makes a view, and shows them to programs."""

    _true = ()

    def view(self, state, seat):
        self._true = state.cards
        return super().view(state, seat)

    def show(self, view):
        return {"cards": list(self._true)}


# At the table


@caught_by("table")
class TellingThatCrashes(Kuhn):
    def tell(self, before, event, after):
        return {"check": "checks", "bet": "bets", "call": "calls"}[event] if after.history else event
