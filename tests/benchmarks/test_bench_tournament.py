"""Tournaments: how fast beside compiled loops and beside the contract alone, and whether the figures can be trusted.

Ratios within one run; seconds depend on the machine and are never asserted. What has no peer here is skipped.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import numpy as np
import pytest
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_pig.games import Pig
from tabletop_pig.policies import as_planner
from tabletop_pig.solver.evaluate import evaluate

from tabletop import CHANCE, GameOptions, tournament
from tabletop.cpu import players
from tabletop.tournament import many
from tabletop.tournament.figures import luckless, paired
from tabletop.tournament.sprt import Sequential

ROOT = Path(__file__).parent.parent.parent
REPEATED = 2_000


def seconds(work) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def compiled():
    numba = pytest.importorskip("numba")

    @numba.njit
    def matches(count, holds, seed):  # pragma: no cover - compiled
        np.random.seed(seed)
        won = 0
        for number in range(count):
            banked = [0, 0]
            who, points = number & 1, 0
            while True:
                die = np.random.randint(1, 7)
                if die == 1:
                    who, points = 1 - who, 0
                    continue
                points += die
                if points >= holds[banked[who], banked[1 - who]]:
                    banked[who] += points
                    if banked[who] >= 100:
                        won += who == 0
                        break
                    who, points = 1 - who, 0
        return won

    matches(10, np.full((100, 100), 20), 1)
    return matches


def hold_at_20():
    own = np.arange(100)[:, None]
    return np.repeat(np.minimum(20, 100 - own), 100, axis=1)


@pytest.mark.parametrize(("player", "goal"), [("hold:20", 0.3), ("expert", 0.2)])
def test_pig_in_a_tournament_beside_a_compiled_loop(player, goal):
    loop = compiled()
    game = Pig(Pig.options_model(), 2)
    holds = hold_at_20() if player == "hold:20" else np.array(next(iter(game.solver().thresholds().values())))
    tournament.run("pig", [player, player], 20_000)
    ratios = []
    for _round in range(5):
        alone = seconds(lambda: loop(400_000, holds, 1))
        ratios.append(alone / seconds(lambda: tournament.run("pig", [player, player], 400_000)))
    print(f"{player}: {median(ratios):.2f} of a compiled loop")
    assert median(ratios) >= goal


def test_a_plain_game_beside_the_contract_alone(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs/examples/short_pig"))
    from tabletop_short_pig import ShortPig

    game, rng = ShortPig(GameOptions(), 2), Random(1)

    def bare():
        state = game.start()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.resolve(state, game.draw(state, rng))
            else:
                moves = game.legal_moves(state)
                state = game.play(state, moves[rng.randrange(len(moves))])

    tournament.run(ShortPig, ["random", "random"], 20)
    ratios = []
    for _round in range(5):
        alone = seconds(lambda: [bare() for _match in range(1_500)])
        ratios.append(alone / seconds(lambda: tournament.run(ShortPig, ["random", "random"], 1_500)))
    print(f"short_pig: {median(ratios):.2f} of the contract alone")
    assert median(ratios) >= 0.8


def tiles_of_a_match(game) -> float:
    """How many tiles are set in a match at random, on average of many."""
    rng, tiles, matches = Random(1), 0, 200
    for _match in range(matches):
        state = game.start()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                tiles += len(state.history) and (game.tables.whole ^ state.unplayed).bit_count()
                state = game.resolve(state, game.draw(state, rng))
            else:
                moves = game.legal_moves(state)
                state = game.play(state, moves[rng.randrange(len(moves))])
        tiles += (game.tables.whole ^ state.unplayed).bit_count()
    return tiles / matches


@pytest.mark.parametrize("player", ["random", "easy", "medium"])
def test_plain_players_of_dominoes_beside_a_library(player):
    """Tiles a second, beside the random players of the ``dominoes`` package."""
    dominoes = pytest.importorskip("dominoes")
    options = {"pass_when": "no_play", "draw_when": "no_play", "reserve": 55}
    tiles = tiles_of_a_match(PassingGame(PassingOptions(**options).check(2), 2))

    def theirs() -> int:
        game = dominoes.Game.new()
        while game.result is None:
            dominoes.players.random(game)
            game.make_move(*game.valid_moves[0])
        return len(game.board)

    tournament.run("passing-game", [player, "random"], 200, options=options)
    ratios = []
    for _round in range(5):
        played = []
        alone = seconds(lambda played=played: played.extend(theirs() for _game in range(300)))
        own = seconds(lambda: tournament.run("passing-game", [player, "random"], 10_000, options=options))
        ratios.append(tiles * 10_000 / own / (sum(played) / alone))
    print(f"{player} against random: {median(ratios):.1f} times the tiles of the library's random players")
    assert median(ratios) >= 2


WORK = ("pig", ["hard@50", "hold:20"], 1_800)


def test_two_jobs_beside_one():
    """By the clock: on a machine with two idle cores."""
    name, who, matches = WORK
    times = {1: [], 2: []}
    for _round in range(2):
        for jobs, found in times.items():
            begun = perf_counter()
            tournament.run(name, who, matches, options={"target": 60}, jobs=jobs)
            found.append(perf_counter() - begun)
    ratio = min(times[1]) / min(times[2])
    print(f"two jobs: {ratio:.2f} times as fast as one")
    assert ratio >= 1.6


def test_two_workers_of_a_cluster_beside_two_jobs(tmp_path):
    """The same, by the command."""
    pytest.importorskip("distributed")
    name, who, matches = WORK
    words = ["tournament", name, "--players", ",".join(who), "--matches", str(matches), "--set", "target=60"]
    environment = {**os.environ, "TABLETOP_HOME": str(tmp_path)}
    times = {(): [], ("--cluster", "local"): []}
    for _round in range(2):
        for more, found in times.items():
            begun = perf_counter()
            command = [sys.executable, "-m", "tabletop", *words, "--jobs", "2", *more]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
            found.append(perf_counter() - begun)
    jobs, cluster = (min(found) for found in times.values())
    print(f"two workers of a cluster: {jobs / cluster:.2f} of two jobs")
    assert jobs / cluster >= 0.9


@pytest.mark.parametrize(("one", "other"), [("expert", "hold:20"), ("hold:20", "hold:25")])
def test_intervals_hold_what_they_promise(one, other):
    """Over so many seeds of 500 matches each, beside the solver's share."""
    game = Pig(Pig.options_model(), 2)
    first, second = players.find(game, one), players.find(game, other)
    exact = evaluate(game, as_planner(first), as_planner(second)).average
    together = game.together(first, second)
    raw = fair = 0
    for seed in range(REPEATED):
        found = many.tally(together.play(seed, 250))
        low, high = paired(found.scores)
        raw += low <= exact <= high
        _share, (low, high) = luckless(found)
        fair += low <= exact <= high
    print(f"{one} against {other}, {exact:.4f}: {raw / REPEATED:.1%}, without luck {fair / REPEATED:.1%}")
    assert 0.93 <= raw / REPEATED <= 0.97
    assert 0.93 <= fair / REPEATED <= 0.97


def test_the_known_answer():
    found = tournament.run("pig", ["expert", "hold:20"], 200_000).pairings[0]
    assert found.adjusted[1].low <= 0.5399 + 5e-5
    assert found.adjusted[1].high >= 0.5399 - 5e-5
    assert abs(found.share - 0.5399) < 0.004


@pytest.mark.parametrize("split", [0.5, 0.85])
def test_how_often_the_sequential_test_is_wrong(split):
    """``split``: the part of the pairs that each player wins once."""
    test, rng = Sequential(0.5, 0.52), np.random.default_rng(5)
    accepted, lengths = {}, {}
    for share in (0.5, 0.52):
        lean = share - 0.5
        chances = [(1 - split) / 2 - lean, split, (1 - split) / 2 + lean]
        verdicts, pairs = Counter(), []
        for _time in range(REPEATED):
            scores, verdict = Counter(), "open"
            while verdict == "open":
                drawn = rng.multinomial(max(1, scores.total() // 16), chances)
                scores += Counter({value: int(count) for value, count in zip((0.0, 0.5, 1.0), drawn, strict=True)})
                verdict = test.verdict(scores)
            verdicts[verdict] += 1
            pairs.append(scores.total())
        accepted[share], lengths[share] = verdicts["second"] / REPEATED, sum(pairs) / REPEATED
    print(f"{split:.0%} split: accepted {accepted}, pairs {lengths}")
    assert accepted[0.5] <= 0.06
    assert accepted[0.52] >= 0.94


def test_killed_again_and_again_it_comes_to_the_same(tmp_path):
    if not hasattr(signal, "SIGKILL"):
        pytest.skip("needs SIGKILL")
    environment = {**os.environ, "TABLETOP_HOME": str(tmp_path / "home")}
    words = ["tournament", "pig", "--seats", "3", "--players", "hold:20,hold:10,easy", "--matches", "20000"]
    command = [sys.executable, "-m", "tabletop", *words, "--results", str(tmp_path / "kept.jsonl"), "--csv"]
    killed = 0
    for _kill in range(20):
        process = subprocess.Popen([*command, str(tmp_path / "found.csv")], env=environment, stdout=subprocess.DEVNULL)
        try:
            process.wait(timeout=0.7 + 0.05 * killed)
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
    subprocess.run([*command, str(tmp_path / "found.csv")], env=environment, stdout=subprocess.DEVNULL, check=True)
    whole = [sys.executable, "-m", "tabletop", *words, "--csv", str(tmp_path / "whole.csv")]
    subprocess.run(whole, env=environment, stdout=subprocess.DEVNULL, check=True)
    print(f"killed {killed} times")
    assert (tmp_path / "found.csv").read_text() == (tmp_path / "whole.csv").read_text()
