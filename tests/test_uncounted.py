"""Whatever keeps a match from counting is said when it happens, at the match's end, and in the statistics."""

import json

import pytest
from scripted import ScriptedConsole, host_in
from sittings import last_saved, sit_again, sit_down

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches
from tabletop.terminal.stats_page import StatsPage
from tabletop.terms import IMPORTED, UNCOUNTED

WON = ["roll", "hold"] * 40
TINY = {"target": 10}
NOW, NOT = "The match won't count for statistics: ", "This match doesn't count for statistics: "
HINT, SEED, DICE = "a hint was given.", "it was started with a seed.", "its dice are your own."
FREE, PLAYER = "it has free take-back.", "a seat has changed hands."


def played(folder, lines, **more):
    """What a match comes to as a person reads it, all of it and after the result."""
    console, here, _ending = sit_down(folder, lines, **{"seats": "Ada,Bo", "options": TINY, "seed": None, **more})
    text = console.text
    return text, text.rpartition(" wins.")[2] if " wins." in text else "", here


def stats(folder):
    here = host_in(folder, ScriptedConsole())
    StatsPage(here).say()
    return here.console.text


@pytest.mark.parametrize(
    ("why", "lines", "more"),
    [
        (HINT, ["hint", *WON], {}),
        (HINT, ["odds", *WON], {}),
        (SEED, WON, {"seed": 3}),
        (FREE, WON, {"take_back": "free"}),
        (DICE, ["roll", "6", "roll", "5", "hold"], {"dice": "mine"}),
        (PLAYER, ["seat 2 Cleo", *WON], {}),
    ],
    ids=["hint", "odds", "seed", "free take-back", "own dice", "reseating"],
)
def test_it_is_said_when_it_happens_and_at_the_end(tmp_path, why, lines, more):
    text, end, _here = played(tmp_path, lines, **more)
    assert text.count(NOW + why) == text.count(NOW) == 1
    assert end.count(NOT + why) == text.count(NOT) == 1


def test_it_is_said_once_however_many_hints_there_are(tmp_path):
    text, _end, _here = played(tmp_path, ["hint", "hint", "roll", "hint"])
    assert text.count(NOW + HINT) == 1
    assert text.index("Chance to win") < text.index(NOW + HINT)


def test_what_already_does_not_count_is_said_to_not_count_for_that(tmp_path):
    text, _end, _here = played(tmp_path, ["hint", "roll", "hint"], seed=1)
    assert (text.count(NOW + SEED), text.count(HINT)) == (1, 0)


def test_it_is_said_again_when_the_match_goes_on(tmp_path):
    played(tmp_path, ["hint", "roll"])
    console, _here, _ending = sit_again(tmp_path, ["roll"])
    assert console.text.count(NOW + HINT) == 1


def test_of_a_match_that_counts_nothing_is_said(tmp_path):
    text, end, _here = played(tmp_path, WON)
    assert end
    assert "count for statistics" not in text


def test_nobody_is_told_where_no_person_plays(tmp_path):
    text, _end, here = played(tmp_path, [], seats="cpu:easy,cpu:easy", seed=4, plain=True)
    assert last_saved(here).status.value == "finished"
    assert "count for statistics" not in text


def test_who_imports_a_record_is_told(tmp_path, tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    _text, _end, here = played(tmp_path, WON)
    record = tmp_path / "a.json"
    tabletop("record", "export", last_saved(here).id, "-o", record)
    code, out, _err = tabletop("record", "import", record)
    assert code == 0
    assert out.startswith(NOT + "it came as a record.\nKept as ")
    assert tabletop("stats")[1].startswith("1 match that came as a record isn't counted.\n")


def test_the_statistics_say_how_many_are_not_counted_and_why(tmp_path):
    played(tmp_path, ["hint", *WON])
    played(tmp_path, ["odds", *WON])
    played(tmp_path, WON, seed=3)
    played(tmp_path, WON, take_back="free")
    played(tmp_path, ["roll", "6", "roll", "5", "hold"], dice="mine")
    played(tmp_path, ["seat 2 Cleo", *WON])
    played(tmp_path, ["hint", "roll"])  # isn't over
    said = stats(tmp_path).splitlines()
    assert "2 matches with help aren't counted." in said
    assert "1 match doesn't count: it was started with a seed." in said
    assert "1 match with free take-back isn't counted." in said
    assert "1 match with dice of your own isn't counted." in said
    assert "1 match in which a seat changed hands isn't counted." in said


def test_the_statistics_as_json_say_it_too(tmp_path, tabletop, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    played(tmp_path, ["hint", *WON])
    played(tmp_path, WON, seed=3)
    assert json.loads(tabletop("stats", "--json")[1])["uncounted"] == {"hint": 1, "seed": 1}
    assert json.loads(tabletop("stats", "--json", "--person", "Zoe")[1])["uncounted"] == {}


def test_an_imported_match_of_somebody_called_you_is_not_the_persons(tmp_path):
    """As the list of an earlier program says it, and as it is said now."""
    seats = (Seat(name="You"), Seat(name="Bo"))
    with Matches(Home(tmp_path)).create(
        Header(game="pig", seats=seats), events=["1 roll"], notes=[(UNCOUNTED, {"why": IMPORTED})]
    ) as save:
        assert save.uncounted == IMPORTED
    [found] = Matches(Home(tmp_path)).list()
    assert (found.uncounted, found.seats[0].name) == (IMPORTED, "You")
