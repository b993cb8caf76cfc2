"""A saved match told as a record: what ended it beside its rules, if nothing was played since."""

from random import Random

import pytest
from tabletop_pig.games import Pig

from tabletop.match import Header, Seat, bind
from tabletop.saves import Home, Matches, Status
from tabletop.saves.transfer import recorded

HEADER = Header(game="pig", seats=(Seat(name="Ada"), Seat(name="Bo")))
RESIGNED = ("resigned", {"side": 1})
FINISHED = ("finished", {"scores": [0, 0], "ranks": [2, 1]})
BACK = ("take_back", {"events": 1})


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["1 roll", "* 5", RESIGNED, FINISHED], ["1 roll", "* 5", "! resign 1"]),
        (["1 roll", RESIGNED, FINISHED, "* 5", FINISHED], ["1 roll", "* 5"]),
        (["1 roll", "* 5", RESIGNED, FINISHED, BACK, "* 5", FINISHED], ["1 roll", "* 5"]),
        (["1 roll", "* 5", ("ended", {"why": "time", "side": 2}), FINISHED], ["1 roll", "* 5", "! end time 2"]),
        (["1 roll", "* 5", ("ended", {"why": "agreed"}), FINISHED], ["1 roll", "* 5", "! end agreed"]),
        (["1 roll", "* 5", RESIGNED], ["1 roll", "* 5"]),
    ],
    ids=["resigned", "played on", "taken back and played again", "time is up", "agreed", "not finished"],
)
def test_an_end_beside_the_rules_is_told_unless_it_was_played_on_from(tmp_path, lines, told):
    matches = Matches(Home(tmp_path), rng=Random(5))
    matches.create(HEADER, events=lines).close()
    (summary,) = matches.list()
    saved = matches.look(summary.id)
    assert (summary.status == Status.FINISHED) is (FINISHED in lines)
    assert recorded(bind(Pig, HEADER), saved).events == told
