"""Plain mode as it is heard: whole matches at each degree of detail, and what was said once more."""

import io
import itertools
import re

import pytest
from listener import count_words, listened
from scripted import host_in

from tabletop.saves import Home, Settings, SettingsFile
from tabletop.saves.aloud import arguments
from tabletop.terminal.spoken import SpokenConsole

DETAILS = ("terse", "normal", "verbose")
STUMBLES = set("|─│┌┐└┘├┤┬┴┼╭╮╯╰═•●★█…<>_=~^\t\x1b") | {"--", "  ", "??", "?!"}
MATCHES = [
    ("pig", "you,cpu:easy", {"target": 60}),
    ("passing-game", "you,cpu:easy", {"target": 30}),
    ("passing-game", "you,cpu:easy,cpu:easy,cpu:easy", {"target": 30}),
]


def heard(folder, game, seats, options, detail, seeds=(1, 2)):
    return [listened(folder / f"{detail}{n}", game, detail=detail, seats=seats, seed=n, **options) for n in seeds]


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize(("game", "seats", "options"), MATCHES, ids=["pig", "passing", "four"])
def test_nothing_is_said_twice_in_a_row_and_nothing_stumbles(tmp_path, game, seats, options, detail):
    for console in heard(tmp_path, game, seats, options, detail):
        said = console.said[1:]  # the first has the id of the match
        assert [one for one, other in itertools.pairwise(said) if one == other] == []
        assert [line for line in said for stumble in STUMBLES if stumble in line] == []
        assert all(line.strip() for line in said)
        assert re.search(r"\b(wins?|win)\.$", "\n".join(said), re.MULTILINE)


@pytest.mark.parametrize(("detail", "most"), [("terse", 6), ("normal", 12), ("verbose", 20)])
def test_a_roll_is_one_line_of_few_words_with_its_actor(tmp_path, detail, most):
    for console in heard(tmp_path, "pig", "you,cpu:easy", {}, detail):
        rolls = [line for line in console.said if re.match(r"(You roll|CPU 2 rolls) \d", line)]
        assert len(rolls) > 20
        assert max(map(count_words, rolls)) <= most
        for turn in console.turns:
            own = [line for line in turn.lines if line.startswith("You roll")]
            assert len(own) <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_passing_game_begins_a_turn_with_few_words(tmp_path, seats):
    """At normal detail, at most 5 lines and 40 words; 11.4 and 91 for two before there were degrees."""
    sides = ",".join(["you", *["cpu:easy"] * (seats - 1)])
    turns = [
        [line for line in turn.lines if not line.startswith(("The Passing Game, match", "The match won't count"))]
        for console in heard(tmp_path, "passing-game", sides, {"target": 30}, "normal", range(1, 4))
        for turn in console.turns
        if turn.prompt == "You> "
    ]
    words = [sum(map(count_words, lines)) for lines in turns]
    print(f"{sum(map(len, turns)) / len(turns):.1f} lines and {sum(words) / len(words):.1f} words a turn")
    assert len(turns) > (50 if seats == 2 else 30)
    assert max(map(len, turns)) <= 5
    assert sum(words) / len(words) <= 40
    assert max(words) <= 40 or seats > 2


def test_degrees_say_less_and_more(tmp_path):
    words = {
        detail: sum(
            turn.words for turn in heard(tmp_path, "passing-game", "you,cpu:easy", {"target": 20}, detail, [1])[0].turns
        )
        for detail in DETAILS
    }
    assert words["terse"] < 0.8 * words["normal"] < words["normal"] < 0.7 * words["verbose"]


def typed(folder, lines, *, game="pig", seats="you,cpu:easy", seed=5, **settings):
    """What a pipe hears."""
    out = io.StringIO()
    console = SpokenConsole(io.StringIO("\n".join(lines) + "\n"), out)
    here = host_in(folder, console, speed="off", **settings)
    from tabletop import setup
    from tabletop.plugins.find.catalogue import load

    listing = here.catalogue.find(game)
    here.start(listing, load(listing), setup.read_seats(seats, "You"), {}, seed)
    return out.getvalue(), here


def after(text, line):
    """What was said after a typed line, up to the next prompt."""
    return text.split(f"> {line}\n", 1)[1].split("You> ", 1)[0].splitlines()


def test_what_was_said_can_be_heard_again(tmp_path):
    text, _here = typed(tmp_path, ["roll", "repeat", "repeat", "what changed", "spell CPU 2", "quit"])
    once = after(text, "roll")
    assert once == ["You roll 6: 6 this turn, 6 if you hold.", "You can: roll, hold."]
    assert text.count("\n".join(once)) == 3
    assert after(text, "what changed")[0] == once[0]
    assert after(text, "spell CPU 2") == ["CPU 2: C, P, U, space, 2."]


def test_messages_are_walked_through_by_kind_and_muted(tmp_path):
    lines = ["roll", "hold", "messages", "messages events", "messages back", "messages mute moves", "roll", "quit"]
    text, _here = typed(tmp_path, [*lines[:-2], "moves", "messages bananas", "quit"])
    assert after(text, "messages")[0].startswith("Said so far: events ")
    (newest,), (earlier,) = after(text, "messages events"), after(text, "messages back")
    events = [line for line in text.splitlines() if " rolls " in line or " roll " in line or "hold" in line]
    assert events.index(earlier) < events.index(newest)
    assert "“bananas” is unknown here" in text
    assert SettingsFile(Home(tmp_path)).load().muted == ("moves",)
    muted, _here = typed(tmp_path, ["roll", "quit"], muted=("moves",))
    assert "You can:" not in muted
    assert "You roll" in muted


def test_detail_is_changed_at_the_table_and_kept(tmp_path):
    text, _here = typed(tmp_path, ["detail terse", "roll", "detail loud", "detail", "quit"])
    assert after(text, "roll") == ["You roll 6: 6."]
    assert "“loud” is unknown here; you can type terse, normal or verbose." in text
    assert after(text, "detail") == ["Detail is terse; you can choose terse, normal or verbose."]
    assert SettingsFile(Home(tmp_path)).load().detail == "terse"


def test_the_log_tells_sentences(tmp_path):
    text, _here = typed(tmp_path, ["roll", "log", "quit"])
    assert after(text, "log") == ["You roll 6: 6 this turn, 6 if you hold."]


@pytest.mark.parametrize("speech", ["spd-say -r 20", "spd-say,-r,20", '["spd-say", "-r", "20"]', "'spd-say' \"-r\" 20"])
def test_a_program_speaks_with_its_arguments_one_by_one(speech, tmp_path):
    from tabletop import setup

    assert setup.with_changes(Settings(), [f"speech={speech}"]).speech == ("spd-say", "-r", "20")
    assert arguments(("/with space/say",)) == ("/with", "space/say")
    with pytest.raises(ValueError, match="quotation mark"):
        setup.with_changes(Settings(), ["speech=say 'this"])


def test_each_sentence_is_an_argument_that_no_shell_reads(tmp_path):
    heard_by, program = tmp_path / "heard", tmp_path / "say"
    program.write_text(f'#!/bin/sh\nfor each; do printf "%s\\n" "$each" >> {heard_by}; done\n', encoding="utf-8")
    program.chmod(0o700)
    console = SpokenConsole(io.StringIO(), io.StringIO())
    console.adopt(Settings(speech=(str(program), "-r")))
    for text in ("You roll 4.", "$(touch trap); `x`", "-5 points"):
        console.say(text)
    console.close()
    assert heard_by.read_text("utf-8").splitlines() == [
        "-r",
        "You roll 4.",
        "-r",
        "$(touch trap); `x`",
        "-r",
        " -5 points",
    ]


def test_a_program_that_cannot_speak_is_told_once(tmp_path):
    out = io.StringIO()
    console = SpokenConsole(io.StringIO(), out)
    console.adopt(Settings(speech=(str(tmp_path / "nobody"),)))
    console.say("One.")
    console.say("Two.")
    console.close()
    assert out.getvalue().count("can't be run, so nothing is spoken") == 1
    assert "Two." in out.getvalue()


def test_the_bell_rings_at_each_turn_of_a_person_if_wanted(tmp_path):
    lines = ["roll", "hold", "roll", "quit"]
    assert "\a" not in typed(tmp_path / "still", lines)[0]
    assert typed(tmp_path / "bell", lines, bell=True)[0].count("\a") == 2


def test_a_line_comes_every_few_seconds_while_something_thinks():
    now, out = [0.0], io.StringIO()
    console = SpokenConsole(io.StringIO(), out, clock=lambda: now[0])
    for tenth in range(120):
        now[0] = tenth / 10
        console.progress("CPU 2 is thinking")
    console.progress("")
    assert out.getvalue().splitlines() == [
        "CPU 2 is thinking",
        "CPU 2 is thinking, for 4 seconds now.",
        "CPU 2 is thinking, for 8 seconds now.",
    ]
