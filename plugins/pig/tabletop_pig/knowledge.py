"""What the solver knows of a match between two seats, as the host asks for it: analysis and solving."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from tabletop import Analysis, Between, MoveValue, Progress, Response, Solved
from tabletop_pig.bound import Bound
from tabletop_pig.outline import is_kept
from tabletop_pig.position import Move, PigState, Position
from tabletop_pig.texts import _

if TYPE_CHECKING:
    from tabletop_pig.solver import Solution
    from tabletop_pig.tables import FromTable, FromTwoTables

_TICK = 0.1
"""Seconds between two reports of progress."""


class Knowledge:
    """The solution of one game, solved when it is first asked for; an analyst and a solver in one."""

    def __init__(self, game: Bound) -> None:
        """Nothing is solved yet, and numpy not loaded."""
        self._game = game
        self._solved: Solution | None = None

    def prepare(self, progress: Progress) -> None:
        """Solves the game, unless the solution is kept, which is soon read. Raises ValueError for what can't be solved
        soon.
        """
        if is_kept(self._game):
            progress(1.0)
        else:
            self._solution(progress)

    def analyse(self, view: PigState, moves: Sequence[Move], rng: Random) -> Analysis:
        """The exact value of each move; nothing is random."""
        values = self._solution(lambda _done: None).move_values(view)
        ordered = sorted((MoveValue(move, values[move]) for move in moves), key=lambda found: -found.value)
        return Analysis(Position(*view).seat, "exact", tuple(ordered))

    def seconds(self) -> float:
        """About how long ``solve`` will take; 0 if the solution is kept. Raises ValueError for what is too large."""
        if is_kept(self._game):
            return 0.0
        from tabletop_pig.solver.solve import seconds

        return seconds(self._game)

    def solve(self, progress: Progress) -> Solved:
        """The solution in figures, however long it takes."""
        found = self._solution_in_time(progress)
        return Solved(found.win_probability, "exact", found.residual, found.states, found.seconds, found.cached)

    def policy(self) -> str:
        """For every pair of totals, the fewest turn points with which holding is best; 0: never hold."""
        return "\n\n".join(f"{title}\n{_table(rows)}" for title, rows in self.thresholds().items()) + "\n"

    def thresholds(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """The same as numbers, by title."""
        tables = self._solution_in_time(lambda _done: None).thresholds()
        titles = [_("Every turn:")] if len(tables) == 1 else [_("The seat that began:"), _("The other seat:")]
        return {title: table.tolist() for title, table in zip(titles, tables, strict=True)}

    def player(self, policy: str) -> "FromTable | FromTwoTables":
        """The player of a table that ``policy`` has written."""
        from tabletop_pig.solver.model import Model
        from tabletop_pig.tables import read

        return read(self._game, Model.of(self._game).roles, policy)

    def against(self, player: Any, progress: Progress) -> Response:
        """The best response to a player; see ``best_response``."""
        from tabletop_pig.policies import as_planner
        from tabletop_pig.solver.response import best_response

        return best_response(self._game, as_planner(player), progress)

    def between(self, first: Any, second: Any) -> Between:
        """How two players do against each other; see ``evaluate``."""
        from tabletop_pig.policies import as_planner
        from tabletop_pig.solver.evaluate import evaluate, turns_between

        one, other = as_planner(first), as_planner(second)
        found = evaluate(self._game, one, other)
        return Between(found.beginning, found.following, turns_between(self._game, one, other))

    def _solution_in_time(self, progress: Progress) -> "Solution":
        from tabletop_pig.solver.cache import load_or_solve

        if self._solved is None:
            self._solved = load_or_solve(self._game, self._game.cache, progress=progress)
        return self._solved

    def _solution(self, progress: Progress) -> "Solution":
        from tabletop_pig.solver.service import service_for

        service = service_for(self._game)
        while (found := service.wait(_TICK)) is None:
            progress(service.progress)
        return found


def _table(rows: Sequence[Sequence[int]]) -> str:
    width = len(str(max(map(max, rows)))) + 1
    lines = [_("rows: own total; columns: the other's total")]
    lines.append(" " * 6 + "".join(f"{other:>{max(width, 5)}}" for other in range(len(rows[0]))))
    lines += [f"{own:>6}" + "".join(f"{points:>{max(width, 5)}}" for points in row) for own, row in enumerate(rows)]
    return "\n".join(lines)
