"""Four seats in two partnerships: seats 1 and 3 against 2 and 4, who share a total and a target."""

from random import Random

import pytest
from any_match import step
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.levels import duel_of
from tabletop_pig.position import Position
from tabletop_pig.rules_of_thumb import HoldAt, KeepPace

from tabletop import CHANCE, scoring
from tabletop.i18n import speaking
from tabletop.match import Match
from tabletop.naming import resolve
from tabletop.testing import check_game
from tabletop.tournament.duel import Duel
from tabletop.tournament.results import Results

FAMILY = [Pig, PigTwoDice, PigDoubles, BigPig]


def in_pairs(kind=Pig, **options):
    return kind(kind.options_model(partners=True, **options), 4)


def position(game, banked, seat=0, points=0, closing=-1):
    start = Position(*game.start())
    rolls = int(points > 0)
    return tuple(
        start._replace(actor=seat, banked=banked, seat=seat, points=points, rolls=rolls, leader=0, closing=closing)
    )


@pytest.mark.parametrize("kind", FAMILY)
def test_partners_need_four_seats(kind):
    for seats in set(kind.seat_counts) - {4}:
        with pytest.raises(ValueError, match=f"Partners need four seats, not {seats}"):
            kind(kind.options_model(partners=True), seats)
    assert in_pairs(kind).sides() == (0, 1, 0, 1)
    assert kind(kind.options_model(), 4).sides() == (0, 1, 2, 3)


@pytest.mark.parametrize("kind", FAMILY)
def test_what_holds_in_every_match(kind):
    """Points are banked by seats and counted by sides; the target, the end and the result are the sides'."""
    rng = Random(kind.__name__)
    for number in range(60):
        ending = ("immediate", "final_turns", "complete_round")[number % 3]
        lost = {} if kind is BigPig else {"ones_lose": ("turn", "total")[number % 2]}
        game = in_pairs(kind, target=rng.randint(5, 40), ending=ending, start="seat_one", **lost)
        match = Match(game)
        while match.to_act is not None:
            before = Position(*match.state)
            step(match, rng)
            after = Position(*match.state)
            assert tuple(game.scores(match.state)) == scoring.by_side(after.banked, (0, 1, 0, 1))
            changed = [seat for seat in range(4) if before.banked[seat] != after.banked[seat]]
            assert changed in ([], [before.seat])
            if changed and after.banked[before.seat] < before.banked[before.seat]:
                assert after.banked[before.seat] == 0
            if match.to_act not in (None, CHANCE) and ending == "immediate":
                assert max(game.scores(match.state)) < game.options.target
        totals = game.scores(match.state)
        assert len(match.result.ranks) == len(totals) == 2
        assert match.result.ranks == scoring.ranks(totals)
        turns = Position(*match.state).turns
        assert ending != "complete_round" or turns % 4 == 0


def test_partners_are_as_two_where_nothing_is_lost_but_the_turn():
    """Then each side is one player that rolls in turn: seat by seat the same as between two."""
    for seed in range(20):
        four, two = Match(in_pairs(target=28)), Match(Pig(Pig.options_model(target=28), 2))
        rng = Random(seed)
        while two.to_act is not None:
            assert [four.game.notation(move) for move in four.legal_moves()] == list(two.legal_moves())
            event = step(two, rng)
            who, _space, what = event.partition(" ")
            four.apply(event if who == "*" else f"{four.to_act + 1} {what}")
            assert list(four.game.scores(four.state)) == list(two.game.scores(two.state))
        assert four.to_act is None
        assert four.result == two.result


def test_rules_of_thumb_think_of_sides():
    game = in_pairs()
    hold = HoldAt(game.options, "20")
    moves = ("roll", "hold")
    assert hold.choose(position(game, (60, 0, 35, 0), points=5), moves, Random(0)) == "hold"
    assert hold.choose(position(game, (60, 0, 34, 0), points=5), moves, Random(0)) == "roll"
    assert hold.choose(position(game, (0, 60, 0, 45), points=5, closing=1), moves, Random(0)) == "roll"
    assert hold.choose(position(game, (50, 60, 51, 45), points=5, closing=1), moves, Random(0)) == "hold"
    race = KeepPace(game.options)
    assert race.choose(position(game, (0, 40, 0, 35), points=25), moves, Random(0)) == "roll"
    assert race.choose(position(game, (0, 40, 0, 30), points=40), moves, Random(0)) == "hold"


@pytest.mark.parametrize("kind", FAMILY)
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_levels_play_to_the_end(kind, level):
    game = in_pairs(kind, target=28)
    for seed in range(3):
        assert sum(part.won for part in Duel(game, (level, "hold"), "pig 1").play(seed, seed % 2)) == 1


def test_the_expert_plays_for_its_side_exactly():
    """Where only the turn is lost and the first side to be there wins, its choices are those between two."""
    game = in_pairs(target=40)
    two = duel_of(game)
    assert not two.options.partners
    four_expert, two_expert = game.strategies()["expert"](), two.strategies()["expert"]()
    rng = Random(3)
    for _position in range(300):
        banked = tuple(rng.randrange(20) for _seat in range(4))
        seat, points = rng.randrange(4), rng.randrange(2, 20)
        view = position(game, banked, seat, points)
        sides = scoring.by_side(banked, (0, 1, 0, 1))
        alone = position(two, sides, seat % 2, points)
        moves = ("roll", "hold")
        assert four_expert.choose(view, moves, Random(0)) == two_expert.choose(alone, moves, Random(0))


@pytest.mark.parametrize(
    ("kind", "options"),
    [*((kind, {}) for kind in FAMILY), (Pig, {"ones_lose": "total"}), (PigDoubles, {"ones_lose": "total"})],
)
def test_the_expert_is_stronger_than_the_timid(kind, options):
    """Also where a bust loses the total: there it follows a rule of thumb, since the solution for two misleads."""
    results = Results(Duel(in_pairs(kind, **options), ("expert", "easy"), "pig 1"), 0, 60)
    list(results.play())
    assert results.scores[0].share > 0.55


def test_where_many_throws_lose_the_total_a_rule_of_thumb_plays():
    assert in_pairs(ones_lose="total", target=28).strategies()["expert"]().plan() is None
    assert in_pairs(BigPig, target=28).strategies()["expert"]().plan() is not None
    assert Pig(Pig.options_model(ones_lose="total", target=28), 4).strategies()["expert"]().plan() is not None


def read(text):
    """As a bystander reads it."""
    return resolve(text, (), ["Ada", "Bo", "Cy", "Di"], [0, 1, 0, 1])


def test_what_people_read_names_partners_and_totals():
    game = in_pairs()
    view = position(game, (12, 20, 30, 7), seat=2, points=5)
    words = [read(line) for line in game.words(view)]
    assert words[0] == "5 turn points (1 roll); holding makes 47"
    assert "Ada + Cy: 12 and 30, together 42." in words
    assert "Bo + Di: 20 and 7, together 27." in words
    assert read(game.queries(view)["target"]) == "Target 100; Ada + Cy: 58 to go, Bo + Di: 73 to go."
    assert game.tell(view, "hold", game.play(view, "hold")) == "holds 5 points: the side's total 47"
    limited = in_pairs(roll_limit=2)
    before = limited.play(position(limited, (12, 20, 30, 7), seat=2, points=5), "roll")
    assert limited.tell(before, "6", limited.resolve(before, (6,))).endswith("the roll limit ends the turn, total 53")
    for code in ("de", "it", "da"):
        with speaking(code):
            assert "together" not in " ".join(game.words(view))
            assert "side's" not in game.tell(view, "hold", game.play(view, "hold"))


def test_measures_are_by_seat_and_the_winning_side():
    match = Match(in_pairs(target=20))
    for event in ("1 roll", "* 6", "1 hold", "2 roll", "* 1", "3 roll", "* 6", "3 hold", "4 roll", "* 5", "4 hold"):
        match.apply(event)
    for event in ("1 roll", "* 6", "1 roll", "* 4", "1 hold"):
        match.apply(event)
    one, two, three, four = match.game.measures(match.states())
    assert one == {"points_per_turn": (16, 2), "bust_rate": (0, 2), "turns_to_win": (3, 1)}
    assert three == {"points_per_turn": (6, 1), "bust_rate": (0, 1), "turns_to_win": (3, 1)}
    assert two == {"points_per_turn": (0, 1), "bust_rate": (1, 1)}
    assert four == {"points_per_turn": (5, 1), "bust_rate": (0, 1)}


@pytest.mark.parametrize("kind", [Pig, BigPig])
def test_the_kit_finds_no_fault(kind):
    assert check_game(kind, "pig", only=["replay", "sides", "moves-apply", "options", "scores", "words", "tell"]).ok
