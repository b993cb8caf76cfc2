"""The golden sequences, replayed through the match and the record."""

import json
from pathlib import Path

import pytest
from tabletop_dominoes_passing.game import PassingGame

from tabletop.game import Game
from tabletop.illegal import IllegalMove
from tabletop.match import Match, bind
from tabletop.record import Record, replay_line
from tabletop.scoring import winners

CASES = json.loads((Path(__file__).parent / "data" / "passing-game.json").read_text())["cases"]
by_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}: {case['note']}")


def seen(line, key):
    state = line["state"]
    if key in {"to_act", "scores"}:
        return line[key]
    if key == "legal":
        return sorted(line["legal"])
    if key == "match_winner":
        return winners(line["result"]["ranks"])[0] + 1 if line["result"] else None
    if key == "hand_sizes":
        return [len(hand) for hand in state["hands"]]
    return state[key]


def started(case) -> tuple[Game, Match]:
    game = bind(PassingGame, Record.model_validate(case["record"]))
    return game, Match(game)


@by_case
def test_every_expectation_of_a_case_holds(case):
    _game, match = started(case)
    lines = [replay_line(match)]
    for event in case["record"]["events"]:
        match.apply(event)
        lines.append(replay_line(match))
    for expected in case["expect"]:
        line = lines[expected["after"]]
        wanted = {key: sorted(value) if key == "legal" else value for key, value in expected.items() if key != "after"}
        assert {key: seen(line, key) for key in wanted} == wanted


@by_case
def test_every_refused_event_of_a_case_is_refused_with_a_reason_and_changes_nothing(case):
    _game, match = started(case)
    for refused in sorted(case["refused"], key=lambda refused: refused["after"]):
        for event in case["record"]["events"][len(match.events) : refused["after"]]:
            match.apply(event)
        before = replay_line(match)
        with pytest.raises(IllegalMove) as why:
            match.apply(refused["event"])
        assert str(why.value).endswith(".")
        assert replay_line(match) == before
