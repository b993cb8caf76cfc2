import io
import json
from pathlib import Path

import pytest
from any_match import GAMES, matches
from hypothesis import example, given
from hypothesis import strategies as st
from tabletop_pig.games import Pig

from tabletop import IllegalMove
from tabletop.match import Header, Match, Seat, bind
from tabletop.record import MAX_BYTES, MAX_EVENTS, RecordError, check_result, export, read, replay_line

VERSION_1 = Path(__file__).parent / "data" / "record-version-1.json"
GOOD = {
    "format": "tabletop-record",
    "version": 1,
    "game": "pig",
    "options": {"target": 10},
    "seats": [{"name": "Ada"}, {"name": "Bo", "player": "cpu", "level": "hard"}],
    "events": ["1 roll", "* 6", "1 hold"],
}


def read_bytes(data):
    return read(io.BytesIO(data))


def read_json(document):
    return read_bytes(json.dumps(document).encode())


def replay(record):
    return Match(bind(GAMES[record.game], record), record.events)


def refused(data):
    """The one sentence with which a record is refused."""
    with pytest.raises(RecordError) as refusal:
        read_bytes(data)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 300
    return sentence


def test_a_record_of_version_1_stays_readable():
    record = read(VERSION_1)
    match = replay(record)
    check_result(record, match)
    assert match.result.ranks == (2, 1, 3)
    assert record.plugin_version == "0.1.0"
    assert [seat.name for seat in record.seats] == ["Ada", "Bo the Bold", "Çelik"]
    assert export(Header.model_validate(record.model_dump(include=set(Header.model_fields))), match) == (
        VERSION_1.read_text("utf-8")
    )


def test_what_replay_says():
    match = replay(read_json(GOOD))
    assert replay_line(match) == {
        "event": "1 hold",
        "to_act": 2,
        "legal": ["roll"],
        "scores": [6, 0],
        "state": {
            "banked": [6, 0],
            "turn_points": 0,
            "rolls": 0,
            "must_roll": False,
            "round": 1,
            "closing": False,
            "leader": 1,
            "roll_off": [],
        },
        "result": None,
    }
    match.apply("2 roll")
    assert (replay_line(match)["to_act"], replay_line(match)["legal"]) == ("*", [])
    start = replay_line(Match(match.game))
    assert (start["event"], start["to_act"]) == (None, 1)
    for event in ("* 1", "1 roll", "* 5", "1 hold"):
        match.apply(event)
    assert replay_line(match)["to_act"] is None
    assert replay_line(match)["result"] == {"ranks": [1, 2]}


@given(matches())
def test_export_and_import(header_and_match):
    header, match = header_and_match
    text = export(header, match)
    record = read_bytes(text.encode())
    assert record == type(record)(
        **header.model_dump(),
        format="tabletop-record",
        version=1,
        events=tuple(match.events),
        result={"ranks": match.result.ranks} if match.result else None,
    )
    again = replay(record)
    check_result(record, again)
    assert again.states() == match.states()
    assert export(header, again) == text
    json.dumps([replay_line(again)], allow_nan=False)


def test_what_may_be_missing_or_odd():
    short = {key: GOOD[key] for key in ("format", "version", "game", "seats", "events")}
    record = read_json(short)
    assert (record.options, record.plugin, record.result) == ({}, None, None)
    assert read_bytes(b"\xef\xbb\xbf" + json.dumps(short, indent=4).replace("\n", "\r\n").encode()) == record
    assert replay(record).game.options == Pig.options_model()


def test_a_value_that_is_null_survives():
    header = Header(game="pig", options={"roll_limit": None}, seats=(Seat(name="A"), Seat(name="B")))
    text = export(header, Match(bind(Pig, header)))
    assert read_bytes(text.encode()).options == {"roll_limit": None}


# Hostile records


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The record is not JSON: see line 1, column 1."),
        (b"hello", "The record is not JSON: see line 1, column 1."),
        (b'{\n "a": x}', "The record is not JSON: see line 2, column 7."),
        (b"\x00" * 9, "The record is not JSON: see line 1, column 1."),
        (json.dumps(GOOD).encode() + b"{}", "The record is not JSON: see line 1, column {length}."),
        (b"\xff\xfe{}", "The record is not a text in UTF-8."),
        (json.dumps(GOOD).encode("utf-16"), "The record is not a text in UTF-8."),
        (b'{"game": "p\xe9g"}', "The record is not a text in UTF-8."),
        (b"[" * 100_000, "The record is nested too deeply."),
        (b'{"a":' * 100_000, "The record is nested too deeply."),
        (b'{"a": NaN}', "The record has a number that can't be read: NaN."),
        (b'{"a": -Infinity}', "The record has a number that can't be read: -Infinity."),
        (b'{"a": 1e999}', "The record has a number that can't be read: 1e999."),
        (b'{"a": 1' + b"0" * 5_000 + b"}", "The record has a number that can't be read: too long."),
        (b'{"game": "pig", "game": "pig"}', "The record says “game” twice."),
        (b'{"\\u001b[2J": 1, "\\u001b[2J": 2}', "The record says “?[2J” twice."),
        (b"[]", "This is not a record of version 1: The whole should be an object."),
        (b"null", "This is not a record of version 1: The whole should be an object."),
        (b" " * (MAX_BYTES + 1), f"The record is larger than {MAX_BYTES} bytes."),
    ],
)
def test_what_is_no_json_document(data, sentence):
    assert refused(data) == sentence.format(length=len(data) - 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "chess"}, "“format” should be tabletop-record."),
        ({"version": 4}, "“version” should be 1, 2 or 3."),
        ({"version": "1"}, "“version” should be 1, 2 or 3."),
        ({"version": None}, "“version” should be 1, 2 or 3."),
        ({"game": None}, "“game” should be a text."),
        ({"game": ""}, "“game” is too short."),
        ({"game": "../pig\n"}, "“game” has characters that aren't allowed there."),
        ({"game": "p" * 101}, "“game” is longer than 100 characters."),
        ({"plugin": 5}, "“plugin” should be a text."),
        ({"plugin_version": "\x1b]0;x\x07"}, "“plugin_version” has characters that aren't allowed there."),
        ({"options": [1]}, "“options” should be an object."),
        ({"options": {"a b": 1}}, "“options a b” has characters that aren't allowed there."),
        ({"options": {f"o{n}": 1 for n in range(101)}}, "“options” has more than 100 entries."),
        ({"seats": []}, "“seats” has fewer than 1 entries."),
        ({"seats": "ab"}, "“seats” should be a list."),
        ({"seats": [5]}, "“seats 1” should be an object."),
        ({"seats": [{"name": "A"}] * 101}, "“seats” has more than 100 entries."),
        ({"seats": [{"name": "A"}, {}]}, "“seats 2 name” is missing."),
        ({"seats": [{"name": "\x1b[31mA"}]}, "“seats 1 name” has characters that aren't allowed there."),
        ({"seats": [{"name": "A\u202e"}]}, "“seats 1 name” has characters that aren't allowed there."),
        ({"seats": [{"name": "\ud800"}]}, "“seats 1 name” has characters that aren't allowed there."),
        ({"seats": [{"name": "A" * 41}]}, "“seats 1 name” is longer than 40 characters."),
        ({"seats": [{"name": "A", "player": "robot"}]}, "“seats 1 player” should be human or cpu."),
        ({"seats": [{"name": "A", "level": "\x1b"}]}, "“seats 1 level” has characters that aren't allowed there."),
        ({"seats": [{"name": "A", "age": 7}]}, "“seats 1 age” is not known here."),
        ({"events": None}, "“events” should be a list."),
        ({"events": {"1": "roll"}}, "“events” should be a list."),
        ({"events": ["1 roll", 3]}, "“events 2” should be a text."),
        ({"events": [""]}, "“events 1” is too short."),
        ({"events": ["1 roll\n"]}, "“events 1” has characters that aren't allowed there."),
        ({"events": ["1 \x1b[2J"]}, "“events 1” has characters that aren't allowed there."),
        ({"events": ["1 " + "x" * 1_000]}, "“events 1” is longer than 1000 characters."),
        ({"events": ["1 roll"] * (MAX_EVENTS + 1)}, f"“events” has more than {MAX_EVENTS} entries."),
        ({"result": 5}, "“result” should be an object."),
        ({"result": {}}, "“result ranks” is missing."),
        ({"result": {"ranks": [0]}}, "“result ranks 1” should be 1 or more."),
        ({"result": {"ranks": ["1"]}}, "“result ranks 1” should be a whole number."),
        ({"result": {"ranks": [10**400]}}, "“result ranks 1” should be 100 or less."),
        ({"extra": 1}, "“extra” is not known here."),
        ({"\x1b[2J": 1}, "“?[2J” is not known here."),
        ({"x" * 500: 1}, "“" + "x" * 60 + "…” is not known here."),
    ],
)
def test_what_is_no_record(change, sentence):
    assert refused(json.dumps({**GOOD, **change}).encode()) == f"This is not a record of version 1: {sentence}"


def test_deep_options():
    deep = []
    for _level in range(400):
        deep = [deep]
    sentence = refused(json.dumps({**GOOD, "options": {"target": deep}}).encode())
    assert sentence.endswith("is nested too deeply.")


@pytest.mark.parametrize("key", ["format", "version", "game", "seats", "events"])
def test_what_must_be_there(key):
    rest = {name: value for name, value in GOOD.items() if name != key}
    assert refused(json.dumps(rest).encode()) == f"This is not a record of version 1: “{key}” is missing."


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (["1 roll", "* 6", "2 roll"], "Event 3, “2 roll”: It is the turn of seat 1."),
        (["1 roll", "1 roll"], "Event 2, “1 roll”: Chance acts now, not a player."),
        (["1 roll", "* 6 "], "Event 2, “* 6 ”: It must be written “6”."),
        (["1 ROLL"], "Event 1, “1 ROLL”: “ROLL” is not a move of this game."),
        (["1 roll", "* 7"], "Event 2, “* 7”: “7” is not a throw of 1 die with the numbers 1 to 6."),
        (["1 hold"], "Event 1, “1 hold”: You can't hold yet: roll first."),
        (["1 roll", "* 6", "1 roll", "* 4", "1 hold", "2 roll"], "Event 6, “2 roll”: The match is over."),
    ],
)
def test_events_against_the_rules(events, sentence):
    record = read_json({**GOOD, "events": events})
    with pytest.raises(IllegalMove) as refusal:
        replay(record)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("result", "good"), [({"ranks": [1, 2]}, True), (None, True), ({"ranks": [2, 1]}, False), ({"ranks": [1]}, False)]
)
def test_result_of_a_finished_match(result, good):
    record = read_json({**GOOD, "options": {"target": 6}, "result": result})
    match = replay(record)
    assert match.result.ranks == (1, 2)
    if good:
        check_result(record, match)
    else:
        with pytest.raises(RecordError, match="not the one that its events lead to"):
            check_result(record, match)


def test_result_of_an_unfinished_match():
    record = read_json({**GOOD, "result": {"ranks": [1, 2]}})
    with pytest.raises(RecordError, match="not the one that its events lead to"):
        check_result(record, replay(record))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*GOOD, "result", "plugin", "nothing"]), JSON)
@example("version", True)
def test_any_value_anywhere_is_read_or_refused(key, value):
    data = json.dumps({**GOOD, key: value}).encode()
    try:
        record = read_bytes(data)
    except RecordError:
        refused(data)
    else:
        assert record.format == "tabletop-record"


@given(st.binary(max_size=200), st.integers(0, len(json.dumps(GOOD))))
def test_any_bytes_are_read_or_refused(junk, place):
    good = json.dumps(GOOD).encode()
    for data in (junk, good[:place] + junk + good[place:], good[:place] + junk):
        try:
            read_bytes(data)
        except RecordError:
            refused(data)


def test_files(tmp_path):
    path = tmp_path / "match.json"
    with pytest.raises(RecordError, match=r"The record can't be read: No such file or directory\."):
        read(path)
    with pytest.raises(RecordError, match="can't be read"):
        read(tmp_path)
    path.write_text(json.dumps(GOOD), "utf-8")
    assert read(path) == read_json(GOOD)
