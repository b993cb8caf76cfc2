"""The index of the matches: whatever happens to it, what is listed and counted is what the match files say."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from processes import LAST_RESORT
from quiet_disk import QuietDisk

from tabletop.chance import Entropy
from tabletop.cli import run
from tabletop.entries import Note
from tabletop.match import Header, Seat, bind
from tabletop.person import ME
from tabletop.plugins.find.catalogue import Catalogue, load
from tabletop.saves import Home, Matches, SaveError, Status
from tabletop.saves.format import parse
from tabletop.saves.indexed import Wanted, Word
from tabletop.table.playing import Table
from tabletop.tally_note import TALLY

SEATS = (Seat(name="Ada"), Seat(name="CPU 2", player="cpu", level="hard"))
EVENTS = ["1 roll", "* 6", "1 hold", "2 roll", "* 1", "1 roll", "* 4", "1 hold"]
WORTH = {"sides": [1, 2], "rules": "house", "opponents": [["hard"], ["people"]], "points": [10, 0], "ranks": [1, 2]}
END = [
    ("finished", {"scores": [10, 0], "ranks": [1, 2]}),
    (TALLY, {**WORTH, "measures": [{"bust_rate": [1.0, 3.0]}, {}]}),
]


class Shelf:
    """Matches in a home of their own."""

    def __init__(self, folder):
        seconds = count()
        self.home, self.told, self.progress = Home(folder), [], []
        self.matches = Matches(
            self.home,
            clock=lambda: datetime(2026, 11, 30, tzinfo=UTC) + timedelta(seconds=next(seconds)),
            rng=Random(5),
            disk=QuietDisk(),
            warn=self.told.append,
            progress=lambda text, done: self.progress.append((text, done)),
        )

    def add(self, *, finish=True, game="pig", seed=None, notes=()):
        header = Header(game=game, options={"target": 10}, seats=SEATS)
        with self.matches.create(header, events=EVENTS, seed=seed) as save:
            save.append(*notes, *(END if finish else []))
        return save.id

    @property
    def all(self):
        """What is said of the matches."""
        return self.matches.list(), self.matches.trashed(), self.matches.played(), self.matches.statistics()


@pytest.fixture
def shelf(tmp_path):
    """A home with matches of all kinds."""
    shelf = Shelf(tmp_path)
    for number in range(4):
        match_id = shelf.add(finish=number < 3)
    shelf.matches.rename(match_id, "Sunday")
    shelf.add(seed=3)
    shelf.add(notes=[("hint", {})])
    shelf.matches.delete(shelf.add())
    return shelf


def index_of(shelf):
    return closing(sqlite3.connect(shelf.home.index, isolation_level=None))


# What it answers


def test_a_page_and_a_number_say_what_the_whole_list_says(shelf):
    whole = shelf.matches.list()
    assert [match.id for match in shelf.matches.page(limit=2)] == [match.id for match in whole[:2]]
    under_way = Wanted(status=Status.IN_PROGRESS)
    assert shelf.matches.number() == len(whole) == 6
    assert (shelf.matches.number(under_way), shelf.matches.page(under_way)) == (1, [whole[2]])
    assert shelf.matches.page(Wanted((Word("sunday"), Word("hard")))) == [whole[2]]
    assert shelf.matches.page(Wanted((Word("schwein"),))) == []
    assert len(shelf.matches.page(Wanted((Word("schwein", frozenset({"pig"})),)))) == 6


def test_more_matches_than_a_page_are_all_listed(shelf, monkeypatch):
    whole = shelf.matches.list()
    monkeypatch.setattr("tabletop.saves.matches.PAGE", 2)
    assert shelf.matches.list() == whole


def test_why_finished_matches_do_not_count_is_kept(shelf):
    left_out = shelf.matches.statistics().left_out
    assert sorted((some.why, some.people, some.matches) for some in left_out) == [
        ("hint", ("Ada",), 1),
        ("seed", ("Ada",), 1),
    ]
    assert shelf.matches.statistics("bigpig").left_out == []


# Whatever lies in its place

PLACED = {
    "nothing": lambda path: path.unlink(),
    "an empty file": lambda path: path.write_bytes(b""),
    "rubbish": lambda path: path.write_bytes(b"\0\xff" * 5_000),
    "half of it": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a folder": lambda path: (path.unlink(), path.mkdir(), (path / "x").write_text("")),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a loop": lambda path: (path.unlink(), path.symlink_to(path)),
    "another database": lambda path: (path.unlink(), sqlite3.connect(path).execute("CREATE TABLE a (b)").close()),
}


@pytest.mark.skipif(os.name == "nt", reason="links and pipes want rights on Windows")
@pytest.mark.parametrize("placed", PLACED)
def test_whatever_lies_in_the_place_of_the_index_it_makes_itself_again(shelf, placed):
    before = shelf.all
    PLACED[placed](shelf.home.index)
    for _time in range(2):
        assert shelf.all == before
    assert shelf.told == ([] if placed == "nothing" else ["The index of the matches was damaged: it is made again."])
    with index_of(shelf) as index:
        assert index.execute("SELECT count(*) FROM matches").fetchone() == (7,)


CHANGES = [
    "DROP TABLE seats",
    "DROP INDEX matches_by_time",
    "ALTER TABLE matches ADD COLUMN more TEXT",
    "DELETE FROM matches",
    "DELETE FROM seats",
    "DELETE FROM seats WHERE rowid = 1",
    "INSERT INTO seats SELECT * FROM seats",
    "UPDATE seats SET person = 'Bo'",
    "UPDATE seats SET data = x'00'",
    "UPDATE seats SET data = NULL, sum = NULL",
    "UPDATE seats SET id = 7",
    "UPDATE matches SET id = id || 'x'",
    "UPDATE matches SET id = NULL",
    "UPDATE matches SET summary = '{}'",
    "UPDATE matches SET summary = 7, sum = 7",
    "UPDATE matches SET words = NULL, length = 'x'",
    "UPDATE matches SET played = 5",
    "UPDATE matches SET seats = seats + 1",
    "UPDATE tallies SET data = '[]'",
]


@pytest.mark.parametrize("change", CHANGES)
def test_rows_that_cannot_be_used_are_made_again_one_by_one(shelf, change):
    before = shelf.all
    with index_of(shelf) as index:
        index.execute(change)
    for _time in range(2):
        assert shelf.all == before
    assert len(shelf.told) <= 2


def test_no_flipped_byte_of_the_index_is_believed(shelf):
    before, whole = shelf.all, shelf.home.index.read_bytes()
    rng = Random(7)
    for _time in range(40):
        place = rng.randrange(len(whole))
        shelf.home.index.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :])
        shelf.matches.check_index()
        assert shelf.all == before, place


def test_an_index_whose_schema_is_no_text_makes_itself_again(shelf):
    before, whole = shelf.all, shelf.home.index.read_bytes()
    at = whole.index(b"CREATE TABLE former")
    for place in range(at - 14, at + 4):
        shelf.home.index.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])
        shelf.matches.check_index()
        assert shelf.all == before, place


def test_an_index_that_has_lost_the_order_of_its_rows_is_found_out_and_made_again(shelf):
    before = shelf.all
    with index_of(shelf) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'matches_by_time'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(shelf.home.index.read_bytes())
    cells = (page - 1) * size + 3
    assert data[cells : cells + 2] != b"\0\0"
    data[cells : cells + 2] = b"\0\0"
    shelf.home.index.write_bytes(data)
    shelf.matches.check_index()
    assert shelf.all == before
    assert shelf.told == ["The index of the matches was damaged: it is made again."]
    shelf.matches.check_index()
    assert len(shelf.told) == 1


# Where there can be none


def no_module(monkeypatch, _home):
    monkeypatch.setitem(sys.modules, "sqlite3", None)


def no_wal(monkeypatch, _home):
    monkeypatch.setattr("tabletop.saves.index_file.WAL", "delete")


def in_the_way(_monkeypatch, home):
    home.index.with_name("index-1.sqlite.new").mkdir()


@pytest.mark.parametrize("cause", [no_module, no_wal, in_the_way])
def test_where_there_can_be_no_index_the_files_say_the_same_with_a_sentence(shelf, monkeypatch, cause):
    before = shelf.all
    for path in shelf.home.path.glob("index-1.sqlite*"):
        path.unlink()
    cause(monkeypatch, shelf.home)
    assert shelf.all == before
    (told,) = shelf.told
    assert told.startswith("There can be no index of the matches here (")
    found = shelf.matches.page(Wanted((Word("sunday"),), Status.IN_PROGRESS))
    assert shelf.matches.find("sunday") == shelf.matches.find() == found[0]
    with pytest.raises(SaveError, match="More than one match fits"):
        shelf.matches.find("pig")
    shelf.add(finish=False)
    assert shelf.matches.number() == 7


def test_an_empty_home_stays_empty(tmp_path):
    shelf = Shelf(tmp_path / "home")
    assert shelf.all[:3] == ([], [], [])
    assert not shelf.home.path.exists()


def test_a_folder_with_many_matches_is_read_with_progress(shelf, monkeypatch):
    monkeypatch.setattr("tabletop.saves.folders.LONG", 5)
    shelf.matches.rebuild()
    assert shelf.progress == [("Reading the matches", 0.0), ("", 0.0)]


# The command line


@pytest.mark.parametrize("arguments", [["matches"], ["matches", "--all"], ["matches", "--find", "ada"]])
def test_scripts_read_lines_of_matches_alone_whatever_had_to_be_made_again(shelf, arguments, monkeypatch, capsys):
    monkeypatch.setenv("TABLETOP_HOME", str(shelf.home.path))
    shelf.home.index.write_bytes(b"x")
    shelf.home.statistics.write_bytes(b"x")
    assert run(arguments) == 0
    out, err = capsys.readouterr()
    assert [line.split(" ")[0] for line in out.splitlines()] == [match.id for match in shelf.matches.list()]
    assert "it is made again" in err
    assert "put aside as statistics.json.old-1" in err


# The note that statistics live on

GOLDEN = Path(__file__).parent / "data" / "match-file-1-tally.jsonl"


def test_the_golden_file_with_a_tally_counts_without_its_game(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.home.prepare(QuietDisk())
    (shelf.home.matches / "pig-20261130-t4ly.jsonl").write_bytes(GOLDEN.read_bytes())
    (row,) = shelf.matches.played()
    assert (row.person, row.opponents, row.share, row.points) == (ME, ("hard",), 1.0, 10)
    assert row.measures == {"points_per_turn": [10.0, 2.0], "bust_rate": [0.0, 2.0], "turns_to_win": [2.0, 1.0]}
    assert shelf.matches.uncounted() == []
    assert (shelf.home.matches / "pig-20261130-t4ly.jsonl").read_bytes() == GOLDEN.read_bytes()


def test_a_table_ends_a_match_as_in_the_golden_file(tmp_path):
    shelf = Shelf(tmp_path)
    golden = parse(GOLDEN.read_bytes())
    with shelf.matches.create(golden.header.header, events=EVENTS) as save:
        Table(bind(load(Catalogue.installed().find("pig")), save.header), save, Entropy()).advance()
        assert [(note.kind, note.data) for note in save.notes] == [
            (note.kind, note.data) for note in golden.entries if isinstance(note, Note)
        ]


SPOILED = [{}, {"sides": [1]}, {"sides": [1, 3]}, {"points": [10]}, {"measures": [{"a": [1]}, {}]}, {"rules": "odd"}]


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_tally_that_does_not_fit_is_none(tmp_path, spoiled):
    shelf = Shelf(tmp_path)
    with shelf.matches.create(Header(game="pig", seats=SEATS), events=EVENTS) as save:
        finished, (kind, worth) = END
        save.append(finished, (kind, {**worth, **spoiled} if spoiled else {}))
    assert [match.id for match in shelf.matches.uncounted()] == [save.id]
    assert shelf.matches.played() == []


def test_a_tally_holds_for_the_end_that_it_was_noted_at(tmp_path):
    shelf = Shelf(tmp_path)
    match_id = shelf.add()
    with shelf.matches.open(match_id) as save:
        save.take_back(1)
        save.append("1 hold", END[0])
    assert [match.id for match in shelf.matches.uncounted()] == [match_id]


# Two at once


def test_processes_that_make_play_and_ask_at_once_see_whole_lists(tmp_path):
    shelf = Shelf(tmp_path)
    first = {shelf.add() for _match in range(20)}
    command = [sys.executable, "-c", TOGETHER, str(tmp_path), ",".join(first)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _child in range(3)]
    said = [child.communicate(timeout=LAST_RESORT)[0] for child in children]
    assert said == ["well\n"] * 3
    assert shelf.matches.number() == 20 + 3 * 8
    assert len(shelf.matches.played()) == 20 + 3 * 8


TOGETHER = f"""
import sys
from pathlib import Path
from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches
told = []
matches, first = Matches(Home(Path(sys.argv[1])), warn=told.append), set(sys.argv[2].split(","))
seats = (Seat(name="Ada"), Seat(name="CPU 2", player="cpu", level="hard"))
for number in range(8):
    with matches.create(Header(game="pig", seats=seats), events={EVENTS!r}) as save:
        save.append(*{END!r})
    if number == 3:
        matches.rebuild()
    ids = {{match.id for match in matches.list()}}
    assert first < ids and save.id in ids, (len(ids), told)
    assert {{seat.id for seat in matches.played()}} >= first
print(*told or ["well"])
"""
