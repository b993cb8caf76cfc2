"""Matches renamed, deleted, restored; and the trash emptied."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches, MatchInUse, SaveError, Status

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))


@pytest.fixture
def matches(tmp_path):
    seconds = count()
    start = datetime(2026, 11, 30, 12, tzinfo=UTC)
    return Matches(Home(tmp_path), clock=lambda: start + timedelta(seconds=next(seconds)), rng=Random(5))


def started(matches, *events):
    with matches.create(HEADER) as match:
        for event in events:
            match.append(event)
        return match.id


def ids(summaries):
    return [summary.id for summary in summaries]


def test_a_deleted_match_lies_in_the_trash_and_comes_back_as_it_was(matches, tmp_path):
    first, second = started(matches, "1 roll"), started(matches, "1 roll", "* 4")
    content = (tmp_path / "matches" / f"{first}.jsonl").read_bytes()
    matches.delete(first)
    assert ids(matches.list()) == [second]
    assert ids(matches.trashed()) == [first]
    with pytest.raises(SaveError, match="There is no match"):
        matches.look(first)
    assert matches.restore(first).id == first
    assert ids(matches.list()) == [second, first]
    assert matches.trashed() == []
    assert (tmp_path / "matches" / f"{first}.jsonl").read_bytes() == content
    with matches.open(first) as match:
        match.append("* 5")


def test_only_an_emptied_trash_is_gone(matches, tmp_path):
    names = [started(matches) for _match in range(3)]
    matches.delete(names[0])
    matches.delete(names[1])
    assert matches.empty_trash() == 2
    assert list((tmp_path / "trash").iterdir()) == []
    assert ids(matches.list()) == [names[2]]
    with pytest.raises(SaveError, match="in the trash"):
        matches.restore(names[0])
    assert matches.empty_trash() == 0


def test_a_match_open_elsewhere_is_not_deleted(matches, tmp_path):
    with matches.create(HEADER) as match:
        with pytest.raises(MatchInUse):
            Matches(Home(tmp_path)).delete(match.id)
        match.append("1 roll")
    matches.delete(match.id)
    assert ids(matches.trashed()) == [match.id]


def test_nothing_in_the_trash_or_among_the_matches_is_replaced(matches, tmp_path):
    name = started(matches, "1 roll")
    matches.delete(name)
    other = tmp_path / "matches" / f"{name}.jsonl"
    other.write_bytes(b"another")
    with pytest.raises(SaveError, match="in the way"):
        matches.restore(name)
    with pytest.raises(SaveError, match="in the way"):
        matches.delete(name)
    assert other.read_bytes() == b"another"
    assert ids(matches.trashed()) == [name]


def test_what_was_put_aside_of_a_damaged_match_goes_with_it(matches, tmp_path):
    name = started(matches, "1 roll", "* 4")
    path = tmp_path / "matches" / f"{name}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"* 4"', b'"* 5"') + b"more\n")
    with matches.open(name) as match:
        assert "put aside" in match.damage
    matches.delete(name)
    assert sorted(file.name for file in (tmp_path / "trash").iterdir()) == [
        f"{name}.jsonl",
        f"{name}.jsonl.damaged-1",
    ]
    matches.restore(name)
    assert (tmp_path / "matches" / f"{name}.jsonl.damaged-1").exists()


def test_a_match_that_cannot_be_read_can_still_be_thrown_away(matches, tmp_path):
    name = started(matches)
    (tmp_path / "matches" / f"{name}.jsonl").write_bytes(b"nonsense\n")
    assert matches.list()[0].status == Status.DAMAGED
    matches.delete(name)
    assert matches.trashed()[0].status == Status.DAMAGED


def test_a_name_is_kept_and_is_not_playing(matches):
    first, second = started(matches), started(matches)
    before = matches.look(first).summary.last_played
    matches.rename(first, "The long one")
    assert matches.find("the LONG one").id == first
    assert matches.look(first).summary.last_played == before
    assert ids(matches.list()) == [second, first]
    matches.rename(first, None)
    assert matches.look(first).name is None


@pytest.mark.parametrize("name", ["", "x" * 41, "a\nb", "a\x1b[2J"])
def test_what_cannot_be_a_name(matches, name):
    match = started(matches)
    with pytest.raises(ValueError, match="can't be a name"):
        matches.rename(match, name)
    assert matches.look(match).name is None
