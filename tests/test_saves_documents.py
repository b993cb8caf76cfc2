"""The documents beside the matches: settings, profiles, and the storage below them."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st

from tabletop.saves import Choice, Home, Profile, Profiles, SaveError, Settings, SettingsFile, UnknownVersion
from tabletop.saves.disk import Disk, write_atomically
from tabletop.saves.documents import Document
from tabletop.saves.locks import locked


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def settings(tmp_path: Path, warnings: list[str]) -> SettingsFile:
    return SettingsFile(Home(tmp_path), warn=warnings.append)


@pytest.fixture
def profiles(tmp_path: Path, warnings: list[str]) -> Profiles:
    return Profiles(Home(tmp_path), warn=warnings.append)


def document(path: Path) -> Document:
    return Document(path, "test", 1, Disk(), lambda _sentence: None)


# Settings


def test_settings_have_defaults_and_are_read_back(tmp_path: Path, settings: SettingsFile) -> None:
    assert settings.load() == Settings()
    assert list(tmp_path.iterdir()) == []
    chosen = Settings(speed="off", play_forced_moves=True, pictures="ascii", colour="none", language="de")
    settings.save(chosen)
    assert settings.load() == chosen


def test_what_another_program_has_set_meanwhile_stays(settings: SettingsFile) -> None:
    before = Settings(plain=True)
    settings.save(Settings(speed="fast", bell=True))
    settings.save(before.model_copy(update={"colour": "none"}), before)
    assert settings.load() == Settings(speed="fast", bell=True, colour="none")


def test_a_setting_that_cannot_be_used_costs_itself_only(
    tmp_path: Path, settings: SettingsFile, warnings: list[str]
) -> None:
    settings.save(Settings(speed="fast"))
    path = tmp_path / "settings.json"
    path.write_text(path.read_text().replace('"large"', '"huge"').replace('"colour"', '"color"'))
    assert settings.load() == Settings(speed="fast")
    assert warnings == ["These settings can't be used and have their defaults: color, pictures."]


# Profiles


def test_a_profile_remembers_what_was_chosen_last(profiles: Profiles) -> None:
    assert profiles.load() == Profile()
    profiles.remember("pig", [{"player": "human"}, {"player": "cpu", "level": "hard"}], {"target": 50})
    profiles.remember("bigpig", [], {})
    profiles.remember("pig", [{"player": "human"}], {"target": 70, "roll_limit": None})
    profiles.rename("Ada")
    found = profiles.load()
    assert found.name == "Ada"
    assert found.choices == {
        "pig": Choice(seats=({"player": "human"},), options={"target": 70, "roll_limit": None}, chosen=True),
        "bigpig": Choice(chosen=True),
    }
    assert profiles.load("somebody else") == Profile()


def test_persons_are_kept_apart(profiles: Profiles) -> None:
    profiles.rename("Ada")
    profiles.rename("Bo", person="second")
    assert (profiles.load().name, profiles.load("second").name) == ("Ada", "Bo")


def test_a_name_that_would_play_tricks_is_refused(profiles: Profiles) -> None:
    profiles.rename("Ada")
    for odd in ("", "\x1b[2J", "x" * 41):
        with pytest.raises(ValueError, match="name"):
            profiles.rename(odd)
    assert profiles.load().name == "Ada"


def test_a_profile_that_cannot_be_used_starts_anew(tmp_path: Path, profiles: Profiles, warnings: list[str]) -> None:
    profiles.rename("Ada")
    path = tmp_path / "profiles.json"
    path.write_text(path.read_text().replace('"Ada"', "17"))
    assert profiles.load() == Profile()
    assert warnings == [f"1 entry of {path} can't be used and is left out."]


# The storage below


@given(st.lists(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3), max_size=5))
def test_rows_are_read_back(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, int | str]]) -> None:
    kept = document(tmp_path_factory.mktemp("home") / "test.json")
    with kept.change() as database:
        database.table("rows").insert_multiple(rows)
    assert list(kept.rows("rows")) == rows


def test_an_exception_leaves_the_document_as_it_was(tmp_path: Path) -> None:
    kept = document(tmp_path / "test.json")
    with kept.change() as database:
        database.table("rows").insert({"a": 1})
    before = (tmp_path / "test.json").read_bytes()
    with suppress(KeyError), kept.change() as database:
        database.table("rows").insert({"a": 2})
        raise KeyError
    assert (tmp_path / "test.json").read_bytes() == before
    with locked(tmp_path / "test.json", patience=0):
        pass


@pytest.mark.parametrize("rubbish", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b'{"format": "other", "version": 1}'])
def test_a_damaged_document_is_told_once_put_aside_and_replaced_by_the_one_before(
    tmp_path: Path, settings: SettingsFile, warnings: list[str], rubbish: bytes
) -> None:
    settings.save(Settings(speed="slow"))
    settings.save(Settings(speed="fast"))
    path = tmp_path / "settings.json"
    path.write_bytes(rubbish)
    assert settings.load() == Settings(speed="slow")
    assert settings.load() == Settings(speed="slow")
    assert warnings == [f"{path} was damaged: the version before it is used."]
    assert path.with_name("settings.json.damaged-1").read_bytes() == rubbish


def test_without_a_good_backup_a_damaged_document_starts_anew(
    tmp_path: Path, settings: SettingsFile, warnings: list[str]
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"{")
    path.with_name("settings.json.bak").write_bytes(b"{")
    assert settings.load() == Settings()
    assert settings.load() == Settings()
    assert warnings == [f"{path} was damaged: nothing in it could be used."]
    settings.save(Settings(speed="off"))
    assert settings.load() == Settings(speed="off")
    assert path.with_name("settings.json.damaged-1").read_bytes() == b"{"


def test_another_version_is_told_and_never_rewritten(tmp_path: Path, warnings: list[str]) -> None:
    home = Home(tmp_path)
    bodies = {path: path.name.removesuffix(".json") for path in (home.settings, home.profiles, home.library)}
    for path, name in bodies.items():
        path.write_text(json.dumps({"format": f"tabletop-{name}", "version": 2, "rows": {"new": "form"}}))
    before = {path: path.read_bytes() for path in bodies}
    settings, profiles = SettingsFile(home, warn=warnings.append), Profiles(home, warn=warnings.append)
    assert (settings.load(), profiles.load()) == (Settings(), Profile())
    assert len(warnings) == 2
    assert all("version 2, which this program doesn't know" in warning for warning in warnings)
    refused: list[Callable[[], object]] = [lambda: settings.save(Settings()), lambda: profiles.rename("Ada")]
    for action in refused:
        with pytest.raises(UnknownVersion, match="left as it is"):
            action()
    assert {path: path.read_bytes() for path in bodies} == before
    assert sorted(path.name for path in tmp_path.glob("*.json*") if path.suffix != ".lock") == [
        "library.json",
        "profiles.json",
        "settings.json",
    ]


def test_a_document_in_use_is_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    with locked(path), pytest.raises(SaveError, match="in use by another process"), locked(path, patience=0):
        pass
    with locked(path, patience=0):
        pass


def test_a_folder_that_cannot_be_locked_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(SaveError, match="can't be locked"), locked(tmp_path / "settings.json"):
        pass


# Windows, as far as it can be tried anywhere


def test_on_windows_no_folder_is_synced(tmp_path: Path) -> None:
    Disk(windows=True).sync_folder(tmp_path / "which isn't there")
    with pytest.raises(FileNotFoundError):
        Disk(windows=False).sync_folder(tmp_path / "which isn't there")


@pytest.mark.parametrize("refusals", [0, 2, 3, 4])
def test_on_windows_a_file_that_is_being_read_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int
) -> None:
    replace = os.replace
    left = [refusals]

    def refusing(source: Path, target: Path) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Access is denied")
        replace(source, target)

    pauses: list[float] = []
    monkeypatch.setattr(os, "replace", refusing)
    disk = Disk(windows=True, pause=pauses.append)
    if refusals > 3:
        with pytest.raises(PermissionError):
            write_atomically(disk, tmp_path / "file", b"new")
        assert list(tmp_path.iterdir()) == []
    else:
        write_atomically(disk, tmp_path / "file", b"new")
        assert (tmp_path / "file").read_bytes() == b"new"
    assert len(pauses) == min(refusals, 3)


def test_a_file_system_that_syncs_no_folders_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(_descriptor: int) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fsync)
    Disk(windows=False).sync_folder(tmp_path)
