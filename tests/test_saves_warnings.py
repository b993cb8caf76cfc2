"""What saves say where nobody is named to be told, and what they leave behind."""

import json
import os
from datetime import UTC, datetime
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, SaveError
from tabletop.saves.disk import Disk
from tabletop.saves.documents import Document
from tabletop.saves.learning import Learning, LessonProgress
from tabletop.saves.profiles import Profiles
from tabletop.saves.settings import SettingsFile
from tabletop.saves.storage import AtomicStorage
from tabletop.saves.switches import PluginSwitches

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
READERS = {
    "settings": lambda home: SettingsFile(home).load(),
    "profiles": lambda home: Profiles(home).load(),
    "lessons": lambda home: Learning(home).check(),
    "switches": lambda home: PluginSwitches(home).disabled(),
    "statistics": lambda home: Matches(home).adopt(lambda _match: True),
    "library": lambda home: Matches(home).adopt(lambda _match: True),
}


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_document_is_logged_where_nobody_is_named_to_be_told(tmp_path, caplog, name):
    home = Home(tmp_path)
    path = getattr(home, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")
    READERS[name](home)
    told = [record.getMessage() for record in caplog.records if record.name == "tabletop.saves"]
    assert told[0] == f"{path} was damaged: nothing in it could be used."
    assert len(told) == 1 or told[1].endswith(f"it was put aside as {path.name}.old-1.")


def matches_in(folder):
    return Matches(Home(folder), clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC), rng=Random(5))


def lowest():
    """The descriptor that a file gets that is opened now."""
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


def test_no_file_stays_open(tmp_path):
    matches, free = matches_in(tmp_path), lowest()
    with matches.create(HEADER) as match:
        match.append("1 roll")
    matches.list()
    matches.delete(match.id)
    assert [summary.id for summary in matches.trashed()] == [match.id]
    matches.restore(match.id)
    with matches.open(match.id) as match:
        match.append("* 5")
    assert lowest() == free


def test_of_many_matches_that_may_be_meant_five_are_named(tmp_path):
    matches = matches_in(tmp_path)
    for _number in range(7):
        matches.create(HEADER).close()
    with pytest.raises(SaveError) as refused:
        matches.find("pig")
    named = str(refused.value).partition("(")[2].partition(")")[0].split(", ")
    assert named == [summary.id for summary in matches.list()[:5]]


def storage_of(path, checks=None):
    return AtomicStorage(path, format_="test", version=1, disk=Disk(), warn=lambda _sentence: None, checks=checks or {})


def test_a_document_that_was_mended_is_not_called_damaged_any_more(tmp_path):
    storage = storage_of(tmp_path / "document.json")
    for damage in ("{", '{"format": "test", "version": 1, "tables": {"rows": {"1": 7}}}'):
        storage.path.write_text(damage)
        storage.read()
        assert storage.damaged
        storage.write({"rows": {"1": {"a": 2}}})
        assert storage.read() == {"rows": {"1": {"a": 2}}}
        assert not storage.damaged


@pytest.mark.parametrize("large", [True, False])
def test_the_rows_of_a_large_document_are_checked_only_when_that_is_asked_for(tmp_path, large):
    looked_at = []
    document = Document(
        tmp_path / "document.json", "test", 1, Disk(), print, {"rows": lambda row: not looked_at.append(row)}, large
    )
    with document.change() as database:
        database.table("rows").insert({"a": 2})
    looked_at.clear()
    assert document.rows("rows") == [{"a": 2}]
    assert looked_at == ([] if large else [{"a": 2}])
    document.tidy("rows")
    assert {"a": 2} in looked_at


@pytest.mark.parametrize("row", [{"game": "pig"}, {"lesson": "turn"}, {"game": "pig", "lesson": 7}])
def test_progress_of_no_lesson_or_no_game_is_left_out(tmp_path, row):
    warnings = []
    learning = Learning(Home(tmp_path), warn=warnings.append)
    learning.keep("pig", "turn", LessonProgress(step=2))
    path = Home(tmp_path).lessons
    document = json.loads(path.read_text("utf-8"))
    document["tables"]["lessons"]["7"] = row
    path.write_text(json.dumps(document), "utf-8")
    assert learning.load("pig") == {"turn": LessonProgress(step=2)}
    assert warnings == [f"1 entry of {path} can't be used and is left out."]


def test_what_a_home_keeps_lies_in_it_each_in_a_place_of_its_own(tmp_path):
    home = Home(tmp_path)
    places = {name: getattr(home, name) for name, kind in vars(Home).items() if isinstance(kind, property)}
    assert set(map(type, places.values())) == {type(tmp_path)}
    assert all(place.is_relative_to(tmp_path) for place in places.values())
    assert len(set(places.values())) == len(places) >= 9
