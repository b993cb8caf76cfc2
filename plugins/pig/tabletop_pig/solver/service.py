"""Solutions made in the background and shared by all who ask for the same match: seats, hints, reviews.

None is begun that they would have to wait long for.
"""

from pathlib import Path
from typing import Final

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.background import Background, Shared
from tabletop_pig.solver.cache import load_or_solve
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.solve import WAIT


class Service(Background[Solution]):
    """The solution of one match."""

    def __init__(self, game: Bound) -> None:
        """Raises Unsolvable for a match without a model."""
        super().__init__("pig-solver")
        Outline.of(game)
        self._game = game
        self._folder = game.cache

    def keep_in(self, folder: Path | None) -> None:
        """Where the solution is looked for and kept, unless that is known or the work has begun."""
        self._folder = self._folder or folder

    def work(self) -> Solution:
        """Solves it, or finds it solved."""
        return load_or_solve(self._game, self._folder, within=WAIT, progress=self._report, stop=self._stop.is_set)


_services: Final = Shared[Service](16)


def service_for(game: Bound) -> Service:
    """The service that solves ``game``: one for all games that are the same to the solver; the last 16 are kept.

    The solution's ``game`` is the one that came first; the others differ from it at most in who begins. Set
    ``game.cache`` before, for a cache on disk. Raises Unsolvable for a match without a model.
    """
    service = _services.of(Outline.of(game).key, lambda: Service(game))
    service.keep_in(game.cache)
    return service
