"""How long the solver takes, against compiled value iteration of plain Pig; and how much memory.

    pytest tests/benchmarks/test_bench_pig_solver.py --benchmark-timer=time.process_time --benchmark-columns=median

The ratios are in each benchmark's ``extra_info``, as ``times the compiled solver``; read them with
``--benchmark-json``, or see the summary that ``-s`` prints.
"""

import importlib.util
import statistics
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice
from tabletop_pig.solver import solve
from tabletop_pig.solver.cache import load_or_solve

_spec = importlib.util.spec_from_file_location("numba_pig", Path(__file__).with_name("numba_pig.py"))
assert _spec is not None
assert _spec.loader is not None
numba_pig = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(numba_pig)

GAMES: list[tuple[str, Any, dict[str, Any]]] = [
    ("pig", Pig, {}),
    ("pig, total lost", Pig, {"ones_lose": "total"}),
    ("pig, exact", Pig, {"target_mode": "exact"}),
    ("pig, at most 10 rolls", Pig, {"roll_limit": 10}),
    ("pig, round completed", Pig, {"ending": "complete_round"}),
    ("pig-two-dice", PigTwoDice, {}),
    ("pig-doubles", PigDoubles, {}),
    ("bigpig", BigPig, {}),
    ("bigpig, at most 10 rolls", BigPig, {"roll_limit": 10}),
]


def _bound(kind: Any, **options: Any) -> Any:
    return kind(kind.options_model.model_validate(options), 2)


def _seconds(work: Callable[[], Any], rounds: int = 3) -> float:
    """The processor's seconds: they are the same on a busy machine."""
    times = []
    for _round in range(rounds):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return statistics.median(times)


@pytest.fixture(scope="module")
def compiled() -> float:
    """The compiled solver's seconds for plain Pig at 100, compilation not counted."""
    assert numba_pig.win_probability(20) == pytest.approx(0.615559, abs=1e-6)
    return _seconds(lambda: numba_pig.win_probability(100))


@pytest.mark.parametrize("target", [50, 100, 200])
@pytest.mark.parametrize(("name", "kind", "options"), GAMES, ids=[name for name, *_rest in GAMES])
def test_solve(benchmark: Any, compiled: float, name: str, kind: Any, options: dict[str, Any], target: int) -> None:
    game = _bound(kind, target=target, **options)
    solution = benchmark.pedantic(lambda: solve(game), rounds=1 if target == 200 else 3)
    ratio = benchmark.stats.stats.median / compiled
    benchmark.extra_info.update(
        {"times the compiled solver": ratio, "residual": solution.residual, "states": solution.states}
    )
    print(f"\n{name} to {target}: {ratio:.2f} times the compiled solver, residual {solution.residual:.0e}")
    assert solution.residual <= 1e-13


def test_plain_pig_takes_less_than_twice_the_compiled_solver(compiled: float) -> None:
    game = _bound(Pig)
    assert solve(game).win_probability == pytest.approx(numba_pig.win_probability(100), abs=1e-10)
    assert _seconds(lambda: solve(game)) < 2 * compiled


def test_plain_pig_beside_a_good_compiled_solver() -> None:
    """Value iteration pair by pair, sums from high to low: without the time to compile it, and with it."""
    game = _bound(Pig)
    begun = time.process_time()
    assert numba_pig.win_probability_by_pairs(20) == pytest.approx(0.615559, abs=1e-6)
    compiling = time.process_time() - begun
    theirs = min(_seconds(lambda: numba_pig.win_probability_by_pairs(100), 1) for _round in range(9))
    ours = min(_seconds(lambda: solve(game), 1) for _round in range(9))
    assert solve(game).win_probability == pytest.approx(numba_pig.win_probability_by_pairs(100), abs=1e-9)
    with_compiling = (compiling + theirs) / ours
    print(f"\n{1000 * ours:.0f} ms, {1000 * theirs:.0f} ms compiled, {compiling:.2f} s to compile")
    print(f"Pig to 100: {ours / theirs:.2f} times as long as compiled; compiling too, {with_compiling:.2f} as quick")
    assert ours / theirs <= 6
    assert with_compiling >= 3


def test_load(benchmark: Any, tmp_path: Path) -> None:
    game = _bound(Pig)
    load_or_solve(game, tmp_path)
    assert benchmark(lambda: load_or_solve(game, tmp_path)).cached


@pytest.mark.parametrize(("name", "kind", "options"), GAMES, ids=[name for name, *_rest in GAMES])
def test_memory(name: str, kind: Any, options: dict[str, Any]) -> None:
    game = _bound(kind, **options)
    tracemalloc.start()
    solution = solve(game)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"\n{name}: at most {peak / 1e6:.0f} MB while solving, {kept / 1e6:.1f} MB kept")
    assert solution.values.nbytes < kept < 5e6
