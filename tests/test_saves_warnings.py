"""What saves say where nobody is named to be told, and what they leave behind."""

import os
from datetime import UTC, datetime
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, SaveError
from tabletop.saves.learning import Learning
from tabletop.saves.profiles import Profiles
from tabletop.saves.settings import SettingsFile
from tabletop.saves.statistics import Statistics
from tabletop.saves.switches import PluginSwitches

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
READERS = {
    "settings": lambda home: SettingsFile(home).load(),
    "profiles": lambda home: Profiles(home).load(),
    "lessons": lambda home: Learning(home).check(),
    "switches": lambda home: PluginSwitches(home).disabled(),
    "statistics": lambda home: Statistics(home).rows(),
    "library": lambda home: Matches(home).list(),
}


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_document_is_logged_where_nobody_is_named_to_be_told(tmp_path, caplog, name):
    home = Home(tmp_path)
    path = getattr(home, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")
    READERS[name](home)
    assert [record.getMessage() for record in caplog.records if record.name == "tabletop.saves"] == [
        f"{path} was damaged: nothing in it could be used."
    ]


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
