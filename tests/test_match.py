from random import Random

import pytest
from any_match import matches, step
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tabletop_pig.games import Pig, PigTwoDice

from tabletop import IllegalMove
from tabletop.match import Header, Match, Seat, bind


@pytest.fixture
def match():
    return Match(Pig(Pig.options_model(target=10), 2), ["1 roll", "* 6"])


def frozen(match):
    return list(match.events), match.states(), match.to_act, match.result


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("2 roll", "It is the turn of seat 1."),
        ("3 roll", "It is the turn of seat 1."),
        ("01 roll", "It is the turn of seat 1."),
        ("* 3", "It is the turn of seat 1, not of chance."),
        ("1 r", "“r” is not a move of this game."),
        ("1 Roll", "“Roll” is not a move of this game."),
        ("1 roll ", "“roll ” is not a move of this game."),
        ("1  roll", "“ roll” is not a move of this game."),
        ("1 ", "“” is not a move of this game."),
        ("1", "An event is a seat number or “*”, a space, and what was played."),
        ("*", "An event is a seat number or “*”, a space, and what was played."),
        ("", "An event is a seat number or “*”, a space, and what was played."),
        ("roll", "An event is a seat number or “*”, a space, and what was played."),
        (" 1 roll", "An event is a seat number or “*”, a space, and what was played."),
        ("-1 roll", "An event is a seat number or “*”, a space, and what was played."),
        ("١ roll", "An event is a seat number or “*”, a space, and what was played."),
        ("1\troll", "An event is a seat number or “*”, a space, and what was played."),
    ],
)
def test_refused_events(match, event, reason):
    before = frozen(match)
    with pytest.raises(IllegalMove) as refusal:
        match.apply(event)
    assert str(refusal.value) == reason
    assert frozen(match) == before


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("1 roll", "Chance acts now, not a player."),
        ("* 7", "“7” is not a throw of 1 die with the numbers 1 to 6."),
        ("* 06", "It must be written “6”."),
        ("*  6", "It must be written “6”."),
        ("* ", "“” is not a throw of 1 die with the numbers 1 to 6."),
    ],
)
def test_refused_while_chance_acts(match, event, reason):
    match.apply("1 roll")
    before = frozen(match)
    with pytest.raises(IllegalMove) as refusal:
        match.apply(event)
    assert str(refusal.value) == reason
    assert frozen(match) == before


def test_nothing_is_played_after_the_end(match):
    for event in ("1 roll", "* 6", "1 hold"):
        match.apply(event)
    before = frozen(match)
    assert match.to_act is None
    assert match.legal_moves() == ()
    for event in ("1 roll", "2 roll", "2 hold", "* 3", "9 roll"):
        with pytest.raises(IllegalMove, match="The match is over"):
            match.apply(event)
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play("roll")
    with pytest.raises(IllegalMove, match="The match is over"):
        match.let_chance(Random(1))
    assert frozen(match) == before


def test_play_refuses_with_the_reason_of_the_game(match):
    match.apply("1 hold")
    before = frozen(match)
    with pytest.raises(IllegalMove, match="You can't hold yet"):
        match.play("hold")
    with pytest.raises(IllegalMove, match="not of chance"):
        match.let_chance(Random(1))
    assert frozen(match) == before


def test_replay_names_the_first_bad_event():
    game = Pig(Pig.options_model(), 2)
    with pytest.raises(IllegalMove) as refusal:
        Match(game, ["1 roll", "* 6", "2 roll", "2 hold"])
    assert str(refusal.value) == "Event 3, “2 roll”: It is the turn of seat 1."


def test_take_back_too_much_or_nothing(match):
    before = frozen(match)
    for events in (3, -1):
        with pytest.raises(ValueError, match="only 2 events"):
            match.take_back(events)
    match.take_back(0)
    assert frozen(match) == before
    match.take_back(2)
    assert match.events == []
    assert match.states() == (match.game.start(),)


@given(matches(), st.data())
def test_take_back_and_play_again(header_and_match, data):
    _header, match = header_and_match
    before = frozen(match)
    events = data.draw(st.integers(0, len(match.events)))
    again = match.events[len(match.events) - events :]
    match.take_back(events)
    assert match.states() == Match(match.game, match.events).states()
    for event in again:
        assert match.apply(event) == event
    assert frozen(match) == before


@given(matches(), st.integers(0, 1 << 30))
def test_another_way_after_a_take_back(header_and_match, seed):
    _header, match = header_and_match
    match.take_back(len(match.events) // 2)
    rng = Random(seed)
    for _event in range(20):
        if match.to_act is not None:
            step(match, rng)
    assert frozen(Match(match.game, match.events)) == frozen(match)


@given(matches())
def test_replay_leads_to_the_same_states(header_and_match):
    _header, match = header_and_match
    assert frozen(Match(match.game, match.events)) == frozen(match)
    assert len(match.states()) == len(match.events) + 1


@given(matches(), st.text(max_size=12))
def test_arbitrary_texts_raise_nothing_else(header_and_match, text):
    _header, match = header_and_match
    before = frozen(match)
    for event in (text, f"* {text}", f"1 {text}", f"2 {text}"):
        try:
            match.apply(event)
        except IllegalMove as why:
            reason = str(why)
        else:
            reason = "played"
            assert match.events[-1] == event
            match.take_back()
        assert reason
        assert frozen(match) == before


def test_the_same_source_of_randomness_gives_the_same_match():
    def play(seed):
        match, rng = Match(PigTwoDice(PigTwoDice.options_model(), 3)), Random(seed)
        while match.to_act is not None:
            step(match, rng)
        return match.events

    assert play(5) == play(5)
    assert play(5) != play(6)


# Headers


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"target": 1}, "“target” should be 2 or more."),
        ({"target": 10**400}, "“target” should be 10000 or less."),
        ({"target": float("inf")}, "“target” should be a whole number."),
        ({"target": float("nan")}, "“target” should be a whole number."),
        ({"target": "many"}, "“target” should be a whole number."),
        ({"target": 2.5}, "“target” should be a whole number."),
        ({"target": None}, "“target” should be a whole number."),
        ({"target": [100]}, "“target” should be a whole number."),
        ({"target": "9" * 5_000}, "“target” should be a whole number."),
        ({"ending": "never"}, "“ending” should be immediate, final_turns or complete_round."),
        ({"colour": "red"}, "“colour” is not known here."),
        (
            {"target": 3, "minimum_to_hold": 4, "target_mode": "exact"},
            "Under these rules no sequence of rolls and holds ever reaches exactly 3.",
        ),
    ],
)
def test_options_that_do_not_do(options, reason):
    header = Header(game="pig", options=options, seats=(Seat(name="A"), Seat(name="B")))
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole text is compared
        bind(Pig, header)
    assert str(refusal.value) == reason


def test_too_few_seats():
    with pytest.raises(ValueError, match="2 to 8 seats, not 1"):
        bind(Pig, Header(game="pig", seats=(Seat(name="A"),)))


@pytest.mark.parametrize("name", ["", "a" * 41, "a\nb", "\x1b[2J", "a\x7f", "\x9b1m", "a\u2028b", "a\u202eb", "\x00"])
def test_names_that_could_play_tricks(name):
    with pytest.raises(ValueError, match="name"):
        Seat(name=name)


@pytest.mark.parametrize("name", ["Ada", "Zoë", "李雷", "O'Neil-Smith 3rd", "नेहा", "a" * 40])
def test_good_names(name):
    assert Seat(name=name).name == name


def test_who_plays_and_with_what_never_changes_under_a_match():
    seat = Seat(name="Ada")
    header = Header(game="pig", seats=(seat, Seat(name="Bo")))
    for thing, field in ((seat, "name"), (header, "game")):
        with pytest.raises(ValidationError):
            setattr(thing, field, "other")
    with pytest.raises(ValidationError):
        Seat(name="Ada", mood="good")
    with pytest.raises(ValidationError):
        Header(game="pig", seats=(seat,), mood="good")
