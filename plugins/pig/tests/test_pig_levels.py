"""The levels and strategies, measured exactly; and play with more than two seats."""

import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig import levels
from tabletop_pig.family import FamilyGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.levels import Blurred, Expert, Hard, Medium
from tabletop_pig.multiseat import Pairwise
from tabletop_pig.position import HOLD, ROLL, Position
from tabletop_pig.rules_of_thumb import HoldAt, KeepPace, RuleOfThumb, ScoringTurns, Timid
from tabletop_pig.solver import solve
from tabletop_pig.solver.blur import Blurry
from tabletop_pig.solver.evaluate import Evaluation, evaluate, loss
from tabletop_pig.solver.service import Service

from tabletop import CHANCE, scoring

GAMES: list[type[FamilyGame[Any]]] = [Pig, PigTwoDice, PigDoubles, BigPig]


def bound(game: type[FamilyGame[Any]], seats: int = 2, **options: Any) -> FamilyGame[Any]:
    return game(game.options_model.model_validate(options), seats)


def test_optimal_play_against_hold_at_20() -> None:
    game = bound(Pig)
    assert evaluate(game, solve(game), HoldAt(game.options)).average == pytest.approx(0.5399, abs=1e-4)


def test_optimal_play_against_itself_loses_nothing() -> None:
    for game in (bound(kind, target=30) for kind in GAMES):
        solution = solve(game)
        beginning, following = evaluate(game, solution, solution)
        assert beginning == pytest.approx(solution.win_probability, abs=1e-9)
        assert loss(game, solution, solution) == pytest.approx(0, abs=1e-9)
        assert beginning + following == pytest.approx(1, abs=1e-9)


# Policy evaluation through the contract: a dictionary of states, swept until nothing changes.


def _known(game: FamilyGame[Any], state: Any) -> Any:
    position = Position(*state)
    return tuple(position._replace(turns=0, rolls=min(position.rolls, game.options.roll_limit or 1)))


def brute_force(game: FamilyGame[Any], players: tuple[RuleOfThumb, RuleOfThumb]) -> float:
    """The win probability of the first player, which begins."""
    following: dict[Any, list[tuple[Any, float]]] = {}
    queue, values = [_known(game, game.start())], {}
    for state in queue:
        if state in following:
            continue
        actor = game.to_act(state)
        if actor is None:
            following[state] = []
            values[state] = scoring.shares(scoring.ranks(game.scores(state)))[0]
            continue
        if actor == CHANCE:
            steps = [(game.resolve(state, outcome), chance) for outcome, chance in game.outcomes(state)]
        else:
            position, hold = Position(*state), 0.0
            if HOLD in game.legal_moves(state):
                own, other = position.banked[actor], position.banked[1 - actor]
                hold = players[actor].hold_chance(own, other, position.points, position.rolls, position.closing > 0)
            steps = [(game.play(state, ROLL), 1 - hold)] if hold < 1 else []
            steps += [(game.play(state, HOLD), hold)] if hold > 0 else []
        following[state] = [(_known(game, after), chance) for after, chance in steps]
        values[state] = 0.5
        queue += [after for after, _chance in following[state]]
    order = [state for state in reversed(following) if following[state]]
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for state in order:
            value = sum(chance * values[after] for after, chance in following[state])
            change = max(change, abs(value - values[state]))
            values[state] = value
    return values[queue[0]]


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (Pig, {"target": 12}),
        (Pig, {"target": 8, "ending": "final_turns", "ones_lose": "total"}),
        (Pig, {"target": 10, "ending": "complete_round", "roll_limit": 3}),
        (Pig, {"target": 12, "target_mode": "exact", "overshoot": "ignore_roll", "minimum_to_hold": 4}),
        (PigTwoDice, {"target": 9, "start": "seat_one", "target_mode": "exact", "roll_limit": 2}),
        (PigDoubles, {"target": 6, "ending": "complete_round"}),
        (BigPig, {"target": 7, "start": "seat_one", "target_mode": "exact"}),
    ],
    ids=str,
)
def test_evaluation_agrees_with_brute_force(kind: type[FamilyGame[Any]], options: dict[str, Any]) -> None:
    game = bound(kind, **options)
    one, two = Timid(game.options), ScoringTurns(game.options, "2")
    expected = Evaluation(brute_force(game, (one, two)), 1 - brute_force(game, (two, one)))
    assert evaluate(game, one, two) == pytest.approx(expected, abs=1e-9)


def test_a_player_that_only_chooses_is_measured_as_well() -> None:
    class Chooser:
        def __init__(self, rule: RuleOfThumb) -> None:
            self.choose = rule.choose

    game = bound(Pig, target=30, ending="complete_round")
    rule, rival = KeepPace(game.options), HoldAt(game.options)
    assert evaluate(game, Chooser(rule), rival) == pytest.approx(evaluate(game, rule, rival), abs=1e-9)


# Levels


@pytest.mark.parametrize("kind", GAMES)
def test_the_levels_lose_what_they_should(kind: type[FamilyGame[Any]]) -> None:
    game = bound(kind, target=25)
    solution = solve(game)
    blurred: list[Blurred] = [Hard(game), Medium(game)]
    hard, medium = (loss(game, Blurry(solution, level.trembling(solution)), solution) for level in blurred)
    easy = loss(game, Timid(game.options), solution)
    assert 0.002 < hard <= 0.02
    assert 0.035 < medium < 0.065
    assert easy > medium + 0.03


def test_the_expert_plays_best() -> None:
    game = bound(Pig, target=30)
    expert, solution, rng = Expert(game), solve(game), Random(1)
    state = game.start()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.resolve(state, game.draw(state, rng))
        else:
            move = expert.choose(state, game.legal_moves(state), rng)
            assert solution.move_values(state)[move] == solution.value(state)
            state = game.play(state, move)


def test_every_strategy_plays_every_game_to_its_end() -> None:
    for kind, seats in zip(GAMES, (2, 3, 4, 3), strict=True):
        game = bound(kind, seats, target=8)
        players = [make() for make in game.strategies().values()]
        for shift in range(len(players)):
            state, rng = game.start(), Random(shift)
            while (actor := game.to_act(state)) is not None:
                if actor == CHANCE:
                    state = game.resolve(state, game.draw(state, rng))
                else:
                    moves = game.legal_moves(state)
                    move = players[(actor + shift) % len(players)].choose(state, moves, rng)
                    assert move in moves
                    state = game.play(state, move)


def test_a_match_too_large_is_played_by_rules_of_thumb() -> None:
    game = bound(Pig, target=10_000)
    view = (0, (0, 0), 0, 25, 5, False, 0, 0, -1, ())
    for name in ("expert", "hard", "medium"):
        assert game.strategies()[name]().choose(view, game.legal_moves(view), Random(0)) == HOLD


def test_parameters_of_strategies() -> None:
    strategies = bound(Pig).strategies()
    view = (0, (0, 0), 0, 24, 4, False, 0, 0, -1, ())
    choices = {
        ("hold", "25"): ROLL,
        ("hold", "24"): HOLD,
        ("rolls", "4"): HOLD,
        ("rolls", "5"): ROLL,
        ("scoring-turns", "4"): ROLL,
        ("scoring-turns", "5"): HOLD,
        ("keep-pace", "21", "8", "29"): HOLD,
        ("keep-pace", "25"): ROLL,
    }
    for (name, *parameters), move in choices.items():
        assert strategies[name](*parameters).choose(view, [ROLL, HOLD], Random(0)) == move
    for bad in ("0", "-1", "2.5", "x", "", "10001"):
        with pytest.raises(ValueError, match="whole number"):
            strategies["hold"](bad)


# More than two seats


def test_three_seats_at_target_20() -> None:
    # .4964, .3100, .1936 by value iteration for three seats, which is accurate to about .01 itself.
    game = bound(Pig, 3, target=20)
    chances = Pairwise(game, solve(bound(Pig, target=20))).chances((0, 0, 0), 0, 0)
    assert list(chances) == pytest.approx([0.4964, 0.3100, 0.1936], abs=0.01)
    assert chances.sum() == pytest.approx(1)


@pytest.mark.parametrize("kind", GAMES)
def test_with_two_seats_the_model_is_the_exact_solution(kind: type[FamilyGame[Any]]) -> None:
    game = bound(kind, target=25, start="seat_one")
    solution, rng = solve(game), Random(3)
    model = Pairwise(game, solution)
    assert model.chances((0, 0), 0, 0)[0] == pytest.approx(solution.win_probability)
    for _match in range(3):
        state = game.start()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
                continue
            position = Position(*state)
            rolls, bank = model._look_inside(position.banked, position.seat, position.leader, position.closing)
            told = {ROLL: rolls[position.points, 0], HOLD: bank[position.banked[actor] + position.points]}
            values = solution.move_values(state)
            assert values == pytest.approx({move: told[move] for move in values}, abs=1e-6)
            state = game.play(state, rng.choice(list(values)))


def test_three_seats_beat_a_table_that_holds_at_20() -> None:
    game, matches, won = bound(Pig, 3, target=40), 600, 0.0
    expert, rival, rng = Expert(game), HoldAt(game.options), Random(11)
    for match in range(matches):
        state, seat = game.start(), match % 3
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
            else:
                player = expert if actor == seat else rival
                state = game.play(state, player.choose(state, game.legal_moves(state), rng))
        won += scoring.shares(scoring.ranks(game.scores(state)))[seat]
    share = won / matches
    assert share - 1.96 * (share * (1 - share) / matches) ** 0.5 > 1 / 3


def test_numpy_is_not_imported_before_it_is_needed(tmp_path: Path) -> None:
    program = f"""
import sys
import threading
from pathlib import Path
from tabletop_pig.games import Pig
from tabletop_pig.outline import Outline
game = Pig(Pig.options_model(), 2)
for level in ("easy", "medium", "hard", "expert"):
    game.strategies()[level]()
game.cache = Path({str(tmp_path)!r})
Outline.of(game).file(game.cache).touch()
for level in ("medium", "hard", "expert"):
    game.strategies()[level]()
assert 'numpy' not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_what_is_not_kept_is_solved_soon_after_they_have_sat_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    begun: list[Service] = []
    monkeypatch.setattr(Service, "start", lambda service: begun.extend([service]))
    game = Pig(Pig.options_model(target=20), 2)
    before = set(threading.enumerate())
    game.strategies()[level]()
    assert set(threading.enumerate()) == before
    monkeypatch.setattr(levels, "SOON", 0.0)
    game.cache = tmp_path
    game.strategies()[level]()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert len(begun) == 1
