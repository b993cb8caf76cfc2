"""Learning Big Pig. What is said about values is checked against the solver, what is said about dice by counting."""

from tabletop_pig.lessons.positions import FIRST_BEGINS, banks, rolls

from tabletop import N_, Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop_bigpig.texts import _

REASONS = {
    "hold": N_("There is still more to gain than to lose in one more roll."),
    "roll": N_("So many turn points are worth more in safety than one more roll."),
}


def _standing(you: int, other: int, *thrown: str) -> Position:
    """Seat 1, the learner's, began and has rolled in this turn."""
    before = (*banks(1, you, dice=2), *banks(2, other, dice=2)) if you else ()
    return Position((*FIRST_BEGINS, *before, *rolls(1, *thrown)))


def _last_turn(you: int, other: int, *thrown: str) -> Position:
    """Seat 2, the learner's, has the last turn: the other began, and has reached the target."""
    before = (*banks(1, 20, dice=2), *banks(2, you, dice=2), *banks(1, other - 20, dice=2))
    return Position((*FIRST_BEGINS, *before, *rolls(2, *thrown)), you=2)


TURN = Lesson(
    "turn",
    N_("How a turn runs"),
    (
        Tell(
            N_(
                "You roll two dice at once. The seat with the highest first roll begins: here that is you. Most rolls "
                "score their sum. Exactly one 1 ends the turn, and its points are lost."
            ),
            Position(FIRST_BEGINS),
        ),
        Try(
            N_("Every turn starts with a roll. Type “roll”."),
            Position(FIRST_BEGINS),
            (Answer("roll", N_("You take up both dice."), right=True, then=("* 4 4",)),),
        ),
        Ask(
            N_("4 and 4: a double scores twice its sum. How many turn points is that?"),
            (
                Answer(N_("8"), N_("That is the plain sum. A double counts twice.")),
                Answer(N_("16"), N_("Yes: twice 8."), right=True),
                Answer(N_("25"), N_("No double counts 25 in Big Pig.")),
            ),
            _standing(0, 0, "4 4"),
        ),
        Ask(
            N_("What may you do now, after the double?"),
            (
                Answer(N_("Roll or hold, as I like"), N_("Not after a double: it must be rolled again.")),
                Answer(N_("Only roll"), N_("Yes: you may hold after a roll that is no double."), right=True),
                Answer(N_("Only hold"), N_("It is the other way round: the double forces you to go on.")),
            ),
            _standing(0, 0, "4 4"),
        ),
        Ask(
            N_("You have 45 banked and roll 1 and 1. What is your total then?"),
            (
                Answer(N_("45"), N_("A single 1 would leave you 45. A double 1 is worse.")),
                Answer(N_("0"), N_("Yes: a double 1 takes everything, banked points too."), right=True),
                Answer(N_("49"), N_("A double 1 doesn't score. It is the worst roll of the game.")),
            ),
        ),
        Practise(
            N_("Play three turns. You hear about each decision before the dice fall."),
            Position(FIRST_BEGINS),
            turns=3,
            against="easy",
            reasons=REASONS,
            seed=7,
        ),
    ),
)

DANGER = Lesson(
    "danger",
    N_("Why a double is dangerous"),
    (
        Tell(
            N_(
                "A double brings many points, and then forces you to risk them. Here you rolled 6 and 3, and then 5 "
                "and 5. You have 29 turn points and may not keep them yet."
            ),
            _standing(0, 0, "6 3", "5 5"),
        ),
        Ask(
            N_("You must roll again. In how many of the 36 cases do you lose those 29 points?"),
            (
                Answer(N_("in 10"), N_("Those are the rolls with exactly one 1. There is one more bad roll.")),
                Answer(N_("in 11"), N_("Yes: 10 rolls with one 1, and the double 1."), right=True),
                Answer(N_("in 6"), N_("That is the number of doubles.")),
            ),
            _standing(0, 0, "6 3", "5 5"),
        ),
        Try(
            N_("12 turn points at the start of a match, and no double. Roll or hold?"),
            _standing(0, 0, "4 3", "3 2"),
            (
                Answer("roll", N_("Yes: doubles score so much that 12 is too little."), right=True, then=("* 6 4",)),
                Answer("hold", N_("12 points are too few: a roll brings more than it costs.")),
            ),
        ),
        Try(
            N_("30 turn points, and no double. Roll or hold?"),
            _standing(0, 0, "6 5", "6 4", "5 4"),
            (
                Answer("hold", N_("Yes: bank them while you may."), right=True),
                Answer("roll", N_("A bust would cost 30 points, and a double would force you to risk even more.")),
            ),
        ),
        Try(
            N_("You have 70, the other 20. Your turn has brought 25. Roll or hold?"),
            _standing(70, 20, "6 5", "5 4", "3 2"),
            (
                Answer("hold", N_("Yes: with so much banked, a double 1 would hurt as well."), right=True),
                Answer("roll", N_("You would put 25 turn points at risk, and by a double 1 all 70 as well.")),
            ),
        ),
        Practise(N_("Play four turns."), Position(FIRST_BEGINS), turns=4, reasons=REASONS, seed=10),
    ),
)

LAST_ROUND = Lesson(
    "last-round",
    N_("The last round and the score to beat"),
    (
        Tell(
            N_(
                "When somebody reaches 100 the round is finished, so that everybody has had the same number of turns. "
                "Then the highest total wins; equal totals share the first place."
            )
        ),
        Try(
            N_("The other began, and has 104. You have the last turn: 85 banked, 12 turn points. Roll or hold?"),
            _last_turn(85, 104, "5 2", "3 2"),
            (
                Answer("roll", N_("Yes: 97 loses. You must get past 104."), right=True, then=("* 4 6",)),
                Answer("hold", N_("That makes 97 and loses for certain: the other has 104.")),
            ),
        ),
        Try(
            N_("Now with 19 turn points: that makes 104, a tie. Roll or hold?"),
            _last_turn(85, 104, "6 5", "5 3"),
            (
                Answer(
                    "roll",
                    N_("Yes: a tie is half a win, and a roll wins more often than that."),
                    right=True,
                    then=("* 4 2",),
                ),
                Answer("hold", N_("A tie is only half a win. Rolling wins more often than that.")),
            ),
        ),
        Try(
            N_("And now with 20 turn points: 105 against 104."),
            _last_turn(85, 104, "6 5", "5 4"),
            (
                Answer("hold", N_("Yes: nobody is left to pass you. You win."), right=True),
                Answer("roll", N_("You are past the other, and nobody plays after you. Hold!")),
            ),
        ),
        Try(
            N_("You began. You have 85, the other 92. Your turn has brought 20, which makes 105. Roll or hold?"),
            _standing(85, 92, "6 5", "5 4"),
            (
                Answer(
                    "hold", N_("Yes: now the other must reach more than 105 in a single turn, or lose."), right=True
                ),
                Answer("roll", N_("105 is hard enough to beat. Don't put it at risk.")),
            ),
        ),
        Try(
            N_("You began. You have 90, the other 50. Your turn has brought 8, which makes 98. Roll or hold?"),
            _standing(90, 50, "5 3"),
            (
                Answer(
                    "roll",
                    N_("Yes: only 2 points are missing, and 100 forces the other into its last turn."),
                    right=True,
                    then=("* 6 4",),
                ),
                Answer("hold", N_("98 isn't 100: the other could go on step by step.")),
            ),
        ),
        Practise(
            N_("You have 75, the other 70, and it is your turn. You began, so the other has the last turn. Play on."),
            _standing(75, 70),
            reasons=REASONS,
            seed=4,
        ),
    ),
)

MATCH = Lesson(
    "match",
    N_("A short match"),
    (
        Practise(
            N_("Play a short match to 60 points. Mind the double 1."),
            Position(FIRST_BEGINS, {"target": 60}),
            reasons=REASONS,
            seed=6,
        ),
    ),
)

COURSE = Course((TURN, DANGER, LAST_ROUND, MATCH), _)
