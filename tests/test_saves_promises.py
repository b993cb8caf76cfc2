"""What saves promise about power failures, torn ends, keys that nobody knows, locks and reports."""

import json
import os
import stat
import threading
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, Status
from tabletop.saves.disk import Disk, write_atomically
from tabletop.saves.documents import Document
from tabletop.saves.format import Event, seal
from tabletop.saves.log import MatchLog, read
from tabletop.saves.reports import MOST, Reports
from tabletop.saves.storage import AtomicStorage

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Recorder(Disk):
    """Writes down in which order what is changed and made durable."""

    def __init__(self):
        super().__init__(windows=False)
        self.done = []
        self._names = {}

    def open(self, path, flags):
        descriptor = super().open(path, flags)
        self._names[descriptor] = path.name
        return descriptor

    def write(self, descriptor, data):
        self.done.append(f"write {self._names[descriptor]}")
        return super().write(descriptor, data)

    def sync(self, descriptor):
        self.done.append(f"sync {self._names[descriptor]}")
        super().sync(descriptor)

    def truncate(self, descriptor, length):
        self.done.append(f"cut {self._names[descriptor]}")
        super().truncate(descriptor, length)

    def close(self, descriptor):
        if self._names[descriptor].endswith(".jsonl"):
            self.done.append(f"close {self._names[descriptor]}")
        super().close(descriptor)

    def replace(self, source, target):
        self.done.append(f"move {source.parent.name}/{source.name} to {target.parent.name}/{target.name}")
        super().replace(source, target)

    def sync_folder(self, path):
        self.done.append(f"sync {path.name}/")
        super().sync_folder(path)


@pytest.fixture
def disk():
    return Recorder()


@pytest.fixture
def matches(tmp_path, disk):
    seconds = count()
    return Matches(Home(tmp_path), clock=lambda: NOON + timedelta(seconds=next(seconds)), rng=Random(5), disk=disk)


def started(matches, *events):
    with matches.create(HEADER) as match:
        for event in events:
            match.append(event)
        return match.id


def match_file(tmp_path, match_id):
    return tmp_path / "matches" / f"{match_id}.jsonl"


# Durable


def test_a_file_is_on_the_disk_before_it_takes_the_place_of_the_old_one_and_then_so_is_its_name(tmp_path, disk):
    write_atomically(disk, tmp_path / "kept.json", b"{}")
    folder = tmp_path.name
    assert disk.done == [
        "write kept.json.tmp",
        "sync kept.json.tmp",
        f"move {folder}/kept.json.tmp to {folder}/kept.json",
        f"sync {folder}/",
    ]


def test_an_event_is_on_the_disk_when_append_returns(matches, disk):
    with matches.create(HEADER) as match:
        name = f"{match.id}.jsonl"
        disk.done.clear()
        match.append("1 roll")
        assert disk.done == [f"write {name}", f"sync {name}"]


def test_a_torn_end_is_cut_off_durably_before_anything_is_written_behind_it(matches, tmp_path, disk):
    match_id = started(matches, "1 roll")
    with match_file(tmp_path, match_id).open("ab") as file:
        file.write(b'{"n":2,"at":"20')
    disk.done.clear()
    matches.open(match_id).close()
    assert disk.done[:2] == [f"cut {match_id}.jsonl", f"sync {match_id}.jsonl"]


def test_a_damaged_file_is_kept_durably_before_it_is_cut(matches, tmp_path, disk):
    match_id = started(matches, "1 roll")
    file = match_file(tmp_path, match_id)
    file.write_bytes(file.read_bytes() + b"nonsense\n")
    disk.done.clear()
    matches.open(match_id).close()
    kept = f"{match_id}.jsonl.damaged-1"
    assert disk.done[:6] == [
        f"write {kept}.tmp",
        f"sync {kept}.tmp",
        f"move matches/{kept}.tmp to matches/{kept}",
        "sync matches/",
        f"cut {match_id}.jsonl",
        f"sync {match_id}.jsonl",
    ]


def test_a_match_is_durably_in_the_trash_before_its_old_name_is_durably_gone(matches, disk):
    match_id = started(matches, "1 roll")
    disk.done.clear()
    matches.delete(match_id)
    name = f"{match_id}.jsonl"
    assert disk.done == [f"move matches/{name} to trash/{name}", "sync trash/", "sync matches/"]


# For the owner only


@pytest.mark.skipif(os.name == "nt", reason="modes mean nothing there")
def test_only_the_owner_may_look_into_what_is_saved(tmp_path):
    before = os.umask(0)
    try:
        home = tmp_path / "home"
        disk = Disk()
        disk.make_folder(home)
        disk.close(disk.open(home / "new", os.O_WRONLY | os.O_CREAT))
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (home, home / "new")] == [0o700, 0o600]


def test_a_match_file_that_is_closed_stays_closed_and_takes_nothing(matches, tmp_path):
    path = match_file(tmp_path, started(matches, "1 roll"))
    disk = Recorder()
    file = MatchLog(path, disk, read(path, disk))
    file.close()
    file.close()
    assert disk.done == [f"close {path.name}"]
    with pytest.raises(ValueError, match="the match file is closed"):
        file.append(Event(NOON, "* 4"))


# Torn and strange


def test_a_match_with_a_torn_end_is_in_progress_and_not_damaged(matches, tmp_path):
    match_id = started(matches, "1 roll", "* 4")
    file = match_file(tmp_path, match_id)
    file.write_bytes(file.read_bytes()[:-3])
    (summary,) = matches.list()
    assert summary.status == Status.IN_PROGRESS
    assert matches.look(match_id).events == ["1 roll"]


@pytest.mark.parametrize(
    "body",
    [
        {"n": 1, "at": "2026-11-30T12:00:00.000Z", "event": "1 roll", "mood": "good"},
        {"n": 1, "at": "2026-11-30T12:00:00.000Z", "note": "hint", "data": {}, "mood": "good"},
        {"n": 2, "at": "2026-11-30T12:00:00.000Z", "event": "1 roll"},
        {"n": 1, "at": "2026-11-30T12:00:00.000Z", "event": 1},
    ],
    ids=["event", "note", "number", "type"],
)
def test_a_line_with_more_than_this_program_knows_is_never_half_read(matches, tmp_path, body):
    match_id = started(matches)
    file = match_file(tmp_path, match_id)
    written = file.read_bytes()
    start = written.splitlines(keepends=True)[0]
    assert written == start
    crc = int(json.loads(start)["crc"], 16)
    file.write_bytes(start + seal(body, crc)[0])
    found = matches.look(match_id)
    assert (found.events, found.notes) == ([], [])
    assert matches.list()[0].status == Status.DAMAGED


def test_nothing_is_said_of_a_match_that_cannot_be_read_but_that(matches, tmp_path):
    match_id = started(matches, "1 roll")
    match_file(tmp_path, match_id).write_bytes(b"nonsense\n")
    matches.rebuild()
    (summary,) = matches.list()
    assert (summary.id, summary.status, summary.counts) == (match_id, Status.DAMAGED, False)


@pytest.mark.parametrize("wrong", ["", {}, 5, True, "many", [1, "2"], {"1": 1}], ids=repr)
@pytest.mark.parametrize("key", ["scores", "ranks"])
def test_scores_and_ranks_are_lists_of_numbers_and_nothing_else(matches, key, wrong):
    with matches.create(HEADER) as match:
        with pytest.raises(ValueError, match="not a list of numbers"):
            match.note("finished", {key: wrong})
        assert match.notes == []


# Locks


def test_what_one_thread_has_opened_another_may_close(matches):
    """The lock belongs to the match, not to the thread: a screen closes what a worker opened."""
    match_id = started(matches)
    opened = []
    worker = threading.Thread(target=lambda: opened.append(matches.open(match_id)))
    worker.start()
    worker.join()
    opened[0].close()
    with matches.open(match_id) as again:
        again.append("1 roll")


# Documents


def test_a_document_in_order_is_not_written_by_reading_it(tmp_path, disk):
    told = []
    document = Document(tmp_path / "test.json", "test", 1, disk, told.append)
    with document.change() as database:
        database.table("things").insert({"a": 1})
    disk.done.clear()
    assert list(document.rows("things")) == [{"a": 1}]
    assert (disk.done, told) == ([], [])


def test_a_document_that_was_mended_is_damaged_no_longer(tmp_path):
    file = tmp_path / "test.json"
    storage = AtomicStorage(file, format_="test", version=1, disk=Disk(), warn=lambda _told: None, checks={})
    file.write_text("torn")
    assert (storage.read(), storage.damaged) == (None, True)
    file.write_text('{"format": "test", "version": 1, "tables": {}}')
    assert (storage.read(), storage.damaged) == ({}, False)


# Reports


def test_a_report_has_the_time_and_the_subject_in_its_name(tmp_path):
    reports = Reports(Home(tmp_path), clock=lambda: NOON)
    first = reports.write("Pig: it broke!", "one")
    second = reports.write("Pig: it broke!", "two")
    assert [path.name for path in (first, second)] == [
        "20261130-120000-001-pig-it-broke.txt",
        "20261130-120000-002-pig-it-broke.txt",
    ]
    assert [path.read_text() for path in reports.list()] == ["one", "two"]


def test_only_the_newest_reports_are_kept(tmp_path):
    seconds = count()
    reports = Reports(Home(tmp_path), clock=lambda: NOON + timedelta(seconds=next(seconds)))
    written = [reports.write("x", str(number)) for number in range(MOST + 3)]
    assert reports.list() == written[3:]


def test_a_report_of_strange_letters_is_written_all_the_same(tmp_path):
    path = Reports(Home(tmp_path), clock=lambda: NOON).write("ü" * 100, "lone \ud800 surrogate")
    assert path.read_bytes() == b"lone ? surrogate"
    assert path.name == "20261130-120000-001-.txt"


def test_the_trash_of_a_home_that_was_never_used_can_be_emptied(matches, tmp_path):
    assert matches.empty_trash() == 0
    assert not os.listdir(tmp_path)
