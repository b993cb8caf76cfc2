"""The menu and the forms behind it: what is chosen, what is refused, what is remembered."""

import pytest
from scripted import ScriptedConsole, host_in

from tabletop.chance import Seeded
from tabletop.plugins.find.catalogue import GameListing
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.manifest import GameEntry
from tabletop.saves import Home, OpenMatch, SaveError, SettingsFile
from tabletop.terminal.menu import Menu
from tabletop.terminal.pages import rules_page


@pytest.fixture(autouse=True)
def same_chance(monkeypatch):
    """The matches of a test have the same dice each time."""
    monkeypatch.setattr("tabletop.host.chance_of", lambda save: Seeded(1 if save.seed is None else save.seed))


def run(folder, lines, *, plain=False, **settings):
    console = ScriptedConsole(lines, plain=plain)
    here = host_in(folder, console, **settings)
    Menu(here).run()
    return console, here


def headers(here):
    return [here.matches.look(summary.id).header for summary in here.matches.list()]


def only_header(here):
    (header,) = headers(here)
    return header


def test_enter_everywhere_begins_the_usual_game(tmp_path):
    console, here = run(tmp_path, ["", "", "", "quit", "quit"])
    header = only_header(here)
    assert (header.game, header.options) == ("pig", {})
    assert [seat.player for seat in header.seats] == ["human", "cpu"]
    assert "You can: roll." in console.text
    assert console.left == 0


def test_the_end_of_input_leaves_from_anywhere(tmp_path):
    for lines in ([], ["new"], ["new", "pig"], ["new", "pig", "seats"], ["new", "pig", "options"], ["settings"]):
        console, here = run(tmp_path, lines)
        assert console.left == 0
        assert headers(here) == []


def test_ctrl_c_leads_back_to_the_menu(tmp_path):
    lines = [KeyboardInterrupt, "new", KeyboardInterrupt, "new", "pig", "options", KeyboardInterrupt, "quit"]
    console, _here = run(tmp_path, lines)
    assert console.left == 0
    assert console.prompts[-1] == "tabletop> "


def test_choices_by_number_word_beginning_and_with_a_suggestion(tmp_path):
    console, _here = run(tmp_path, ["1", "pig-d", "back", "new", "9", "pgi", "back", "q"])
    assert "Pig with doubles" in console.text
    assert console.problems[0].startswith("“9” is unknown here")
    assert console.problems[1] == "“pgi” is unknown here. Did you mean pig?"


def test_the_last_choice_is_the_next_default(tmp_path):
    lines = ["", "", "options", "target=50", "", "seats", "3", "Ada", "cpu:hard", "", "", "quit", "quit"]
    _console, here = run(tmp_path, lines)
    first = only_header(here)
    console, here = run(tmp_path, ["new", "", "", "quit", "quit"])
    second = headers(here)[0]
    assert len(headers(here)) == 2
    assert first.options == second.options == {"target": 50}
    assert first.seats == second.seats
    assert [(seat.name, seat.level) for seat in first.seats] == [("Ada", None), ("CPU 2", "hard"), ("CPU 3", "medium")]
    assert "House rules: target 50" in console.text


def test_continuing_is_the_first_choice_where_there_is_a_match(tmp_path):
    run(tmp_path, ["", "", "", "r", "quit", "quit"])
    console, here = run(tmp_path, ["", "", "quit", "quit"])
    assert "1  Continue (1 match)" in console.text
    assert len(headers(here)) == 1


def test_rules_are_read_before_the_game(tmp_path):
    console, here = run(tmp_path, ["rules", "pig", "new", "pig", "rules", "back", "quit"])
    assert console.text.count("ONE DIE") == 0
    assert console.text.count("One die, two to eight players") == 2
    assert console.text.count("House rules in this match") == 1
    assert headers(here) == []


def test_the_lines_of_a_rules_page_are_filled_anew(tmp_path):
    page = "# Five\n\n- **Heap**: how many there are\n  in the hand,\n    too\n- more\n\nA line\n  and another.\n"
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/five.md").write_text(page, "utf-8")
    entry = GameEntry(id="five", title="Five", summary="Five.", seats=(2, 2))
    listing = GameListing(entry, Plugin("five", "1.0", "five", tmp_path))
    text = rules_page(listing, ScriptedConsole().style)
    assert text == "FIVE\n====\n\n- Heap: how many there are in the hand, too\n- more\n\nA line and another."


# House rules


def options(folder, *lines):
    """Types ``lines`` at the form of house rules, then begins."""
    return run(folder, ["new", "pig", "options", *lines, "", "play", "quit", "quit"])


def test_a_house_rule_by_number_asks_for_its_value(tmp_path):
    console, here = options(tmp_path, "2", "70")
    assert "Target (2 to 10000) [100]: " in console.prompts
    assert only_header(here).options == {"target": 70}


def test_enter_leaves_a_value_as_it_is(tmp_path):
    _console, here = options(tmp_path, "2", "")
    assert only_header(here).options == {}


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("target=1", "“target” should be 2 or more."),
        ("target=10001", "“target” should be 10000 or less."),
        ("target=many", "“target” should be a whole number."),
        ("ending=never", "“ending” should be immediate, final_turns or complete_round."),
        ("tagret=5", "“tagret” is unknown here. Did you mean target?"),
        ("target", "“target” should be written “target=value”."),
        ("99", "“99” is unknown here"),
    ],
)
def test_a_value_out_of_bounds_is_refused_and_nothing_changes(tmp_path, typed, answer):
    console, here = options(tmp_path, typed)
    (problem,) = console.problems
    assert problem.startswith(answer)
    assert only_header(here).options == {}


def test_hopeless_house_rules_are_refused_with_the_reason(tmp_path):
    console, here = options(tmp_path, "target_mode=exact", "minimum_to_hold=1000")
    (problem,) = console.problems
    assert problem == "Under these rules no sequence of rolls and holds ever reaches exactly 100."
    assert only_header(here).options == {"target_mode": "exact"}


def test_a_preset_is_a_whole_set_of_house_rules(tmp_path, monkeypatch):
    from tabletop_pig.games import Pig

    monkeypatch.setattr(Pig, "presets", {"short": {"target": 30}})
    console, here = options(tmp_path, "roll_limit=4", "short")
    assert "or a whole set of rules: short" in console.text
    assert only_header(here).options == {"target": 30}


# Seats


def seats(folder, *lines):
    return run(folder, ["new", "pig", "seats", *lines, "play", "quit", "quit"])


def names(here):
    return [seat.name for seat in only_header(here).seats]


def test_enter_accepts_the_seats(tmp_path):
    _console, here = seats(tmp_path, "", "", "")
    assert names(here) == ["@me", "CPU 2"]


def test_five_seats_or_more_are_warned_of(tmp_path):
    console, here = seats(tmp_path, "5", *[""] * 5)
    assert "the wait between your turns grows" in console.text
    assert len(names(here)) == 5
    console, _here = seats(tmp_path, "4", *[""] * 4)
    assert "the wait between your turns grows" not in console.text


@pytest.mark.parametrize("count", ["1", "9", "two", "-2", "²"])
def test_a_number_of_seats_that_the_game_has_not_is_refused(tmp_path, count):
    console, here = seats(tmp_path, count, "2", "", "")
    assert console.problems == ["Please type a number from 2 to 8."]
    assert len(names(here)) == 2


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("cpu:insane", "Seat 2: There is no CPU player “insane” for this game"),
        ("cpu:", "Seat 2: the level is missing"),
        ("cpu:hold:many", "Seat 2: “many” should be a whole number"),
        ("a,b", "A name can't hold a comma."),
        ("You", "Seat 2: You sits at this table already."),
        ("you", "Seat 2: You sits at this table already."),
        ("x" * 41, "Seat 2: “name” is longer than 40 characters."),
        ("a\x1b[2Jb", "Seat 2: “name” has characters that aren't allowed there."),
    ],
)
def test_a_bad_seat_is_asked_again(tmp_path, typed, answer):
    console, here = seats(tmp_path, "", "", typed, "Bo")
    (problem,) = console.problems
    assert problem.startswith(answer)
    assert names(here) == ["@me", "Bo"]


def test_only_cpu_players_that_the_game_has_are_offered(tmp_path):
    console, _here = seats(tmp_path, "", "", "")
    offered = [word for word in console.completions[4] if word.startswith("cpu:")]
    assert {"cpu:easy", "cpu:medium", "cpu:hard"} <= set(offered)
    for word in offered:
        console, _here = seats(tmp_path, "", "", word)
        assert console.problems == []


def test_seats_that_the_house_rules_forbid_are_refused(tmp_path, monkeypatch):
    from tabletop_pig.options import PigOptions

    def check(options, seats):
        if seats > 2:
            raise ValueError("Two seats only.")
        return options

    monkeypatch.setattr(PigOptions, "check", check)
    console, here = seats(tmp_path, "3", "", "", "")
    assert console.problems == ["Two seats only."]
    assert len(names(here)) == 2


# Settings and saves


def test_settings_are_kept_and_hold_at_once(tmp_path):
    console, here = run(tmp_path, ["settings", "speed=off", "pictures=ascii", "2", "yes", "", "quit"])
    kept = SettingsFile(Home(tmp_path)).load()
    assert (kept.speed, kept.pictures, kept.play_forced_moves) == ("off", "ascii", True)
    assert here.settings == console.settings[-1] == kept


def test_a_bad_setting_is_refused(tmp_path):
    console, _here = run(tmp_path, ["settings", "speed=warp", "", "quit"])
    assert console.problems == ["“speed” should be slow, normal, fast or off."]


def test_a_match_that_cannot_be_saved_leads_back_to_the_menu(tmp_path):
    (tmp_path / "matches").write_text("in the way", "utf-8")
    console = ScriptedConsole(["new", "", "", "quit"])
    here = host_in(tmp_path, console)
    here.unfinished = list
    Menu(here).run()
    (problem,) = console.problems
    assert "something else lies in its place" in problem
    assert console.left == 0


def test_a_match_that_is_open_elsewhere_leads_back_to_the_menu(tmp_path):
    _console, here = run(tmp_path, ["", "", "", "quit", "quit"])
    with here.matches.open(here.matches.find(None).id):
        console, _here = run(tmp_path, ["continue", "", "quit"])
    (problem,) = console.problems
    assert "is open in another process" in problem
    assert console.left == 0


def test_a_match_whose_plugin_is_missing_leads_back_to_the_menu(tmp_path):
    run(tmp_path, ["", "", "", "quit", "quit"])
    console = ScriptedConsole(["continue", "", "quit"])
    here = host_in(tmp_path, console)
    here.catalogue.games.clear()
    Menu(here).run()
    (problem,) = console.problems
    assert problem == "This match needs the plugin tabletop-pig: “tabletop plugins install tabletop-pig” brings it."


def test_a_match_that_breaks_the_rules_leads_back_to_the_menu(tmp_path):
    _console, here = run(tmp_path, ["", "", "", "quit", "quit"])
    with here.matches.open(here.matches.find(None).id) as match:
        match.append("1 hold")
    console, _here = run(tmp_path, ["continue", "", "quit"])
    assert console.problems == ["Event 1, “1 hold”: You can't hold yet: roll first."]


def test_a_choice_that_cannot_be_remembered_costs_nothing(tmp_path, monkeypatch):
    def fail(*_arguments, **_more):
        raise SaveError("The disk is full.")

    monkeypatch.setattr("tabletop.saves.Profiles.remember", fail)
    console, here = run(tmp_path, ["", "", "", "r", "quit", "quit"])
    assert console.problems == ["The disk is full."]
    assert len(here.matches.look(here.matches.find(None).id).events) == 2


def test_a_finished_match_leads_back_to_the_menu(tmp_path):
    lines = ["", "", "options", "target=5", "", "seats", "", "cpu", "cpu", "play", "quit"]
    console, here = run(tmp_path, lines, speed="off")
    assert " wins." in console.text
    assert console.left == 0
    assert here.unfinished() == 0


def test_a_broken_plugin_is_told_at_the_beginning(tmp_path):
    console = ScriptedConsole(["quit"])
    here = host_in(tmp_path, console)
    here.catalogue.problems = lambda: ["The plugin x 1.0 is skipped: it is broken."]
    Menu(here).run()
    assert console.problems == ["The plugin x 1.0 is skipped: it is broken."]


def test_every_event_is_saved_before_it_is_shown(tmp_path, monkeypatch):
    """Nothing is shown before it is saved: the last event shown is never ahead of the file."""
    seen = []
    append = OpenMatch.append
    console = ScriptedConsole(["", "", "", "r", "h", "quit", "quit"], plain=True)

    def watched(match, event):
        seen.append(len([1 for _text, role in console.said if role.value == "event"]))
        append(match, event)

    monkeypatch.setattr(OpenMatch, "append", watched)
    Menu(host_in(tmp_path, console, speed="off")).run()
    assert all(shown <= number for number, shown in enumerate(seen))
    assert seen == sorted(seen)
    assert len(seen) > 4
