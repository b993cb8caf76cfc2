"""Learning Pig. What is said about values is checked against the solver, what is said about dice by counting."""

from tabletop import N_, Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop_pig.lessons.positions import banks, busts, rolls
from tabletop_pig.texts import _

TOO_EARLY = N_("There is still more to gain than to lose in one more roll.")
TOO_LATE = N_("So many turn points are worth more in safety than one more roll.")
REASONS = {"hold": TOO_EARLY, "roll": TOO_LATE}

TURN = Lesson(
    "turn",
    N_("How a turn runs"),
    (
        Tell(
            N_(
                "Pig is played with one die. On your turn you roll it as often as you like. A 2, 3, 4, 5 or 6 adds its "
                "pips to your turn points. You win when you have banked 100 points."
            )
        ),
        Try(
            N_("Nobody has any points yet. Every turn starts with a roll. Type “roll”, or just “r”."),
            Position(),
            (Answer("roll", N_("You take up the die."), right=True, then=("* 5",)),),
        ),
        Try(
            N_("You have 5 turn points. You can roll again, or hold and bank them. Which is better?"),
            Position(rolls(1, "5")),
            (
                Answer("roll", N_("Yes. You risk only 5 points, so go on."), right=True, then=("* 4",)),
                Answer("hold", N_("That banks 5 points, which is little for a whole turn.")),
            ),
        ),
        Ask(
            N_("You rolled 5 and 4. How many points are at risk if you roll again?"),
            (
                Answer(N_("4, those of the last roll"), N_("The whole turn is at risk, not just its last roll.")),
                Answer(N_("9, all of this turn"), N_("Yes: a 1 would take all 9 turn points."), right=True),
                Answer(N_("none"), N_("A 1 ends the turn and takes its points, so something is at risk.")),
            ),
            Position(rolls(1, "5", "4")),
        ),
        Try(
            N_("The turn went well: 25 turn points. What now?"),
            Position(rolls(1, "5", "4", "6", "6", "4")),
            (
                Answer("hold", N_("Yes. Now the 25 points are yours for good."), right=True),
                Answer("roll", N_("It is close, but by now a 1 would cost more than a roll can bring.")),
            ),
        ),
        Tell(
            N_(
                "A 1 is a bust. Here CPU 2 rolled 6 and 6, and then a 1. Its 12 turn points are gone, and it is your "
                "turn. What was banked before is never touched by a bust."
            ),
            Position((*banks(1, 25), *rolls(2, "6", "6", "1"))),
        ),
        Ask(
            N_("You have banked 25. In your next turn you roll 6, 5 and then 1. What is your total?"),
            (
                Answer(N_("36"), N_("The 6 and the 5 were never banked: the 1 took them.")),
                Answer(N_("25"), N_("Yes: the turn scores nothing, and the 25 are safe."), right=True),
                Answer(N_("0"), N_("Banked points stay. Only the turn points are lost.")),
            ),
        ),
        Practise(
            N_("Now play three turns against a CPU player. You hear about each decision before the die falls."),
            turns=3,
            against="easy",
            reasons=REASONS,
            seed=5,
        ),
    ),
)

TWENTY = Lesson(
    "twenty",
    N_("When to hold: the rule of 20"),
    (
        Tell(
            N_(
                "When is it enough? Think of six rolls, one of each number. Five of them score 2 + 3 + 4 + 5 + 6 = 20 "
                "points. The sixth is the 1, which takes your turn points. So a roll brings 20 sixths of a point on "
                "average, and costs one sixth of what you have collected."
            )
        ),
        Ask(
            N_("You have 12 turn points. Does one more roll bring more points than it costs, on average?"),
            (
                Answer(N_("It costs more"), N_("It costs 12 sixths on average and brings 20 sixths.")),
                Answer(N_("It brings more"), N_("Yes: it brings 20 sixths and costs 12 sixths."), right=True),
                Answer(N_("Both are the same"), N_("They would be if 12 and 20 were the same number.")),
            ),
        ),
        Ask(
            N_("With how many turn points do a roll's gain and cost balance?"),
            (
                Answer(N_("6"), N_("At 6 a roll costs 6 sixths and brings 20 sixths. Roll on.")),
                Answer(N_("20"), N_("Yes: 20 sixths against 20 sixths. Hence the rule: hold at 20."), right=True),
                Answer(N_("50"), N_("At 50 a roll costs 50 sixths and brings 20 sixths. That is far too late.")),
            ),
        ),
        Try(
            N_("A new match, 12 turn points. Roll or hold?"),
            Position(rolls(1, "6", "6")),
            (
                Answer("roll", N_("Yes: 12 is well below 20."), right=True, then=("* 3",)),
                Answer("hold", N_("12 is well below 20: you stop too soon.")),
            ),
        ),
        Try(
            N_("You have 60 points, the other 40, and your turn has brought 24. Roll or hold?"),
            Position((*banks(1, 60), *banks(2, 40), *rolls(1, "6", "6", "6", "6"))),
            (
                Answer("hold", N_("Yes: 24 is more than 20, and you are ahead."), right=True),
                Answer("roll", N_("24 is more than 20: a 1 would hurt you more than another roll helps.")),
            ),
        ),
        Ask(
            N_("Who always holds at 20 is often unlucky on the way there. How many such turns end with a 1?"),
            (
                Answer(N_("about one in six"), N_("That is for a single roll, and 20 points take several.")),
                Answer(N_("about six in ten"), N_("Yes. Busts are normal: don't let them make you timid."), right=True),
                Answer(N_("about nine in ten"), N_("It isn't as bad as that.")),
            ),
        ),
        Practise(
            N_("Play four turns. Hold somewhere around 20."),
            turns=4,
            reasons=REASONS,
            seed=2,
        ),
    ),
)

BEHIND = Lesson(
    "behind",
    N_("Ahead and behind"),
    (
        Tell(
            N_(
                "The rule of 20 collects the most points in one turn. But you don't need the most points: you need to "
                "be first at 100. Who is behind has less time left, and has to dare more. Who is ahead can be content "
                "with a little less."
            )
        ),
        Try(
            N_("You have 30, the other 75. Your turn has brought 22. Roll or hold?"),
            Position((*banks(1, 30), *banks(2, 75), *rolls(1, "6", "6", "5", "5"))),
            (
                Answer(
                    "roll", N_("Yes: the other needs only 25 more. You must catch up now."), right=True, then=("* 4",)
                ),
                Answer("hold", N_("52 against 75 leaves you too far behind: few turns are left to you.")),
            ),
        ),
        Try(
            N_("Now you have 62 and the other 20. Your turn has brought 23. Roll or hold?"),
            Position((*banks(1, 62), *banks(2, 20), *rolls(1, "6", "6", "6", "5"))),
            (
                Answer("hold", N_("Yes: a good lead is worth most in safety."), right=True),
                Answer("roll", N_("With such a lead you have no need to risk 23 points.")),
            ),
        ),
        Ask(
            N_("Nobody is near 100 yet. When do you hold later than at 20?"),
            (
                Answer(N_("when I am far behind"), N_("Yes: then small steps don't win any more."), right=True),
                Answer(N_("when I am far ahead"), N_("Then there is no need to: let the other take the risks.")),
                Answer(N_("after a bust"), N_("The die has no memory. Only the totals matter.")),
            ),
        ),
        Practise(
            N_("You are behind, 25 against 60. Play three turns and try to catch up."),
            Position((*banks(1, 25), *banks(2, 60))),
            turns=3,
            reasons=REASONS,
            seed=4,
        ),
    ),
)

RACE = Lesson(
    "race",
    N_("The end race"),
    (
        Tell(
            N_(
                "Near the end the rule of 20 is no help. When somebody is close to 100, the next turn may be the last "
                "one, and what you bank counts for little if the other wins. A good rule: when anybody needs 29 points "
                "or fewer, roll until you win."
            )
        ),
        Try(
            N_("You have 78, the other 91. Your turn has brought 16, so you would have 94. Roll or hold?"),
            Position((*banks(1, 78), *banks(2, 91), *rolls(1, "6", "6", "4"))),
            (
                Answer(
                    "roll", N_("Yes: 6 more points win, and you may never get another turn."), right=True, then=("* 6",)
                ),
                Answer("hold", N_("94 doesn't win, and the other needs only 9 points.")),
            ),
        ),
        Ask(
            N_("The other has 91 and rolls for the win. How often does it get those 9 points in one turn?"),
            (
                Answer(N_("about one time in ten"), N_("Two or three rolls are enough: it is much more often.")),
                Answer(N_("about six times in ten"), N_("Yes. So don't hand over the die."), right=True),
                Answer(N_("always"), N_("Each of its rolls can be a 1, so it fails at times.")),
            ),
        ),
        Try(
            N_("You have 85, the other 20. Your turn has brought 15. Roll or hold?"),
            Position((*banks(1, 85), *banks(2, 20), *rolls(1, "6", "5", "4"))),
            (
                Answer("hold", N_("Yes: that is 100. You win."), right=True),
                Answer("roll", N_("You have 100 in your hand, and a roll never wins by itself. Bank it!")),
            ),
        ),
        Try(
            N_("You have 60, the other 92. Your turn has brought 26. Roll or hold?"),
            Position((*banks(1, 60), *banks(2, 92), *rolls(1, "6", "6", "6", "6", "2"))),
            (
                Answer("roll", N_("Yes: 14 more points win, the other needs only 8."), right=True, then=("* 5",)),
                Answer("hold", N_("26 points look fine, but the other is about to win. They would come too late.")),
            ),
        ),
        Practise(
            N_("You have 70, the other 80, and it is your turn. Play to the end."),
            Position((*banks(1, 70), *banks(2, 80))),
            reasons={"hold": N_("The other is near the target: this may be your last turn."), "roll": TOO_LATE},
            seed=3,
        ),
    ),
)

_EXACT = {"target_mode": "exact"}

HOUSE_RULES = Lesson(
    "house-rules",
    N_("Exact targets and last turns"),
    (
        Tell(
            N_(
                "House rules change the game. With an exact target you must reach exactly 100. A roll that would go "
                "past it ends your turn without points. Banked points stay."
            )
        ),
        Try(
            N_("Exact target. You have 97, and your turn has brought 3. Roll or hold?"),
            Position((*banks(1, 97), *banks(2, 60), *rolls(1, "3")), _EXACT),
            (
                Answer("hold", N_("Yes: exactly 100. You win."), right=True),
                Answer("roll", N_("Any roll from here is past 100, or a 1: the turn would be lost.")),
            ),
        ),
        Try(
            N_("Exact target. You have 90, the other 50. Your turn has brought 4. Roll or hold?"),
            Position((*banks(1, 90), *banks(2, 50), *rolls(1, "4")), _EXACT),
            (
                Answer(
                    "hold",
                    N_("Yes: 94 leaves 6, which no single roll goes past. The other is far away, so you have time."),
                    right=True,
                ),
                Answer("roll", N_("The other is far away. Bank 94, from where you can try again and again.")),
            ),
        ),
        Try(
            N_("Exact target. You have 94, the other 60. Your turn has brought 4, which makes 98. Roll or hold?"),
            Position((*banks(1, 94), *banks(2, 60), *rolls(1, "4")), _EXACT),
            (
                Answer(
                    "roll",
                    N_("Yes: a 2 wins. If it fails you are back at 94, which is a better place to wait than 98."),
                    right=True,
                    then=("* 2",),
                ),
                Answer("hold", N_("From 98 only a 2 helps, turn after turn. From 94 there are more ways to 100.")),
            ),
        ),
        Ask(
            N_("With an exact target you can't bank 99. Why?"),
            (
                Answer(N_("No roll scores 1, so 100 could never be reached"), N_("Yes: a 1 is a bust."), right=True),
                Answer(N_("99 is an odd number"), N_("95 is odd as well, and you may bank it.")),
                Answer(N_("A turn must bring 10 points"), N_("There is such a house rule, but it is another one.")),
            ),
        ),
        Try(
            N_(
                "Another house rule: final turns. The other has just banked 105, and you have the last turn. You had "
                "80 and your turn has brought 22. Roll or hold?"
            ),
            Position(
                (*busts(1), *banks(2, 80), *banks(1, 105), *rolls(2, "6", "6", "6", "4")),
                {"ending": "final_turns"},
                you=2,
            ),
            (
                Answer("roll", N_("Yes: 102 loses against 105. You have nothing to lose."), right=True, then=("* 5",)),
                Answer("hold", N_("102 against 105: that loses the match for certain.")),
            ),
        ),
        Practise(
            N_("Exact target: you have 84, the other 75. Play three turns, or win before."),
            Position((*banks(1, 84), *banks(2, 75)), _EXACT),
            turns=3,
            reasons={
                "hold": N_("Look where you would wait: how many rolls lead from there to exactly 100?"),
                "roll": N_("Look how far it is: a roll past 100 loses the turn."),
            },
            seed=6,
        ),
    ),
)

COURSE = Course((TURN, TWENTY, BEHIND, RACE, HOUSE_RULES), _)
