"""Whether two players can play many matches at once, and who plays them."""

from tabletop_pig.bound import Bound
from tabletop_pig.many import ManyPigs
from tabletop_pig.policies import policy_of
from tabletop_pig.solver import Unsolvable
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.service import service_for
from tabletop_pig.solver.solution import Solution


def found(game: Bound, first: object, second: object) -> ManyPigs | None:
    """None: not these players, or not under these house rules."""
    if game.seats != 2 or game.options.roll_limit or game.options.target_mode == "exact":
        return None
    try:
        Model.of(game)
    except Unsolvable:
        return None
    policies = policy_of(game, first), policy_of(game, second)
    if policies[0] is None or policies[1] is None:
        return None
    return ManyPigs(game, (policies[0], policies[1]), _solution(game))


def _solution(game: Bound) -> Solution | None:
    try:
        return service_for(game).wait()
    except Unsolvable:
        return None
