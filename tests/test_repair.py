"""``tabletop doctor --repair``: what is damaged is made whole as far as it goes, put aside first, and said."""

import errno
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, Status
from tabletop.saves.format import parse
from tabletop.saves.locks import take
from tabletop.saves.mending import salvaged
from tabletop.saves.salvage import SALVAGED

OVER = ("1 roll", "* 6", "1 roll", "* 5", "1 hold")
HEADER = Header(game="pig", options={"target": 10}, seats=(Seat(name="Ada"), Seat(name="Zoé")))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(home):
    """A match that is over, with a note among its events."""
    with Matches(Home(home)).create(HEADER) as match:
        for event in OVER[:2]:
            match.append(event)
        match.rename("Sunday")
        for event in OVER[2:]:
            match.append(event)
        match.finish("finished", (11, 0), (1, 2))
    Matches(Home(home)).list()
    return home / "matches" / f"{match.id}.jsonl"


@pytest.fixture
def repair(tabletop):
    def call(code=0):
        found, out, err = tabletop("doctor", "--repair", "--json")
        assert (found, err) == (code, "")
        document = json.loads(out)
        return {one["kind"]: one for one in document["repairs"]}, document

    return call


def look(file):
    return Matches(Home(file.parent.parent)).look(file.stem)


def damage(file, change):
    """Changes the lines of a file; its former content, and what is damaged now."""
    before = file.read_bytes()
    lines = before.split(b"\n")
    change(lines)
    file.write_bytes(b"\n".join(lines))
    return before, file.read_bytes()


def flip(number, place):
    def change(lines):
        line = lines[number]
        lines[number] = line[:place] + bytes([line[place] ^ 4]) + line[place + 1 :]

    return change


def garble(number):
    def change(lines):
        lines[number] = b"\xff" * 20

    return change


# Every line that is whole is had again


def test_one_wrong_byte_anywhere_loses_nothing(file):
    """But for the very last, a line's end: without it the line is one that was never written whole."""
    data = file.read_bytes()
    whole = parse(data)
    for place in range(len(data) - 1):
        for wrong in (1, 32, 255):
            found = salvaged(data[:place] + bytes([data[place] ^ wrong]) + data[place + 1 :])
            assert (found.header, list(found.entries), found.lost) == (whole.header, whole.entries, 0), place


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines.insert(3, lines[2]),
        lambda lines: lines.insert(2, lines.pop(5)),
        lambda lines: lines.insert(0, b"rubbish"),
        lambda lines: lines.insert(4, b""),
        lambda lines: lines.insert(5, lines.pop(0)),
        lambda lines: lines.__setitem__(slice(None), [line + b"\r" for line in lines]),
        lambda lines: lines.__setitem__(slice(None), [*lines[:-1], *lines]),
        lambda lines: lines.__setitem__(slice(None), [*reversed(lines[1:-1]), lines[0], b""]),
    ],
    ids=["doubled", "moved", "before it", "empty", "header inside", "CRLF", "twice", "backwards"],
)
def test_lines_in_disorder_lose_nothing(file, change):
    before, after = damage(file, change)
    found = salvaged(after)
    assert (list(found.entries), found.lost) == (parse(before).entries, 0)


@pytest.mark.parametrize("number", range(10))
def test_one_lost_line_costs_itself_alone(file, number):
    before, after = damage(file, garble(number)) if number < 9 else (file.read_bytes(),) * 2
    found = salvaged(after)
    every = [*found.entries, *(later.entry for later in found.later)]
    whole = parse(before).entries
    assert every == [*whole[: max(number - 1, 0)], *whole[number:]] if number not in (0, 8, 9) else whole[: len(every)]
    assert (found.header is None) == (number == 0)


# The command


@pytest.mark.parametrize(("number", "place"), [(0, 40), (0, 300), (4, 12), (4, -3), (7, 50)])
def test_a_flipped_bit_is_put_right_and_the_damaged_file_kept(file, repair, number, place):
    before, after = damage(file, flip(number, place))
    assert not list(file.parent.glob("*.damaged-*"))
    done, _document = repair()
    assert done["match"]["done"]
    assert "is whole again: nothing of it is lost." in done["match"]["text"]
    assert file.read_bytes().startswith(before)  # and what it is worth may be noted
    assert (file.parent / done["match"]["aside"]).read_bytes() == after
    assert done["match"]["match"] == file.stem
    assert "match" not in repair()[0]


def test_a_lost_note_costs_itself_where_the_points_prove_the_rest(file, repair):
    damage(file, garble(3))
    text = repair()[0]["match"]["text"]
    assert "1 entry couldn't be read; the points show that nothing hangs on it." in text
    saved = look(file)
    assert (saved.status, list(saved.events), saved.name) == (Status.FINISHED, list(OVER), None)


def test_what_follows_a_lost_event_is_kept_aside_and_not_made_up(file, repair):
    _before, after = damage(file, garble(5))
    made = repair()[0]["match"]
    assert "4 entries are kept, up to the damage; what is whole after that stays in the file" in made["text"]
    assert list(look(file).events) == list(OVER[:3])
    assert (file.parent / made["aside"]).read_bytes() == after


def test_a_first_line_that_is_gone_is_made_from_the_list_of_matches(file, repair, tabletop):
    tabletop("matches")
    damage(file, garble(0))
    assert tabletop("matches")[0] == 0
    made = repair()[0]["match"]
    assert "with a first line made from what was known of it" in made["text"]
    assert "house rules" in made["text"]
    saved = look(file)
    assert [seat.name for seat in saved.seats] == ["Ada", "Zoé"]
    assert list(saved.events) == list(OVER)
    assert not saved.summary.counts
    assert any(note.data.get("why") == SALVAGED for note in saved.notes)


def test_a_match_of_which_nothing_is_known_is_left_as_it_is_and_said(file, repair, home):
    _before, after = damage(file, garble(0))
    (home / "index-1.sqlite").unlink(missing_ok=True)
    made = repair(1)[0]["match"]
    assert not made["done"]
    assert "can't be salvaged" in made["text"]
    assert file.read_bytes() == after
    assert not list(file.parent.glob("*.damaged-*"))


def test_a_match_that_somebody_plays_is_left_alone(file, repair):
    _before, after = damage(file, flip(0, 40))
    lock = take(file.with_suffix(".lock"))
    try:
        assert "is open in another process" in repair(1)[0]["match"]["text"]
    finally:
        lock.release()
    assert file.read_bytes() == after


def test_a_match_of_another_version_is_left_as_it_is(file, repair):
    text = file.read_bytes().replace(b'"version":1', b'"version":9', 1)
    file.write_bytes(text)
    assert "match" not in repair(1)[0]
    assert file.read_bytes() == text


def test_the_list_and_the_statistics_are_made_anew(file, repair, home, tabletop):
    tabletop("matches")
    (home / "index-1.sqlite").write_bytes(b"no index")
    done, document = repair()
    assert done["index"]["text"] == "1 match is listed anew; 1 counts for statistics."
    assert list(document) == ["format", "version", "repairs", "findings"]
    assert "1 match" in tabletop("stats")[1]
    assert file.stem in tabletop("matches")[1]


def test_what_was_left_lying_about_is_removed_and_what_is_in_use_stays(file, repair, home):
    old = datetime.now(UTC) - timedelta(days=1)
    store = home / "plugins"
    for folder in (store / "packages-old", store / "work-old", store / "wheels" / "0123", home / "cache" / "x"):
        folder.mkdir(parents=True)
    left = [home / "settings.json.tmp", file.with_suffix(".jsonl.tmp"), home / "cache" / "x" / "a.tmp"]
    left += [
        file.parent / "pig-20260101-gone.lock",
        store / "packages-old",
        store / "work-old",
        store / "wheels" / "0123",
    ]
    for path in left[:4]:
        path.write_bytes(b"")
        os.utime(path, (old.timestamp(), old.timestamp()))
    used = [file.parent / "pig-20260101-held.lock", home / "profiles.json.tmp", home / "cache" / "now.tmp"]
    for path in used[1:]:
        path.write_bytes(b"")
    held = [take(used[0]), take(home / "profiles.json.lock")]
    try:
        done, _document = repair()
    finally:
        for lock in held:
            lock.release()
    assert done["temporary"]["text"] == "3 temporary files are removed."
    assert done["lock"]["text"] == "1 old lock is removed."
    assert done["store"]["text"] == "3 old folders of the store of plugins are removed."
    assert [path for path in left if path.exists()] == []
    assert [path for path in used if not path.exists()] == []
    assert file.exists()


@pytest.mark.skipif(os.name == "nt", reason="modes mean nothing there")
def test_a_home_that_others_may_look_into_is_closed(file, repair, home, tabletop):
    home.chmod(0o755)
    assert "Others may look into" in tabletop("doctor")[1]
    assert repair()[0]["permissions"]["text"] == f"{home} is closed to others now."
    assert home.stat().st_mode & 0o077 == 0


def test_people_read_a_sentence_for_each(file, tabletop):
    damage(file, flip(0, 40))
    code, out, _err = tabletop("doctor", "--repair")
    assert code == 0
    assert f"repaired: The match {file.stem} is whole again" in out
    assert "repaired: 1 match is listed anew" in out


def test_a_home_that_is_not_there_is_not_made(repair, home):
    done, _document = repair()
    assert done == {}
    assert not home.exists()


def test_without_the_option_nothing_is_changed(file, tabletop):
    _before, after = damage(file, flip(0, 40))
    assert tabletop("doctor")[0] == 1
    assert file.read_bytes() == after
    assert "repairs" not in json.loads(tabletop("doctor", "--json")[1])


def test_what_was_cut_off_at_the_table_before_can_be_had_again(file, repair):
    """An opened match keeps what is before the damage and puts the damaged file aside; a repair looks at that too."""
    before, _after = damage(file, flip(4, 12))
    Matches(Home(file.parent.parent)).open(file.stem).close()
    assert len(look(file).events) == 2
    assert "is whole again" in repair()[0]["match"]["text"]
    assert file.read_bytes().startswith(before)
    assert "match" not in repair()[0]


# The doctor's own checks


def test_a_disk_on_which_nothing_can_be_written_is_said(file, tabletop):
    """A file may be made there, but hold nothing."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        code, out, _err = tabletop("doctor")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert code == 1
    assert "can't be written: File too large." in out


def test_a_disk_that_is_nearly_full_is_said(file, tabletop, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=3 * 2**20))
    code, out, _err = tabletop("doctor")
    assert code == 1
    assert "There is hardly any room left on the disk" in out
    assert "3 MB" in out


def test_a_file_that_is_not_ours_is_said(file, tabletop, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) != file)
    code, out, _err = tabletop("doctor")
    assert code == 1
    assert f"{file} isn't yours to read and write" in out


def test_where_a_folder_cannot_be_looked_into_the_rest_is_repaired_all_the_same(file, repair, home, monkeypatch):
    home.chmod(0o755)
    listdir = os.listdir

    def failing(folder):
        if Path(folder) == home / "matches":
            raise OSError(errno.EIO, "Input/output error")
        return listdir(folder)

    monkeypatch.setattr(os, "listdir", failing)
    made, _document = repair(code=1)
    assert {kind for kind, found in made.items() if found["done"]} == {"permissions"}
    assert {kind for kind, found in made.items() if not found["done"]} == {"match", "temporary", "lock", "index"}
    assert all("Input/output error" in found["text"] for found in made.values() if not found["done"])
