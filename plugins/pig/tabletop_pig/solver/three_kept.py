"""The exact solution for three seats, made in the background, kept on disk, and shared by all who ask for it."""

import logging
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO, Final

import numpy as np

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.cache import UNREADABLE, keep
from tabletop_pig.solver.model import Model
from tabletop_pig.solver.three import Three, check, solve_three

_LOG: Final = logging.getLogger(__name__)


class ThreeService:
    """The solution of one match, or what became of it."""

    def __init__(self, game: Bound) -> None:
        """Nothing happens before ``start`` or ``wait``. Raises Unsolvable for rules that aren't solved."""
        self.model = Model.of(game, 3)
        check(self.model)
        self._path = None if game.cache is None else Outline.of(game, 3).file(game.cache, "-three.npz")
        self._done, self._stop, self._lock = Event(), Event(), Lock()
        self._thread: Thread | None = None
        self._solution: Three | None = None
        self._error: Exception | None = None
        self.progress = 0.0
        """the part done, 0 to 1"""

    @property
    def stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stop.is_set()

    def start(self) -> None:
        """Begins to solve, in a thread of its own, unless that has begun."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._solve, name="pig-three", daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None = None) -> Three | None:
        """The solution, or None if it isn't there after ``timeout`` seconds. Raises InterruptedError after ``stop``."""
        self.start()
        self._done.wait(timeout)
        if self._error is not None:
            raise self._error
        return self._solution

    def stop(self) -> None:
        """Gives up, soon."""
        self._stop.set()

    def _solve(self) -> None:
        try:
            found = None if self._path is None else _read(self.model, self._path)
            if found is None:
                found = solve_three(self.model, self._report, self._stop.is_set)
                if self._path is not None:
                    keep(self._path, partial(_write, found))
            self._solution = found
        except Exception as error:  # it is raised where the solution is waited for
            self._error = error
        finally:
            self._done.set()

    def _report(self, progress: float) -> None:
        self.progress = progress


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


_KEPT: Final = 2
_services: dict[str, ThreeService] = {}
_lock = Lock()


def three_for(game: Bound) -> ThreeService:
    """The service for ``game``, one for all games that are the same to it; the last 2 are kept. Raises Unsolvable."""
    key = Outline.of(game, 3).key
    with _lock:
        service = _services.pop(key, None)
        if service is None or service.stopped:
            service = ThreeService(game)
        _services[key] = service
        if len(_services) > _KEPT:
            del _services[next(iter(_services))]
    return service
