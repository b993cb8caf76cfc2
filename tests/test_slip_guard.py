"""The slip guard: it asks once before a win at once goes by."""

import pytest
from scripted import ScriptedConsole, host_in
from sittings import last_saved, sit_down, table_of
from small_games import TicTacToe

from tabletop import GameOptions, setup
from tabletop.plugins.find.catalogue import load
from tabletop.saves import Settings
from tabletop.table import Reader
from tabletop.table.requests import Slips

TARGET = {"target": 4}
WARNING = "You win at once with “hold”. If you mean “roll”, type it again."


def moves(here):
    return [event for event in last_saved(here).history.events if event.startswith("1")]


def kept(here):
    """All that the match file holds, without when."""
    return [entry[1:] for entry in last_saved(here).history.entries]


def play(folder, *lines, **more):
    return sit_down(folder, [*lines, "quit"], options=TARGET, seed=3, **{"slip_guard": True, **more})


def first_roll(folder):
    _console, here, _ending = sit_down(folder, ["roll", "quit"], options=TARGET, seed=3)
    return last_saved(here).history.events[1]


def test_it_is_off_unless_it_is_wanted(tmp_path):
    assert Settings().slip_guard is False
    assert first_roll(tmp_path / "look") in ("* 4", "* 5", "* 6")
    console, here, _ending = play(tmp_path, "roll", "roll", slip_guard=False)
    assert moves(here)[:2] == ["1 roll", "1 roll"]
    assert "win at once" not in console.text


def test_it_asks_once_and_the_same_again_plays_it(tmp_path):
    console, here, _ending = play(tmp_path, "roll", "roll", "score", "r")
    assert console.text.count(WARNING) == 1
    assert moves(here)[:2] == ["1 roll", "1 roll"]


def test_the_win_is_played_without_a_question_and_the_match_counts(tmp_path):
    console, here, _ending = play(tmp_path, "roll", "roll", "hold", "")
    assert console.text.count(WARNING) == 1
    assert moves(here) == ["1 roll", "1 hold"]
    console, unguarded, _ending = play(tmp_path / "without", "roll", "hold", "")
    assert "win at once" not in console.text
    assert kept(here) == kept(unguarded)


def test_a_word_of_ones_own_doesnt_answer_it(tmp_path):
    console, here, _ending = play(tmp_path, "rrr", aliases=("rrr=roll roll roll",))
    assert WARNING in console.text
    assert moves(here) == ["1 roll"]


def test_it_never_asks_in_a_pipe(tmp_path):
    console = ScriptedConsole(["roll", "roll", "quit"], plain=True)
    console.interactive = False
    here = host_in(tmp_path, console, speed="off", slip_guard=True)
    listing = here.catalogue.find("pig")
    here.start(listing, load(listing), setup.read_seats("you,cpu", "You"), TARGET, 3)
    assert moves(here)[:2] == ["1 roll", "1 roll"]
    assert "win at once" not in console.text


@pytest.mark.parametrize(
    ("events", "text", "wins"), [("0 3 1 4", "8", ["2"]), ("0 3 1 4", "2", None), ("0 3 1", "8", None)]
)
def test_only_the_rules_say_what_wins(tmp_path, events, text, wins):
    seated = table_of(tmp_path, TicTacToe(GameOptions(), 2), "Ada,Bo")
    with seated.save:
        for event in events.split():
            seated.table.answer(Reader(frozenset({0, 1})), seated.match.to_act, event, seated.table.serial)
        found = Slips(seated.match.to_act, text).read(seated.table, Reader(frozenset({0, 1})))
    assert (found and [option.text for option in found.wins]) == wins
