"""Where saves lie, and homes that can't be used: one sentence says why, and what is there already stays as it is."""

import errno
import os
from pathlib import Path
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, SaveError, Settings, SettingsFile
from tabletop.saves.disk import Disk

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))


@pytest.fixture
def warnings() -> list[str]:
    return []


def files(folder: Path) -> dict[str, bytes]:
    """All files but locks."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def started(matches: Matches) -> str:
    with matches.create(HEADER) as match:
        match.append("1 roll")
    return match.id


def test_the_home_is_chosen_by_the_environment(tmp_path: Path) -> None:
    assert Home.find({"TABLETOP_HOME": str(tmp_path)}) == Home(tmp_path)
    assert Home.find({"TABLETOP_HOME": "here"}).path == Path.cwd() / "here"
    for empty in ({}, {"TABLETOP_HOME": ""}):
        assert Home.find(empty).path.name == "tabletop"
        assert Home.find(empty).path.is_absolute()


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    matches = Matches(Home(tmp_path / "new"))
    assert matches.list() == []
    with pytest.raises(SaveError, match="There is no match"):
        matches.open("pig-20261130-aaaa")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["home", "home/matches"])
def test_a_file_in_the_way_is_told_in_a_sentence(tmp_path: Path, place: str, warnings: list[str]) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_bytes(b"mine")
    matches = Matches(Home(tmp_path / "home"), warn=warnings.append)
    for action in (lambda: matches.create(HEADER), matches.list, matches.find):
        with pytest.raises(SaveError, match="something else lies in its place: move that, or set TABLETOP_HOME") as why:
            action()
        assert "\n" not in str(why.value)
    assert (tmp_path / place).read_bytes() == b"mine"
    assert warnings == []


class ReadOnlyDisk(Disk):
    """As a folder that belongs to somebody else."""

    def make_folder(self, path: Path) -> None:
        if not path.exists():
            raise PermissionError(13, "Permission denied", str(path))

    def open(self, path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied", str(path))


@pytest.mark.parametrize("made", [False, True])
def test_a_read_only_home_is_told_in_a_sentence(tmp_path: Path, made: bool) -> None:
    if made:
        (tmp_path / "matches").mkdir()
    home = Home(tmp_path if made else tmp_path / "home")
    with pytest.raises(SaveError, match="is not yours to read and write: change its permissions, or set TABLETOP_HOME"):
        Matches(home, disk=ReadOnlyDisk()).create(HEADER)
    assert Matches(home).list() == []


def test_matches_in_a_read_only_home_can_be_looked_at(tmp_path: Path, warnings: list[str]) -> None:
    matches = Matches(Home(tmp_path), rng=Random(7))
    match_id = started(matches)
    (tmp_path / "index-1.sqlite").unlink()
    before = files(tmp_path)
    reader = Matches(Home(tmp_path), disk=ReadOnlyDisk(), warn=warnings.append)
    assert list(reader.look(match_id).events) == ["1 roll"]
    assert [summary.id for summary in reader.list()] == [match_id]
    with pytest.raises(SaveError, match="not yours"):
        reader.open(match_id)
    assert files(tmp_path) == before
    (told,) = warnings
    assert "they are read from their files" in told
    with matches.open(match_id) as match:
        match.append("* 3")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root or here")
def test_a_home_without_permissions_is_told_in_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(SaveError, match="not yours"):
            Matches(Home(tmp_path)).create(HEADER)
    finally:
        tmp_path.chmod(0o700)


def test_an_index_that_cannot_be_written_costs_a_sentence_only(tmp_path: Path, warnings: list[str]) -> None:
    class NoIndex(Disk):
        def replace(self, source: Path, target: Path) -> None:
            if target.suffix == ".sqlite":
                raise OSError(28, "No space left on device")
            super().replace(source, target)

    matches = Matches(Home(tmp_path), disk=NoIndex(), warn=warnings.append)
    match_id = started(matches)
    for _time in range(2):
        assert [summary.id for summary in matches.list()] == [match_id]
    (told,) = warnings
    assert "There can be no index of the matches here (No space left on device)" in told


def test_a_linked_document_stays_a_link(tmp_path: Path) -> None:
    settings = SettingsFile(Home(tmp_path / "home"))
    settings.save(Settings(speed="fast"))
    (tmp_path / "home" / "settings.json").rename(tmp_path / "mine.json")
    (tmp_path / "home" / "settings.json").symlink_to(tmp_path / "mine.json")
    settings.save(Settings(speed="slow"))
    assert (tmp_path / "home" / "settings.json").is_symlink()
    assert '"slow"' in (tmp_path / "mine.json").read_text("utf-8")


def test_a_linked_match_comes_back_from_the_trash(tmp_path: Path) -> None:
    matches = Matches(Home(tmp_path), warn=lambda _sentence: None)
    match_id = started(matches)
    file = tmp_path / "matches" / f"{match_id}.jsonl"
    file.rename(file.with_suffix(".kept"))
    file.symlink_to(file.with_suffix(".kept").name)
    matches.delete(match_id)
    assert not file.is_symlink()
    matches.restore(match_id)
    assert list(matches.look(match_id).events) == ["1 roll"]


def test_a_disk_that_can_only_be_read_is_said_to_be_one(tmp_path: Path) -> None:
    class Frozen(Disk):
        def make_folder(self, path: Path) -> None:
            raise OSError(errno.EROFS, "Read-only file system", str(path))

    with pytest.raises(SaveError, match="lies on a disk that can only be read"):
        Matches(Home(tmp_path), disk=Frozen()).create(HEADER)
