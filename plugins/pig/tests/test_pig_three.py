"""Three seats, solved exactly."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tabletop_pig.games import Pig, PigDoubles
from tabletop_pig.levels import Expert
from tabletop_pig.multiseat import Pairwise, ThreeSeats
from tabletop_pig.solver import Unsolvable, three_kept
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.three import Three, check, solve_three

from tabletop import CHANCE


def pig(target: int, seats: int = 3, **options: object) -> Pig:
    return Pig(Pig.options_model.model_validate({"target": target, **options}), seats)


@pytest.fixture(autouse=True)
def no_service() -> Iterator[None]:
    three_kept._services.clear()
    yield
    three_kept._services.clear()


@pytest.fixture(scope="module")
def twenty() -> Three:
    return solve_three(Model.of(pig(20), 3))


def test_target_20(twenty: Three) -> None:
    """The figures of value iteration."""
    assert twenty.chances(0, 0, 0) == pytest.approx((0.4964, 0.3100, 0.1936), abs=0.00005)
    assert twenty.residual < 1e-12


def by_value_iteration(game: Pig) -> dict[object, tuple[float, ...]]:
    """All states of a small match by sweeps through the contract alone, until nothing changes."""
    found: dict[object, list[float]] = {}
    todo, order = [game.start()], []
    while todo:
        state = todo.pop()
        if key(state) in found:
            continue
        order.append(state)
        actor = game.to_act(state)
        shares = [1.0 * (game.result(state).ranks[seat] == 1) for seat in range(3)] if actor is None else [1 / 3] * 3
        found[key(state)] = shares
        if actor == CHANCE:
            todo += [game.resolve(state, outcome) for outcome, _chance in game.outcomes(state)]
        elif actor is not None:
            todo += [game.play(state, move) for move in sensible(game, state)]
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for state in reversed(order):
            actor = game.to_act(state)
            if actor is None:
                continue
            if actor == CHANCE:
                after = [(found[key(game.resolve(state, outcome))], chance) for outcome, chance in game.outcomes(state)]
                new = [sum(one[seat] * chance for one, chance in after) for seat in range(3)]
            else:
                new = max((found[key(game.play(state, m))] for m in sensible(game, state)), key=lambda one: one[actor])
            change = max(change, *(abs(one - other) for one, other in zip(new, found[key(state)], strict=True)))
            found[key(state)] = list(new)
    return {one: tuple(shares) for one, shares in found.items()}


def sensible(game: Pig, state: tuple) -> list[str]:
    """Who may win holds, so that states come to an end."""
    moves = list(game.legal_moves(state))
    return ["hold"] if "hold" in moves and game.total(state) >= game.options.target else moves


def key(state: tuple) -> object:
    actor, banked, seat, points, *_rest = state
    return actor, banked, seat, points, state[5]


@pytest.mark.parametrize("game", [pig(6), PigDoubles(PigDoubles.options_model(target=5), 3)])
def test_every_turn_is_as_value_iteration_says(game: Pig) -> None:
    model = Model.of(game, 3)
    if model.lose_total:
        pytest.skip("something banked can be lost")
    known, found = by_value_iteration(game), solve_three(model)
    compared = 0
    for (actor, banked, seat, points, again), shares in known.items():
        if actor == seat and not points and not again:
            order = [(seat + turn) % 3 for turn in range(3)]
            expected = [shares[other] for other in order]
            assert found.chances(*(banked[other] for other in order)) == pytest.approx(expected, abs=1e-8)
            compared += 1
    assert compared


@pytest.mark.parametrize("options", [{"ending": "final_turns"}, {"ones_lose": "total"}, {"roll_limit": 3}])
def test_rules_that_it_does_not_solve(options: dict[str, object]) -> None:
    with pytest.raises(Unsolvable, match="three seats"):
        check(Model.of(pig(20, **options), 3))


def test_too_large_a_target_is_left_alone() -> None:
    with pytest.raises(Unsolvable, match="120"):
        check(Model.of(pig(121), 3))


def test_it_can_be_stopped_and_says_how_far_it_is() -> None:
    told: list[float] = []
    solve_three(Model.of(pig(8), 3), told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    with pytest.raises(InterruptedError):
        solve_three(Model.of(pig(8), 3), told.append, lambda: True)


def test_it_is_kept_and_read(tmp_path: Path) -> None:
    game = pig(8)
    game.cache = tmp_path
    solved = three_kept.ThreeService(game).wait()
    read = three_kept.ThreeService(game).wait()
    assert solved is not None
    assert read is not None
    assert (solved.cached, read.cached) == (False, True)
    assert np.array_equal(solved.first, read.first)
    assert np.array_equal(solved.after, read.after)


@pytest.mark.parametrize("damage", [b"", b"nothing of the kind", None])
def test_a_damaged_file_is_made_anew_and_that_is_said(
    tmp_path: Path, damage: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    game = pig(8)
    game.cache = tmp_path
    solved = three_kept.ThreeService(game).wait()
    (path,) = tmp_path.iterdir()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(bytes(content) if damage is None else damage)
    with caplog.at_level(logging.WARNING):
        again = three_kept.ThreeService(game).wait()
    assert solved is not None
    assert again is not None
    assert not again.cached
    assert np.array_equal(again.first, solved.first)
    assert caplog.messages == [f"{path} is damaged; it is made anew."]
    assert (read := three_kept.ThreeService(game).wait()) is not None
    assert read.cached


def test_hints_are_exact_among_three_and_an_estimate_among_four() -> None:
    game = pig(20)
    state = (0, (9, 12, 3), 0, 7, 2, False, 6, 0, -1, ())
    analyst = game.analyst()
    assert analyst is not None
    told: list[float] = []
    analyst.prepare(told.append)
    found = analyst.analyse(state, game.legal_moves(state), Random(0))
    assert (found.seat, found.method) == (0, "exact")
    assert Expert(game).choose(state, game.legal_moves(state), Random(0)) == found.moves[0].move
    after = solve_three(Model.of(game, 3)).after[16, 12, 3]
    assert {value.move: value.value for value in found.moves}["hold"] == pytest.approx(after)
    four = pig(20, 4)
    state = (0, (9, 12, 3, 0), 0, 7, 2, False, 8, 0, -1, ())
    analyst = four.analyst()
    assert analyst is not None
    assert analyst.analyse(state, four.legal_moves(state), Random(0)).method == "estimate"


def test_while_it_is_not_there_the_expert_goes_by_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pig(41)
    expert = Expert(game)
    monkeypatch.setattr(three_kept.ThreeService, "wait", lambda _service, _timeout=None: None)
    assert expert.exactly() is None
    assert type(expert.plan()) is Pairwise
    view = (0, (9, 12, 3), 0, 40, 2, False, 6, 0, -1, ())
    assert expert.choose(view, game.legal_moves(view), Random(0)) == "hold"
    monkeypatch.undo()
    assert type(expert.exactly(waits=True)) is ThreeSeats
