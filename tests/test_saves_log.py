"""The match file: its form, and what can be read back from one that was cut, damaged or written by another program."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.entries import Entry, Event, LogHeader, Note
from tabletop.match import Seat
from tabletop.saves import log
from tabletop.saves.disk import Disk
from tabletop.saves.errors import SaveError, UnknownVersion
from tabletop.saves.format import entry_body, header_body, parse, seal

NOON = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=UTC)
HEADER = LogHeader(
    id="pig-20261130-k3fq",
    created=NOON,
    seed=7,
    game="pig",
    plugin="tabletop-pig",
    plugin_version="0.1.0",
    options={"target": 50, "roll_limit": None},
    seats=(Seat(name="Jörg"), Seat(name="Bo", player="cpu", level="hard")),
)
GOLDEN = Path(__file__).parent / "data" / "match-file-1.jsonl"
GOLDEN_ENTRIES: list[Entry] = [
    Event(NOON, "1 roll"),
    Event(NOON, "* 3"),
    Note(NOON, "hint", {"seat": 1}),
    Event(NOON, "1 hold"),
    Note(NOON, "take_back", {"events": 1}),
    Note(NOON, "name", {"name": "Sonntag – “schön”"}),
    Note(NOON, "left", {"scores": [0, 0], "turn": 1}),
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(), values, max_size=3),
    max_leaves=5,
)
times = st.integers(0, 4_000_000_000_000).map(lambda ms: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms))
notes = st.builds(Note, times, st.text(), st.dictionaries(st.text(), json_values, max_size=3), after=st.just(0))
entries_lists = st.lists(st.builds(Event, times, st.text()) | notes, max_size=8)


def lines_of(entries: list[Entry]) -> list[bytes]:
    line, crc = seal(header_body(HEADER), 0)
    lines = [line]
    for number, entry in enumerate(entries, 1):
        line, crc = seal(entry_body(number, entry), crc)
        lines.append(line)
    return lines


@given(entries_lists)
def test_what_is_written_is_read_back(entries: list[Entry]) -> None:
    data = b"".join(lines_of(entries))
    contents = parse(data)
    assert (contents.header, contents.entries, contents.damage) == (HEADER, entries, None)
    assert contents.length == len(data)


def test_every_line_is_json_by_itself() -> None:
    for line in lines_of(GOLDEN_ENTRIES):
        assert json.loads(line)["crc"]
        assert line.count(b"\n") == 1


def test_golden_file_is_read_and_written_alike() -> None:
    data = GOLDEN.read_bytes()
    contents = parse(data)
    assert (contents.header, contents.entries, contents.damage) == (HEADER, GOLDEN_ENTRIES, None)
    assert b"".join(lines_of(GOLDEN_ENTRIES)) == data


@given(entries_lists.filter(bool), st.data())
def test_cut_anywhere_every_complete_entry_is_read_back(entries: list[Entry], data: st.DataObject) -> None:
    lines = lines_of(entries)
    whole = b"".join(lines)
    cut = data.draw(st.integers(len(lines[0]), len(whole)))
    ends = [len(b"".join(lines[: count + 1])) for count in range(len(lines))]
    complete = sum(end <= cut for end in ends) - 1
    contents = parse(whole[:cut])
    assert contents.entries == entries[:complete]
    assert contents.length == ends[complete]
    assert (contents.damage is None) == (cut in ends)
    assert contents.damage is None or contents.damage.torn


@given(st.data())
def test_a_flipped_bit_is_detected_and_what_came_before_is_kept(data: st.DataObject) -> None:
    lines = lines_of(GOLDEN_ENTRIES)
    whole = bytearray(b"".join(lines))
    bit = data.draw(st.integers(0, len(whole) * 8 - 1))
    whole[bit // 8] ^= 1 << bit % 8
    hit = bytes(b"".join(lines)[: bit // 8]).count(b"\n")
    try:
        contents = parse(bytes(whole))
    except UnknownVersion:
        assert hit == 0
        return
    assert contents.damage is not None
    assert contents.entries == GOLDEN_ENTRIES[: max(0, hit - 1)]
    assert (contents.header is None) == (hit == 0)


@pytest.mark.parametrize(
    ("damaged", "kept"),
    [
        pytest.param(lambda lines: [*lines[:2], *lines[3:]], 1, id="lost"),
        pytest.param(lambda lines: [*lines[:3], *lines[2:]], 2, id="doubled"),
        pytest.param(lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 0, id="swapped"),
        pytest.param(lambda lines: [*lines[:3], b"\n", *lines[3:]], 2, id="an empty line"),
        pytest.param(lambda lines: [*lines[:3], b"\x00" * 40], 2, id="zeros at the end"),
    ],
)
def test_lines_lost_doubled_swapped_or_added_are_detected(
    damaged: Callable[[list[bytes]], list[bytes]], kept: int
) -> None:
    contents = parse(b"".join(damaged(lines_of(GOLDEN_ENTRIES))))
    assert contents.entries == GOLDEN_ENTRIES[:kept]
    assert contents.damage is not None
    assert contents.damage.line == kept + 2


def test_entries_of_another_match_are_detected() -> None:
    other, _crc = seal(header_body(HEADER.model_copy(update={"id": "pig-20261130-zzzz"})), 0)
    contents = parse(other + b"".join(lines_of(GOLDEN_ENTRIES)[1:]))
    assert contents.entries == []
    assert contents.damage is not None


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"[" * 100_000 + b"\n", b"\xff\xfe\n", b'{"format":"other"}\n'])
def test_what_is_no_match_file_is_said_to_be_damaged_from_its_first_line(data: bytes) -> None:
    contents = parse(data)
    assert contents.header is None
    assert contents.damage is not None
    assert contents.damage.line == 1


def test_another_version_is_not_guessed_at() -> None:
    body = {**header_body(HEADER), "version": 2}
    with pytest.raises(UnknownVersion, match="version 2"):
        parse(seal(body, 0)[0] + b"whatever follows")


def new_log(folder: Path) -> Path:
    path = folder / "match.jsonl"
    log.create(path, HEADER, Disk())
    return path


def opened(path: Path) -> log.MatchLog:
    return log.MatchLog(path, Disk(), log.read(path, Disk()))


def test_appending_goes_on_where_another_left_off(tmp_path: Path) -> None:
    path = new_log(tmp_path)
    for entry in GOLDEN_ENTRIES:
        writer = opened(path)
        writer.append(entry)
        writer.close()
    assert path.read_bytes() == b"".join(lines_of(GOLDEN_ENTRIES))


def test_a_torn_line_is_cut_off_and_nothing_put_aside(tmp_path: Path) -> None:
    path = new_log(tmp_path)
    lines = lines_of(GOLDEN_ENTRIES)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:-1])
    writer = opened(path)
    assert path.read_bytes() == b"".join(lines[:3])
    writer.append(GOLDEN_ENTRIES[2])
    writer.close()
    assert path.read_bytes() == b"".join(lines[:4])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_damaged_file_is_put_aside_before_it_is_cut(tmp_path: Path) -> None:
    path = new_log(tmp_path)
    lines = lines_of(GOLDEN_ENTRIES)
    damaged = b"".join([*lines[:2], b"rubbish\n", *lines[3:]])
    for number in (1, 2):
        path.write_bytes(damaged)
        writer = opened(path)
        writer.close()
        assert writer.put_aside == tmp_path / f"match.jsonl.damaged-{number}"
        assert writer.put_aside.read_bytes() == damaged
        assert path.read_bytes() == b"".join(lines[:2])


def test_what_json_or_utf8_cannot_hold_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = new_log(tmp_path)
    writer = opened(path)
    for entry in (Event(NOON, "\ud800"), Note(NOON, "odd", {"number": float("nan")})):
        with pytest.raises(ValueError, match=r".+"):
            writer.append(entry)
    writer.append(GOLDEN_ENTRIES[0])
    writer.close()
    assert path.read_bytes() == b"".join(lines_of(GOLDEN_ENTRIES)[:2])
    with pytest.raises(ValueError, match="closed"):
        writer.append(GOLDEN_ENTRIES[1])


def test_a_missing_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"nothing\.jsonl can't be read"):
        log.read(tmp_path / "nothing.jsonl", Disk())
