"""Rounds that are over are looked back at, and where nobody stops for a summary it is shown all the same."""

import threading

import pytest
from keepers import Keepers
from kuhn import Kuhn
from processes import LAST_RESORT
from scripted import ScriptedConsole
from sittings import table_of as sitting
from spectators import spectating

from tabletop import CHANCE, GameOptions
from tabletop.chance import Seeded
from tabletop.match import Header, Seat
from tabletop.naming import who
from tabletop.pieces.scenes import Text
from tabletop.rooms.line import LocalLine
from tabletop.rooms.listener import Asked
from tabletop.table import Memory, Reader, Table
from tabletop.table.requests import RoundAt, SummaryAt, Thrown

PEOPLE = (Seat(name="Ada"), Seat(name="Bo"))
GAME = ["* 3 2", "1 keep", "2 keep", "* 1 2", "1 drop", "2 keep"]
ADA = Reader(seats=frozenset({0}))


def table_of(events, game=None) -> Table:
    journal = Memory(Header(game="test", seats=PEOPLE))
    journal.append(*events)
    return Table(game or Keepers(GameOptions(), 2), journal, Seeded(1))


def test_a_round_is_found_by_its_number_and_the_last_one_without():
    table = table_of(GAME)
    assert [RoundAt(number).read(table, ADA).position for number in (1, 2, None)] == [3, 6, 6]
    assert RoundAt(1).read(table, ADA).summary[0] == Text("Round 1 is over.")
    assert RoundAt(1).read(table_of(GAME[:4]), ADA).number == 1


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_what_is_no_round_is_refused(number):
    with pytest.raises(ValueError, match="1 to 2"):
        RoundAt(number).read(table_of(GAME), ADA)


def test_before_a_round_is_over_there_is_none():
    for table in (table_of(GAME[:2]), table_of([])):
        with pytest.raises(ValueError, match="No round"):
            RoundAt().read(table, ADA)


def test_a_summary_that_stays_for_several_events_is_one_round(monkeypatch):
    table = table_of(GAME)
    monkeypatch.setattr(Keepers, "summary", lambda _game, _view: (Text("Look."),))
    monkeypatch.setattr(Keepers, "to_act", lambda _game, state: -1 if len(state.cards) < 4 else None)
    assert RoundAt().read(table, ADA).number == 1


def test_the_summary_after_an_event():
    table = table_of(GAME)
    assert [SummaryAt(position).read(table, ADA) is not None for position in range(7)] == [False] * 3 + [
        True,
        False,
        False,
        True,
    ]


def seated(folder, lines, seats, game=None, **more):
    table = sitting(folder, game or Keepers(GameOptions(), 2), seats, lines, seed=5, **more)
    with table.save:
        table.run()
    return table.console


@pytest.mark.parametrize("plain", [False, True])
def test_at_the_table(tmp_path, plain):
    typed = ["round", "score", "keep", "last", "round", "score", "", "round 1", "round 2", "round x", "round 0", "quit"]
    console = seated(tmp_path, typed, "you,cpu:random", plain=plain)
    said = [text for text, _role in console.said]
    assert said.count("No round is over yet.") == 1
    assert sum("Round 1 is over." in text for text in said) == 4
    assert "Please type a number from 1 to 1." in said
    assert "Please say which round by its number, from 1." in said
    assert sum("points" in text.split() or "points 0." in text for text in said) >= 3


@pytest.mark.parametrize("plain", [False, True])
def test_where_nobody_sits_each_round_is_shown(tmp_path, plain):
    console = seated(tmp_path, [""], "cpu:random,cpu:random", plain=plain)
    assert [console.text.count(f"Round {number} is over.") for number in (1, 2)] == [1, 1]


def test_a_game_without_summaries_has_no_rounds(tmp_path):
    console = seated(tmp_path, ["round", "quit"], "you,cpu:random", game=Kuhn(GameOptions(), 2))
    assert "round" not in console.completions[0]
    assert "This game has no rounds to look back at." in console.text


def test_a_game_may_answer_round_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(Keepers, "queries", lambda _game, _view: {"round": "The first of two."})
    monkeypatch.setattr(Keepers, "status", lambda _game, _view: ("round 1", "of two"))
    console = seated(tmp_path, ["keep", "round", "tabletop:round", "tabletop:round 1", "quit"], "you,cpu:random")
    assert console.text.count("The first of two.") == 1
    assert console.text.count("round 1, of two\nRound 1 is over.") == 1
    assert console.text.count("Round 1 is over.") == 3


def test_who_watches_sees_the_summary_once_at_its_place():
    console = ScriptedConsole(["3", "quit"])
    spectating(console, Keepers(GameOptions(), 2), GAME, PEOPLE).run()
    assert console.text.count("Round 1 is over.") == 1


def test_a_game_that_hides_something_counts_no_chance(tmp_path):
    with pytest.raises(ValueError, match="hidden"):
        Thrown().read(table_of(GAME), ADA)
    console = seated(tmp_path, ["dice", "quit"], "you,cpu:random")
    assert "dice" not in console.completions[0]


@pytest.mark.parametrize("seats", ["you,cpu:random", "cpu:random,cpu:random"])
def test_the_move_that_ends_a_round_is_told_before_its_summary(tmp_path, seats):
    console = seated(tmp_path, ["keep", "quit"] if seats.startswith("you") else [""], seats)
    before = console.text.partition("Round 1 is over.")[0].rstrip().rpartition("\n")[2]
    assert before.strip() in ("keep", "drop")


def test_a_slow_screen_shows_the_table_as_far_as_it_was_told(tmp_path, monkeypatch):
    """What a CPU player answers while the screen has still to say that it is asked is no part of its heading."""
    table = sitting(tmp_path, Keepers(GameOptions(), 2), "cpu:random,cpu:random", [""], seed=5)
    written, append, following = threading.Condition(), table.save.append, LocalLine.next

    def appended(*lines):
        with written:
            append(*lines)
            written.notify_all()

    def late(line, *seconds):
        item = following(line, *seconds)
        if isinstance(item, Asked):
            with written:
                assert written.wait_for(lambda: len(table.save.history.entries) > item.question.serial, LAST_RESORT)
        return item

    table.save.append = appended
    monkeypatch.setattr(LocalLine, "next", late)
    with table.save:
        table.run()
    assert [table.console.text.count(f"Round {number} is over.") for number in (1, 2)] == [1, 1]


def piped(folder, lines, seats="Ada,Bo"):
    """A sitting through a pipe, where nobody stops for a summary."""
    return seated(folder, lines, seats, piped=True)


def test_through_a_pipe_a_new_round_shows_the_position_even_to_who_ended_the_last(tmp_path, monkeypatch):
    monkeypatch.setattr(Keepers, "to_act", lone_turns)
    console = piped(tmp_path, ["", "keep", "keep", "keep"])
    before, after = console.text.split("Round 1 is over.")
    for text in (before, after):
        assert text.count("You hold") == 1
        assert "\nAda: " in text


def test_through_a_pipe_the_end_of_a_round_is_told_by_names(tmp_path, monkeypatch):
    monkeypatch.setattr(Keepers, "summary", named_summary)
    for seats, said in (("Ada,Bo", "Bo looks."), ("Ada,cpu:random", "CPU 2 looks."), ("cpu:random,Bo", "You look.")):
        console = piped(tmp_path / seats, ["", "keep", "", "keep", "", "keep"], seats)
        assert said in console.text


def lone_turns(_game, state):
    """The first player acts for both."""
    if len(state.moves) == len(state.cards):
        return CHANCE if len(state.cards) < 4 else None
    return 0


def named_summary(_game, view):
    if not view.cards or len(view.moves) < len(view.cards):
        return None
    return (Text(who(1, "You look.", "{name} looks.")),)


@pytest.mark.parametrize("plain", [False, True])
def test_who_steps_through_a_match_stops_at_each_summary(plain):
    console = ScriptedConsole(["2", "", "", "", "quit"], plain=plain)
    spectating(console, Keepers(GameOptions(), 2), GAME, PEOPLE).run()
    assert console.text.count("Round 1 is over.") == 1
    assert [prompt for prompt in console.prompts if prompt.startswith("3/")] == ["3/6> "]
