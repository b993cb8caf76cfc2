"""What the course of the Passing Game says is true: of moves by the analysis, of tiles by counting."""

from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.history import train_of
from tabletop_dominoes_passing.lessons.positions import deal
from tabletop_dominoes_passing.table import hand_of

from tabletop.course import Ask, Try
from tabletop.cpu import analysts
from tabletop.lessons import disagreements, problems, set_up
from tabletop.pieces import tiles


def step(lesson, kind, start):
    (found,) = (
        step
        for step in PassingGame.course().find(lesson).steps
        if isinstance(step, kind) and step.text.startswith(start)
    )
    return found


def right(found):
    return next(answer.text for answer in found.answers if answer.right)


def seen(found):
    """The match at a step, and what the learner sees."""
    match = set_up(PassingGame, found.at)
    return match, match.view(found.at.you - 1)


def test_the_course_can_be_played():
    assert problems(PassingGame) == []


def test_right_answers_are_best_and_wrong_ones_lose():
    """A right answer within 1 percentage point of the best; every wrong one loses something."""
    assert disagreements(PassingGame, analysts.find) == []


def test_a_deal_names_every_tile():
    assert sorted(deal("6-4 3-3", "5-0").split()[2:]) == sorted(map(tiles.notation, tiles.double_set(6)))


def test_the_pips_of_the_set_and_of_a_tile():
    pips = sum(tile.pips for tile in tiles.double_set(6))
    assert pips == 168
    assert right(step("draw-or-pass", Ask, "How many pips")) == f"{pips // 28} pips"


def test_the_tiles_that_fit():
    question = step("tiles", Ask, "The train shows 6")
    match, view = seen(question)
    assert (view.left, view.right) == (6, 5)
    asked = tiles.parse("6-3", tiles.HIGHEST)
    assert asked not in hand_of(match.game, view)
    assert tiles.fits(asked, (view.left, view.right)) == (True, False)
    assert right(question) == "at the left end"


def test_the_count_before_closing():
    question = step("counting", Ask, "The whole set")
    match, view = seen(question)
    game = match.game
    train = sum(map(sum, train_of(game.tables, view.history)))
    hand = sum(tile.pips for tile in hand_of(game.rules, view))
    unseen = view.counts[1] + view.boneyard
    assert (train, hand, 168 - train - hand, unseen) == (29, 35, 104, 18)
    assert right(question) == f"about {round(104 / 18 * view.counts[1])}"


def test_the_hands_that_are_counted_in_words():
    for lesson, start, pips in (
        ("draw-or-pass", "No tile of yours", 7),
        ("draw-or-pass", "CPU 2 has just passed", 7),
        ("counting", "CPU 2 has passed", 35),
        ("partners", "The other three", 8),
        ("partners", "Again all others", 20),
    ):
        match, view = seen(step(lesson, Try, start))
        assert sum(tile.pips for tile in hand_of(match.game, view)) == pips
        assert str(pips) in step(lesson, Try, start).text


def test_who_has_passed_before_the_learner_decides():
    for start in ("The other three", "Again all others"):
        match, view = seen(step("partners", Try, start))
        assert view.passes == match.game.seats - 1
