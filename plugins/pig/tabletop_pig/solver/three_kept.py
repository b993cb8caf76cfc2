"""The exact solution for three seats, made in the background, kept on disk, and shared by all who ask for it."""

import logging
from functools import partial
from pathlib import Path
from typing import IO, Final

import numpy as np

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.background import Background, Shared
from tabletop_pig.solver.cache import UNREADABLE, keep
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.three import Three, check, solve_three

_LOG: Final = logging.getLogger(__name__)


class ThreeService(Background[Three]):
    """The solution of one match for three seats."""

    def __init__(self, game: Bound) -> None:
        """Raises Unsolvable for rules that aren't solved."""
        super().__init__("pig-three")
        self.model = Model.of(game, 3)
        check(self.model)
        self._path = None if game.cache is None else Outline.of(game, 3).file(game.cache, "-three.npz")

    def work(self) -> Three:
        """Solves it, or finds it solved. Raises InterruptedError after ``stop``."""
        found = None if self._path is None else _read(self.model, self._path)
        if found is None:
            found = solve_three(self.model, self._report, self._stop.is_set)
            if self._path is not None:
                keep(self._path, partial(_write, found))
        return found


def _read(model: Model, path: Path) -> Three | None:
    shape = (model.target,) * 3
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as file:
            found = Three(model, file["first"], file["after"], float(file["residual"]), cached=True)
        tables = found.first, found.after
        if all(table.shape == shape and bool(((table >= 0) & (table <= 1)).all()) for table in tables):
            return found
    except UNREADABLE:
        pass
    _LOG.warning("%s is damaged; it is made anew.", path)
    return None


def _write(found: Three, file: IO[bytes]) -> None:
    np.savez(file, first=found.first, after=found.after, residual=np.array(found.residual))


_services: Final = Shared[ThreeService](2)


def three_for(game: Bound) -> ThreeService:
    """The service for ``game``, one for all games that are the same to it; the last 2 are kept. Raises Unsolvable."""
    return _services.of(Outline.of(game, 3).key, lambda: ThreeService(game))
