"""What a decision hangs on stays in sight: totals, target, whose turn it is; and what happens looks as it is."""

import pytest
from screens import GAMES
from scripted import ScriptedConsole, host_in
from sittings import sit_down

from tabletop import setup
from tabletop.lines import fitted
from tabletop.plugins.find.catalogue import load
from tabletop.terminal.console import Role

PAGES = ["help", "rules", "log", "options", "moves", "keys"]


def shown(console, *roles):
    return [(role, text) for text, role in console.said if role in roles]


@pytest.mark.parametrize("game", GAMES)
def test_totals_target_and_whose_turn_it_is_are_in_sight_at_the_first_prompt(tmp_path, game):
    console, _here, _ending = sit_down(tmp_path, ["quit"], game=game, seats="Ada,Bo", options={"target": 61})
    if "press Enter" in console.prompts[0]:
        console, _here, _ending = sit_down(tmp_path, ["", "quit"], game=game, seats="Ada,Bo", options={"target": 61})
    actor = console.prompts[-1].removesuffix("> ")
    scores = {"Ada": "> Ada 0, Bo 0", "Bo": "Ada 0, > Bo 0"}
    assert console.seen[-1].startswith(scores[actor] + " · ")
    assert "to 61 points" in console.seen[-1]


def test_the_points_of_a_turn_are_the_last_thing_in_sight(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["roll", "quit"], seats="Ada,Bo")
    assert console.seen[-1] == "> Ada 0, Bo 0 · to 100 points · 3 turn points"


def test_what_is_too_wide_for_a_line_is_broken_between_its_parts(tmp_path):
    console = ScriptedConsole(["roll", "quit"], width=40)
    here = host_in(tmp_path, console)
    listing = here.catalogue.find("pig")
    here.start(listing, load(listing), setup.read_seats("Ada,Bo", "You"), {}, 1)
    assert console.seen[1] == "> Ada 0, Bo 0 · to 100 points\n3 turn points"


@pytest.mark.parametrize("page", PAGES)
def test_after_a_page_the_totals_stand_again(tmp_path, page):
    console, _here, _ending = sit_down(tmp_path, ["roll", page, "quit"], seats="Ada,Bo")
    after = console.text.partition(f"Ada> {page}\n")[2].partition("Ada> quit")[0].split("\n")
    heading = max(number for number, line in enumerate(after) if line.startswith("── Ada ─"))
    assert after[heading + 1 : heading + 3] == ["> Ada      0", "  Bo       0"]


@pytest.mark.parametrize("page", PAGES)
def test_in_plain_mode_a_page_is_all(tmp_path, page):
    console, _here, _ending = sit_down(tmp_path, ["roll", page, "quit"], seats="Ada,Bo", plain=True)
    assert "Ada: 0" not in console.text.partition(f"Ada> {page}\n")[2]


def test_a_bust_a_bank_and_a_win_have_a_sign_and_a_colour_of_their_own(tmp_path):
    lines = ["roll", "roll", "roll", "hold", *["roll", "roll", "hold"] * 40]
    console, _here, _ending = sit_down(tmp_path, lines, seats="Ada,Bo", options={"target": 20})
    [first_bad, *_others] = shown(console, Role.BAD)
    assert first_bad[1].endswith("✗ rolls 1: bust, 5 turn points lost\n  │       │\n  ╰───────╯")
    banked = [text for _role, text in shown(console, Role.GOOD)]
    assert banked
    assert all(text.startswith("  ✓ holds ") for text in banked)
    [(_role, banner), (_role, won)] = shown(console, Role.WIN)
    assert banner.startswith("── ★ ──")
    assert " wins" in won
    assert "rolls 2: 5 this turn" in "".join(text for _role, text in shown(console, Role.EVENT))


def test_in_plain_mode_nothing_is_signed(tmp_path):
    lines = ["roll", "roll", "roll", "roll", *["roll", "roll", "hold"] * 40]
    console, _here, _ending = sit_down(tmp_path, lines, seats="Ada,Bo", options={"target": 20}, plain=True)
    assert not set("✓✗★") & set(console.text)


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("game", GAMES)
def test_help_fits_the_screen_with_the_totals_and_the_prompt(tmp_path, game, columns):
    lines, console = [], ScriptedConsole(["", "help", "quit"], width=columns)
    here = host_in(tmp_path, console)
    listing = here.catalogue.find(game)
    here.start(listing, load(listing), setup.read_seats("you,cpu", "You"), {}, 3)
    said = console.text.partition("> help\n")[2].partition("You> quit")[0].rstrip("\n")
    lines = [part for line in said.split("\n") for part in fitted(line, columns).split("\n")]
    prompt_and_bar = 1 + len(console.seen[1].split("\n"))
    assert len(lines) + prompt_and_bar <= 24, said


def test_help_says_what_one_word_does(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["help speed", "help poins", "quit"], seats="Ada,Bo")
    assert "speed: how fast CPU players play: slow, normal, fast, off" in console.text
    assert console.problems == ["“poins” is unknown here. Did you mean points?"]


def test_the_log_says_who_sits_where(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["roll", "log", "quit"], seats="Ada,Bo")
    assert "Seats: 1 Ada, 2 Bo; * is chance.\n   1  1 roll" in console.text
