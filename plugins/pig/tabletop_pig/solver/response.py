"""The best response to a player: policy iteration against one that always plays in the same way (Howard, 1960)."""

from collections.abc import Callable
from typing import Final

import numpy as np

from tabletop import Response
from tabletop_pig.bound import Bound
from tabletop_pig.solver.between import first_guess, turns_from
from tabletop_pig.solver.closing import Closing, solve_closing
from tabletop_pig.solver.evaluate import PlayedPolicy, Player, values_between
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.turn import Turns

_ROUNDS: Final = 40
_TOLERANCE: Final = 1e-12


class _Reply:
    """Plays each turn best against the values of the other's turns: a ``Planner``."""

    trembling = 0.0

    def __init__(self, model: Model, closing: Closing, rival: Floats) -> None:
        self._model, self._closing = model, closing
        self._values = np.repeat(rival[None], model.roles, axis=0)

    def turns_against(self, role: int, columns: slice) -> Turns:
        """See ``Planner``."""
        return turns_from(self._model, self._closing, self._values, role, slice(0, self._model.target), columns)


def best_response(game: Bound, player: Player, progress: Callable[[float], None]) -> Response:
    """What can be won against ``player`` in a game for two seats.

    It is exact where the match ends at once when the target is reached; else what a closing turn against this player is
    worth is taken to be what it is against the best one, so that a little more may be won. Raises Unsolvable.
    """
    model = Model.of(game)
    closing = solve_closing(model)
    found = []
    for seat in (0, 1):
        found.append(_against(game, model, closing, player, seat))
        progress((seat + 1) / 2)
    beginning, following = found
    return Response((beginning + following) / 2, beginning, following, model.ending == "immediate")


def _against(game: Bound, model: Model, closing: Closing, player: Player, seat: int) -> float:
    """The win probability of the best response in ``seat``; seat 0 begins."""
    fixed = PlayedPolicy(game, model, player)
    rival = first_guess(model)[0]
    best = 0.0
    for _round in range(_ROUNDS):
        reply = PlayedPolicy(game, model, _Reply(model, closing, rival))
        values = values_between(model, (reply, fixed) if seat == 0 else (fixed, reply))
        won = float(values[0, 0, 0]) if seat == 0 else 1 - float(values[0, 0, 0])
        change = np.abs(values[1 - seat] - rival).max()
        rival, best = values[1 - seat], max(best, won)
        if change <= _TOLERANCE:
            break
    return best
