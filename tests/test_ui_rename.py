"""A match is given a name at the table where it is played."""

import pytest
from sittings import sit_down
from tabletop_pig.games import Pig

from tabletop.chance import Seeded
from tabletop.match import Header, Seat, bind
from tabletop.saves import Status
from tabletop.table import Memory, Reader, Table
from tabletop.table.requests import Rename


def test_a_name_is_given_and_taken_while_somebody_is_asked(tmp_path):
    console, here, _ending = sit_down(tmp_path, ["rename Sunday evening", "roll", "rename none"], seats="Ada,Bo")
    (match,) = here.matches.list()
    assert match.name is None
    assert [event for event in here.matches.look(match.id).events if event[0] != "*"] == ["1 roll"]
    said = [text for text, _role in console.said if text.startswith("This match")]
    assert said == ["This match is called “Sunday evening” now.", "This match has no name now."]


def test_a_match_that_is_over_is_named_too(tmp_path):
    lines = ["rename " + "x" * 41, "resign", "yes", "rename The end"]
    console, here, _ending = sit_down(tmp_path, lines, seats="Ada,Bo")
    assert here.matches.find("The end").status == Status.FINISHED
    (problem,) = console.problems
    assert problem.startswith("That can't be a name: ")


def test_only_the_host_of_a_table_gives_it_a_name_and_what_is_asked_stays_the_same():
    header = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
    table = Table(bind(Pig, header), Memory(header), Seeded(1))
    with pytest.raises(ValueError, match="Only the host"):
        Rename("Mine").read(table, Reader(frozenset({0})))
    serial = table.serial
    Rename("Ours").read(table, Reader(host=True))
    assert (table.journal.history.name, table.serial) == ("Ours", serial)
