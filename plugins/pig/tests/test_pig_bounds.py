"""Nobody waits long for a solution without having asked for one: large rules are estimated before the work begins."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tabletop_pig.solver.service as service_module
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.knowledge import Knowledge
from tabletop_pig.levels import Expert, Hard, Medium
from tabletop_pig.position import HOLD, ROLL
from tabletop_pig.solver import Unsolvable, cache, solve
from tabletop_pig.solver.background import Shared
from tabletop_pig.solver.solve import WAIT, seconds

from tabletop.cpu import analysts

LARGE: list[tuple[Any, dict[str, Any]]] = [
    (Pig, {"target": 1_000}),
    (Pig, {"target": 700, "ending": "final_turns"}),
    (Pig, {"target": 300, "roll_limit": 50}),
    (Pig, {"target": 400, "minimum_to_hold": 1_000}),
    (PigTwoDice, {"target": 300}),
    (PigDoubles, {"target": 500}),
    (BigPig, {"target": 250}),
]
VIEW = (0, (50, 60), 0, 25, 5, False, 4, 0, -1, ())


class Begun(Exception):
    """Somebody has begun to solve."""


@pytest.fixture
def nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*_arguments: Any) -> None:
        raise Begun

    monkeypatch.setattr(sys.modules["tabletop_pig.solver.solve"], "solve_closing", begin)
    monkeypatch.setattr(service_module, "_services", Shared(16))


def bound(kind: Any, **options: Any) -> Any:
    return kind(kind.options_model(**options), 2)


@pytest.mark.parametrize(("kind", "options"), LARGE, ids=str)
def test_a_hint_under_large_rules_is_a_search(nothing_begins: None, kind: Any, options: dict[str, Any]) -> None:
    game = bound(kind, **options)
    with pytest.raises(ValueError, match="too large to be solved exactly"):
        Knowledge(game).prepare(lambda _done: None)
    analyst = analysts.find(game)
    analyst.prepare(lambda _done: None)
    found = analyst.analyse(VIEW, game.legal_moves(VIEW), Random(1))
    assert found.method == "search"
    assert all(move.error for move in found.moves)


@pytest.mark.parametrize("level", [Medium, Hard, Expert])
@pytest.mark.parametrize(("kind", "options"), LARGE, ids=str)
def test_cpu_players_do_not_wait_either(nothing_begins: None, kind: Any, options: dict[str, Any], level: Any) -> None:
    game = bound(kind, **options)
    assert level(game).choose(VIEW, [ROLL, HOLD], Random(0)) in (ROLL, HOLD)


@pytest.mark.parametrize("kind", [Pig, PigTwoDice, PigDoubles, BigPig])
def test_targets_to_200_are_still_exact(kind: Any) -> None:
    assert seconds(bound(kind, target=200)) < WAIT


def test_what_does_not_converge_is_given_up_in_time() -> None:
    rounds = 0

    def count(_done: float) -> None:
        nonlocal rounds
        rounds += 1

    game = bound(Pig, target=10, minimum_to_hold=1_000)
    with pytest.raises(Unsolvable, match="too large to be solved exactly"):
        solve(game, within=seconds(game), progress=count)
    assert rounds < 60


def test_who_asks_for_it_gets_a_solution_that_hints_know_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "_services", Shared(16))
    monkeypatch.setattr(service_module, "WAIT", 0.0)
    game = bound(Pig, target=24)
    game.cache = tmp_path
    with pytest.raises(ValueError, match="too large"):
        Knowledge(game).prepare(lambda _done: None)
    asked = Knowledge(game)
    assert asked.seconds() > 0
    solved = asked.solve(lambda _done: None)
    assert (solved.method, solved.cached) == ("exact", False)
    assert asked.seconds() == 0
    assert "rows: own total" in asked.policy()
    monkeypatch.setattr(service_module, "_services", Shared(16))
    assert analysts.find(game).analyse((0, (3, 5), *VIEW[2:]), [ROLL, HOLD], Random(1)).method == "exact"


def test_what_is_kept_takes_no_time(tmp_path: Path) -> None:
    game = bound(Pig, target=20)
    game.cache = tmp_path
    cache.load_or_solve(game, tmp_path)
    assert Knowledge(game).seconds() == 0
