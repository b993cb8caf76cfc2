"""What moves are worth at a table of more than two seats, as the host asks for it: hints, odds, reviews."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tabletop import Analysis, MoveValue, Progress
from tabletop_pig.bound import Bound
from tabletop_pig.levels import Expert
from tabletop_pig.position import Move, PigState, Position

_TICK: Final = 0.1
"""Seconds between two reports of progress."""


class ManySeats:
    """Three seats exactly, where the rules allow; else by the model for many."""

    def __init__(self, game: Bound) -> None:
        """Nothing is solved yet, and numpy not loaded."""
        self._game = game
        self._expert: Expert | None = None

    def prepare(self, progress: Progress) -> None:
        """Solves what there is to solve. Raises ValueError where there are no values."""
        expert = self._found()
        service = expert.three()
        while service is not None and service.wait(_TICK) is None:
            progress(service.progress)
        expert.exactly(waits=True)

    def analyse(self, view: PigState, moves: Sequence[Move], rng: Random) -> Analysis:
        """The value of each move; nothing is random."""
        expert = self._found()
        exact = expert.exactly(waits=True)
        plan = exact or expert.plan()
        assert plan is not None
        values = plan.move_values(view)
        ordered = sorted((MoveValue(move, values[move]) for move in moves), key=lambda found: -found.value)
        return Analysis(Position(*view).seat, "exact" if exact else "estimate", tuple(ordered))

    def _found(self) -> Expert:
        if self._expert is None:
            self._expert = Expert(self._game)
        if self._expert.plan() is None:
            from tabletop_pig.solver.solve import too_large

            raise ValueError(too_large())
        return self._expert
