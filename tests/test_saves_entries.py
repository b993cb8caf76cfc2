"""An entry in the folder of matches that is no match file, or goes away: it costs itself alone, and nobody waits."""

import os
import socket

import pytest

from tabletop.cli import run
from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, SaveError, Status
from tabletop.saves.disk import Disk

HEADER = Header(game="pig", options={"target": 10}, seats=(Seat(name="Ada"), Seat(name="Bo")))
EVENTS = ["1 roll", "* 6", "1 hold", "2 roll", "* 1", "1 roll", "* 4", "1 hold"]
ODD = "pig-zz"

if os.name == "nt":
    pytest.skip("links and pipes want rights on Windows", allow_module_level=True)


def dangling(path):
    path.symlink_to(path.with_name("nowhere"))


def loop(path):
    path.symlink_to(path)


def pipe(path):
    os.mkfifo(path)


def link_to_a_pipe(path):
    os.mkfifo(path.with_suffix(".pipe"))
    path.symlink_to(path.with_suffix(".pipe"))


def device(path):
    path.symlink_to("/dev/zero")


def a_socket(path):
    there = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(there)


def folder(path):
    path.mkdir()


KINDS = [dangling, loop, pipe, link_to_a_pipe, device, a_socket, folder]


@pytest.fixture
def matches(tmp_path):
    return Matches(Home(tmp_path))


def finished(matches):
    with matches.create(HEADER, events=EVENTS) as save:
        save.finish("finished", [10, 0], [1, 2])
    return save.id


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_that_is_no_file_is_listed_as_damaged_beside_the_others(tmp_path, matches, kind):
    match_id = finished(matches)
    kind(tmp_path / "matches" / f"{ODD}.jsonl")
    for _time in range(2):
        assert {match.id: match.status for match in matches.list()} == {
            match_id: Status.FINISHED,
            ODD: Status.DAMAGED,
        }
    for access in (matches.look, matches.open):
        with pytest.raises(SaveError):
            access(ODD)
    matches.delete(ODD)
    assert [match.id for match in matches.list()] == [match_id]
    assert [match.id for match in matches.trashed()] == [ODD]
    matches.restore(ODD)
    assert len(matches.list()) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_that_is_no_file_costs_no_statistics_and_the_doctor_names_it(
    tmp_path, matches, kind, monkeypatch, capsys
):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    finished(matches)
    kind(tmp_path / "matches" / f"{ODD}.jsonl")
    assert run(["stats", "--rebuild", "--plain"]) == 0
    out = capsys.readouterr().out
    assert "1 match counts." in out
    assert "Pig: Ada" in out
    assert run(["matches"]) == 0
    assert "finished" in capsys.readouterr().out
    assert run(["doctor"]) == 1
    assert f"The match {ODD} can't be read whole" in capsys.readouterr().out


def test_a_match_that_vanishes_while_the_folder_is_read_costs_itself_alone(tmp_path, matches, monkeypatch):
    kept, gone = finished(matches), finished(matches)
    (tmp_path / "index-1.sqlite").unlink()
    listed = os.listdir

    def vanishing(path):
        found = listed(path)
        (tmp_path / "matches" / f"{gone}.jsonl").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(os, "listdir", vanishing)
    assert [match.id for match in matches.list()] == [kept]


class VanishingDisk(Disk):
    """Another process deletes a match when its file is about to be read."""

    def read(self, path):
        if path.name.startswith(ODD):
            path.unlink()
        return super().read(path)


def test_a_match_that_vanishes_before_it_is_read_costs_itself_alone(tmp_path, matches):
    kept = finished(matches)
    (tmp_path / "matches" / f"{ODD}.jsonl").write_bytes(b"?\n")
    assert [match.id for match in Matches(Home(tmp_path), disk=VanishingDisk()).list()] == [kept]


class BusyDisk(Disk):
    """Another process empties the trash at the same time; one entry can't be removed."""

    def remove(self, path):
        path.unlink()
        if path.suffix == ".jsonl":
            super().remove(path)
        raise PermissionError(13, "Permission denied")


def test_the_trash_is_emptied_whoever_else_does_so(tmp_path, matches):
    for _match in range(2):
        matches.delete(finished(matches))
    (tmp_path / "trash" / "a").write_bytes(b"")
    with pytest.raises(SaveError, match="not yours"):
        Matches(Home(tmp_path), disk=BusyDisk()).empty_trash()
    assert list((tmp_path / "trash").iterdir()) == []


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path, matches, monkeypatch):
    finished(matches)

    def forbidden(_path, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", forbidden)
    with pytest.raises(SaveError, match="not yours"):
        matches.list()
