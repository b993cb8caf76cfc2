"""A match whose file was removed, or replaced, while it is played: noticed by the next event, and said."""

import os
import shutil
from random import Random

import pytest
from sittings import sit_down

from tabletop.match import Header, Seat
from tabletop.saves import Home, Matches
from tabletop.saves.errors import MatchVanished

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))


def remove(file):
    file.unlink()


def replace(file):
    """As a tool does that brings back another copy."""
    aside = file.with_suffix(".copy")
    shutil.copyfile(file, aside)
    os.replace(aside, file)


def remove_the_home(file):
    shutil.rmtree(file.parent.parent)


def move_the_home(file):
    home = file.parent.parent
    home.rename(home.with_name("elsewhere"))


WAYS = [remove, replace, remove_the_home, move_the_home]


@pytest.fixture
def opened(tmp_path):
    with Matches(Home(tmp_path / "home"), rng=Random(1), warn=lambda _sentence: None).create(HEADER) as match:
        match.append("1 roll")
        yield match, tmp_path / "home" / "matches" / f"{match.id}.jsonl"


@pytest.mark.parametrize("lose", WAYS)
def test_nothing_is_written_into_a_file_that_is_gone_and_that_is_said(opened, lose):
    match, file = opened
    before = file.read_bytes()
    lose(file)
    for _try in range(2):
        with pytest.raises(MatchVanished, match="was removed or replaced by something else"):
            match.append("* 3")
    assert list(match.events) == ["1 roll"]
    assert not match.is_there
    if lose is replace:
        assert file.read_bytes() == before


def test_a_file_that_is_put_back_is_gone_on_with(opened, tmp_path):
    match, file = opened
    file.rename(tmp_path / "aside")
    with pytest.raises(MatchVanished):
        match.append("* 3")
    (tmp_path / "aside").rename(file)
    match.append("* 3")
    assert match.is_there
    assert file.read_bytes().count(b"\n") == 3


def test_a_linked_match_is_gone_on_with(opened, tmp_path):
    match, file = opened
    match.close()
    file.rename(tmp_path / "aside.jsonl")
    file.symlink_to(tmp_path / "aside.jsonl")
    with Matches(Home(tmp_path / "home")).open(match.id) as again:
        again.append("* 3")
    assert file.is_symlink()


def test_at_the_table_it_is_said_and_nobody_is_told_that_the_match_is_kept(tmp_path):
    def lose():
        shutil.rmtree(tmp_path / "matches")
        return "roll"

    console, _here, _ending = sit_down(tmp_path, ["roll", lose, "quit"], seats="Ada,Bo")
    assert "was removed or replaced" in console.text
    assert "isn't kept: its file is gone." in console.text
    assert "is kept as" not in console.text
    assert "Nothing is lost" not in console.text
