import json
from pathlib import Path
from random import Random

import pytest
from tabletop_muggins import Lay, Muggins, Options, State, fives

from tabletop import CHANCE, IllegalMove, crosses, tiles
from tabletop.match import Match
from tabletop.testing import looks

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "golden/known.json").read_text("utf-8"))["cases"][0]["record"]["events"]


def bound(seats=2, **options):
    return Muggins(Options(**options), seats)


def hands(*texts):
    return tuple(tuple(map(tiles.parse, text.split())) for text in texts)


def state(*held, line=((6, 3),), **more):
    """A round that has begun: what the seats hold, and the train."""
    train = crosses.Cross(tuple(line))
    nothing = ((),) * len(held)
    return State(hands(*held), rounds=((0,) * len(held),), turn=0, train=train, missing=nothing)._replace(**more)


def known(count):
    """The state after so many events of the match that is known to be right."""
    match = Match(bound())
    for event in KNOWN[:count]:
        match.apply(event)
    return match.state


SCENES = {
    "begun": (known(1), 0),
    "middle": (known(7), 1),
    "bystander": (known(8), None),
    "after-round": (State(hands("", "6-5 2-0"), rounds=((25, 10), (15, 40))), 1),
}


def test_it_keeps_every_promise_of_the_contract(tabletop_check):
    tabletop_check(HERE.parent, quick=True)


@pytest.mark.parametrize("name", SCENES)
def test_the_table_looks_and_reads_as_it_did(name):
    assert looks(bound(), *SCENES[name]) == (HERE / f"scenes/{name}.txt").read_text("utf-8")


def test_only_a_multiple_of_five_scores():
    game, begun = bound(), state("3-2 4-3", "1-0")
    assert game.scores(game.play(begun, Lay(tiles.tile(3, 2), "right"))) == (0, 0)
    assert game.scores(game.play(begun, Lay(tiles.tile(4, 3), "right"))) == (10, 0)


@pytest.mark.parametrize(("pips", "points"), [(0, 0), (2, 0), (3, 5), (7, 5), (8, 10), (12, 10), (13, 15)])
def test_pips_are_rounded_to_the_nearest_five(pips, points):
    assert fives(pips) == points


def test_who_is_out_scores_the_pips_of_the_others():
    game = bound()
    after = game.play(state("3-2", "6-6 1-0"), Lay(tiles.tile(3, 2), "right"))
    assert (game.to_act(after), game.scores(after)) == (CHANCE, (15, 0))


def test_where_all_pass_the_lightest_hand_scores_and_equal_ones_do_not():
    game = bound()
    blocked = game.play(game.play(state("5-4", "1-0"), "pass"), "pass")
    assert (game.to_act(blocked), game.scores(blocked)) == (CHANCE, (0, 10))
    equal = game.play(game.play(state("1-0", "1-0"), "pass"), "pass")
    assert game.scores(equal) == (0, 0)


def test_a_match_goes_on_while_several_lead_beyond_the_target():
    game, over = bound(target=25), State(hands("", "1-0"), rounds=((25, 25),))
    assert game.to_act(over) == CHANCE
    assert game.to_act(over._replace(rounds=((25, 30),))) is None
    assert game.summary(over) is not None
    assert game.summary(state("1-0", "2-0")) is None


def test_what_a_seat_draws_for_it_did_not_hold():
    game = bound()
    (first,), begun = hands("2-0 6-1"), state("5-4", "2-1")
    rest = tuple(tile for tile in game.pieces() if tile not in (*first, *map(tiles.parse, ("5-4", "2-1", "6-3"))))
    drew = game.play(begun._replace(stock=first + rest), "draw")
    assert game.legal_moves(drew) == ["draw"]
    after = game.play(game.play(drew, "draw"), Lay(tiles.tile(6, 1), "left"))
    assert after.missing == ((3, 6), ())
    for seed in range(30):
        imagined = game.imagine(game.view(after, 1), Random(seed))
        assert not any(number in tile for tile in imagined.hands[0] for number in (3, 6))


@pytest.mark.parametrize(
    ("text", "means"),
    [("6-4 left", "6-4 left"), ("46 l", "6-4 left"), ("64", "6-4 left"), ("3-1", "3-1 right"), ("draw", "draw")],
)
def test_moves_are_typed_shortly(text, means):
    game = bound()
    view = game.view(state("6-4 3-1", "5-5"), 0)
    assert game.notation(game.parse(text, view)) == means


@pytest.mark.parametrize(
    ("text", "why"), [("6-3", "Say at which end: left, right."), ("6-3 x", "There is no end “x”.")]
)
def test_what_means_no_move_is_refused_with_the_reason(text, why):
    with pytest.raises(IllegalMove, match=why):
        bound().parse(text, bound().view(state("6-3", "5-5"), 0))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("draw", "You hold a tile that fits: set it."),
        ("3-1 left", "The three-one doesn't fit there."),
        ("5-5 left", "You don't hold the double five."),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(move, why):
    game = bound()
    view = game.view(state("6-4 3-1", "5-5"), 0)
    assert game.why_not(view, game.parse(move, view)) == why


def test_only_who_draws_reads_which_tile():
    game, before = bound(), state("5-4", "2-1", stock=hands("2-0")[0])
    after = game.play(before, "draw")
    told = [game.tell(game.view(before, seat), "draw", game.view(after, seat)) for seat in (0, 1, None)]
    assert told == ["draws 2-0", "draws a tile", "draws a tile"]
