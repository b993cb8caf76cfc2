"""Learning the Passing Game, one round at a time. What is said about moves is checked against the analysis."""

from tabletop import N_, Answer, Ask, Course, Lesson, Position, Practise, Tell, Try
from tabletop_dominoes_passing.lessons.positions import ONE_ROUND, PARTNERS, deal, position
from tabletop_dominoes_passing.texts import _

REASONS = {
    "play": N_("Think of the pips that stay in your hand, and of the ends that you leave."),
    "draw": N_("A drawn tile is pips in your hand. It seldom pays."),
    "pass": N_("Passing invites the others to pass too, and then the lowest count wins. Was that yours?"),
}

_BASICS = deal("6-4 5-3 5-5 4-2 3-0 2-1 1-0", "6-5 6-6 3-3 4-1 2-0 6-2 5-1")
_LEAD = position(_BASICS, 1)
_ENDS = position(_BASICS, 1, "play 5-5", "play 6-5 left")

TILES = Lesson(
    "tiles",
    N_("Tiles and ends"),
    (
        Tell(
            N_(
                "A tile has two halves with 0 to 6 pips each. It is written with the higher half first, such as 6-4. "
                "All tiles that are played form one train. You see your own hand, and how many tiles the others hold."
            ),
            _LEAD,
        ),
        Try(
            N_(
                "You lead: you set the first tile of the round. A heavy double is the hardest tile to get rid of "
                "later. Set yours now. You can type “play 5-5”, or just “55”."
            ),
            _LEAD,
            (
                Answer(
                    "play 5-5", N_("Yes: 10 pips less, with the first move."), right=True, then=("2 play 6-5 left",)
                ),
                Answer(
                    "play", N_("The rules allow that, but the 5-5 counts 10 pips as long as you hold it. Set it now.")
                ),
            ),
        ),
        Ask(
            N_(
                "The train shows 6 at its left end and 5 at its right end, and your hand says which of your tiles fit "
                "where. Say you draw the 6-3: where could you play it?"
            ),
            (
                Answer(N_("at the left end"), N_("Yes: its 6 goes beside the 6 there."), right=True),
                Answer(N_("at the right end"), N_("A 5 lies there, and the 6-3 has none.")),
                Answer(N_("at both ends"), N_("That takes a 6 and a 5. The 6-3 has only the 6.")),
            ),
            _ENDS,
        ),
        Ask(
            N_("If you set 6-4 at the left end, what do the ends show?"),
            (
                Answer(N_("6 and 4"), N_("The 6 is covered: it touches the 6 of the train.")),
                Answer(N_("4 and 5"), N_("Yes: the 6 is covered, the 4 is the new left end."), right=True),
                Answer(N_("4 and 4"), N_("Only the left end changes. The right one still shows 5.")),
            ),
            _ENDS,
        ),
        Ask(
            N_("Pips count against you when the round ends. How many are 6-4 and 5-3 together?"),
            (
                Answer(N_("18"), N_("Yes: 10 and 8."), right=True),
                Answer(N_("4"), N_("Every half counts, not just the tiles: 6 + 4 + 5 + 3.")),
                Answer(N_("11"), N_("Both halves of a tile count: 6 + 4 + 5 + 3.")),
            ),
        ),
        Practise(
            N_("Play a round. You hear about each move before the other answers it."),
            Position(options=ONE_ROUND),
            against="easy",
            reasons=REASONS,
            seed=3,
        ),
    ),
)

_EXAMPLE = position(
    deal("6-4 6-6 5-5 1-1 0-0 2-0 3-2", "4-1 5-1 5-4 6-1 4-3 3-0 2-2"),
    1,
    *("play 6-4", "play 4-1 left", "play 6-6 right", "play 6-1 right"),
    *("play 1-1 left", "play 5-1 left", "play 5-5 left", "play 5-4 left"),
)
_LIGHT = deal("6-4 6-6 6-1 4-1 1-0 0-0 2-0", "5-4 5-5 5-1 3-3 4-3 3-2 6-3")
_LIGHT_MOVES = (*("play 6-4", "play 5-4 left", "play 6-6 right", "play 5-5 left", "play 6-1 right", "play 5-1 left"),)
_LAST_TILE = position(
    _LIGHT,
    1,
    *_LIGHT_MOVES,
    *("play 4-1 left", "play 4-3 left", "play 1-0 right", "play 3-3 left", "play 0-0 right", "play 3-2 left"),
)
_PASSED_TO_YOU = position(_LIGHT, 1, *_LIGHT_MOVES, "play 1-0 left", "pass")

DRAW_OR_PASS = Lesson(
    "draw-or-pass",
    N_("Play, draw or pass"),
    (
        Tell(
            N_(
                "On your turn you do one of three things: play a tile, draw one, or pass. You may always pass, even "
                "with a tile that fits. When all pass one after another, the round is over and the hands are counted. "
                "The lowest count wins."
            )
        ),
        Try(
            N_("You have one tile left, and it fits. What now?"),
            _LAST_TILE,
            (
                Answer("play", N_("Yes: your hand is empty, and you win the round."), right=True),
                Answer("draw", N_("You could be out now. With a drawn tile you would have two.")),
                Answer("pass", N_("You could be out now. If you pass, the other may get there first.")),
            ),
        ),
        Ask(
            N_("How many pips has a tile that you draw, on average over the whole set?"),
            (
                Answer(N_("3 pips"), N_("That is one half of it. A tile has two.")),
                Answer(N_("6 pips"), N_("Yes: 168 pips on 28 tiles."), right=True),
                Answer(N_("12 pips"), N_("That is the heaviest tile, the 6-6.")),
            ),
        ),
        Try(
            N_("No tile of yours fits. Your three tiles count 7 pips. Draw or pass?"),
            _EXAMPLE,
            (
                Answer("pass", N_("Yes: 7 pips are few. A drawn tile would nearly double them."), right=True),
                Answer("draw", N_("That costs 6 pips on average, and the other gets a free move.")),
            ),
        ),
        Try(
            N_("CPU 2 has just passed. If you pass as well, the round is over. You count 7 pips, it holds four tiles."),
            _PASSED_TO_YOU,
            (
                Answer("pass", N_("Yes: you close the round, with 7 pips against four tiles."), right=True),
                Answer("draw", N_("Why pick up pips? You can close the round now, and your 7 pips are few.")),
                Answer("play", N_("A good tile, but you can win at once: pass, and the hands are counted.")),
            ),
        ),
        Practise(
            N_("Play a round. Ask yourself at every turn: who would win if all passed now?"),
            Position(options=ONE_ROUND),
            reasons=REASONS,
            seed=11,
        ),
    ),
)

_HEAVY = position(
    deal("6-6 6-5 5-5 6-4 4-0 3-0 2-0", "3-3 3-1 1-1 2-1 1-0 4-3 2-2"),
    2,
    *("play 3-3", "play 3-0 left", "play 3-1 right", "play 4-0 left", "play 1-1 right", "play 6-4 left", "pass"),
)

COUNTING = Lesson(
    "counting",
    N_("Count before you close"),
    (
        Tell(
            N_(
                "The winner of a round scores what the others have in their hands, less its own pips. If two tie for "
                "the lowest count, nobody scores."
            )
        ),
        Ask(
            N_("All have passed. You count 7, the other 14. How many points do you score?"),
            (
                Answer(N_("7"), N_("Yes: 14 less your own 7."), right=True),
                Answer(N_("14"), N_("Your own 7 pips are subtracted.")),
                Answer(N_("21"), N_("Your own pips are subtracted, not added.")),
            ),
        ),
        Ask(
            N_("You go out, and the only tile of the other is the 0-0. How many points do you score?"),
            (
                Answer(N_("10 points"), N_("There is no bonus for a blank.")),
                Answer(N_("none"), N_("Yes: you both count 0, and a tie scores nothing."), right=True),
                Answer(N_("1 point"), N_("A round is worth the difference in pips, and there is none.")),
            ),
        ),
        Ask(
            N_(
                "The whole set has 168 pips. The train shows 29, you hold 35. That leaves 104 pips on the 18 tiles "
                "that you can't see. About how many does CPU 2 hold on its four tiles?"
            ),
            (
                Answer(N_("about 12"), N_("104 pips on 18 tiles are nearly 6 for each, and it has four.")),
                Answer(N_("about 23"), N_("Yes: nearly 6 for each of its four tiles."), right=True),
                Answer(N_("about 35"), N_("That is what you hold. Its tiles have nearly 6 pips each.")),
            ),
            _HEAVY,
        ),
        Try(
            N_("CPU 2 has passed, and you count 35 against about 23. What do you do?"),
            _HEAVY,
            (
                Answer("play 6-6 left", N_("Yes: go on, and get rid of the heaviest tile first."), right=True),
                Answer("play 6-5 left", N_("Going on is right, but the 6-6 is heavier and fits sixes only.")),
                Answer("draw", N_("Going on is right, but a drawn tile makes your hand even heavier.")),
                Answer("pass", N_("That ends the round, and you would lose it: your hand is the heavier one.")),
            ),
        ),
        Practise(N_("Play a round, and count before you pass."), Position(options=ONE_ROUND), reasons=REASONS, seed=21),
    ),
)

_SEEN = deal("5-4 5-1 5-3 5-2 3-2 6-0 4-0", "4-1 4-3 6-3 6-2 6-6 1-1 6-4")
_NO_FIVE = position(_SEEN, 1, "play 5-4", "play 4-1 left", "play 5-1 left", "pass")
_KEEP_FIVE = position(_SEEN, 1, "play 5-4", "play 4-1 left", "play 5-1 left", "pass", "play 5-3 left", "play 4-3 left")

READING = Lesson(
    "reading",
    N_("Reading the others' passes"),
    (
        Tell(
            N_(
                "Everybody sees who passed or drew, and which numbers lay at the ends then. The table keeps the list "
                "for you: look at the line of seat 2."
            ),
            _NO_FIVE,
        ),
        Ask(
            N_("CPU 2 passed while both ends showed 5. Which number does it perhaps not have?"),
            (
                Answer(N_("a 1"), N_("A 1 lies inside the train. Only the ends can be matched.")),
                Answer(N_("a 5"), N_("Yes: with a 5 it could have played."), right=True),
                Answer(N_("a 6"), N_("It didn't need a 6 to play. Look at the ends.")),
            ),
            _NO_FIVE,
        ),
        Ask(
            N_("Is that certain?"),
            (
                Answer(N_("Yes"), N_("Not with the usual rules: a seat may pass with a tile that fits.")),
                Answer(N_("No, it is a hint"), N_("Yes, a hint: passing is free in this game."), right=True),
            ),
        ),
        Try(
            N_("Two moves later. The ends are 4 and 5, and CPU 2 may well have no 5. What do you play?"),
            _KEEP_FIVE,
            (
                Answer(
                    "play 4-0 left",
                    N_("Yes: the 5 stays open for you, and it is a number that the other seems to lack."),
                    right=True,
                ),
                Answer("play 5-2 right", N_("That covers the 5, the very number that the other seems to lack.")),
                Answer("draw", N_("You have tiles that fit. Don't pick up more pips.")),
                Answer("pass", N_("The other could close the round or play a 4. You have something better.")),
            ),
        ),
        Practise(
            N_("Play a round. When the other passes, note the numbers at the ends."),
            Position(options=ONE_ROUND),
            reasons=REASONS,
            seed=31,
        ),
    ),
)

LEADING = Lesson(
    "leading",
    N_("The leader's advantage"),
    (
        Tell(
            N_(
                "Who leads is drawn by lot, and it matters: the leader is always a tile ahead. Among strong players "
                "the leader wins about six or seven of ten rounds that anybody wins. So use it: lead what you "
                "couldn't get rid of later."
            )
        ),
        Try(
            N_("You lead. Which tile?"),
            position(deal("6-6 6-5 5-3 4-2 3-0 2-1 1-0", "5-5 4-4 3-3 6-1 6-2 4-1 2-0"), 1),
            (
                Answer(
                    "play 6-6",
                    N_("Yes: the heaviest tile, and a double. Your 6-5 can follow it."),
                    right=True,
                    then=("2 play 6-1 right",),
                ),
                Answer("play 6-5", N_("Heavy, but the 6-6 is heavier, and later it needs a 6 at an end.")),
                Answer("play", N_("That keeps the 12 pips of the 6-6 in your hand. Set the heaviest tile first.")),
            ),
        ),
        Ask(
            N_("When you follow instead, what makes up for the leader's advantage?"),
            (
                Answer(N_("Drawing as often as possible"), N_("That adds pips to your hand, 6 with each tile.")),
                Answer(N_("Light tiles, and passing at the right time"), N_("Yes: the lowest count wins."), right=True),
                Answer(N_("Keeping all doubles to the end"), N_("A double fits one number only. It often gets stuck.")),
            ),
        ),
        Practise(
            N_("You lead. Play the round."),
            position(deal("5-5 6-3 5-2 4-4 4-1 3-1 2-0", "6-6 6-5 4-3 3-3 2-2 1-0 6-0"), 1),
            reasons=REASONS,
            seed=41,
        ),
    ),
)

_CLOSE = position(
    deal("4-4 5-0 3-0 1-0 1-1 3-2", "5-3 2-2 3-1 0-0 4-3 6-6", "6-4 4-1 6-2 2-1 6-1 6-5", "5-5 5-1 6-3 5-4 4-2 3-3"),
    4,
    *("play 4-2", "play 4-4 right", "play 2-2 left", "play 6-4 right"),
    *("play 6-3 right", "play 3-0 right", "play 0-0 right", "play 2-1 left"),
    *("play 5-1 left", "play 5-0 left", "pass", "pass", "pass"),
    options=PARTNERS,
    seats=4,
)
_GO_ON = position(
    deal("5-0 2-1 6-2 5-3 6-6 6-1", "5-4 4-1 3-2 5-2 3-1 1-1", "5-5 2-0 6-0 4-0 4-4 1-0", "5-1 4-2 6-4 3-0 3-3 2-2"),
    4,
    *("play 2-2", "play 2-1 left", "play 3-2 right", "play 1-0 left"),
    *("play 3-3 right", "pass", "play 3-1 right", "pass"),
    *("play 5-1 right", "play 5-0 right", "pass", "play 6-0 right"),
    *("pass", "play 6-1 right", "play 1-1 right", "play 4-0 left"),
    *("play 4-2 left", "play 6-2 left", "pass", "pass", "pass"),
    options=PARTNERS,
    seats=4,
)

PARTNERSHIP = Lesson(
    "partners",
    N_("Playing with a partner"),
    (
        Tell(
            N_(
                "With four seats you can play in partnerships: seats 1 and 3 against seats 2 and 4. You don't see your "
                "partner's hand. Both hands of a side are counted together, and the lower side scores the difference."
            )
        ),
        Ask(
            N_("You count 4, your partner 9. The others count 8 and 12. How many points does your side score?"),
            (
                Answer(N_("7"), N_("Yes: 20 less 13."), right=True),
                Answer(N_("16"), N_("Your partner's 9 pips are subtracted as well.")),
                Answer(N_("none, because of my partner's 9"), N_("Only the sums count, 13 against 20.")),
            ),
        ),
        Try(
            N_(
                "The other three have passed: if you pass too, the round is over. You count 8 pips. Each of the "
                "others, your partner too, holds three or four tiles."
            ),
            _CLOSE,
            (
                Answer("pass", N_("Yes: your light hand makes your side the lower one, most likely."), right=True),
                Answer("play", N_("Your count is low now. Don't give the others time to get rid of their tiles.")),
                Answer("draw", N_("Don't pick up pips: your count is low, and you can close the round.")),
            ),
        ),
        Try(
            N_(
                "Again all others have passed. This time you hold 5-3 and 6-6, which makes 20 pips, and your partner "
                "still has three tiles. What now?"
            ),
            _GO_ON,
            (
                Answer("play", N_("Yes: that is 12 pips less for your side, and the round goes on."), right=True),
                Answer("pass", N_("That would end the round, with your 20 pips and three tiles of your partner's.")),
                Answer("draw", N_("The round goes on, but with even more pips in your hand.")),
            ),
        ),
        Practise(
            N_("Play a round with CPU 3 as your partner."),
            Position(options=PARTNERS, seats=4),
            reasons=REASONS,
            seed=51,
        ),
    ),
)

COURSE = Course((TILES, DRAW_OR_PASS, COUNTING, READING, LEADING, PARTNERSHIP), _)
