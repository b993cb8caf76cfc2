"""How blurred a player must see the values of its moves to lose a given win probability against optimal play."""

import math
from dataclasses import dataclass
from typing import Final

from tabletop_pig.bound import Bound
from tabletop_pig.solver.evaluate import loss
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.solve import solve
from tabletop_pig.solver.turn import Turns

_ROUNDS: Final = 7
_MOST: Final = 8.0
_SAMPLE: Final = 8e6
_found: dict[tuple[str, float], float] = {}


@dataclass(eq=False)
class Blurry:
    """A player for ``evaluate``: optimal but for the blur, ``trembling`` in win probability; see ``tremble``."""

    solution: Solution
    trembling: float

    def turns_against(self, role: int, columns: slice) -> Turns:
        """What the ends of turns are worth: that is not blurred."""
        return self.solution.turns_against(role, columns)


def sample_target(game: Bound) -> int:
    """The target with which losses of a game for two seats are measured: its own, or one low enough to be quick."""
    model = Model.of(game)
    return min(model.target, max(20, int((_SAMPLE / (model.roles * model.widest * model.levels)) ** (1 / 3))))


def blur_to_lose(game: Bound, wanted: float) -> float:
    """The blur that loses ``wanted`` (0 to 1/2) or little less, over both starts, times the expected number of turns.

    In this form it is much the same whatever the target, so a low one will do. At most 8, where play is as good as
    random: under some rules even that loses little. Found once in a process. Raises what ``solve`` raises.
    """
    known = Model.of(game).key(), wanted
    if known not in _found:
        _found[known] = _search(game, wanted)
    return _found[known]


def _search(game: Bound, wanted: float) -> float:
    solution = solve(game)
    low, high, blur = 0.0, _MOST, 3 * wanted
    for _round in range(_ROUNDS):
        if loss(game, Blurry(solution, blur / solution.turns), solution) > wanted:
            high = blur
        else:
            low = blur
        blur = math.sqrt(max(low, high / 16) * high)
    return low or high / 16
