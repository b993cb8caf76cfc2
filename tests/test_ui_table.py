"""One sitting at the table: moves, commands, pauses, saves that fail, leaving and going on."""

import signal

import pytest
from scripted import ScriptedConsole, host_in

from tabletop import setup
from tabletop.pieces.cells import width
from tabletop.plugins.find.catalogue import load
from tabletop.saves import OpenMatch, SaveError, Status
from tabletop.terminal.console import Role
from tabletop.terminal.display import beside
from tabletop.terminal.seated import PAUSES
from tabletop.terminal.seated import Departure as Ending


def start(folder, lines, *, seats="you,cpu", seed=1, plain=False, options=None, interrupt=(), **settings):
    """Plays a new match of Pig with typed lines; the console, the host, and how it ended."""
    console = ScriptedConsole(lines, plain=plain)
    console.interrupted_pauses = list(interrupt)
    here = host_in(folder, console, **settings)
    listing = here.catalogue.find("pig")
    ending = here.start(listing, load(listing), setup.read_seats(seats, "You"), options or {}, seed)
    return console, here, ending


def resume(folder, lines, **settings):
    console = ScriptedConsole(lines)
    here = host_in(folder, console, **settings)
    return console, here, here.resume(None)


def saved(here):
    (summary,) = here.matches.list()
    return here.matches.look(summary.id)


def moves_of(here, seat):
    return [event.split(" ", 1)[1] for event in saved(here).events if event.startswith(f"{seat} ")]


# Moves


@pytest.mark.parametrize("typed", ["r", "ro", "roll", "ROLL", " Roll "])
def test_a_move_may_be_abbreviated(tmp_path, typed):
    _console, here, _ending = start(tmp_path, [typed], seats="you,Bo")
    assert moves_of(here, 1) == ["roll"]


def test_h_holds(tmp_path):
    _console, here, _ending = start(tmp_path, ["r", "h"], seats="you,Bo")
    assert moves_of(here, 1) == ["roll", "hold"]


def test_a_refused_hold_says_why_in_the_list_and_when_typed(tmp_path):
    console, here, _ending = start(tmp_path, ["hold"], seats="you,Bo")
    reason = "You can't hold yet: roll first."
    assert f"You can: roll. {reason}" in console.text
    assert console.problems == [reason]
    assert saved(here).events == []


def test_the_list_of_moves_is_shown_again_only_when_it_has_changed(tmp_path):
    console, _here, _ending = start(tmp_path, ["r", "r"], seats="you,Bo")
    assert "bust" not in console.text
    assert console.text.count("You can't hold yet") == 1
    assert console.text.count("You can: roll, hold.") == 1


def test_a_reason_that_changes_is_shown_each_time(tmp_path):
    console, _here, _ending = start(tmp_path, ["r", "r"], seats="you,Bo", options={"minimum_to_hold": 1000})
    reasons = [text for text, _role in console.said if "of 1000 points needed to hold" in text]
    assert len(reasons) == len(set(reasons)) == 2


def test_enter_lists_the_moves(tmp_path):
    console, _here, _ending = start(tmp_path, [""], seats="you,Bo")
    assert console.text.count("You can: roll.") == 2


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("rol l", "“rol l” is unknown here. Did you mean roll?"),
        ("hodl", "“hodl” is unknown here. Did you mean hold?"),
        ("quti", "“quti” is unknown here. Did you mean quit?"),
        ("s", "“s” could be speed, save, seat, score or spell."),
        ("speed warp", "“warp” is unknown here; you can type slow, normal, fast or off."),
        ("spee warp", "“warp” is unknown here; you can type slow, normal, fast or off."),
        ("x" * 1000, "“" + "x" * 60 + "…” is unknown here"),
    ],
)
def test_what_is_not_understood_is_answered(tmp_path, typed, answer):
    console, here, ending = start(tmp_path, [typed, "r"], seats="you,Bo")
    (problem,) = console.problems
    assert problem.startswith(answer)
    assert moves_of(here, 1) == ["roll"]
    assert ending is Ending.LEFT


def test_moves_and_commands_can_be_completed(tmp_path):
    console, _here, _ending = start(tmp_path, ["r"], seats="you,Bo")
    assert "hold" not in console.completions[0]
    assert list(console.completions[1])[:2] == ["roll", "hold"]
    assert {"rules", "quit", "speed"} < set(console.completions[1])


def test_ones_own_move_is_told_once_with_the_dice(tmp_path):
    console, here, _ending = start(tmp_path, ["r"], seats="you,Bo")
    thrown = saved(here).events[1].removeprefix("* ")
    assert console.text.count("rolls") == 1
    assert f"rolls {thrown}: {thrown} this turn" in console.text
    assert "╭───────╮" in console.text


def test_plain_mode_has_a_line_for_each_event(tmp_path):
    console, here, _ending = start(tmp_path, ["r", "h", "quit"], plain=True, speed="off")
    lines = [text for text, role in console.said if role.value == "event"]
    assert lines[0] == "You roll 3: 3 this turn, 3 if you hold."
    assert len(lines) == sum(not event.endswith("roll") for event in saved(here).events)


# Commands


def test_every_command_answers(tmp_path):
    lines = ["r", "help quit", "rules", "score", "table", "log", "options", "speed", "save"]
    console, here, _ending = start(tmp_path, lines, seats="you,Bo", options={"target": 50})
    for said in (
        "leave, as with Ctrl-D; the match is kept",
        "House rules in this match",
        "holding makes",
        "   1  1 roll\n   2  * ",
        "* Target: 50",
        "(* differs from the usual rules)",
        "CPU players play at speed normal",
        f"Every event is saved as it happens; this match is {saved(here).id}.",
    ):
        assert said in console.text
    assert console.problems == []


def test_an_empty_log_says_so(tmp_path):
    console, _here, _ending = start(tmp_path, ["log"], seats="you,Bo")
    assert "Nothing has happened yet." in console.text


@pytest.mark.parametrize("answer", ["no", "", KeyboardInterrupt])
def test_abandoning_is_asked_once(tmp_path, answer):
    console, here, ending = start(tmp_path, ["abandon", answer, "r"], seats="you,Bo")
    assert "You play on." in console.text
    assert len([prompt for prompt in console.prompts if "for good" in prompt]) == 1
    assert moves_of(here, 1) == ["roll"]
    assert ending is Ending.LEFT


def test_an_abandoned_match_is_over(tmp_path):
    _console, here, ending = start(tmp_path, ["r", "abandon", "yes"], seats="you,Bo")
    assert ending is Ending.ABANDONED
    assert saved(here).status == Status.ABANDONED
    with pytest.raises(SaveError, match="is over"):
        here.resume(saved(here).id)


def test_the_end_of_input_while_abandoning_keeps_the_match(tmp_path):
    _console, here, ending = start(tmp_path, ["abandon"], seats="you,Bo")
    assert ending is Ending.LEFT
    assert saved(here).status == Status.IN_PROGRESS


def test_ctrl_c_clears_the_line(tmp_path):
    _console, here, _ending = start(tmp_path, [KeyboardInterrupt, KeyboardInterrupt, "r"], seats="you,Bo")
    assert moves_of(here, 1) == ["roll"]


@pytest.mark.parametrize("typed", ["quit", "q", EOFError])
def test_leaving_names_the_match(tmp_path, typed):
    console, here, ending = start(tmp_path, ["r", typed], seats="you,Bo")
    assert ending is Ending.LEFT
    assert f"The match is kept as {saved(here).id}." in console.text
    assert f"tabletop resume {saved(here).id}" in console.text


# CPU players


def test_a_cpu_player_pauses_while_the_rules_are_open_and_goes_on(tmp_path):
    console, here, _ending = start(tmp_path, ["r", "h", "rules", "xyz", "", "quit"], interrupt=[1])
    paused = console.text.index("Paused.")
    assert paused < console.text.index("House rules in this match") < console.text.index("“xyz” is unknown here")
    assert console.prompts[2:5] == ["paused> "] * 3
    assert console.prompts[5] == "You> "
    assert moves_of(here, 2)


def test_one_can_leave_while_a_cpu_player_is_paused(tmp_path):
    console, here, ending = start(tmp_path, ["r", "h", "quit", "r"], interrupt=[1])
    assert ending is Ending.LEFT
    assert console.left == 1
    assert saved(here).status == Status.IN_PROGRESS


@pytest.mark.parametrize("speed", PAUSES)
def test_each_speed_has_its_pause(tmp_path, speed):
    console, _here, _ending = start(tmp_path, ["r", "h", "quit"], speed=speed)
    assert set(console.pauses) == {PAUSES[speed]}
    assert PAUSES["off"] == 0


def test_people_are_never_made_to_wait(tmp_path):
    console, _here, _ending = start(tmp_path, ["r", "h", "r"], seats="you,Bo")
    assert console.pauses == []


def test_the_speed_can_be_changed_and_is_kept(tmp_path):
    console, here, _ending = start(tmp_path, ["speed off", "r", "h", "quit"])
    assert set(console.pauses) == {0.0}
    assert here.settings.speed == "off"
    console, here, _ending = resume(tmp_path, ["r", "h", "quit"])
    assert here.settings.speed == "off"


def test_ctrl_c_without_any_pause_pauses_too(tmp_path, monkeypatch):
    """A signal that comes while an event is being saved: the event is kept, then the CPU player waits."""
    append = OpenMatch.append

    def interrupted(match, event):
        append(match, event)
        if str(event).startswith("2 ") and not any(earlier.startswith("2 ") for earlier in match.events[:-1]):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(OpenMatch, "append", interrupted)
    console, here, _ending = start(tmp_path, ["r", "h", "log", "quit"], speed="off")
    assert console.prompts == ["You> ", "You> ", "paused> ", "paused> "]
    assert [event for event in saved(here).events if event.startswith("2 ")] == ["2 roll"]
    _console, here, _ending = resume(tmp_path, [], speed="off")
    assert len(moves_of(here, 2)) > 1


def test_forced_moves_play_themselves_if_that_is_set(tmp_path):
    console, here, _ending = start(tmp_path, ["h", "h"], seats="you,Bo", play_forced_moves=True)
    assert moves_of(here, 1)[:2] == ["roll", "hold"]
    assert moves_of(here, 2)[:1] == ["roll"]
    assert console.problems == []


def test_a_match_of_cpu_players_ends_by_itself(tmp_path):
    console, here, ending = start(tmp_path, [], seats="cpu:hard,cpu:easy", speed="off")
    assert ending is Ending.FINISHED
    assert saved(here).status == Status.FINISHED
    assert " wins." in console.text
    assert console.prompts == ["over> "]
    assert "What about Pig with two dice next?" in console.text


# Saves


class FailingDisk:
    """Makes ``OpenMatch.append`` fail a number of times at the event of a given number."""

    def __init__(self, monkeypatch, event, times):
        self.left = times
        append = OpenMatch.append

        def failing(match, text):
            if len(match.events) + 1 == event and self.left:
                self.left -= 1
                raise SaveError("The disk is full.")
            append(match, text)

        monkeypatch.setattr(OpenMatch, "append", failing)


def test_a_failing_save_is_told_and_retried_with_the_same_dice(tmp_path, monkeypatch):
    undisturbed, here, _ending = start(tmp_path / "one", ["r", "h"], seats="you,Bo")
    FailingDisk(monkeypatch, event=2, times=3)
    console, there, _ending = start(tmp_path / "two", ["r", "", KeyboardInterrupt, "", "", "h"], seats="you,Bo")
    assert console.problems == ["The disk is full."] * 3
    assert saved(there).events == saved(here).events
    told = [line for line, role in console.said if role.value == "event"]
    assert told == [line for line, role in undisturbed.said if role.value == "event"]


@pytest.mark.parametrize("event", [1, 2])
def test_leaving_when_a_save_fails_loses_nothing(tmp_path, monkeypatch, event):
    FailingDisk(monkeypatch, event=event, times=1)
    _console, here, ending = start(tmp_path, ["r", "quit"], seats="you,Bo")
    assert ending is Ending.LEFT
    assert len(saved(here).events) == event - 1
    _console, here, _ending = resume(tmp_path, ["r"] if event == 1 else [])
    assert len(saved(here).events) == 2


def test_a_failing_save_of_a_cpu_player_can_be_retried(tmp_path, monkeypatch):
    undisturbed, here, _ending = start(tmp_path / "one", ["r", "h", "quit"], speed="off")
    assert undisturbed.problems == []
    FailingDisk(monkeypatch, event=4, times=1)
    _console, there, _ending = start(tmp_path / "two", ["r", "h", "", "quit"], speed="off")
    assert saved(there).events == saved(here).events


def fail_notes(patch):
    append = OpenMatch.append

    def fail(match, *lines):
        if any(isinstance(line, tuple) for line in lines):
            raise SaveError("The disk is full.")
        append(match, *lines)

    patch.setattr(OpenMatch, "append", fail)


@pytest.mark.parametrize("lines", [["r"], ["r", "abandon", "yes"]])
def test_a_note_that_cannot_be_saved_is_told_and_the_match_is_kept(tmp_path, monkeypatch, lines):
    fail_notes(monkeypatch)
    console, here, ending = start(tmp_path, lines, seats="you,Bo")
    assert ending is Ending.LEFT
    assert set(console.problems) == {"The disk is full."}
    assert "is abandoned" not in console.text
    assert f"The match is kept as {saved(here).id}." in console.text
    assert len(saved(here).events) == 2


def test_an_end_that_cannot_be_saved_is_saved_when_the_match_is_resumed(tmp_path, monkeypatch):
    with monkeypatch.context() as context:
        fail_notes(context)
        console, here, ending = start(tmp_path, ["", ""], seats="cpu,cpu", speed="off", options={"target": 10})
    assert ending is Ending.LEFT
    assert console.problems.count("The disk is full.") == 4
    assert " wins." not in console.text
    assert saved(here).status == Status.IN_PROGRESS
    _console, here, ending = resume(tmp_path, [])
    assert ending is Ending.FINISHED
    assert saved(here).status == Status.FINISHED


def test_resuming_restores_options_seats_and_names(tmp_path):
    options = {"target": 60, "ending": "final_turns"}
    start(tmp_path, ["r"], seats="Ada,cpu:hard,Zoë", options=options)
    console, here, _ending = resume(tmp_path, ["options"])
    header = saved(here).header
    assert header.options == options
    assert [(seat.name, seat.player, seat.level) for seat in header.seats] == [
        ("Ada", "human", None),
        ("CPU 2", "cpu", "hard"),
        ("Zoë", "human", None),
    ]
    assert "* Target: 60" in console.text
    assert "Zoë" in console.text


def test_a_seeded_match_that_is_left_goes_on_as_if_it_had_not_been(tmp_path):
    turn = ["r", "r", "h"]
    _console, here, _ending = start(tmp_path / "one", turn * 3 + ["quit"], seed=12, speed="off")
    start(tmp_path / "two", [*turn, "quit"], seed=12, speed="off")
    resume(tmp_path / "two", [*turn[:1], "quit"], speed="off")
    _console, there, _ending = resume(tmp_path / "two", turn[1:] + turn, speed="off")
    assert saved(there).seed == 12
    assert saved(there).events == saved(here).events[: len(saved(there).events)]
    assert len(moves_of(there, 1)) >= 7


def test_a_match_whose_events_do_not_fit_the_rules_is_refused(tmp_path):
    _console, here, _ending = start(tmp_path, ["r"], seats="you,Bo")
    with here.matches.open(saved(here).id) as match:
        match.append("2 hold")
    with pytest.raises(ValueError, match="Event 3, “2 hold”: It is the turn of seat 1"):
        host_in(tmp_path, ScriptedConsole()).resume(None)


def test_the_picture_of_a_throw_has_its_text_beside_it():
    assert beside("", "text") == "  text"
    assert beside("a\nb\nc", "text") == "  a\n  b  text\n  c"


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("name", ["漢字" * 20, "Zoë😀" + "漢字" * 17, "x" * 40, "Ada"])
def test_a_wide_name_stays_within_the_screen(tmp_path, name, columns):
    console = ScriptedConsole(["r", "quit"], width=columns)
    here = host_in(tmp_path, console)
    listing = here.catalogue.find("pig")
    here.start(listing, load(listing), setup.read_seats(f"{name},Bo", "You"), {}, 1)
    titles = [line for text, role in console.said if role is Role.TITLE for line in text.split("\n")]
    scores = [line for line in titles if line.endswith(" 0")]
    (heading,) = [line for line in titles if line.startswith("──")]
    assert width(heading) <= columns
    assert len({width(line) for line in scores}) == 1
    assert width(scores[0]) <= columns
    cut = width(name) > columns - 9
    assert (name in scores[0], "…" in scores[0]) == (not cut, cut)
    assert "turn point" in console.seen[1]
    assert max(map(width, console.seen[1].split("\n"))) <= columns


def test_a_key_cuts_the_pauses_of_a_cpu_turn_short(tmp_path):
    console, here, _ending = start(tmp_path, ["r", "h", "quit"], speed="slow")
    many = len(console.pauses)
    console.hurried_pauses = [1]
    hurried = ScriptedConsole(["r", "h", "quit"])
    hurried.hurried_pauses = [1]
    listing = here.catalogue.find("pig")
    again = host_in(tmp_path / "again", hurried, speed="slow")
    again.start(listing, load(listing), setup.read_seats("you,cpu", "You"), {}, 1)
    assert many > 1
    assert len(hurried.pauses) == 1


def test_keys_are_thrown_away_where_a_turn_begins_and_never_within_it(tmp_path):
    console, _here, _ending = start(tmp_path, ["r", "r", "undo", "h", "r", "quit"], seats="you,cpu,cpu")
    firsts = [number for number in console.turns if console.prompts[number : number + 1] == ["You> "]]
    assert firsts[0] == 0
    assert len(firsts) == 2
