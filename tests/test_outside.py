"""What happens in a match outside its rules: records of version 2, and the notes of match files that they tell."""

import io
import json
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from any_match import GAMES, headers, step
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import ScriptedConsole, host_in
from spectators import spectating
from tabletop_pig.games import Pig

from tabletop import IllegalMove, host
from tabletop.cli import run
from tabletop.match import Header, Match, Seat, bind
from tabletop.outside import Ended, RecordedMatch, Seating, parse, recorded
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.record import RecordError, check_result, export, read, replay_line
from tabletop.saves import Home, Matches, Status, transfer
from tabletop.saves.saved import ended
from tabletop.scoring import ranks
from tabletop.scoring import resigned as last_of_all

DATA = Path(__file__).parent / "data"
VERSION_1 = DATA / "record-version-1.json"
VERSION_2 = DATA / "record-version-2.json"
REPLAY_2 = DATA / "record-version-2.replay.jsonl"
ADA_AND_BO = (Seat(name="Ada"), Seat(name="Bo", player="cpu", level="hard"))
HEADER = Header(game="pig", plugin="tabletop-pig", plugin_version="0.1.0", options={"target": 10}, seats=ADA_AND_BO)
GOOD = {
    "format": "tabletop-record",
    "version": 2,
    "game": "pig",
    "options": {"target": 10},
    "seats": [{"name": "Ada"}, {"name": "Bo", "player": "cpu", "level": "hard"}],
    "events": ["1 roll", "* 6", "! resign 1"],
}
CLEO = '! seat 2 {"name": "Cleo", "player": "human"}'
TAKEN = ("player", {"seat": 2, "name": "Cleo", "player": "human", "level": None})


def read_json(document):
    return read(io.BytesIO(json.dumps(document).encode()))


def replayed(record):
    return recorded(bind(GAMES[record.game], record), record, record.events)


def play(*events):
    return RecordedMatch(bind(Pig, HEADER), HEADER.seats, events)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    return Home(tmp_path)


def kept(home, *entries):
    """A saved match that begins with events and notes."""
    with Matches(home).create(HEADER, events=entries) as save:
        return save.id


def exported(match_id, capfdbinary):
    assert run(["record", "export", match_id]) == 0
    return capfdbinary.readouterr().out.decode()


def there_and_back(match_id, capfdbinary, tmp_path):
    """The record of a match, and the match that importing it makes, of which the record is the same."""
    text = exported(match_id, capfdbinary)
    file = tmp_path / "there.json"
    file.write_text(text, "utf-8")
    assert run(["record", "check", str(file)]) == 0
    assert run(["record", "import", str(file)]) == 0
    other = capfdbinary.readouterr().out.decode().split()[-1].rstrip(".")
    assert exported(other, capfdbinary) == text
    return json.loads(text), Matches(Home.find(os.environ)).look(other)


# Version 2


def test_a_record_of_version_2_stays_readable():
    record = read(VERSION_2)
    match = replayed(record)
    check_result(record, match)
    assert match.result.ranks == (3, 2, 1)
    assert match.seats == (
        Seat(name="CPU 1", player="cpu", level="hold:15"),
        Seat(name='Dan “"Dice"” \\ O\'Neil'),
        Seat(name="Çelik"),
    )
    header = Header.model_validate(record.model_dump(include=set(Header.model_fields)))
    assert export(header, match) == VERSION_2.read_text("utf-8")


def test_what_replay_prints_of_it(home, capfdbinary):
    assert run(["record", "replay", str(VERSION_2), "--json"]) == 0
    assert capfdbinary.readouterr().out == REPLAY_2.read_bytes()
    last = json.loads(REPLAY_2.read_text("utf-8").splitlines()[-1])
    assert (last["event"], last["to_act"], last["legal"]) == ("! resign 1", None, [])
    assert last["result"] == {"ranks": [3, 2, 1]}


def test_what_replay_says_in_the_middle():
    match = play("1 roll", "* 4")
    before = replay_line(match)
    match.replay(CLEO)
    assert replay_line(match) == {**before, "event": CLEO}
    match.replay("! end time 2")
    assert replay_line(match) == {
        **before,
        "event": "! end time 2",
        "to_act": None,
        "legal": [],
        "result": {"ranks": [1, 2]},
    }
    assert len(match.states()) == len(match.events) + 1
    match.take_back(1)
    assert (match.to_act, match.result, match.seats[1].name) == (0, None, "Cleo")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("! resign 2", Ended("resign", 1)),
        ("! end time 2", Ended("time", 1)),
        ("! end agreed", Ended("agreed")),
        (CLEO, Seating(1, Seat(name="Cleo"))),
        (
            '! seat 1 {"name": "C", "player": "cpu", "level": "hard"}',
            Seating(0, Seat(name="C", player="cpu", level="hard")),
        ),
    ],
)
def test_a_line_and_its_text(line, found):
    assert parse(line) == found
    assert str(found) == line


def test_json_of_a_seat_may_be_written_in_any_way():
    assert parse('! seat 2 {"name":"\\u00c7elik"}') == Seating(1, Seat(name="Çelik"))


def test_who_is_last_and_how_the_others_stand():
    assert play("1 roll", "* 6", "1 hold", "! resign 1").result.ranks == (2, 1)
    assert play("1 roll", "* 6", "1 hold", "! end time 1").result.ranks == (2, 1)
    assert play("1 roll", "* 6", "1 hold", "! end agreed").result.ranks == (1, 2)


# A side that resigned and is played on for

THREE = HEADER.model_copy(update={"seats": (Seat(name="Ada"), Seat(name="Bo"), Seat(name="Cleo"))})
CPU_1 = '! seat 1 {"name": "CPU 1", "player": "cpu", "level": "medium"}'
PLAYED_OUT = ["1 roll", "! resign 1", CPU_1, "* 6", "1 roll", "* 4", "1 hold"]


def three(*events, whole=()):
    return RecordedMatch(bind(Pig, THREE), THREE.seats, events, whole=whole)


def test_who_plays_on_for_who_resigned_wins_nothing():
    match = three(*PLAYED_OUT)
    assert (match.game.scores(match.state), match.ended) == ((10, 0, 0), None)
    assert match.result.ranks == (3, 1, 1)
    assert three(*PLAYED_OUT[:-1], "! end time 2").result.ranks == (3, 2, 1)
    assert three(*PLAYED_OUT[:-1], "! resign 2").result.ranks == (3, 2, 1)
    assert three(*PLAYED_OUT[:-1], "! end agreed").result.ranks == (3, 1, 1)
    assert three(*PLAYED_OUT[:-1], "! resign 1").result.ranks == (3, 1, 1)


def test_a_replay_says_at_each_line_whose_turn_it_is():
    match = three(whole=PLAYED_OUT)
    acts, results = [], []
    for event in PLAYED_OUT:
        match.replay(event)
        line = replay_line(match)
        acts.append(line["to_act"])
        results.append(line["result"])
    assert acts == ["*", "*", "*", 1, "*", 1, None]
    assert results == [None] * 6 + [{"ranks": [3, 1, 1]}]
    assert three("1 roll", "! resign 1", whole=PLAYED_OUT[:2]).to_act is None
    assert three("1 roll", "! resign 1", whole=["1 roll", "! resign 1", "! seat"]).to_act is None


def test_replay_check_and_analysis_of_such_a_record(home, tmp_path, capfdbinary):
    file = tmp_path / "record.json"
    seats = [seat.model_dump(exclude_none=True) for seat in THREE.seats]
    file.write_text(json.dumps({**GOOD, "seats": seats, "events": PLAYED_OUT, "result": {"ranks": [3, 1, 1]}}))
    assert run(["record", "check", str(file)]) == 0
    capfdbinary.readouterr()
    assert run(["record", "replay", str(file), "--json"]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert (lines[2]["event"], lines[2]["to_act"], lines[2]["result"]) == ("! resign 1", "*", None)
    file.write_text(json.dumps({**GOOD, "seats": seats, "events": PLAYED_OUT, "result": {"ranks": [1, 2, 2]}}))
    assert run(["record", "check", str(file)]) == 2


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (["! resign 1", CLEO], f"Event 2, “{CLEO}”: The match is over."),
        (["! end time 1", CPU_1], f"Event 2, “{CPU_1}”: The match is over."),
        (["! resign 1", "1 roll", CPU_1], "Event 2, “1 roll”: The match is over."),
        (["! resign 1", '! seat 9 {"name": "C"}'], 'Event 2, “! seat 9 {"name": "C"}”: The match is over.'),
    ],
)
def test_only_who_takes_the_seat_at_once_plays_on(events, sentence):
    for whole in ((), events):
        with pytest.raises(IllegalMove) as refusal:
            three(*events, whole=whole)
        assert str(refusal.value) == sentence


def test_a_match_that_was_played_out_there_and_back(home, tmp_path, capfdbinary):
    taken = ("player", {"seat": 1, "name": "CPU 1", "player": "cpu", "level": "medium"})
    entries = [
        "1 roll",
        ("resigned", {"side": 1, "plays_on": True}),
        taken,
        *PLAYED_OUT[3:],
        ended("finished", [10, 0, 0], [3, 1, 1]),
    ]
    with Matches(home).create(THREE, events=entries) as save:
        match_id = save.id
    record, other = there_and_back(match_id, capfdbinary, tmp_path)
    assert record["events"] == PLAYED_OUT
    assert record["result"] == {"ranks": [3, 1, 1]}
    assert (other.status, other.summary.ranks, other.history.resigned) == (Status.FINISHED, (3, 1, 1), (0,))
    assert [note.data for note in other.notes if note.kind == "resigned"] == [{"side": 1, "plays_on": True}]


def test_a_match_that_is_left_at_once_is_still_played(home, tmp_path, capfdbinary):
    taken = ("player", {"seat": 1, "name": "CPU 1", "player": "cpu", "level": "medium"})
    with Matches(home).create(THREE, events=["1 roll", ("resigned", {"side": 1, "plays_on": True}), taken]) as save:
        match_id = save.id
    record, other = there_and_back(match_id, capfdbinary, tmp_path)
    assert (record["events"], record["result"]) == (PLAYED_OUT[:3], None)
    assert (other.status, other.history.resigned) == (Status.IN_PROGRESS, (0,))


# Hostile records


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (["! resign 3"], "Event 1, “! resign 3”: There is no side 3."),
        (["! end time 3"], "Event 1, “! end time 3”: There is no side 3."),
        (['! seat 3 {"name": "C"}'], 'Event 1, “! seat 3 {"name": "C"}”: There is no seat 3.'),
        (["! resign 0"], "Event 1, “! resign 0”: It should be written like “! resign 2”."),
        (["! resign 02"], "Event 1, “! resign 02”: It should be written like “! resign 2”."),
        (["! resign ２"], "Event 1, “! resign ２”: It should be written like “! resign 2”."),
        (["! resign"], "Event 1, “! resign”: It should be written like “! resign 2”."),
        (["! resign 2 "], "Event 1, “! resign 2 ”: It should be written like “! resign 2”."),
        (["! resign 9999"], "Event 1, “! resign 9999”: It should be written like “! resign 2”."),
        (["! end"], "Event 1, “! end”: It should be written like “! end time 2”."),
        (["! end 2"], "Event 1, “! end 2”: It should be written like “! end time 2”."),
        (["! end TIME 2"], "Event 1, “! end TIME 2”: It should be written like “! end time 2”."),
        (["! end resign 2"], "Event 1, “! end resign 2”: It must be written “! resign 2”."),
        (["! seat 2"], 'Event 1, “! seat 2”: It should be written like “! seat 2 {"name": "Ada"}”.'),
        (["! seat 2 Ada"], 'Event 1, “! seat 2 Ada”: It should be written like “! seat 2 {"name": "Ada"}”.'),
        (["! seat 2 {"], "Event 1, “! seat 2 {”: What follows the number is not JSON."),
        (["! seat 2 {}"], "Event 1, “! seat 2 {}”: “name” is missing."),
        (["! seat 2 {} {}"], "Event 1, “! seat 2 {} {}”: What follows the number is not JSON."),
        (['! seat 2 {"name": 5}'], 'Event 1, “! seat 2 {"name": 5}”: “name” should be a text.'),
        (
            ['! seat 2 {"name": NaN}'],
            'Event 1, “! seat 2 {"name": NaN}”: The record has a number that can\'t be read: NaN.',
        ),
        (
            ['! seat 2 {"name": "A", "name": "B"}'],
            'Event 1, “! seat 2 {"name": "A", "name": "B"}”: The record says “name” twice.',
        ),
        (
            ['! seat 2 {"name": "\\u001b[2J"}'],
            'Event 1, “! seat 2 {"name": "\\u001b[2J"}”: “name” has characters that aren\'t allowed there.',
        ),
        (
            ['! seat 2 {"name": "A", "age": 7}'],
            'Event 1, “! seat 2 {"name": "A", "age": 7}”: “age” is not known here.',
        ),
        (["! dance"], "Event 1, “! dance”: Outside the rules there is only “! resign”, “! seat” and “! end”."),
        (["!"], "Event 1, “!”: Outside the rules there is only “! resign”, “! seat” and “! end”."),
        (["!resign 2"], "Event 1, “!resign 2”: Outside the rules there is only “! resign”, “! seat” and “! end”."),
        (["! resign 1", "1 roll"], "Event 2, “1 roll”: The match is over."),
        (["1 roll", "! resign 1", "* 3"], "Event 3, “* 3”: The match is over."),
        (["! resign 1", "! resign 2"], "Event 2, “! resign 2”: The match is over."),
        (["! end time", CLEO], f"Event 2, “{CLEO}”: The match is over."),
        ([CLEO, "1 roll", "* 6", "1 roll", "* 4", "1 hold", "! resign 2"], "Event 7, “! resign 2”: The match is over."),
        ([CLEO, "2 roll"], "Event 2, “2 roll”: It is the turn of seat 1."),
    ],
)
def test_lines_that_are_refused(events, sentence):
    record = read_json({**GOOD, "events": events})
    with pytest.raises(IllegalMove) as refusal:
        replayed(record)
    assert str(refusal.value) == sentence


def test_braces_upon_braces():
    record = read_json({**GOOD, "events": ["! seat 2 " + '{"a":' * 190]})
    with pytest.raises(IllegalMove, match=r"is not JSON|nested too deeply"):
        replayed(record)


def test_version_1_knows_no_such_line():
    record = read_json({**GOOD, "version": 1})
    with pytest.raises(IllegalMove) as refusal:
        replayed(record)
    assert str(refusal.value) == (
        "Event 3, “! resign 1”: An event is a seat number or “*”, a space, and what was played."
    )


@pytest.mark.parametrize("result", [{"ranks": [1, 2]}, {"ranks": [2, 1, 3]}])
def test_a_result_that_does_not_follow_from_the_lines(result):
    record = read_json({**GOOD, "result": result})
    with pytest.raises(RecordError, match="not the one that its events lead to"):
        check_result(record, replayed(record))
    check_result(read_json({**GOOD, "result": {"ranks": [2, 1]}}), replayed(record))


def test_the_version_is_named_in_a_refusal():
    with pytest.raises(RecordError, match=r"^This is not a record of version 2: “game” should be a text\.$"):
        read_json({**GOOD, "game": None})


@given(st.sampled_from(["!", "! ", "! resign ", "! seat 2 ", "! end "]), st.text(max_size=30))
def test_any_line_is_read_or_refused(begin, rest):
    try:
        found = parse(begin + rest)
    except IllegalMove:
        pass
    else:
        assert parse(str(found)) == found


# Match files


def test_a_resigned_match_keeps_its_result(home, tmp_path, capfdbinary):
    resigned = [("resigned", {"side": 1}), ended("finished", [6, 0], [2, 1])]
    record, other = there_and_back(kept(home, "1 roll", "* 6", "1 hold", *resigned), capfdbinary, tmp_path)
    assert record["version"] == 2
    assert record["events"] == ["1 roll", "* 6", "1 hold", "! resign 1"]
    assert record["result"] == {"ranks": [2, 1]}
    assert (other.status, other.summary.ranks, other.summary.scores) == (Status.FINISHED, (2, 1), (6, 0))
    assert [note.data for note in other.notes if note.kind == "resigned"] == [{"side": 1}]


def test_who_sat_where_is_known(home, tmp_path, capfdbinary):
    record, other = there_and_back(kept(home, "1 roll", TAKEN, "* 6"), capfdbinary, tmp_path)
    assert (record["version"], record["result"]) == (2, None)
    assert record["events"] == ["1 roll", CLEO, "* 6"]
    assert other.header.seats == ADA_AND_BO
    assert other.seats == (Seat(name="Ada"), Seat(name="Cleo"))
    assert (other.status, other.summary.turn) == (Status.IN_PROGRESS, 0)


@pytest.mark.parametrize(
    ("data", "line"), [({"why": "time", "side": 2}, "! end time 2"), ({"why": "agreed"}, "! end agreed")]
)
def test_another_end_is_a_note_too(home, tmp_path, capfdbinary, data, line):
    match_id = kept(home, "1 roll", "* 6", "1 hold", ("ended", data), ended("finished", [6, 0], [1, 2]))
    record, other = there_and_back(match_id, capfdbinary, tmp_path)
    assert record["events"][-1] == line
    assert (other.status, other.summary.ranks) == (Status.FINISHED, (1, 2))
    assert [note.data for note in other.notes if note.kind == "ended"] == [data]


def test_notes_of_unknown_kinds_are_kept_and_change_nothing(home, capfdbinary):
    match_id = kept(home, "1 roll", ("ended", {"why": "time"}), ("sealed", {"x": [1]}), "* 6")
    saved = Matches(home).look(match_id)
    assert [note.kind for note in saved.notes] == ["ended", "sealed"]
    assert (saved.status, saved.damage) == (Status.IN_PROGRESS, None)
    assert json.loads(exported(match_id, capfdbinary))["version"] == 1


@pytest.mark.parametrize(
    "entries",
    [
        ["1 roll", "* 6", ("resigned", {"side": 1})],
        ["1 roll", ("resigned", {"side": 1}), ended("finished", [0, 0], [2, 1]), "* 6"],
        ["1 roll", "* 6", ("resigned", {"side": 1}), ended("finished", [0, 0], [2, 1]), ("take_back", {"events": 1})],
        ["1 roll", "* 6", ended("abandoned", [0, 0], None)],
    ],
)
def test_a_match_that_went_on_or_was_abandoned_is_of_version_1(home, capfdbinary, entries):
    record = json.loads(exported(kept(home, *entries), capfdbinary))
    assert (record["version"], record["result"]) == (1, None)


def test_a_match_that_its_rules_ended_is_of_version_1(home, capfdbinary):
    events = ["1 roll", "* 6", "1 roll", "* 4", "1 hold"]
    match_id = kept(home, *events, ("resigned", {"side": 1}), ended("finished", [10, 0], [1, 2]))
    text = exported(match_id, capfdbinary)
    assert text == export(HEADER, Match(bind(Pig, HEADER), events))
    assert json.loads(text)["version"] == 1


def test_a_change_of_player_stands_before_what_was_played_so_after_a_take_back(home, capfdbinary):
    back = ("take_back", {"events": 3})
    match_id = kept(home, "1 roll", "* 6", "1 roll", "* 5", TAKEN, back, "* 3", "1 hold", "2 roll")
    assert json.loads(exported(match_id, capfdbinary))["events"] == ["1 roll", CLEO, "* 3", "1 hold", "2 roll"]


@pytest.mark.parametrize("side", [3, 0, None, "\x1b[2J", [1], True])
def test_a_resignation_of_nobody_is_told(home, capfd, side):
    match_id = kept(home, "1 roll", ("resigned", {"side": side}), ended("finished", [0, 0], [2, 1]))
    assert run(["record", "export", match_id]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("tabletop: Event 2, “! resign")
    assert "\x1b" not in err


def test_a_level_that_the_game_does_not_have_is_refused(home, tmp_path, capfd):
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**GOOD, "events": ['! seat 1 {"name": "C", "player": "cpu", "level": "godlike"}']}))
    assert run(["record", "import", str(file)]) == 2
    assert "Seat 1: " in capfd.readouterr().err
    assert Matches(home).list() == []


def test_it_can_be_watched_analysed_and_reviewed(home, tmp_path, capfd):
    assert run(["record", "import", str(VERSION_2)]) == 0
    console = ScriptedConsole([""] * 11 + ["back", "0", "10"], plain=True)
    host_in(tmp_path, console).watch(Matches(home).list()[0].id)
    told = [text for text, role in console.said if role.value in ("event", "note")]
    assert told.index("Ada holds 5: total 5.") + 1 == told.index('Dan “"Dice"” \\ O\'Neil plays on for Bo.')
    assert "CPU 1 rolls 4: 4 this turn." in told
    assert "CPU 1 resigns." in told
    assert told[-1] == "CPU 1 resigns."
    assert "Bo: 0" in console.text
    assert console.problems == []
    capfd.readouterr()
    assert run(["review"]) == 0
    assert "Çelik: accuracy" in capfd.readouterr().out
    assert run(["analyse", str(VERSION_2), "--at", "4", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["seat"] == 2
    assert run(["analyse", str(VERSION_2)]) == 2
    assert "No seat is on turn" in capfd.readouterr().err


def test_another_end_is_told_to_who_watches(tmp_path):
    for line, sentence in (
        ("! end time 2", "The match has ended (time): Bo is last."),
        ("! end agreed", "The match has ended (agreed)."),
    ):
        console = ScriptedConsole([""], plain=True)
        spectating(console, bind(Pig, HEADER), ["1 roll", line], ADA_AND_BO, over=True).run()
        assert console.text.splitlines().count(sentence) == 1


# Any match


@st.composite
def histories(draw):
    """A header, the entries of its match file, and how it ended: a status and ranks."""
    header = draw(headers(("pig", "pig-two-dice", "pig-doubles", "bigpig")))
    seats = [seat.model_copy(update={"name": f"{seat.name[:30]} {n}"}) for n, seat in enumerate(header.seats)]
    header = header.model_copy(update={"seats": tuple(seats)})
    match = Match(bind(GAMES[header.game], header))
    rng = Random(draw(st.integers(0, 1 << 30)))
    entries, resigned = [], []
    for action in draw(
        st.lists(st.sampled_from(["step"] * 6 + ["back", "seat", "resign and go on", "play on"]), max_size=40)
    ):
        if action == "step" and match.to_act is not None:
            entries.append(step(match, rng))
        elif action == "back" and match.events:
            count = rng.randint(1, len(match.events))
            match.take_back(count)
            entries.append(("take_back", {"events": count}))
        elif action == "seat":
            seat = {
                "name": f"N {rng.random()}",
                "player": rng.choice(["human", "cpu"]),
                "level": rng.choice([None, "hard"]),
            }
            entries.append(("player", {"seat": rng.randint(1, len(header.seats)), **seat}))
        elif action == "resign and go on" and match.to_act is not None:
            entries.append(("resigned", {"side": 1}))
            entries.append(step(match, rng))
        elif action == "play on" and match.to_act is not None:
            side = rng.randrange(len(header.seats))
            resigned.append(side)
            entries.append(("resigned", {"side": side + 1, "plays_on": True}))
            entries.append(
                ("player", {"seat": side + 1, "name": f"N {rng.random()}", "player": "cpu", "level": "hard"})
            )
    why = draw(st.sampled_from([None, "resigned", "time", "agreed"]))
    notes, came = ending(match, why, rng.randrange(len(match.game.scores(match.state))), resigned)
    return header, [*entries, *notes], came


def ending(match, why, side, resigned):
    """The last entries of a match that ends now, if anything ends it, and its ranks; ``resigned`` are played on for."""
    scores = match.game.scores(match.state)
    standing = ranks(scores) if match.result is None else match.result.ranks
    if match.result is not None:
        notes, last = [], []
    elif why is None:
        return [], None
    elif why == "agreed":
        notes, last = [("ended", {"why": why})], []
    else:
        data = {"side": side + 1}
        notes, last = [("resigned", data) if why == "resigned" else ("ended", {"why": why, **data})], [side]
    came = last_of_all(standing, *resigned, *last)
    return [*notes, ended("finished", scores, came)], came


@settings(max_examples=60)
@given(histories())
def test_any_match_there_and_back(history):
    header, entries, came = history
    listing = Catalogue.installed().find_for(header, any_version=True)
    plugin = {"plugin": listing.plugin.distribution, "plugin_version": listing.plugin.version}
    game = bind(GAMES[header.game], header)
    with TemporaryDirectory() as folder:
        matches = Matches(Home(Path(folder)))
        with matches.create(header.model_copy(update=plugin), events=entries) as saved:
            text = export(saved.header, transfer.recorded(game, saved))
        record = read(io.BytesIO(text.encode()))
        match = replayed(record)
        check_result(record, match)
        other = matches.look(host.keep({"TABLETOP_HOME": folder}, record, match, listing))
        assert export(other.header, transfer.recorded(game, other)) == text
    assert (other.seats, list(other.events)) == (saved.seats, list(saved.events))
    assert (other.status, other.summary.ranks) == (saved.status, saved.summary.ranks)
    assert other.summary.ranks == came
    assert record.version == (2 if any(event.startswith("!") for event in record.events) else 1)
    assert [json.loads(json.dumps(replay_line(match)))["to_act"] is None] == [came is not None]
