from itertools import product
from pathlib import Path
from random import Random

import pytest
from tabletop_farkle import Farkle, Options, Player, State, keeps, prospects, score

from tabletop import CHANCE, IllegalMove, Style, dice
from tabletop.match import Match

HERE = Path(__file__).parent
STYLES = {
    "80 columns": Style(),
    "40 columns": Style(width=40),
    "compact": Style(compact=True),
    "ASCII": Style(ascii=True),
}
SCENES = {
    "thrown": State((0, 1_200), thrown=(1, 2, 3, 5, 5, 6)),
    "kept": State((0, 1_200), points=350, kept=(1, 5, 5), thrown=(2, 2, 5)),
    "may-bank": State((600, 1_200), points=350, kept=(1, 5, 5)),
}


def bound(seats=2, **options):
    return Farkle(Options(**options), seats)


def shown(state):
    """What a person sees and hears of a state."""
    parts = {name: bound().picture(state, style) for name, style in STYLES.items()}
    parts["words"] = "\n".join(bound().words(state))
    return "".join(f"== {name}\n{text}\n" for name, text in parts.items())


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(HERE.parent, quick=True)


@pytest.mark.parametrize("name", SCENES)
def test_the_table_looks_and_reads_as_it_did(name):
    assert shown(SCENES[name]) == (HERE / f"scenes/{name}.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("kept", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("6", 0),
        ("1 1 1", 300),
        ("4 4 4", 400),
        ("2 2 2 2", 1_000),
        ("6 6 6 6 6", 2_000),
        ("3 3 3 3 3 3", 3_000),
        ("1 2 3 4 5 6", 1_500),
        ("2 2 3 3 6 6", 1_500),
        ("2 2 2 2 3 3", 1_500),
        ("1 1 1 1 5 5", 1_500),
        ("2 2 2 3 3 3", 2_500),
        ("1 1 5 5", 300),
        ("1 4 4 4", 500),
        ("1 1 1 1 5", 1_050),
        ("1 1 1 2", 0),
        ("1 2 3 4 5", 0),
    ],
)
def test_dice_score_as_the_rules_say(kept, points):
    assert score(dice.parse(kept, len(kept.split()))) == points


@pytest.mark.parametrize("count", range(1, 7))
def test_a_throw_scores_as_often_as_a_count_of_all_ordered_throws_says(count):
    throws = list(product(range(1, 7), repeat=count))
    scoring = sum(bool(keeps(dice.unordered(throw))) for throw in throws)
    assert prospects(count)[0] == pytest.approx(scoring / len(throws))


@pytest.mark.parametrize("text", ["keep 1 5 5", "keep 5 1 5", "155", "5 5 1"])
def test_dice_are_kept_in_any_order(text):
    game, state = bound(), SCENES["thrown"]
    assert game.notation(game.parse(text, state)) == "keep 1 5 5"
    assert game.parse(text, state) in game.legal_moves(state)


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        ("thrown", "roll", "First keep some dice that score."),
        ("thrown", "keep 1 1", "You have thrown 1 2 3 5 5 6."),
        ("thrown", "keep 1 2", "Not every one of these dice scores: 1 2."),
        ("may-bank", "keep 1", "There is nothing to keep: roll."),
    ],
)
def test_what_cant_be_played_is_refused_with_the_reason(state, text, why):
    game = bound()
    move = game.parse(text, SCENES[state])
    assert move not in game.legal_moves(SCENES[state])
    assert game.why_not(SCENES[state], move) == why


def test_the_first_bank_needs_the_opening():
    game, state = bound(), State((0, 600), points=450, kept=(1,))
    assert game.legal_moves(state) == ("roll",)
    assert game.why_not(state, "bank") == "The first points that you bank must be 500 or more."
    assert game.why_not(State((0, 600)), "bank") == "You have no points to bank yet: roll."
    assert bound(opening=0).legal_moves(state) == ("roll", "bank")
    with pytest.raises(IllegalMove):
        game.parse("keep", state)


def test_it_is_told_what_a_throw_and_a_choice_did():
    match, told = Match(bound()), []
    for event in ("1 roll", "* 1 1 1 5 5 5", "1 keep 1 1 1 5 5 5", "1 roll", "* 2 3 4 4 6 6"):
        before = match.state
        match.apply(event)
        told.append(match.game.tell(before, event.partition(" ")[2], match.state))
    assert told == [
        "rolls 6 dice",
        "1 1 1 5 5 5",
        "keeps 1 1 1 5 5 5: 2500, 2500 this turn; hot dice",
        "rolls 6 dice",
        "2 3 4 4 6 6: farkle, 2500 points are lost",
    ]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_players_end_a_match(level):
    match, chance = Match(bound(seats=3)), Random(level)
    player = match.game.strategies()[level]()
    while match.to_act is not None:
        if match.to_act == CHANCE:
            match.let_chance(chance)
        else:
            moves = match.game.legal_moves(match.state)
            match.play(player.choose(match.state, moves, chance))
    assert max(match.game.scores(match.state)) >= 10_000


def test_who_is_behind_in_the_last_round_goes_on():
    state = State((9_000, 10_000), points=900, kept=(1, 1, 1, 1, 5), first=1)
    assert Player(1.0).choose(state, ("roll", "bank"), Random(0)) == "roll"
    assert Player(1.0).choose(state._replace(points=1_050), ("roll", "bank"), Random(0)) == "bank"
