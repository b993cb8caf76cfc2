"""Golden cases: records with what must hold after so many of their events, and events that must be refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop import Game, IllegalMove, scoring
from tabletop.match import Match, bind
from tabletop.record import Record, replay_line

AnyGame = type[Game[Any, Any, Any, Any, Any]]
DATA = Path(__file__).parent.parent / "data"


def cases(file: str, *games: str) -> list[Any]:
    """The cases of these games, each as a parameter named by the case's id."""
    found = [case for case in json.loads((DATA / file).read_text("utf-8"))["cases"] if case["record"]["game"] in games]
    assert found
    return [pytest.param(case, id=case["id"]) for case in found]


def check(case: dict[str, Any], games: dict[str, AnyGame]) -> None:
    """Replays the record of a case and compares it with all its expectations."""
    record = Record.model_validate(case["record"])
    game = bind(games[record.game], record)
    match = Match(game)
    lines = [replay_line(match)]
    for event in record.events:
        match.apply(event)
        lines.append(replay_line(match))
    for expected in case["expect"]:
        line = lines[expected["after"]]
        state = line["state"]
        ranks = line["result"] and line["result"]["ranks"]
        known = {
            **state,
            "to_act": line["to_act"],
            "legal": line["legal"],
            "winners": ranks and [side + 1 for side in scoring.winners(ranks)],
            "after": expected["after"],
        }
        assert {key: known[key] for key in expected} == expected
    for refused in case["refused"]:
        check_refused(Match(game, record.events[: refused["after"]]), refused["event"])


def check_refused(match: Match, event: str) -> str:
    """The reason why ``event`` is refused; nothing may have changed."""
    events, states = list(match.events), list(match.states())
    with pytest.raises(IllegalMove) as refusal:
        match.apply(event)
    assert (match.events, list(match.states())) == (events, states)
    reason = str(refusal.value)
    assert reason
    assert "\n" not in reason
    return reason
