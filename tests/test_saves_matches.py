"""Saved matches: started, opened, looked at, listed, found, by one process and by two."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import LAST_RESORT

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, MatchInUse, MatchSummary, SaveError, Status, UnknownVersion
from tabletop.saves.disk import Disk
from tabletop.saves.matches import new_id

HEADER = Header(
    game="pig",
    plugin="tabletop-pig",
    plugin_version="0.1.0",
    options={"target": 50, "roll_limit": None},
    seats=(Seat(name="Jörg"), Seat(name="Bo", player="cpu", level="hard")),
)


def ticking(start: datetime = datetime(2026, 11, 30, 12, tzinfo=UTC)) -> Callable[[], datetime]:
    """A clock that goes on by a bit more than a second at each look."""
    now = [start]

    def clock() -> datetime:
        now[0] += timedelta(seconds=1, microseconds=1234)
        return now[0]

    return clock


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def matches(tmp_path: Path, warnings: list[str]) -> Matches:
    return Matches(Home(tmp_path), clock=ticking(), rng=Random(7), warn=warnings.append)


def files(folder: Path) -> dict[str, bytes]:
    """All files but locks."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def started(matches: Matches, *events: str, name: str | None = None) -> str:
    with matches.create(HEADER) as match:
        for event in events:
            match.append(event)
        if name:
            match.rename(name)
    return match.id


# Playing


def test_a_match_is_resumed_as_it_was_left(matches: Matches) -> None:
    with matches.create(HEADER, seed=7) as match:
        for event in ("1 roll", "* 3", "1 roll"):
            match.append(event)
        match.take_back(2)
        match.append("1 hold")
        match.note("hint", {"seat": 1})
        match.leave([3, 0], turn=1)
    with matches.open(match.id) as again:
        assert (again.header, again.seed, again.damage) == (HEADER, 7, None)
        assert list(again.events) == ["1 roll", "1 hold"]
        assert [(note.kind, note.data, note.after) for note in again.notes] == [
            ("take_back", {"events": 2}, 1),
            ("hint", {"seat": 1}, 2),
            ("left", {"scores": [3, 0], "turn": 2}, 2),
        ]
        assert again.notes == match.notes
        assert (again.summary.scores, again.summary.turn) == ((3, 0), 1)
        again.append("2 roll")
        assert (again.summary.scores, again.summary.turn) == (None, None)


steps = st.one_of(
    st.tuples(st.just("append"), st.text(min_size=1, max_size=5)),
    st.tuples(st.just("take_back"), st.integers(-1, 4)),
    st.tuples(st.just("note"), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)),
    st.tuples(st.just("reopen"), st.none()),
    st.tuples(st.just("crash"), st.integers(0, 40)),
)


@given(st.lists(steps, max_size=15))
def test_any_play_of_appends_take_backs_and_crashes(
    tmp_path_factory: pytest.TempPathFactory, play: list[tuple[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("home")
    matches = Matches(Home(folder), clock=ticking(), rng=Random(1), disk=UnsyncedDisk())
    match = matches.create(HEADER)
    events: list[str] = []
    notes: list[dict[str, int]] = []
    for what, value in play:
        if what == "append":
            match.append(value)
            events.append(value)
        elif what == "take_back" and 0 < value <= len(events):
            match.take_back(value)
            del events[-value:]
        elif what == "take_back":
            with pytest.raises(ValueError, match="take-back"):
                match.take_back(value)
        elif what == "note":
            match.note("odd", value)
            notes.append(value)
        else:
            match.close()
            if what == "crash":
                with (folder / "matches" / f"{match.id}.jsonl").open("ab") as file:
                    file.write(b'{"n":99,"at":"2026-11-30T12:00:00.250Z"'[:value])
            match = matches.open(match.id)
        assert list(match.events) == events
        assert [note.data for note in match.notes if note.kind == "odd"] == notes
    match.close()
    assert [summary.events for summary in matches.list()] == [len(events)]


class UnsyncedDisk(Disk):
    """Quick: for tests that cut no power."""

    def sync(self, descriptor: int) -> None:
        """Waits for nothing."""

    def sync_folder(self, path: Path) -> None:
        """Waits for nothing."""


def test_an_event_of_an_ended_match_puts_it_in_progress_again(matches: Matches) -> None:
    with matches.create(HEADER) as match:
        match.append("1 roll")
        match.finish("finished", [50, 3], [1, 2])
        assert (match.status, match.summary.ranks) == (Status.FINISHED, (1, 2))
        match.take_back()
        assert (match.status, match.summary.ranks) == (Status.IN_PROGRESS, None)
        match.finish("abandoned", [0, 0])
    assert matches.list()[0].status == Status.ABANDONED


@pytest.mark.parametrize("data", [{"scores": "many"}, {"scores": [1, "2"]}, {"ranks": {"1": 1}}])
def test_scores_that_are_no_numbers_are_refused(matches: Matches, data: dict[str, object]) -> None:
    with matches.create(HEADER) as match:
        with pytest.raises(ValueError, match="numbers"):
            match.note("finished", data)  # type: ignore[arg-type]
        assert match.notes == []


def test_closing_twice_is_closing_once(matches: Matches) -> None:
    match = matches.create(HEADER)
    match.close()
    match.close()
    with pytest.raises(ValueError, match="closed"):
        match.append("1 roll")


# Ids


def test_ids_are_short_and_safe_as_file_names() -> None:
    noon = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    assert re.fullmatch(r"pig-20261130-[a-z2-9]{4}", new_id("pig", noon, Random(1)))
    assert new_id("pig", noon.astimezone(), Random(1)) == new_id("pig", noon, Random(1))
    for odd in ("../../etc", "CON", "a:b", "Ä", "x" * 200, "-"):
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{1,60}", new_id(odd, noon, Random(1)))


def test_an_id_that_is_taken_is_not_given_again(tmp_path: Path) -> None:
    ids = []
    for _time in range(3):
        with Matches(Home(tmp_path), clock=ticking(), rng=Random(1)).create(HEADER) as match:
            ids.append(match.id)
    assert len(set(ids)) == 3


@pytest.mark.parametrize("odd", ["", "../library", "nothing-20261130-aaaa", "a/b", "x\0y", "PIG"])
def test_what_is_no_id_is_told(matches: Matches, odd: str) -> None:
    started(matches)
    for access in (matches.open, matches.look):
        with pytest.raises(SaveError, match="There is no match"):
            access(odd)


# Listing and finding


def test_the_list_begins_with_the_match_last_played(matches: Matches) -> None:
    first, second = started(matches, "1 roll"), started(matches)
    assert [summary.id for summary in matches.list()] == [second, first]
    with matches.open(first) as match:
        match.append("* 3")
        match.leave([0, 0], turn=0)
    listed = matches.list()
    assert [summary.id for summary in listed] == [first, second]
    assert listed[0] == MatchSummary(
        id=first,
        game="pig",
        plugin=HEADER.plugin,
        plugin_version=HEADER.plugin_version,
        seats=HEADER.seats,
        status=Status.IN_PROGRESS,
        scores=(0, 0),
        turn=0,
        events=2,
        created=match.created,
        last_played=match.notes[-1].at,
    )


def test_a_match_is_found_by_id_name_or_how_its_id_begins(matches: Matches) -> None:
    first, second = started(matches), started(matches, name="Sunday game")
    assert first[:13] == second[:13]
    assert matches.find(first).id == first
    assert matches.find(first.upper()).id == first
    assert matches.find(first[:14]).id == first
    assert matches.find(" sunday GAME ").id == second
    for text, why in [
        ("pig", "More than one match fits"),
        ("", "More than one match fits"),
        ("chess", "no match “chess”"),
    ]:
        with pytest.raises(SaveError, match=why):
            matches.find(text)


def test_the_last_match_in_progress_is_found(matches: Matches) -> None:
    with pytest.raises(SaveError, match="no match in progress"):
        matches.find()
    first, second = started(matches), started(matches)
    assert matches.find().id == second
    with matches.open(second) as match:
        match.finish("abandoned")
    assert matches.find().id == first


def test_a_name_can_be_taken_away_again(matches: Matches) -> None:
    match_id = started(matches, name="Sunday")
    with matches.open(match_id) as match:
        match.rename(None)
        assert match.name is None
    assert matches.list()[0].name is None


# The index


def some_matches(matches: Matches) -> None:
    started(matches, "1 roll", "* 3", name="one")
    with matches.create(HEADER, seed=3) as match:
        match.append("1 roll")
        match.finish("finished", [50, 3], [1, 2])
    with matches.create(HEADER) as match:
        match.append("1 roll")
        match.leave([0, 0], 0)


def index_rows(folder: Path) -> list[tuple[object, ...]]:
    """What the index holds, but for the numbers of its changes."""
    with closing(sqlite3.connect(folder / "index-1.sqlite")) as index:
        matches = index.execute("SELECT place, id, length, under_way, summary, sum FROM matches").fetchall()
        return sorted([*matches, *index.execute("SELECT * FROM seats").fetchall()])


@pytest.mark.parametrize("index", [None, b"", b"{", b"SQLite format 3\0" + 4096 * b"x"])
def test_an_index_made_again_is_the_one_that_was_kept(
    tmp_path: Path, matches: Matches, warnings: list[str], index: bytes | None
) -> None:
    some_matches(matches)
    kept, rows = matches.list(), index_rows(tmp_path)
    assert len(kept) == 3
    (tmp_path / "index-1.sqlite").unlink()
    if index is not None:
        (tmp_path / "index-1.sqlite").write_bytes(index)
    for _time in range(2):
        assert matches.list() == kept
        assert len(warnings) == (index is not None)
    assert index_rows(tmp_path) == rows
    assert sorted(path.name for path in tmp_path.glob("index*") if path.suffix != ".lock") == [
        "index-1.sqlite",
        *(["index-1.sqlite.damaged-1"] if index is not None else []),
    ]


def test_the_index_alone_answers_for_matches_that_did_not_change(tmp_path: Path, matches: Matches) -> None:
    some_matches(matches)
    read: list[Path] = []

    class Watched(Disk):
        def read(self, path: Path) -> bytes:
            read.append(path)
            return super().read(path)

    assert Matches(Home(tmp_path), disk=Watched()).list() == matches.list()
    assert read == []


def test_a_match_that_a_killed_process_played_is_listed_as_it_is(tmp_path: Path, matches: Matches) -> None:
    match = matches.open(started(matches, "1 roll"))
    match.append("* 3")
    assert Matches(Home(tmp_path)).list()[0].events == 2
    match.append("1 hold")
    match.finish("finished", [3, 0], [1, 2])
    match.take_back()
    assert Matches(Home(tmp_path)).list()[0].status is Status.IN_PROGRESS


def test_a_match_that_is_over_and_goes_on_in_a_killed_process_is_listed_as_it_is(
    tmp_path: Path, matches: Matches
) -> None:
    some_matches(matches)
    over = next(match.id for match in matches.list() if match.status is Status.FINISHED)
    match = matches.open(over)
    match.take_back()
    assert {each.status for each in Matches(Home(tmp_path)).list()} == {Status.IN_PROGRESS}


def test_an_append_touches_the_match_file_alone(tmp_path: Path, matches: Matches) -> None:
    with matches.create(HEADER) as match:
        before = files(tmp_path)
        match.append("1 roll")
        after = files(tmp_path)
    assert [name for name in after if after[name] != before.get(name)] == [str(Path("matches", f"{match.id}.jsonl"))]


# What can't be used


def test_a_damaged_match_is_listed_put_aside_and_told(tmp_path: Path, matches: Matches) -> None:
    match_id = started(matches, "1 roll", "* 3", "1 hold")
    path = tmp_path / "matches" / f"{match_id}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"* 3", b"* 5")
    path.write_bytes(b"".join(lines))
    (tmp_path / "index-1.sqlite").unlink()
    before = files(tmp_path)
    assert matches.list()[0].status == Status.DAMAGED
    looked = matches.look(match_id)
    assert list(looked.events) == ["1 roll"]
    assert looked.damage == "The match file is damaged from line 3 on: what came before it is kept."
    assert files(tmp_path).items() >= before.items()
    with matches.open(match_id) as match:
        assert list(match.events) == ["1 roll"]
        assert match.damage is not None
        assert match.damage.endswith(f"put aside as {match_id}.jsonl.damaged-1.")
    assert path.with_name(f"{match_id}.jsonl.damaged-1").read_bytes() == b"".join(lines)
    assert [summary.status for summary in matches.list()] == [Status.IN_PROGRESS]
    with matches.open(match_id) as match:
        assert match.damage is None


def test_a_match_without_a_first_line_is_listed_and_never_rewritten(tmp_path: Path, matches: Matches) -> None:
    match_id = started(matches, "1 roll")
    (tmp_path / "matches" / f"{match_id}.jsonl").write_bytes(b"rubbish\n")
    (summary,) = matches.list()
    assert (summary.id, summary.status) == (match_id, Status.DAMAGED)
    for access in (matches.open, matches.look):
        with pytest.raises(SaveError, match="damaged from its first line"):
            access(match_id)
    assert (tmp_path / "matches" / f"{match_id}.jsonl").read_bytes() == b"rubbish\n"


def test_another_version_is_listed_and_never_rewritten(tmp_path: Path, matches: Matches) -> None:
    match_id = started(matches, "1 roll")
    path = tmp_path / "matches" / f"{match_id}.jsonl"
    other = path.read_bytes().replace(b'"version":1', b'"version":2')
    path.write_bytes(other)
    (tmp_path / "index-1.sqlite").unlink()
    for _time in range(2):
        assert matches.list() == [MatchSummary(id=match_id, status=Status.UNKNOWN_VERSION)]
    for access in (matches.open, matches.look):
        with pytest.raises(UnknownVersion, match="version 2"):
            access(match_id)
    assert path.read_bytes() == other
    path.write_bytes(other.replace(b'"version":2', b'"version":1'))
    assert matches.list()[0].status == Status.IN_PROGRESS


def test_entries_that_cannot_follow_each_other_are_told(tmp_path: Path, matches: Matches) -> None:
    match_id = started(matches, "1 roll", "* 3")
    with matches.open(match_id) as match:
        match.take_back(2)
        match.history.events.extend(["made", "up"])
        match.take_back(2)
    with pytest.raises(SaveError, match="can't follow each other"):
        matches.open(match_id)
    (tmp_path / "index-1.sqlite").unlink()
    assert matches.list()[0].status == Status.DAMAGED


def test_other_files_in_the_folder_are_no_matches(tmp_path: Path, matches: Matches) -> None:
    match_id = started(matches)
    (tmp_path / "matches" / "Notes of mine.jsonl").write_bytes(b"")
    (tmp_path / "matches" / "pig.txt").write_bytes(b"")
    assert [summary.id for summary in matches.list()] == [match_id]


# Two processes

SECOND = """
import sys
from pathlib import Path
from tabletop.saves import Home, Matches, SaveError
matches = Matches(Home(Path(sys.argv[1])))
print(*matches.look(sys.argv[2]).events, sep=",")
try:
    with matches.open(sys.argv[2]) as match:
        match.append("* 6")
        print("opened")
except SaveError as why:
    print(why)
"""


def in_a_second_process(folder: Path, match_id: str) -> list[str]:
    command = [sys.executable, "-c", SECOND, str(folder), match_id]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=LAST_RESORT)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_second_process_may_look_but_not_play(tmp_path: Path, matches: Matches) -> None:
    with matches.create(HEADER) as match:
        match.append("1 roll")
        events, refusal = in_a_second_process(tmp_path, match.id)
        assert events == "1 roll"
        assert refusal.startswith(f"The match {match.id} is open in another process:")
        with pytest.raises(MatchInUse):
            matches.open(match.id)
    assert in_a_second_process(tmp_path, match.id) == ["1 roll", "opened"]
    assert list(matches.look(match.id).events) == ["1 roll", "* 6"]
    assert matches.list()[0].events == 2


def test_importing_saves_imports_no_screen_and_no_documents() -> None:
    late = ("prompt_toolkit", "click", "tinydb", "filelock")
    code = f"import sys, tabletop.saves; print([name for name in {late} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
