"""Names in one spelling, names that can be seen, and times as clocks showed them."""

import json
import time
from datetime import UTC, datetime, timedelta

import pytest

from tabletop.match import Header, Match, Seat, bind, read_name
from tabletop.record import export
from tabletop.saves import Home, Matches, Profiles
from tabletop.saves.when import when

COMPOSED, DECOMPOSED = "Zo\u00e9", "Zoe\u0301"
INVISIBLE = ["\u200b", "\u200d\u200d", "\u3164", "\u2800", "\ufeff", "\u00ad", "\u0301", "\u200b \u00a0"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    return Home(tmp_path / "home")


def play(tabletop, seats):
    return tabletop("play", "pig", "--seats", seats, "--plain", typed="roll\nquit\n")


def test_a_name_typed_in_two_spellings_is_one_name(tabletop, home):
    code, _out, err = play(tabletop, f"{COMPOSED},{DECOMPOSED}")
    assert (code, err) == (2, f"tabletop: Seat 2: {COMPOSED} sits at this table already.\n")
    assert play(tabletop, f"Bo,{DECOMPOSED}")[0] == 0
    assert Matches(home).list()[0].seats[1].name == COMPOSED


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_needs_something_that_can_be_seen(tabletop, home, name):
    for line in (("play", "pig", "--seats", f"Ada,{name}", "--plain"), ("settings", f"name={name}")):
        code, _out, err = tabletop(*line)
        assert code == 2
        assert "something that can be seen" in err
    with pytest.raises(ValueError, match="something that can be seen"):
        read_name(name)
    assert Profiles(home).load().name is None


@pytest.mark.parametrize("name", ["👩\u200d🚀", "Bo", "\u0928\u093f", "·", "李", "O\u2019Neill", "ab\u00adc"])
def test_whatever_can_be_seen_is_a_name(name):
    assert read_name(name) == name


def test_names_that_only_look_alike_are_one_name(tabletop, home):
    code, _out, err = play(tabletop, "Bo,B\u200bo")
    assert code == 2
    assert "sits at this table already" in err


def test_a_match_is_meant_by_its_name_in_any_spelling(tabletop, home):
    play(tabletop, "Ada,Bo")
    match_id = Matches(home).list()[0].id
    tabletop("matches", "rename", match_id, DECOMPOSED)
    assert Matches(home).find(COMPOSED).id == Matches(home).find(DECOMPOSED).id == match_id
    assert Matches(home).list()[0].name == COMPOSED


@pytest.mark.parametrize(
    ("names", "events", "why"),
    [
        (("Ada", "Ada"), [], "Seat 2: Ada sits at this table already."),
        ((COMPOSED, DECOMPOSED), [], "sits at this table already."),
        (("Ada", "\u200b"), [], "Seat 2: a name needs something that can be seen."),
        (("Ada", "Bo"), ['! seat 2 {"name": "Ada"}'], "Seat 2: Ada sits at this table already."),
    ],
)
def test_a_record_whose_players_nobody_can_tell_apart_is_refused_and_nothing_kept(
    tabletop, home, tmp_path, names, events, why
):
    from tabletop_pig.games import Pig

    header = Header(game="pig", seats=tuple(Seat(name=name) for name in names))
    document = json.loads(export(header, Match(bind(Pig, header))))
    document |= {"events": events, "version": 2 if events else document["version"]}
    (tmp_path / "r.json").write_text(json.dumps(document), "utf-8")
    code, _out, err = tabletop("record", "import", tmp_path / "r.json")
    assert code == 2
    assert why in err
    assert Matches(home).list() == []


def test_a_record_with_another_spelling_is_kept_in_the_usual_one(tabletop, home, tmp_path):
    from tabletop_pig.games import Pig

    header = Header(game="pig", seats=(Seat(name=DECOMPOSED), Seat(name="Bo")))
    (tmp_path / "r.json").write_text(export(header, Match(bind(Pig, header))), "utf-8")
    assert tabletop("record", "import", tmp_path / "r.json")[0] == 0
    assert Matches(home).list()[0].seats[0].name == COMPOSED


@pytest.fixture
def in_berlin(monkeypatch):
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone can't be set here")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_a_time_before_clocks_were_changed_reads_as_they_showed_it(in_berlin):
    now = datetime(2026, 10, 25, 14, tzinfo=UTC).astimezone()
    assert when(datetime(2026, 10, 24, 12, tzinfo=UTC), now) == "yesterday, 14:00"
    spring = datetime(2026, 3, 29, 12, tzinfo=UTC).astimezone()
    assert when(datetime(2026, 3, 28, 13, tzinfo=UTC), spring) == "yesterday, 14:00"
    assert when(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), now) == "today, 02:30"


def test_a_time_in_another_zone_is_told_in_that_one(in_berlin):
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert when(noon, noon + timedelta(hours=5)) == "today, 12:00"
