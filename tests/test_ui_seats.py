"""Who sits where: changing in the middle of a match, resigning, a rematch, and one keyboard for several people."""

import io

import pytest
from kuhn import Kuhn
from scripted import host_in
from sittings import last_saved, sit_again, sit_down, table_of

from tabletop import setup
from tabletop.cli import run
from tabletop.match import Seat
from tabletop.plugins.find.catalogue import load
from tabletop.record import read
from tabletop.saves import OpenMatch, SaveError, Status, Terms
from tabletop.terminal.console import PlainConsole
from tabletop.terminal.course_page import Lessons
from tabletop.terminal.seated import Departure as Ending


def test_a_cpu_player_takes_over_and_goes_on_after_a_resume(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "seat 2 cpu:easy", "h", "quit"], seats="Ada,Bo")
    assert console.problems == []
    assert "CPU 2 plays on for Bo." in console.text
    saved = last_saved(here)
    assert saved.seats == (Seat(name="Ada"), Seat(name="CPU 2", player="cpu", level="easy"))
    assert saved.header.seats[1] == Seat(name="Bo")
    assert saved.summary.seats == saved.seats
    assert any(event == "2 roll" for event in saved.events)
    console, here, _ending = sit_again(tmp_path, ["seat"])
    assert "Seat 2: CPU 2 (CPU, easy)" in console.text


def test_a_person_takes_over_in_the_middle_of_a_turn(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "seat 1 Cleo", "h", "seat 2 Dan", "r"], seats="Ada,Bo")
    assert console.prompts == [
        "Ada> ",
        "Ada> ",
        "Cleo> ",
        "Bo> ",
        "Dan> ",
        "Dan> " if console.prompts[-1] == "Dan> " else "Cleo> ",
    ]
    assert [note.data["name"] for note in last_saved(here).notes if note.kind == "player"] == ["Cleo", "Dan"]


def test_a_seat_given_to_a_cpu_player_moves_at_once(tmp_path):
    _console, here, ending = sit_down(tmp_path, ["r", "seat 1 cpu:hard"], seats="Ada,cpu", options={"target": 10})
    assert ending is Ending.FINISHED
    assert last_saved(here).status is Status.FINISHED


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("seat 3 Cleo", "Type a seat from 1 to 2, then who."),
        ("seat x", "Type a seat from 1 to 2, then who."),
        ("seat 2", "Seat 2 (Bo): type after it who plays on there: “you”, a name or “cpu:level”."),
        ("seat 2 Ada", "Seat 2: Ada sits at this table already."),
        ("seat 2 cpu:godlike", "godlike"),
        ("rematch", "A rematch is for when the match is over."),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, typed, reason):
    console, here, _ending = sit_down(tmp_path, [typed], seats="Ada,Bo")
    (problem,) = console.problems
    assert reason in problem
    assert last_saved(here).seats == (Seat(name="Ada"), Seat(name="Bo"))


def test_who_resigns_is_last_and_the_others_rank_by_their_scores(tmp_path):
    plays = ["5 6", "1 2", "2 3", "r", "5 6", "h", "r", "5 4", "h"]
    lines = [*plays, "resign", "no", "resign", "yes", "end", "review", ""]
    console, here, ending = sit_down(tmp_path, lines, game="bigpig", seats="Ada,Bo,Cleo", dice="mine")
    assert ending is Ending.RESIGNED
    saved = last_saved(here)
    assert saved.status is Status.FINISHED
    assert (saved.summary.scores, saved.summary.ranks) == ((11, 9, 0), (1, 2, 3))
    assert [note.data for note in saved.notes if note.kind == "resigned"] == [{"side": 3}]
    assert "You play on." in console.text
    assert "Cleo resigns." in console.text
    assert "Ada wins." in console.text
    assert "accuracy" in console.text


THREE = {"seats": "Ada,Bo,Cleo", "options": {"target": 20}}
HOLDS = ["r", "h"] * 40


def resignations(here):
    return [(note.kind, dict(note.data)) for note in last_saved(here).notes if note.kind in ("resigned", "player")]


@pytest.mark.parametrize("typed", ["continue", "2", "c"])
def test_the_people_left_may_let_a_cpu_player_play_on(tmp_path, typed):
    console, here, ending = sit_down(tmp_path, ["r", "resign", "y", "what?", typed, *HOLDS], **THREE)
    cpu = {"seat": 1, "name": "CPU 1", "player": "cpu", "level": "medium"}
    assert resignations(here) == [("resigned", {"side": 1, "plays_on": True}), ("player", cpu)]
    assert "Bo, Cleo: how does it go on without Ada?" in console.text
    assert console.problems[0] == "“what?” is unknown here; you can type end or continue."
    assert "end or continue (Enter: end)> " in console.asked_afresh
    assert "Ada resigns.\nCPU 1 plays on for Ada." in console.text
    saved = last_saved(here)
    assert (ending, saved.status) == (Ending.FINISHED, Status.FINISHED)
    assert max(saved.summary.scores) >= 20
    assert saved.summary.ranks[0] == 3
    assert (saved.summary.counts, saved.uncounted) == (False, "player")


def test_who_leads_for_one_who_resigned_is_last_all_the_same(tmp_path):
    lines = ["6", "resign", "y", "continue", *["6"] * 9]
    console, here, _ending = sit_down(
        tmp_path, ["r", *lines], seats="Ada,Bo,Cleo", dice="mine", options={"target": 6, "minimum_to_hold": 6}
    )
    saved = last_saved(here)
    assert (saved.summary.scores, saved.summary.ranks) == ((6, 0, 0), (3, 1, 1))
    assert "Bo, Cleo share the first place." in console.text


@pytest.mark.parametrize("typed", ["", "end", "1"])
def test_the_people_left_may_end_the_match(tmp_path, typed):
    _console, here, ending = sit_down(tmp_path, ["resign", "y", typed], **THREE)
    assert ending is Ending.RESIGNED
    assert resignations(here) == [("resigned", {"side": 1})]


def test_both_may_resign_one_after_the_other(tmp_path):
    lines = ["resign", "y", "continue", "resign", "y", "continue", "resign", "y"]
    _console, here, ending = sit_down(tmp_path, lines, seats="Ada,Bo,Cleo")
    saved = last_saved(here)
    assert ending is Ending.RESIGNED
    assert [data.get("plays_on") for kind, data in resignations(here) if kind == "resigned"] == [True, True, None]
    assert saved.summary.ranks == (3, 2, 1)


@pytest.mark.parametrize("seats", ["Ada,cpu,cpu", "Ada,Bo"])
def test_nobody_is_asked_where_nobody_is_left_or_two_play(tmp_path, seats):
    console, _here, ending = sit_down(tmp_path, ["resign", "y"], seats=seats)
    assert ending is Ending.RESIGNED
    assert "how does it go on" not in console.text


def test_partners_resign_together_and_two_sides_end(tmp_path):
    console, _here, ending = sit_down(
        tmp_path, ["", "resign", "y"], game="passing-game", seats="Ada,Bo,Cleo,Dan", options={"partners": True}
    )
    assert ending is Ending.RESIGNED
    assert "how does it go on" not in console.text
    assert any(f"{side} resign." in console.text for side in ("Ada + Cleo", "Bo + Dan"))


def test_at_the_end_nobody_is_marked_as_on_turn(tmp_path):
    console, _here, _ending = sit_down(tmp_path, ["r", "resign", "y", "score", ""], seats="Ada,Bo")
    before, after = console.text.split("Ada resigns.")
    assert "> Ada" in before
    assert "> " not in after.replace("over> ", "")


def test_in_a_pipe_the_match_ends(tmp_path):
    console = PlainConsole(io.StringIO("resign\nyes\n\n"), io.StringIO())
    here = host_in(tmp_path, console)
    listing = here.catalogue.find("pig")
    ending = here.start(listing, load(listing), setup.read_seats("Ada,Bo,Cleo", "You"), {}, 1, Terms())
    assert ending is Ending.RESIGNED
    assert resignations(here) == [("resigned", {"side": 1})]


def test_ctrl_c_before_it_is_chosen_plays_on_and_ctrl_d_leaves(tmp_path):
    console, here, ending = sit_down(tmp_path, ["resign", "y", KeyboardInterrupt, "resign", "y"], **THREE)
    assert console.text.count("You play on.") == 2
    assert ending is Ending.LEFT
    assert (resignations(here), last_saved(here).status) == ([], Status.IN_PROGRESS)


def test_a_hand_is_covered_before_those_who_are_left_are_asked(tmp_path):
    lines = ["", "resign", "y", "continue"]
    console, _here, _ending = sit_down(tmp_path, lines, game="passing-game", seats="Ada,Bo,Cleo")
    after = console.said[console.wiped[1]][0]
    names = after.partition(":")[0].split(", ")
    assert after.endswith(f": how does it go on without {({'Ada', 'Bo', 'Cleo'} - set(names)).pop()}?")


def test_resigning_while_leading_loses_too(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["r", "h", "r", "h", "resign"], confirm=False, seats="you,Bo", seed=1)
    ranks = last_saved(here).summary.ranks
    assert ranks is not None
    assert "You play on." not in console.text
    assert sorted(ranks) == [1, 2]


def test_the_record_of_a_resigned_match_has_its_result(tmp_path, monkeypatch):
    _console, here, _ending = sit_down(tmp_path, ["r", "resign", "y"])
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    file = tmp_path / "record.json"
    assert run(["record", "export", last_saved(here).id, "-o", str(file)]) == 0
    record = read(file)
    assert (record.version, record.events[-1], record.result.ranks) == (2, "! resign 1", (2, 1))


def test_a_rematch_rotates_the_seats_and_keeps_rules_and_terms(tmp_path):
    lines = ["r", "2", "h", "rematch", "quit"]
    console, here, ending = sit_down(tmp_path, lines, seats="Ada,Bo,Cleo", dice="mine", options={"target": 2})
    assert ending is Ending.LEFT
    first, second = sorted((here.matches.look(match.id) for match in here.matches.list()), key=lambda one: one.created)
    assert [seat.name for seat in second.header.seats] == ["Bo", "Cleo", "Ada"]
    assert second.header.options == first.header.options == {"target": 2}
    assert second.terms == first.terms
    assert console.prompts[-2:] == ["over> ", "Bo> "]


# One keyboard


def kuhn_table(folder, lines, seats="Ada,Bo", *, plain=False):
    return table_of(folder, Kuhn(Kuhn.options_model(), 2), seats, lines, seed=5, plain=plain)


def test_the_table_is_covered_between_people_who_hide_something(tmp_path):
    table = kuhn_table(tmp_path, ["", "check", "score", "", "bet", "", "call"])
    with table.save:
        table.run()
    cards = table.match.events[0].removeprefix("* ").split()
    console = table.console
    assert console.prompts[:5] == ["Ada, press Enter> ", "Ada> ", "Bo, press Enter> ", "Bo, press Enter> ", "Bo> "]
    parts, start = [], 0
    for wiped in console.wiped:
        parts.append("\n".join(text for text, _role in console.said[start:wiped]))
        start = wiped
    assert len(console.wiped) == 3
    for part, own in zip(parts[1:], (0, 1), strict=True):
        assert cards[own] in part
        assert cards[1 - own] not in part
    assert cards[0] not in parts[0]
    assert cards[1] not in parts[0]
    assert "Ada: check" in console.text.split("Bo, press Enter")[2] or "check" in parts[2]


def test_what_one_types_is_for_ones_own_eyes(tmp_path):
    table = kuhn_table(tmp_path, ["", "check", "score", "", "bet", "", "call", "log", ""])
    with table.save:
        table.run()
    console, match = table.console, table.save.id
    whose = dict(zip(console.prompts, console.kept_by, strict=True))
    assert whose == {
        "Ada, press Enter> ": "",
        "Ada> ": f"{match} Ada",
        "Bo, press Enter> ": "",
        "Bo> ": f"{match} Bo",
        "over> ": "",
    }
    assert console.whose is None
    assert console.asked_afresh == ["Ada, press Enter> ", "Bo, press Enter> ", "Ada, press Enter> "]


@pytest.mark.parametrize("seats", ["you,cpu", "Ada,cpu"])
def test_what_the_only_person_types_is_kept(tmp_path, seats):
    table = kuhn_table(tmp_path, ["check", "table"], seats=seats)
    with table.save:
        table.run()
    assert set(table.console.kept_by) == {None}


def test_each_question_that_is_not_taken_back_is_asked_afresh(tmp_path, monkeypatch):
    console, here, _ending = sit_down(tmp_path, ["resign", "no", "abandon", "no"], seats="Ada,Bo")
    assert [prompt[:6] for prompt in console.asked_afresh] == ["Resign", "Give t"]
    console, here, _ending = sit_down(tmp_path / "lessons", ["quit"])
    console._lines = ["reset", "no", "back"]
    listing = here.catalogue.find("pig")
    Lessons(here, listing, load(listing)).run()
    assert [prompt[:6] for prompt in console.asked_afresh] == ["Forget"]
    monkeypatch.setattr(
        OpenMatch, "append", lambda _match, _event: (_ for _ in ()).throw(SaveError("The disk is full."))
    )
    console, _here, _ending = sit_down(tmp_path / "full", ["r", "", "quit"], seats="Ada,Bo")
    assert [prompt[:5] for prompt in console.asked_afresh] == ["Enter", "Enter"]


def test_plain_mode_says_that_it_cannot_hide_what_was_printed(tmp_path):
    table = kuhn_table(tmp_path, ["", "check", ""], plain=True)
    with table.save:
        table.run()
    text = table.console.text
    cards = table.match.events[0].removeprefix("* ").split()
    assert text.count("What was shown above can't be hidden here.") == 2
    before, _enter, after = text.partition("Bo, press Enter> ")
    assert cards[1] not in before
    assert f"You hold {cards[1]}." in after


@pytest.mark.parametrize("word", ["quit", "exit", "back"])
def test_quit_leaves_at_the_cover_and_uncovers_nothing(tmp_path, word):
    table = kuhn_table(tmp_path, [word, "log"])
    with table.save:
        assert table.run() is Ending.LEFT
    text = table.console.text
    assert "Only Enter goes on here" not in text
    assert not {"You hold J.", "You hold Q.", "You hold K."} & set(text.splitlines())


def test_only_enter_uncovers(tmp_path):
    table = kuhn_table(tmp_path, ["hint", "table", KeyboardInterrupt, "log"])
    with table.save:
        assert table.run() is Ending.LEFT
    text = table.console.text
    assert text.count("Only Enter goes on here; quit leaves, and so does Ctrl-D.") == 3
    assert not {"You hold J.", "You hold Q.", "You hold K."} & set(text.splitlines())


def test_one_person_is_never_covered(tmp_path):
    table = kuhn_table(tmp_path, ["check"], seats="you,cpu")
    with table.save:
        table.run()
    assert table.console.wiped == []


def test_giving_a_seat_away_uncovers_nothing(tmp_path):
    """Ada hands her seat to a CPU player: Bo's card stays covered until Bo is there."""
    table = kuhn_table(tmp_path, ["", "seat 1 cpu:hard", "", "table"])
    with table.save:
        table.run()
    cards = table.match.events[0].removeprefix("* ").split()
    before, _enter, after = table.console.text.partition("Bo, press Enter> ")
    assert f"You hold {cards[1]}." not in before
    assert not after or f"You hold {cards[1]}." in after
