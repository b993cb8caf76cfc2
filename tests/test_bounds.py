"""What is far too large is refused soon and in one sentence, or said to take long."""

import io
import json
import tracemalloc

import pytest
from tabletop_pig.games import Pig

from tabletop.cli import records
from tabletop.match import Match, with_options
from tabletop.record import MAX_KEYS, RecordError, read
from tabletop.terminal.remembered import RememberedLines
from tabletop.terminal.typed_file import LONGEST, kept_in
from tabletop.words import unknown

MUCH = 100_000
HEAD = {"format": "tabletop-record", "version": 1, "game": "pig", "seats": [{"name": "Ada"}, {"name": "Bo"}]}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"events": [1] * MUCH}, "“events 1” should be a text."),
        ({"events": [""] * MUCH}, "“events 1” is too short."),
        ({"events": [], "seats": [1] * MUCH}, "“seats 1” should be an object."),
        ({"events": [], "result": {"ranks": [0] * MUCH}}, "“result ranks 1” should be 1 or more."),
        ({f"{number:x}": 1 for number in range(MUCH)}, f"an object with more than {MAX_KEYS} entries"),
        ({"seats": [{f"{number:x}": 1 for number in range(MUCH)}]}, f"an object with more than {MAX_KEYS} entries"),
        ({"options": {f" {number:x}": 1 for number in range(MUCH)}}, f"an object with more than {MAX_KEYS} entries"),
    ],
    ids=["numbers", "empty events", "seats", "ranks", "keys", "keys of a seat", "options"],
)
def test_of_a_hundred_thousand_faults_one_is_told_and_the_others_cost_little(wrong, why):
    source = io.BytesIO(json.dumps({**HEAD, **wrong}).encode())
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match=why):
            read(source)
        assert tracemalloc.get_traced_memory()[1] < 30 * len(source.getvalue())
    finally:
        tracemalloc.stop()


def test_of_a_long_record_it_is_said_how_far_it_is(tmp_path, tabletop, monkeypatch):
    monkeypatch.setattr(records, "MANY", 40)
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    match = Match(with_options(Pig, {"target": 9_000}, 2))
    while len(match.events) < 100:
        match.apply("* 1" if match.events[-1:] and not match.events[-1].startswith("*") else f"{match.to_act + 1} roll")
    file = tmp_path / "long.json"
    file.write_text(json.dumps({**HEAD, "options": {"target": 9_000}, "events": match.events}), "utf-8")
    code, out, err = tabletop("record", "import", file)
    assert (code, "Kept as " in out) == (0, True)
    assert [line for line in err.splitlines() if "Check" in line] == [
        f"Checking the record{part}" for part in ("", " 30%", " 50%", " 80%")
    ]
    code, out, err = tabletop("record", "check", file)
    assert (code, out) == (0, "The record is valid (100 events).\n")


def test_a_line_of_megabytes_that_an_earlier_program_kept_is_left_out(tmp_path):
    (tmp_path / "history").write_text("roll\n" + "x" * 2 * 1024**2 + "\nhold\n", "utf-8")
    assert kept_in(tmp_path / "history") == ["roll", "hold"]


def test_a_pasted_book_is_no_mistyped_word_and_is_not_kept(tmp_path):
    book = "roll " * 400_000
    assert unknown(book, ["roll"]).startswith("“roll roll")
    assert len(unknown(book, ["roll"])) < 200
    lines = RememberedLines(tmp_path / "history")
    for line in (book, "r" * (LONGEST + 1), "r" * LONGEST, "hold"):
        lines.store_string(line)
    assert list(RememberedLines(tmp_path / "history").load_history_strings()) == ["hold", "r" * LONGEST]
