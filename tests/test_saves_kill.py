"""A process is killed in the middle of a match, again and again: all it has shown is there afterwards."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from campaign import LONG
from tabletop_pig.games import Pig

from tabletop.match import Header, Match, Seat, bind
from tabletop.saves import Home, Matches

KILLS = 50 if LONG else 12
CHILD = Path(__file__).parent / "saves_kill_child.py"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_again_and_again_every_event_that_was_shown_is_there(tmp_path: Path) -> None:
    matches = Matches(Home(tmp_path))
    seats = (Seat(name="Ada", player="cpu", level="hard"), Seat(name="Bo", player="cpu", level="medium"))
    with matches.create(Header(game="pig", options={"target": 10_000}, seats=seats)) as match:
        match_id = match.id
    rng = Random(20261130)
    known: list[str] = []
    for kill in range(KILLS):
        with subprocess.Popen(
            [sys.executable, str(CHILD), str(tmp_path), match_id, str(kill)],
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout is not None
            shown = [child.stdout.readline().rstrip("\n") for _line in range(rng.randint(1, 60))]
            sum(range(rng.randrange(50_000)))  # the child plays on meanwhile, for up to a few events
            child.kill()
            shown += [line.rstrip("\n") for line in child.stdout if line.endswith("\n")]
        events = list(matches.look(match_id).events)
        assert "" not in shown
        assert events[: len(known) + len(shown)] == known + shown
        assert len(events) <= len(known) + len(shown) + 1
        known = events
    with matches.open(match_id) as match:
        assert list(match.events) == known
        Match(bind(Pig, match.header), match.events)
    assert len(known) > KILLS
