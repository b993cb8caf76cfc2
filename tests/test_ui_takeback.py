"""Taking back and going forward again: what is allowed, what it leaves behind, and what nobody gains by it."""

from random import Random

import pytest
from any_match import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st
from kuhn import Kuhn
from sittings import last_saved, sit_again, sit_down, table_of
from small_games import TicTacToe
from tabletop_dominoes_passing.game import PassingGame

from tabletop.chance import Seeded
from tabletop.entries import Event
from tabletop.game import CHANCE
from tabletop.match import Match
from tabletop.plugins.find.catalogue import load
from tabletop.saves import OpenMatch, SaveError, Terms, log
from tabletop.saves.disk import Disk
from tabletop.table.reader import Reader
from tabletop.table.takeback import TakeBack


def test_a_hold_is_taken_back_while_nothing_was_thrown_since(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "h", "undo", "r"], seats="Ada,Bo")
    events = last_saved(here).events
    assert [event for event in events if event[0] != "*"] == ["1 roll", "1 roll"]
    assert "Taken back to before “Ada: hold”." in console.text
    assert console.prompts == ["Ada> ", "Ada> ", "Bo> ", "Ada> ", "Bo> " if events[3] == "* 1" else "Ada> "]
    assert last_saved(here).notes[0].kind == "take_back"


def test_undo_goes_back_past_the_replies_of_cpu_players(tmp_path):
    seated = table_of(tmp_path, TicTacToe(TicTacToe.options_model(), 2), "you,cpu")
    table = seated.table
    with seated.save:
        for event in ("1 4", "2 0", "1 8", "2 1"):
            table.replay(event)
        table.undo((0,))
        assert list(table.journal.events) == table.match.events == ["1 4", "2 0"]
        table.undo((0,))
        with pytest.raises(ValueError, match="no move to undo"):
            table.undo((0,))
        assert [happening.position for happening in table.redo()] == [1, 2]
        list(table.redo())
        assert list(table.journal.events) == table.match.events == ["1 4", "2 0", "1 8", "2 1"]
        with pytest.raises(ValueError, match="nothing to play again"):
            list(table.redo())
        table.undo((0,))
        table.answer(Reader(frozenset({0})), 0, "7", table.serial)
        with pytest.raises(ValueError, match="something else was played"):
            list(table.redo())


def test_a_fair_match_says_why_it_does_not_go_back(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["undo", "r", "undo"], seats="Ada,Bo")
    thrown = last_saved(here).events[1].removeprefix("* ")
    assert console.problems == [
        "You have no move to undo.",
        f"Chance has decided since then ({thrown}), so this can't be undone. "
        "Only a practice match (take-back: free) allows it.",
    ]


def test_take_back_can_be_off(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "h", "undo"], seats="Ada,Bo", take_back="off")
    assert console.problems == ["Take-back is off in this match."]
    assert last_saved(here).terms == Terms(take_back="off")


@pytest.mark.parametrize("seed", [3, None])
def test_a_practice_match_goes_back_past_dice_and_throws_the_same_again(tmp_path, seed):
    lines = ["r", "undo", "r", "undo", "quit"]
    _console, here, _ending = sit_down(tmp_path, lines, seats="you,Bo", take_back="free", seed=seed)
    first = last_saved(here)
    thrown = first.given[1]
    assert list(first.events) == []
    assert any(note.kind == "uncounted" for note in first.notes)
    _console, here, _ending = sit_again(tmp_path, ["r"])
    assert list(last_saved(here).events) == ["1 roll", thrown]
    assert last_saved(here).terms.take_back == "free"


def test_redo_and_then_something_else(tmp_path):
    lines = ["r", "h", "undo", "redo", "undo", "undo", "redo", "redo"]
    console, here, _ending = sit_down(tmp_path, lines, seats="Ada,Bo", take_back="free", seed=2)
    assert [event for event in last_saved(here).events if event[0] != "*"] == ["1 roll", "1 hold"]
    assert console.problems == []
    console, here, _ending = sit_down(tmp_path, ["r", "undo", "r", "redo"], seats="Ada,Bo", take_back="free")
    assert console.problems == ["There is nothing to play again: nothing was taken back, or something else was played."]


def test_forced_moves_that_play_themselves_are_no_decisions(tmp_path):
    lines = ["h", "undo", "r"]
    console, here, _ending = sit_down(tmp_path, lines, seats="you,Bo", take_back="free", play_forced_moves=True, seed=2)
    assert console.problems == []
    assert [event for event in last_saved(here).events if event[0] == "1"][:2] == ["1 roll", "1 roll"]


def test_undo_while_a_cpu_player_is_paused_gives_the_turn_back(tmp_path):
    lines = ["r", "h", "undo", "quit"]
    console, here, _ending = sit_down(tmp_path, lines, take_back="free", interrupt=[1])
    assert console.prompts == ["You> ", "You> ", "paused> ", "You> "]
    assert [event for event in last_saved(here).events if event[0] != "*"] == ["1 roll"]


def test_a_take_back_that_cannot_be_saved_changes_nothing(tmp_path, monkeypatch):
    append = OpenMatch.append

    def fail(match, *lines):
        if any("take_back" in line for line in lines):
            raise SaveError("The disk is full.")
        append(match, *lines)

    monkeypatch.setattr(OpenMatch, "append", fail)
    console, here, _ending = sit_down(tmp_path, ["r", "h", "undo", "r"], seats="Ada,Bo")
    assert console.problems == ["The disk is full."]
    assert [event for event in last_saved(here).events if event[0] != "*"] == ["1 roll", "1 hold", "2 roll"]


def test_a_match_that_is_over_stays_so(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "h", "undo", "redo", ""], seats="Ada,Bo", options={"target": 2})
    assert console.problems[0] == "The match is over: nothing is taken back any more."
    assert last_saved(here).status == "finished"


ALL_GAMES = {**GAMES, "passing-game": PassingGame, "tictactoe": TicTacToe}


@settings(max_examples=60)
@given(st.sampled_from(sorted(ALL_GAMES)), st.sampled_from(["off", "fair", "free"]), st.integers(0, 1 << 30))
def test_nobody_sees_or_throws_again_what_had_not_been(name, take_back, seed):
    """Random play with undo and redo thrown in.

    A fair match never takes back an event of chance, nor lets any seat see something hidden that is then taken back.
    In any match chance gives for an event what it gave for it before, as long as the same can happen.
    """
    game = ALL_GAMES[name](ALL_GAMES[name].options_model(), 2)
    rng, match = Random(seed), Match(game)
    take = TakeBack(match, Terms(take_back=take_back))
    chance, people = Seeded(seed), rng.choice([[0], [0, 1]])
    seen_views: dict[tuple[str, ...], list[object]] = {}
    drawn: dict[tuple[str, ...], str] = {}
    undone: list[list[str]] = []
    for _step in range(60):
        if match.to_act is None:
            break
        views = [match.view(seat) for seat in range(game.seats)]
        assert seen_views.setdefault(tuple(match.events), views) == views
        choice = rng.random()
        if choice < 0.3:
            before = list(match.events)
            try:
                events = take.to_undo(people, skips_forced=False)
            except ValueError:
                assert match.events == before
                continue
            assert take_back != "off"
            assert before[len(before) - len(events) :] == list(events)
            assert int(events[0].split()[0]) - 1 in people
            if take_back == "fair":
                assert not any(event.startswith("*") for event in events)
                assert not game.hides
            match.take_back(len(events))
            take.undone(events)
            undone.append(list(events))
        elif choice < 0.5 and undone:
            for event in take.to_redo():
                match.apply(event)
            take.redone()
            assert match.events[-len(undone[-1]) :] == undone.pop()
        else:
            key = tuple(match.events)
            if match.to_act == CHANCE:
                event = match.apply(f"* {chance.outcome(game, match.state, len(match.events))}")
                assert drawn.setdefault(key, event) == event
            else:
                match.play(rng.choice(list(match.legal_moves())))
            take.forget()
            undone.clear()


def test_kuhn_poker_takes_nothing_back_when_fair(tmp_path):
    seated = table_of(tmp_path, Kuhn(Kuhn.options_model(), 2), "Ada,Bo", seed=1)
    table = seated.table
    with seated.save:
        table.advance()
        table.answer(Reader(frozenset({0, 1})), 0, "check", table.serial)
        with pytest.raises(ValueError, match="has already given something away"):
            table.undo((0, 1))
        assert list(table.journal.events) == table.match.events


@settings(max_examples=15)
@given(
    st.sampled_from(
        [("pig", "Ada,Bo"), ("pig", "you,cpu:easy"), ("bigpig", "Ada,Bo,cpu"), ("passing-game", "you,cpu:easy")]
    ),
    st.sampled_from(["fair", "free"]),
    st.one_of(st.none(), st.integers(0, 1000)),
    st.lists(st.sampled_from(["r", "r", "h", "pass", "draw", "undo", "undo", "redo"]), max_size=25),
)
def test_at_the_table_what_is_saved_is_what_is_played(tmp_path_factory, game, take_back, seed, lines):
    """The file says what the match says; fair play undid no chance, and no event of chance came out otherwise later."""
    folder = tmp_path_factory.mktemp("table")
    name, seats = game
    _console, here, ending = sit_down(folder, lines, game=name, seats=seats, seed=seed, take_back=take_back)
    saved = last_saved(here)
    if take_back == "fair":
        assert not saved.given
        if name == "passing-game":
            assert not any(note.kind == "take_back" for note in saved.notes)
    Match(load(here.catalogue.find(name))(ALL_GAMES[name].options_model(), len(saved.seats)), saved.events)
    came: dict[tuple[str, ...], str] = {}
    for before, event in drawn_over_time(here, saved.id):
        assert came.setdefault(before, event) == event
    assert ending is not None


def drawn_over_time(here, match_id):
    """Every event of chance that was ever written, taken back or not, with the events before it."""
    events: list[str] = []
    for entry in log.read(here.home.matches / f"{match_id}.jsonl", Disk()).entries:
        if isinstance(entry, Event):
            if entry.text.startswith("*"):
                yield tuple(events), entry.text
            events.append(entry.text)
        elif entry.kind == "take_back":
            del events[len(events) - entry.data["events"] :]
