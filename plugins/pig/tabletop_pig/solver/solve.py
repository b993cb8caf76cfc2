"""Optimal play between two seats: policy iteration over the states between turns.

Each round finds every turn's best play against the values so far, then solves the linear equations of playing so for
ever. That is Newton's method on the optimality equations, and needs 3 to 12 rounds (Howard 1960; for games with two
seats Hoffman & Karp 1966, and Pollatschek & Avi-Itzhak 1969 for both seats at once, which isn't proved to converge:
where a round doesn't help, value iteration, which does converge, takes over for a while).
"""

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Unsolvable
from tabletop_pig.solver.between import Improved, first_guess, improve
from tabletop_pig.solver.closing import Closing, solve_closing
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.texts import _

TOLERANCE = 1e-13
"""The largest change that best play may still make to a value; errors are at most this times the turns to come."""
LARGEST = 1.2e10
"""The most products of one round that are tried; a round does one to two thousand million a second."""
MOST_ENDS = 3e7
"""The most ways for turns to end, about, that are tried: they are kept for a round, in some 60 bytes each."""
WAIT = 20.0
"""What players and hints wait for a solution, in ``seconds``; only who asks for the solution itself waits longer."""
_MOST_ROUNDS = 20
"""Twice what is usual, and what ``seconds`` counts with."""
_ROUNDS = 200
_PATIENCE = 6
_SWEEPS = 20


class Stopped(Exception):
    """The caller asked to stop."""


def solve(
    game: Bound,
    *,
    within: float = math.inf,
    progress: Callable[[float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """Optimal play for a game of the family bound to two seats.

    ``within``: the most that it may take, in ``seconds``. ``progress`` is told the part done, 0 to 1, now and then;
    ``stop`` is asked as often, and if it says so, Stopped is raised. Raises Unsolvable for what is too large, at once,
    and for what has taken twice as long as ``within`` because it needs many rounds.
    """
    begun = perf_counter()
    model = Model.of(game)
    estimate = _seconds(model)
    if estimate > within:
        raise Unsolvable(too_large())
    closing = solve_closing(model)
    done = 0.0

    def pause() -> None:
        if progress:
            progress(done)
        if stop and stop():
            raise Stopped

    def near(residual: float) -> None:
        nonlocal done
        done = max(done, min(0.99, 1 - math.log(max(residual, TOLERANCE) / TOLERANCE) / math.log(1 / TOLERANCE)))

    values, improved, residual = _iterate(model, closing, pause, near, _MOST_ROUNDS * within / estimate)
    length = float(improved.linear.turns_left()[:, 0, 0].max())
    if progress:
        progress(1.0)
    return Solution(
        game=game,
        values=values,
        residual=residual,
        states=improved.states,
        seconds=perf_counter() - begun,
        turns=length,
        closing=closing,
    )


def too_large() -> str:
    """Why a match isn't solved, for people."""
    return _(
        "These rules are too large to be solved exactly: hints come from a search instead, "
        "and CPU players follow rules of thumb."
    )


def seconds(game: Bound) -> float:
    """About how long solving takes on a quick machine, known at once. Raises Unsolvable for what is too large."""
    return _seconds(Model.of(game))


def _seconds(model: Model) -> float:
    rows = model.target / 2 + (0 if model.exact or model.ending == "immediate" else 60) + model.minimum
    size = model.roles * model.target**2 * rows * model.levels * model.widest
    if size > LARGEST:
        raise Unsolvable(too_large())
    # Where rolls are owed a turn can be banked almost anywhere, else only soon after it may be held.
    each = model.target / 2 if model.again else min(model.target / 2, 3 * model.widest)
    ends = model.roles * model.target**2 * each
    if ends > MOST_ENDS:
        raise Unsolvable(too_large())
    return 25e-9 * size + 1.5e-6 * ends


def _iterate(
    model: Model, closing: Closing, pause: Callable[[], None], near: Callable[[float], None], most_rounds: float
) -> tuple[Floats, Improved, float]:
    """Values, the best replies to them, and the largest difference between the two.

    Raises Unsolvable when they don't converge, and when that takes more than ``most_rounds``, sweeps among them.
    """
    values = first_guess(model)
    best, waited, sweeps = math.inf, 0, 0
    for done in range(_ROUNDS):
        if done + sweeps > most_rounds:
            raise Unsolvable(too_large())
        improved = improve(model, closing, values, pause)
        residual = float(np.abs(improved.values - values).max())
        near(residual)
        if residual <= TOLERANCE:
            return values, improved, residual
        best, waited = (residual, 0) if residual < best else (best, waited + 1)
        if waited >= _PATIENCE:
            waited, sweeps = 0, sweeps + _SWEEPS
            for _sweep in range(_SWEEPS):
                improved = improve(model, closing, improved.values, pause)
            values = improved.values
        else:
            values = improved.linear.solve(improved.values, max(1e-15, residual * 1e-2))
    raise Unsolvable(f"no convergence: values still change by {best:.1e}")
