"""Learning Pig with two dice. What is said about values is checked against the solver, about dice by counting."""

from tabletop import N_, Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop_pig.lessons.pig import REASONS, TOO_LATE
from tabletop_pig.lessons.positions import FIRST_BEGINS, banks, rolls
from tabletop_pig.texts import _


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
                "Here you roll two dice at once. First everybody rolls to find out who begins: the highest sum does. "
                "You rolled 6 and 5, CPU 2 rolled 3 and 4, so you begin."
            ),
            Position(FIRST_BEGINS),
        ),
        Try(
            N_("Every turn starts with a roll. Type “roll”."),
            Position(FIRST_BEGINS),
            (Answer("roll", N_("You take up both dice."), right=True, then=("* 4 3",)),),
        ),
        Try(
            N_("4 and 3 make 7 turn points. You can roll again, or hold and bank them. Which is better?"),
            _standing(0, 0, "4 3"),
            (
                Answer("roll", N_("Yes: 7 points are worth the risk."), right=True, then=("* 6 2",)),
                Answer("hold", N_("7 points are little for a whole turn.")),
            ),
        ),
        Ask(
            N_("You roll 1 and 5. What happens?"),
            (
                Answer(N_("You score 6 points"), N_("A single 1 scores nothing, whatever the other die shows.")),
                Answer(N_("The turn points are lost"), N_("Yes: exactly one 1 is a bust."), right=True),
                Answer(N_("All your banked points are lost"), N_("Banked points stay, with the usual rules.")),
            ),
        ),
        Ask(
            N_("And if you roll 1 and 1?"),
            (
                Answer(N_("It is a bust"), N_("Only exactly one 1 is a bust. Two are a double.")),
                Answer(N_("You score 25"), N_("That is in the game “Pig with doubles”. Here it counts its sum.")),
                Answer(N_("You score 2 and must roll again"), N_("Yes: a double counts and owes a roll."), right=True),
            ),
        ),
        Practise(
            N_("Play three turns. You hear about each decision before the dice fall."),
            Position(FIRST_BEGINS),
            turns=3,
            against="easy",
            reasons=REASONS,
            seed=3,
        ),
    ),
)

DOUBLES = Lesson(
    "doubles",
    N_("Why a double is dangerous"),
    (
        Tell(
            N_(
                "A double scores its sum, but then you must roll again: you may not hold until a roll is no double. "
                "Here you rolled 5 and 5. You would like to bank those points, but you can't."
            ),
            _standing(0, 0, "4 3", "5 5"),
        ),
        Ask(
            N_("You have 17 turn points and must roll. How many of the 36 possible rolls lose them all?"),
            (
                Answer(N_("10"), N_("Yes: 1 with 2 to 6, on either die, makes 10 of 36."), right=True),
                Answer(N_("11"), N_("That counts the double 1, which is no bust here.")),
                Answer(N_("6"), N_("That is the number of doubles.")),
            ),
            _standing(0, 0, "4 3", "5 5"),
        ),
        Try(
            N_("No double this time: 12 turn points, and you are free to choose. Roll or hold?"),
            _standing(0, 0, "4 3", "3 2"),
            (
                Answer("roll", N_("Yes: a roll still brings more than it costs."), right=True, then=("* 6 4",)),
                Answer("hold", N_("12 points are too few: a roll still brings more than it costs.")),
            ),
        ),
        Ask(
            N_("Without the owed rolls, gain and cost of one more roll balance at about how many turn points?"),
            (
                Answer(
                    N_("about 20"),
                    N_("Yes. All rolls that score bring 202 in 36 cases, and the 10 busts cost your points 10 times."),
                    right=True,
                ),
                Answer(N_("about 10"), N_("Too early: 10 busts would cost 100 points in 36 cases and bring 202.")),
                Answer(N_("about 40"), N_("Too late: 10 busts would cost 400 points in 36 cases and bring 202.")),
            ),
        ),
        Try(
            N_("You have 30 turn points. Roll or hold?"),
            _standing(0, 0, "6 5", "6 4", "5 4"),
            (
                Answer("hold", N_("Yes: bank them while you may. After a double you couldn't."), right=True),
                Answer("roll", N_("Too many points for one more roll, and a double would make you roll yet again.")),
            ),
        ),
        Practise(N_("Play four turns."), Position(FIRST_BEGINS), turns=4, reasons=REASONS, seed=8),
    ),
)

LAST_ROUND = Lesson(
    "last-round",
    N_("The last round and the score to beat"),
    (
        Tell(
            N_(
                "Reaching 100 doesn't end the match at once. The round is finished, so that everybody has had the "
                "same number of turns. Then the highest total wins; equal totals share the first place."
            )
        ),
        Ask(
            N_("You began the match and have just banked 103. The other has 92. Is the match over?"),
            (
                Answer(N_("Yes, I have won"), N_("The round isn't finished: the other hasn't had its turn.")),
                Answer(N_("No, the other has one more turn"), N_("Yes, and it must beat 103."), right=True),
                Answer(N_("No, we both have one more turn"), N_("You have had your turn in this round.")),
            ),
        ),
        Try(
            N_("Now the other began, and has 104. You have the last turn: 85 banked, 12 turn points. Roll or hold?"),
            _last_turn(85, 104, "5 2", "3 2"),
            (
                Answer("roll", N_("Yes: 97 loses. You must get past 104."), right=True, then=("* 4 6",)),
                Answer("hold", N_("That makes 97 and loses for certain: the other has 104.")),
            ),
        ),
        Try(
            N_("The same again, but with 19 turn points: that makes 104, a tie. Roll or hold?"),
            _last_turn(85, 104, "6 5", "5 3"),
            (
                Answer(
                    "roll",
                    N_("Yes: a tie is half a win, and a roll wins two times in three."),
                    right=True,
                    then=("* 4 2",),
                ),
                Answer("hold", N_("A tie is only half a win. A roll wins two times in three.")),
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
                Answer("hold", N_("Yes: now the other must beat 105 in a single turn, or lose."), right=True),
                Answer("roll", N_("105 is hard enough to beat. Don't put it at risk.")),
            ),
        ),
        Practise(
            N_("You have 75, the other 70, and it is your turn. You began, so the other has the last turn. Play on."),
            _standing(75, 70),
            reasons={"hold": N_("Think of who plays after you, and of the score to beat."), "roll": TOO_LATE},
            seed=2,
        ),
    ),
)

MATCH = Lesson(
    "match",
    N_("A short match"),
    (
        Practise(
            N_("Play a short match to 50 points. Remember the owed rolls and the last round."),
            Position(FIRST_BEGINS, {"target": 50}),
            reasons=REASONS,
            seed=12,
        ),
    ),
)

COURSE = Course((TURN, DOUBLES, LAST_ROUND, MATCH), _)
