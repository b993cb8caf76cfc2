"""Learning Pig with doubles. What is said about values is checked against the solver, about dice by counting."""

from tabletop import N_, Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop_pig.lessons.pig import REASONS, TOO_LATE
from tabletop_pig.lessons.positions import banks, rolls
from tabletop_pig.texts import _


def _standing(you: int, other: int, *thrown: str) -> Position:
    before = (*banks(1, you, dice=2), *banks(2, other, dice=2)) if you else ()
    return Position((*before, *rolls(1, *thrown)))


TURN = Lesson(
    "turn",
    N_("How a turn runs"),
    (
        Tell(
            N_(
                "You roll two dice at once. Most rolls score their sum. Exactly one 1 is a bust and ends the turn. A "
                "double scores twice its sum, and a double 1 even 25. Whoever banks 100 first wins at once."
            )
        ),
        Try(
            N_("Every turn starts with a roll. Type “roll”."),
            Position(),
            (Answer("roll", N_("You take up both dice."), right=True, then=("* 3 3",)),),
        ),
        Ask(
            N_("You rolled 3 and 3. How many turn points do you have?"),
            (
                Answer(N_("6"), N_("A double scores twice its sum.")),
                Answer(N_("12"), N_("Yes: twice 6."), right=True),
                Answer(N_("9"), N_("3 and 3 make 6, and a double counts twice.")),
            ),
            _standing(0, 0, "3 3"),
        ),
        Try(
            N_("After a double you are free to hold, or to roll. What is better with 12 turn points?"),
            _standing(0, 0, "3 3"),
            (
                Answer("roll", N_("Yes: rolls are worth a lot here, so go on."), right=True, then=("* 5 4",)),
                Answer("hold", N_("You may, but 12 points are too few in this game.")),
            ),
        ),
        Ask(
            N_("What does 4 and 1 do?"),
            (
                Answer(N_("It scores 5"), N_("A single 1 never scores.")),
                Answer(N_("It ends the turn without points"), N_("Yes: it is a bust."), right=True),
                Answer(N_("It scores 25"), N_("Only a double 1 scores 25.")),
            ),
        ),
        Practise(N_("Play three turns."), turns=3, against="easy", reasons=REASONS, seed=4),
    ),
)

VALUE = Lesson(
    "value",
    N_("What doubles are worth"),
    (
        Tell(
            N_(
                "Two dice can fall in 36 ways. In 10 of them there is exactly one 1, and you lose your turn points. In "
                "the other 26 you score: 265 points over all of them, since the doubles count so much."
            )
        ),
        Ask(
            N_("Where do a roll's gain and cost balance? Over 36 rolls you gain 265, and lose your points 10 times."),
            (
                Answer(N_("at about 20"), N_("At 20 you would lose 200 in 36 rolls and gain 265. Roll on.")),
                Answer(
                    N_("between 26 and 27"), N_("Yes: 265 divided by 10. So hold later than in plain Pig."), right=True
                ),
                Answer(N_("at about 40"), N_("At 40 you would lose 400 in 36 rolls and gain 265.")),
            ),
        ),
        Try(
            N_("18 turn points at the start of a match. Roll or hold?"),
            _standing(0, 0, "6 5", "4 3"),
            (
                Answer("roll", N_("Yes: 18 is well below 26."), right=True, then=("* 6 6",)),
                Answer("hold", N_("18 is well below 26: you stop too soon.")),
            ),
        ),
        Try(
            N_("35 turn points. Roll or hold?"),
            _standing(0, 0, "6 5", "6 6"),
            (
                Answer("hold", N_("Yes: 35 is well above 26."), right=True),
                Answer("roll", N_("35 is well above 26: a bust costs too much.")),
            ),
        ),
        Ask(
            N_("Which single roll scores the most?"),
            (
                Answer(N_("1 and 1"), N_("Yes: 25. A double 6 scores 24."), right=True),
                Answer(N_("6 and 6"), N_("It scores 24. One roll beats it by a point.")),
                Answer(N_("6 and 5"), N_("It scores 11. Every double from 3 up beats it.")),
            ),
        ),
        Practise(N_("Play four turns. Hold somewhere around 26."), turns=4, reasons=REASONS, seed=9),
    ),
)

RACE = Lesson(
    "race",
    N_("Ahead, behind, and the end"),
    (
        Tell(
            N_(
                "One good turn can bring 40 points or more, so no lead is safe. The first to bank 100 wins at once: "
                "the others get no last turn."
            )
        ),
        Try(
            N_("You have 60, the other 80. Your turn has brought 25. Roll or hold?"),
            _standing(60, 80, "6 5", "5 4", "3 2"),
            (
                Answer(
                    "roll",
                    N_("Yes: the other may win with its next turn. Go for the 15 you need."),
                    right=True,
                    then=("* 4 4",),
                ),
                Answer("hold", N_("85 doesn't win, and the other needs only 20 points.")),
            ),
        ),
        Try(
            N_("You have 50, the other 20. Your turn has brought 31. Roll or hold?"),
            _standing(50, 20, "6 5", "6 5", "5 4"),
            (
                Answer("hold", N_("Yes: you are far ahead. Let the other take the risks."), right=True),
                Answer("roll", N_("Far ahead, you have no need to risk 31 points.")),
            ),
        ),
        Try(
            N_("You have 60, the other 85. Your turn has brought 30. Roll or hold?"),
            _standing(60, 85, "6 5", "6 5", "5 3"),
            (
                Answer(
                    "roll", N_("Yes: 10 more points win, and there may be no next turn."), right=True, then=("* 6 4",)
                ),
                Answer("hold", N_("30 points look good, but the other needs only 15.")),
            ),
        ),
        Practise(
            N_("You have 65, the other 75, and it is your turn. Play to the end."),
            _standing(65, 75),
            reasons={"hold": N_("The other is near the target: this may be your last turn."), "roll": TOO_LATE},
            seed=5,
        ),
    ),
)

MATCH = Lesson(
    "match",
    N_("A short match"),
    (Practise(N_("Play a short match to 60 points."), Position(options={"target": 60}), reasons=REASONS, seed=3),),
)

COURSE = Course((TURN, VALUE, RACE, MATCH), _)
