"""Saved matches in a list, on their page in the menu and on the command line; statistics on a screen."""

import io
import json
from datetime import timedelta, timezone

import pytest
from match_room import ADA, BO, CPU, START, WON, Room

from tabletop.i18n import language, speaking, use_language
from tabletop.match import Seat
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Status
from tabletop.saves.when import when
from tabletop.terminal.console import PlainConsole
from tabletop.terminal.stats_page import StatsPage, thirds


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


# When


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(minutes=60), "today, 12:00"),
        (timedelta(hours=11, minutes=59), "today, 12:00"),
        (timedelta(hours=12), "yesterday, 12:00"),
        (timedelta(hours=35, minutes=59), "yesterday, 12:00"),
        (timedelta(hours=36), "2026-11-30"),
    ],
)
def test_when_something_was(passed, said):
    assert when(START, START + passed) == said


def test_when_is_told_in_the_time_zone_of_the_person():
    assert when(START, (START + timedelta(hours=3)).astimezone(timezone(timedelta(hours=13)))) == "today, 01:00"
    assert when(START, (START + timedelta(hours=3)).astimezone(timezone(timedelta(hours=10)))) == "yesterday, 22:00"


# The list


def test_points_and_turn_of_a_match_that_was_cut_off(room):
    match_id = room.saved("1 roll", "* 6", "1 hold", "2 roll", "* 5", name="Long")
    assert room.line(match_id) == f"{match_id}  “Long”  Pig: Ada 6, CPU 2 0; turn: CPU 2; 1 minute ago; in progress"


def test_a_name_is_quoted_as_the_language_does(room):
    match_id = room.saved("1 roll", name="Lang")
    with speaking("de"):
        assert "„Lang“" in room.line(match_id)


def test_a_match_whose_game_is_not_there_is_listed_without(room):
    match_id = room.saved("1 roll")
    here = room.host(catalogue=Catalogue([]))
    assert here.listing.line(here.matches.find(match_id)) == f"{match_id}  pig: Ada, CPU 2; 1 minute ago; in progress"


def test_a_finished_match_and_a_damaged_one(room):
    finished, damaged = room.saved(*WON, finish=True), room.saved()
    (room.home.matches / f"{damaged}.jsonl").write_bytes(b"?\n")
    assert room.line(finished) == f"{finished}  Pig: Ada 10, CPU 2 0; 2 minutes ago; finished"
    assert room.line(damaged) == f"{damaged}  Pig: Ada, CPU 2; 1 minute ago; damaged"


def test_partners_have_their_points_together(room):
    seats = (ADA, CPU, BO, Seat(name="CPU 4", player="cpu", level="easy"))
    match_id = room.saved(game="passing-game", seats=seats, partners=True)
    assert "The Passing Game: Ada, CPU 2, Bo, CPU 4 (0, 0); " in room.line(match_id)


def test_search_looks_at_game_players_levels_name_and_id(room):
    first = room.saved(name="The long evening")
    second = room.saved(seats=(ADA, BO), game="passing-game", target=50)
    search = room.host().listing.search

    def found(text):
        return [match.id for match in search(text)]

    assert found("") == [second, first]
    assert found("EVENING") == [first]
    assert found("ada passing") == [second]
    assert found("hard") == [first]
    assert found(second) == [second]
    assert found("ada nobody") == []


# The page in the menu


def test_enter_enter_goes_on_with_the_match_last_played(room):
    room.saved("1 roll", "* 3")
    last = room.saved("1 roll", "* 4")
    console = room.menu("", "", "quit", "quit")
    assert f"Pig, match {last}" in console.text
    assert "Go on with" in console.text


def test_a_finished_match_is_watched(room):
    room.saved(*WON, finish=True)
    console = room.menu("matches", "1", "last", "quit", "back", "quit")
    assert "After 8 of 8 events:" in console.text


def test_rename_find_delete_and_restore(room):
    first, second = room.saved("1 roll"), room.saved("1 roll")
    console = room.menu(
        *("matches", "rename 2 The old one", "find old", "delete 1", "no", "delete the old one", "yes"),
        *("trash", "find", "restore " + first, "find", "1", "quit", "quit"),
    )
    assert console.problems == []
    assert room.host().matches.find("The old one").id == first
    assert "The match stays." in console.text
    assert "It lies in the trash until that is emptied" in console.text
    assert f"Pig, match {second}" in console.text


def test_deleting_asks_once_and_the_end_of_input_is_a_no(room):
    room.saved("1 roll")
    console = room.menu("matches", "delete 1")
    assert len(console.prompts) == 4
    assert len(room.host().matches.list()) == 1


def test_what_is_meant_must_be_clear(room):
    room.saved("1 roll")
    console = room.menu("matches", "delete", "watch 7", "rename 1 " + "x" * 41, "re", "help", "back", "quit")
    assert console.problems == [
        "Please say which match: its number, for instance.",
        "There is no match “7”: “tabletop matches” lists all.",
        "That can't be a name: The whole is longer than 40 characters.",
        "“re” could be resume, review, rename or restore.",
    ]
    assert "into the trash: delete 2" in console.text


def test_more_than_twenty_matches_only_when_all_are_asked_for(room):
    for _match in range(22):
        room.saved()
    console = room.menu("matches", "all", "back", "quit")
    first, second = console.text.split("match> all")
    assert ("  20  " in first, "  21  " in first) == (True, False)
    assert "  22  " in second


# Statistics on a screen


def test_statistics_say_what_counts(room):
    console = room.menu("statistics", "quit")
    assert "No match counts yet" in console.text
    room.saved(*WON, finish=True)
    console = room.menu("statistics", "quit")
    assert "Pig: Ada" in console.text
    assert "house rules, against CPU hard:" in console.text
    assert "1 match played, 1 won, 0 shared; last 1 minute ago" in console.text
    assert "5.0 points banked per turn; 0% of the turns lost to the dice; 2.0 turns to win" in console.text


def test_matches_with_a_seed_are_said_not_to_count(room, run):
    text = "This match doesn't count for statistics: it was started with a seed."
    play = ["play", "pig", "--seed", 5, "--set", "target=10", "--plain", "--speed", "off", "--seats"]
    assert text in run(*play, "Ada,cpu:easy", typed="roll\nhold\n" * 9)[1]
    assert text not in run(*play, "cpu:easy,cpu:easy")[1]
    told = "1 match doesn't count: it was started with a seed."
    assert run("stats")[1].count(told) == 1
    assert run("stats", "pig", "--person", "ADA")[1].count(told) == 1
    assert told not in run("stats", "--person", "Bo")[1]
    assert told not in run("stats", "bigpig")[1]
    room.saved(*WON, finish=True)
    assert told in run("stats")[1]


def test_a_match_without_a_seed_is_not_said_not_to_count(room):
    room.saved(*WON[:-1])
    console = room.menu("", "", "hold", "", "quit")
    assert "count" not in console.text


def test_bars_and_the_line_over_time_on_a_screen_are_sentences_in_plain_mode(room):
    here = room.host()
    for number in range(26):
        noted = {"sides": [1, 2], "points": [10, 0], "opponents": [["hard"], ["people"]], "measures": [{}, {}]}
        noted |= {"rules": "usual" if number == 25 else "house", "ranks": [2, 1] if number < 8 else [1, 2]}
        with room.host().matches.open(room.saved(*WON)) as save:
            save.append(("finished", {"scores": [10, 0], "ranks": noted["ranks"]}), ("tally", noted))
    StatsPage(here).say("pig", "ada")
    screen = here.console.text
    assert "█████" in screen
    assert "100% │" in screen
    plain = io.StringIO()
    StatsPage(room.host(PlainConsole(io.StringIO(), plain))).say("pig", "ada")
    assert "first third 0%, middle third 100%, last third 100%" in plain.getvalue()
    assert "█" not in plain.getvalue()
    assert "\x1b" not in plain.getvalue()
    assert "won 68%; equal players would each win 50%" in plain.getvalue()


def test_thirds_of_a_number_that_cannot_be_divided():
    assert thirds([1, 0, 0, 0]) == "first third 100%, middle third 0%, last third 0%"


def test_a_review_at_the_table_is_noted_and_shows_in_the_statistics(room):
    match_id = room.saved(*WON[:-1])
    console = room.menu("", "", "hold", "review", "review", "", "quit")
    assert console.problems == []
    saved = room.host().matches.look(match_id)
    assert saved.status is Status.FINISHED
    (note,) = [note for note in saved.notes if note.kind == "accuracy"]
    (one,) = room.host().statistics().tallies
    assert one.accuracy == note.data["seats"][0]


# The command line


class Title:
    """Counts how often titles are made."""

    made = 0

    def __init__(self, game):
        self.id, self.plugin = game.id, game.plugin

    @property
    def title(self):
        Title.made += 1
        return "Schwein" if language() == "de" else "Pig"


def test_titles_are_made_once_for_a_list_however_long_it_is(room, monkeypatch):
    for _match in range(7):
        room.saved(*WON, finish=True)
    here = room.host()
    games = [Title(game) for game in here.catalogue.games]
    monkeypatch.setattr(here.catalogue, "games", games)
    Title.made = 0
    found = list(here.listing.search("pig"))
    lines = [here.listing.line(match) for match in found]
    assert len(lines) == 7
    assert Title.made == len(games)
    use_language("de")
    try:
        assert "Schwein: Ada" in here.listing.line(found[0])
        assert len(list(here.listing.search("schwein"))) == 7
    finally:
        use_language("en")
    assert Title.made == 2 * len(games)


@pytest.fixture
def run(room, monkeypatch, capsys):
    from tabletop.cli import run as run_command

    monkeypatch.setenv("TABLETOP_HOME", str(room.home.path))

    def call(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run_command([*map(str, arguments)])
        use_language("en")
        captured = capsys.readouterr()
        assert "\x1b" not in captured.out
        return code, captured.out, captured.err

    return call


def test_matches_are_listed_named_deleted_and_restored(room, run):
    first, second = room.saved("1 roll"), room.saved("1 roll")
    assert [line[: len(first)] for line in run("matches")[1].splitlines()] == [second, first]
    assert run("matches", "rename", first, "Old one")[0] == 0
    assert run("matches", "--find", "old")[1].startswith(f"{first}  “Old one”  Pig")
    assert "The match stays." in run("matches", "delete", "old one")[1]
    assert "It lies in the trash" in run("matches", "delete", "old one", typed="yes\n")[1]
    assert run("matches", "--trash")[1].startswith(first)
    assert run("matches", "restore", first)[1] == f"{first} is back.\n"
    assert run("matches", "delete", first, "--yes")[:2] == (0, "")
    assert "Everything stays." in run("matches", "empty-trash")[1]
    assert run("matches", "empty-trash", "--yes")[1] == "1 match is gone.\n"
    assert run("matches", "restore", first)[0] == 2
    assert run("matches", "--trash")[1] == "The trash is empty.\n"


def test_older_matches_are_counted(room, run):
    for _match in range(21):
        room.saved()
    assert run("matches")[1].endswith("1 older match: --all shows it.\n")
    assert len(run("matches", "--all")[1].splitlines()) == 21


def test_watching_through_a_pipe(room, run):
    match_id = room.saved(*WON, finish=True)
    code, out, _err = run("watch", match_id, "--at", "6", typed="\nback\n99\n")
    assert code == 0
    assert "After 6 of 8 events:" in out
    assert (out.count("6/8> "), out.count("7/8> "), out.count("5/8> ")) == (1, 1, 2)
    assert "Please type a number from 0 to 8." in out


def test_statistics_as_json(room, run):
    room.saved(*WON, finish=True)
    code, out, err = run("stats", "--json", "--rebuild")
    assert (code, err) == (0, "1 match counts.\n")
    document = json.loads(out)
    assert (document["format"], document["version"]) == ("tabletop-stats", 1)
    (one,) = document["tallies"]
    assert (one["person"], one["game"], one["opponents"], one["share"]) == ("Ada", "pig", ["hard"], 1)
    assert json.loads(run("stats", "--json", "--person", "Bo")[1])["tallies"] == []
    assert "Pig: Ada" in run("stats", "pig")[1]


def test_accuracy_is_worked_out_on_demand(room, run):
    room.saved(*WON, finish=True)
    assert "accuracy" not in run("stats")[1]
    assert "of 100, over 1 match" in run("stats", "--accuracy")[1]
