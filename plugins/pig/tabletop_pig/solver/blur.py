"""How blurred a player must see the values of its moves to lose a given win probability against optimal play."""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.cache import load_or_find, load_or_solve
from tabletop_pig.solver.evaluate import loss
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.turn import Turns

_ROUNDS: Final = 7
_MOST: Final = 8.0
_SAMPLE: Final = 8e6
SHIPPED: Final = Path(__file__).with_name("blurs.json")
"""What was found for the usual rules of each game; ``python tools/blurs.py`` writes it."""
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
    random: under some rules even that loses little. For the usual rules it is shipped, else found once and kept in the
    game's cache. Raises what ``solve`` raises.
    """
    known = Outline.of(game).key, wanted
    if known not in _found:
        found = shipped(game, wanted)
        if found is None:
            found = load_or_find(game, game.cache, f"{wanted:g}", lambda: search(game, wanted))
        _found[known] = found
    return _found[known]


def shipped(game: Bound, wanted: float) -> float | None:
    """The blur that comes with this package for the usual rules of a game, None for others."""
    return _shipped().get(Outline.of(game).key, {}).get(f"{wanted:g}")


@cache
def _shipped() -> dict[str, dict[str, float]]:
    games: dict[str, dict[str, Any]] = json.loads(SHIPPED.read_text("ascii"))
    return {entry["key"]: entry["blurs"] for entry in games.values()}


def search(game: Bound, wanted: float) -> float:
    """The same, worked out."""
    solution = load_or_solve(game, game.cache)
    low, high, blur = 0.0, _MOST, 3 * wanted
    for _round in range(_ROUNDS):
        if loss(game, Blurry(solution, blur / solution.turns), solution) > wanted:
            high = blur
        else:
            low = blur
        blur = math.sqrt(max(low, high / 16) * high)
    return low or high / 16
