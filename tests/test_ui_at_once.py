"""Choices at once at one keyboard: asked in turn under covers, taken back, left and resumed."""

import io
import json
import os
import threading
from itertools import pairwise

import pytest
from distributions import write_site
from rock_paper import AtOnce, Bidding
from sittings import table_of

from tabletop import GameOptions
from tabletop.course import Position, Practise
from tabletop.i18n import Texts
from tabletop.saves import Home, Matches, Status, Terms
from tabletop.terminal.classroom import Classroom
from tabletop.terminal.console import PlainConsole, Role
from tabletop.terminal.practice import Practice
from tabletop.terminal.seated import Departure


class Listener:
    """Takes the place of plugins that listen."""

    def __init__(self):
        self.heard = []

    def notify(self, hook, sitting, *arguments):
        self.heard.append((hook, sitting().log, *[argument() for argument in arguments]))

    def commands(self, _taken):
        return {}


def seated(folder, lines, seats="Ada,Bo", *, rules=AtOnce, **more):
    listener = Listener()
    table = table_of(folder, rules(GameOptions(), len(seats.split(","))), seats, lines, **more)
    with table.save:
        table.departure = table.run(listener)
    table.heard = listener.heard
    return table


def screens(console):
    """What was shown between one wiping of the screen and the next."""
    cuts = [0, *console.wiped, len(console.said)]
    return ["\n".join(text for text, _role in console.said[a:b]) for a, b in pairwise(cuts)]


@pytest.mark.parametrize("plain", [False, True])
def test_seats_are_asked_in_turn_under_covers(tmp_path, plain):
    lines = ["", "rock", "", "log", "last", "turn", "paper", "", "scissors", "", "scissors", ""]
    table = seated(tmp_path, lines, plain=plain)
    console = table.console
    assert table.match.events == ["1 rock", "2 paper", "1 scissors", "2 scissors"]
    assert table.departure is Departure.FINISHED
    pass_on = ["Ada, press Enter> ", "Ada> ", "Bo, press Enter> "]
    assert console.prompts == [*pass_on, "Bo> ", "Bo> ", "Bo> ", "Bo> ", *pass_on, "Bo> ", "over> "]
    assert "Ada has chosen." in console.text
    before, _prompt, after = console.text.partition("Bo> paper")
    assert "rock" not in before.partition("Bo, press Enter> ")[2].replace("You can: rock, scissors, paper.", "")
    assert "It is your turn." in before
    assert "Ada: rock" in after
    assert "Ada, seat" not in before
    if not plain:
        (_start, _ada, bo, second, *_rest) = screens(console)
        assert "Ada> rock" not in bo
        assert "Ada: rock" in second


def test_what_each_types_is_for_ones_own_eyes(tmp_path):
    console = seated(tmp_path, ["", "rock", "", "paper"]).console
    whose = dict(zip(console.prompts, console.kept_by, strict=True))
    assert whose["Ada> "].endswith(" Ada")
    assert whose["Bo> "].endswith(" Bo")
    assert console.asked_afresh[:2] == ["Ada, press Enter> ", "Bo, press Enter> "]


def test_those_who_listen_hear_of_it_when_it_is_revealed(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "paper"])
    assert [one[0] for one in table.heard] == ["tabletop_match_started", *["tabletop_match_event"] * 2]
    assert [one[2] for one in table.heard[1:]] == ["1 rock", "2 paper"]
    assert table.heard[0][1] == ()


def test_undo_gives_the_keyboard_back_until_the_last_has_chosen(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "undo", "", "scissors", "", "paper", "", "undo"])
    assert table.match.events == ["1 scissors", "2 paper"]
    assert "Ada chooses anew." in table.console.text
    (problem,) = table.console.problems
    assert "given something away" in problem
    assert table.console.prompts[3:5] == ["Bo> ", "Ada, press Enter> "]


def test_who_leaves_between_is_asked_no_more_when_the_match_goes_on(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "quit"])
    assert "rock" not in screens(table.console)[-1]
    (found,) = Matches(Home(tmp_path)).list()
    assert (found.status, found.turn, found.events) == (Status.IN_PROGRESS, 1, 0)
    with Matches(Home(tmp_path)).open(found.id) as save:
        assert save.history.sealed == {0: "rock"}
    typed = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".jsonl"]
    assert not [path for path in typed if b"rock" in path.read_bytes()]


def test_a_seat_that_changes_hands_chooses_anew(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "seat 1 Eve", "", "scissors", "", "paper"])
    assert table.match.events == ["1 scissors", "2 paper"]
    assert "Eve, press Enter> " in table.console.prompts


def test_resigning_between_reveals_nothing(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "resign", "yes", "log", "review"])
    assert table.departure is Departure.RESIGNED
    assert table.save.events == []
    assert "rock" not in table.console.text.partition("Bo> resign")[2]


# With CPU players


@pytest.mark.parametrize("seats", ["you,cpu:random", "cpu:random,you"])
def test_one_person_is_never_covered(tmp_path, seats):
    table = seated(tmp_path, ["rock", "paper", ""], seats)
    assert table.departure is Departure.FINISHED
    assert table.console.wiped == []
    person = "12"[seats.startswith("cpu")]
    assert [event for event in table.match.events if event[0] == person] == [f"{person} rock", f"{person} paper"]
    assert {one["seat"] for one in sealed(table)} == {1}


def sealed(table):
    return [dict(note.data) for note in table.save.notes if note.kind == "sealed"]


def test_a_cpu_player_that_chooses_while_a_person_types_takes_no_prompt_away(tmp_path):
    chosen = threading.Event()
    lines = [lambda: "score" if chosen.wait(600) else "", "turn", "rock", "paper", ""]
    table = table_of(tmp_path, AtOnce(GameOptions(), 2), "cpu:random,you", lines)
    append = table.save.append

    def appended(*lines):
        append(*lines)
        if any(line[0] == "sealed" for line in lines):
            chosen.set()

    table.save.append = appended
    with table.save:
        assert table.run() is Departure.FINISHED
    assert table.console.text.count("CPU 1 has chosen.") == 2
    assert table.console.text.count("It is your turn.") == 1
    assert "seat 1" not in table.console.text


def test_a_cpu_player_waits_for_the_people_before_it(tmp_path):
    table = seated(tmp_path, ["", "1", "", "log", "2", "", "2", "", "3", ""], "Ada,cpu:random,Bo", rules=Bidding)
    assert [one["seat"] for one in sealed(table)][:2] in ([1, 2], [1, 3])
    assert table.departure is Departure.FINISHED


def test_nobody_at_the_keyboard(tmp_path):
    table = seated(tmp_path, [""], "cpu:random,cpu:random")
    assert table.departure is Departure.FINISHED
    assert [one["seat"] for one in sealed(table)] == [1, 1]


def test_a_hint_says_what_is_worth_what(tmp_path):
    table = seated(tmp_path, ["", "rock", "", "hint"])
    (hint,) = [text for text, role in table.console.said if role is Role.NOTE and "Chance to win" in text]
    assert "search" in hint
    assert [note.data for note in table.save.notes if note.kind == "hint"] == [{"seat": 2}]


def test_a_pipe_plays_it(tmp_path):
    console = PlainConsole(io.StringIO("\nrock\n\npaper\n\npaper\n\npaper\n\n"), io.StringIO())
    table = table_of(tmp_path, AtOnce(GameOptions(), 2), "Ada,Bo", terms=Terms())
    table._here.console = console
    with table.save:
        assert table.run() is Departure.FINISHED
    assert table.match.events == ["1 rock", "2 paper", "1 paper", "2 paper"]


def test_an_exercise_is_played_against_who_chooses_at_once(tmp_path):
    table = table_of(tmp_path, AtOnce(GameOptions(), 2), "Ada,Bo", ["rock", "paper", ""])
    with table.save:
        here = table._here
    room = Classroom(here.console, here.catalogue.find("pig"), AtOnce, Texts(__file__), "", lambda one: one, 0)
    Practice(room, Practise("Play.", Position(you=2), against="random")).run()
    assert "The exercise is over" in here.console.text
    assert "CPU 1: CPU 1" not in here.console.text


# Records, and a terminal


@pytest.fixture
def site(tmp_path_factory):
    """The environment in which a plugin with the game is found."""
    return write_site(tmp_path_factory.mktemp("site"), "atonce", "At once", AtOnce)


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are not to be had on Windows")
def test_at_a_terminal_one_is_left_between_resumed_and_exported(open_terminal, home, site):
    terminal = open_terminal("play", "atonce", "--seats", "Ada,Bo", **site).wait("Ada, press Enter> ").type("")
    terminal.wait("Ada> ").type("rock").wait("Bo, press Enter> ")
    assert "rock" not in terminal.text
    terminal.key("d")
    assert terminal.end() == 0
    (found,) = Matches(Home(home)).list()
    export = open_terminal("record", "export", found.id, "--yes", columns=200, **site)
    assert export.end() == 0
    assert "What is chosen and not yet revealed isn't in it." in export.text
    assert json.loads(export.text[export.text.index("{") :])["events"] == []
    listed = open_terminal("matches", **site)
    assert listed.end() == 0
    assert "turn: Bo" in listed.text
    again = open_terminal("resume", **site).wait("Bo, press Enter> ").type("").wait("Bo> ").type("paper")
    again.wait("Ada, press Enter> ").type("").wait("Ada: rock").wait("Bo: paper").wait("Ada> ").key("d")
    assert again.end() == 0
