"""Looking at a match event by event."""

import re

import pytest
from scripted import ScriptedConsole, host_in
from spectators import spectating
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_pig.games import Pig
from tabletop_pig.options import PigOptions

from tabletop.chance import Seeded
from tabletop.match import Header, Match, Seat

ADA_AND_BO = (Seat(name="Ada"), Seat(name="Bo", player="cpu", level="hard"))
EVENTS = ["1 roll", "* 4", "1 hold", "2 roll", "* 1", "1 roll", "* 6", "1 hold"]


def watch(lines, *, events=EVENTS, game=None, plain=True, over=True, seats=ADA_AND_BO, at=0):
    console = ScriptedConsole(lines, plain=plain)
    spectating(console, game or Pig(PigOptions(target=10), 2), events, seats, over=over).run(at)
    return console


def places(console):
    """The positions at which a line was typed."""
    return [int(prompt.partition("/")[0]) for prompt in console.prompts]


def test_enter_steps_to_the_end_and_no_further():
    console = watch([""] * 9)
    assert places(console) == [0, 2, 3, 5, 7, 8, 8, 8, 8, 8]
    told = [text for text, role in console.said if role.value == "event"]
    assert told == [
        "Ada rolls 4: 4 this turn.",
        "Ada holds 4: total 4.",
        "Bo rolls 1: bust.",
        "Ada rolls 6: 6 this turn.",
        "Ada holds 6: total 10.",
    ]
    assert console.text.count("This is the end.") == 4


def test_on_a_screen_a_throw_is_told_with_its_answer():
    console = watch([""] * 6 + ["back"] * 6, plain=False)
    assert places(console) == [0, 2, 3, 5, 7, 8, 8, 7, 5, 3, 2, 0, 0]
    assert "This is the start." in console.text


def test_on_a_screen_each_turn_has_a_heading():
    console = watch([""] * 6, plain=False)
    assert [text.split()[1] for text, role in console.said if text.startswith("──")] == ["Ada", "Bo", "Ada"]
    assert len([text for text, role in console.said if "╭" in text]) == 3


def test_back_first_last_and_jumps():
    console = watch(["last", "back", "first", "back", "5", "jump 2", "j 8", "9", "jump", "-1", "quit"])
    assert places(console) == [0, 8, 7, 0, 0, 5, 2, 8, 8, 8, 8]
    assert console.text.count("This is the start.") == 1
    assert console.problems == [
        "Please type a number from 0 to 8.",
        "Please type a number from 0 to 8.",
        "“-1” is unknown here; you can type " + "back, first, last, jump, auto, speed, table, hands, help or quit.",
    ]


def test_every_place_shows_the_score_of_that_place():
    console = watch(["3", "8", "0", "quit"])
    assert re.findall(r"Ada: (\d+)", console.text) == ["0", "4", "10", "0"]


def test_it_begins_where_it_is_told_and_not_beyond_the_end():
    assert places(watch([], at=5)) == [5]
    assert places(watch([], at=500)) == [8]


def test_it_plays_by_itself_until_the_end():
    console = watch(["speed fast", "auto", "", "quit"])
    assert places(console) == [0, 0, 8, 8]
    assert console.pauses == [0.4] * 4


def test_ctrl_c_stops_it_where_it_is():
    console = ScriptedConsole(["auto", KeyboardInterrupt, "quit"], plain=True)
    console.interrupted_pauses = [3]
    spectating(console, Pig(PigOptions(target=10), 2), EVENTS, ADA_AND_BO, over=True).run()
    assert places(console) == [0, 5, 5]
    assert console.left == 0


def test_speeds_are_checked():
    console = watch(["speed sideways", "speed", "quit"])
    assert console.problems == ["“sideways” is unknown here; you can type slow, normal, fast or off."]
    assert "speed normal" in console.text


def test_a_match_without_events():
    console = watch(["", "back", "last", "auto", "quit"], events=[])
    assert places(console) == [0] * 5


# Hidden hands


def dominoes(events):
    game, chance = PassingGame(PassingOptions(target=10), 2), Seeded(7)
    match = Match(game)
    while match.to_act is not None and len(match.events) < events:
        number = len(match.events)
        if match.to_act == -1:
            match.apply(f"* {chance.outcome(game, match.state, number)}")
        else:
            moves = [move for move in match.legal_moves() if move != "pass"]
            match.play("draw" if number % 3 == 0 and "draw" in moves else (moves or ["pass"])[0])
    return match


def hidden_tiles(match):
    """Every tile that some seat holds or that lies in the boneyard at the end of the events."""
    dump = match.game.dump(match.state)
    return {tile for hand in dump["hands"] for tile in hand} | set(dump["stock"])


@pytest.mark.parametrize("plain", [True, False])
def test_a_bystander_of_a_match_in_progress_sees_no_hand(plain):
    match = dominoes(12)
    assert match.to_act is not None
    lines = [""] * 14 + ["back", "table", "hands", "first", "last", "auto", "quit"]
    console = watch(lines, events=match.events, game=match.game, plain=plain, over=False)
    hidden = hidden_tiles(match)
    assert len(hidden) > 10
    assert not {tile for tile in hidden if tile in console.text}
    assert "Your hand" not in console.text
    assert "You hold" not in console.text
    assert console.problems == ["What is hidden stays so until the match is over."]


@pytest.mark.parametrize("plain", [True, False])
def test_when_it_is_over_all_hands_are_open_until_they_are_turned(plain):
    match = dominoes(500)
    assert match.to_act is None
    deal = next(number for number, event in enumerate(match.events, 1) if event.startswith("* deal"))
    first = Match(match.game, match.events[:deal])
    console = watch([str(deal), "quit"], events=match.events, game=match.game, plain=plain)
    for seat, hand in zip(ADA_AND_BO, match.game.dump(first.state)["hands"], strict=True):
        assert f"{seat.name} holds {', '.join(hand)}." in console.text
    console = watch(["hands", str(deal), "", "quit"], events=match.events, game=match.game, plain=plain)
    assert " holds " not in console.text


def test_a_drawn_tile_is_told_when_all_is_open():
    match = dominoes(500)
    number = next(number for number, event in enumerate(match.events) if event.endswith(" draw"))
    shown = watch([str(number), "", "quit"], events=match.events, game=match.game)
    assert re.search(r"draws \d-\d", shown.text)
    closed = watch(["hands", str(number), "", "quit"], events=match.events, game=match.game)
    assert re.search(r"draws: \d+ tiles now", closed.text)


# Through the host


def saved(folder, *events, status=None):
    here = host_in(folder, ScriptedConsole())
    with here.matches.create(Header(game="pig", options={"target": 10}, seats=ADA_AND_BO)) as save:
        for event in events:
            save.append(event)
        if status:
            save.finish(status, [10, 0], [1, 2])
        return save.id


def test_a_match_is_watched_while_it_is_open_elsewhere_and_left_as_it_is(tmp_path):
    match_id = saved(tmp_path, *EVENTS[:3])
    other = host_in(tmp_path, ScriptedConsole())
    before = (tmp_path / "matches" / f"{match_id}.jsonl").read_bytes()
    with other.matches.open(match_id):
        console = ScriptedConsole(["last", "quit"], plain=True)
        host_in(tmp_path, console).watch(match_id)
    assert places(console) == [0, 3]
    assert (tmp_path / "matches" / f"{match_id}.jsonl").read_bytes() == before
