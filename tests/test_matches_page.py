"""The page of saved matches does all that can be done with a match, says what it can't, and fits the screen."""

import re

import pytest
from match_room import ADA, BO, WON, Room
from scripted import ScriptedConsole

from tabletop.match import Seat
from tabletop.terminal.matches_page import MatchesPage

CY = Seat(name="Cy", player="human")


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "home")


def page(room, *lines, plain=False):
    console = ScriptedConsole(lines, plain=plain)
    MatchesPage(room.host(console)).run()
    assert console.left == 0
    return console


@pytest.mark.parametrize("word", ["quit", "q", "exit", "back", "b", "QUIT"])
def test_every_word_for_leaving_leaves(room, word):
    room.saved("1 roll")
    assert page(room, word).problems == []


def test_a_question_mark_asks_for_help(room):
    room.saved("1 roll")
    assert "review 2" in page(room, "?", "back").text


def test_without_matches_enter_goes_back(room):
    console = page(room, "")
    assert "None." in console.text
    assert "Enter goes back" in console.text
    assert console.problems == []


@pytest.mark.parametrize("word", ["resume", "watch", "review", "export", "rename", "delete"])
def test_what_needs_a_match_says_so(room, word):
    assert page(room, word, f"{word} 1", "back").problems == [
        "Please say which match: its number, for instance.",
        "There is no match “1”: “tabletop matches” lists all.",
    ]


def test_a_finished_match_is_reviewed_by_its_number(room):
    room.saved(*WON, finish=True)
    room.saved("1 roll")
    console = page(room, "review 2", "review 1", "back")
    assert "Ada: accuracy " in console.text
    assert len(console.problems) == 1
    assert console.problems[0].endswith(" isn't finished.")


MISTAKES = [*["1 roll", "* 2", "1 hold", "2 roll", "* 3", "2 hold"] * 2, "1 roll", "* 6", "1 hold"]


@pytest.mark.parametrize("plain", [True, False])
def test_a_review_says_how_it_stood_at_each_mistake(room, plain):
    room.saved(*MISTAKES, finish=True)
    shown = page(room, "review 1", "back", plain=plain).text
    assert "to 10 points" in shown
    assert re.search(r"Ada 2, CPU 2 3, [^\n]*2 turn points", shown), shown


def test_with_more_than_two_sides_each_has_its_course(room):
    turns = [event for _round in range(3) for seat in "123" for event in (f"{seat} roll", "* 3", f"{seat} hold")]
    room.saved(*turns, "1 roll", "* 2", "1 hold", seats=(ADA, BO, CY), finish=True)
    shown = page(room, "review 1", "back").text
    assert all(f"{name}'s chance to win: first third " in shown for name in ("Ada", "Bo", "Cy"))


def test_a_match_is_exported_and_no_file_is_overwritten_unasked(room, tmp_path):
    room.saved("1 roll", "* 4")
    file = tmp_path / "game.json"
    console = page(room, f"export 1 {file}", f"export 1 {file}", "back")
    assert console.text.count(f"Written: {file}.") == 2
    file.write_text("mine")
    page(room, f"export 1 {file}", "no", "back")
    assert file.read_text() == "mine"
    page(room, f"export 1 {file}", "yes", "back")
    assert '"game": "pig"' in file.read_text()
    (problem,) = page(room, f"export 1 {tmp_path}/none/game.json", "back").problems
    assert problem.endswith("can't be written: No such file or directory.")


def test_a_record_with_hidden_things_is_written_only_after_a_yes(room, tmp_path):
    room.saved(game="passing-game", target=50)
    page(room, f"export 1 {tmp_path}/game.json", "no", "back")
    assert not (tmp_path / "game.json").exists()


def test_a_match_is_restored_by_its_number_in_the_trash(room):
    first, second = room.saved("1 roll"), room.saved("1 roll")
    page(room, "delete 1", "yes", "delete 1", "yes", "trash", "restore 1", "back")
    (left,) = room.host().matches.list()
    trashed = {match.id for match in room.host().matches.trashed()}
    assert {left.id} | trashed == {first, second}


def test_a_name_is_taken_away_only_where_that_is_asked(room):
    room.saved("1 roll", name="Sunday")
    (problem,) = page(room, "rename 1", "back").problems
    assert problem == "Please say the name too, such as “rename 1 Sunday”; “rename 1 none” takes it away."
    assert room.host().matches.list()[0].name == "Sunday"
    page(room, "rename 1 none", "back")
    assert room.host().matches.list()[0].name is None


@pytest.mark.parametrize(("text", "places"), [("finished", [1]), ("progress", [0]), ("pig finished", [1])])
def test_a_search_knows_how_a_match_stands(room, text, places):
    ids = [room.saved("1 roll"), room.saved(*WON, finish=True)]
    assert [match.id for match in room.host().listing.search(text)] == [ids[place] for place in places]


def test_the_command_line_asks_before_it_overwrites_and_a_pipe_is_refused(room, tabletop, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(room.home.path))
    match, file = room.saved("1 roll", "* 4"), tmp_path / "game.json"
    assert tabletop("record", "export", match, "-o", file)[0] == 0
    assert tabletop("record", "export", match, "-o", file)[0] == 0, "the same again loses nothing"
    file.write_text("mine")
    code, _out, err = tabletop("record", "export", match, "-o", file)
    assert (code, file.read_text()) == (2, "mine")
    assert err == f"tabletop: {file} exists already. Add --yes to overwrite it.\n"
    assert tabletop("record", "export", match, "-o", file, "--yes")[0] == 0
    assert '"game": "pig"' in file.read_text()
