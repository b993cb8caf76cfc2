"""Solutions made in the background and shared by all who ask for the same match: seats, hints, reviews.

None is begun that they would have to wait long for.
"""

from pathlib import Path
from threading import Event, Lock, Thread

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Outline
from tabletop_pig.solver.cache import load_or_solve
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.solve import WAIT

_KEPT = 16


class Service:
    """The solution of one match, or what became of it."""

    def __init__(self, game: Bound) -> None:
        """Nothing happens before ``start`` or ``wait``. Raises Unsolvable for a match without a model."""
        Outline.of(game)
        self._game = game
        self._folder = game.cache
        self._done, self._stop, self._lock = Event(), Event(), Lock()
        self._thread: Thread | None = None
        self._solution: Solution | None = None
        self._error: Exception | None = None
        self.progress = 0.0
        """the part done, 0 to 1"""

    @property
    def begun(self) -> bool:
        """Whether it is solving, or has."""
        return self._thread is not None

    def keep_in(self, folder: Path | None) -> None:
        """Where the solution is looked for and kept, unless that is known or the work has begun."""
        self._folder = self._folder or folder

    def start(self) -> None:
        """Begins to solve, in a thread of its own, unless that has begun."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._solve, name="pig-solver", daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None = None) -> Solution | None:
        """The solution, or None if it isn't there after ``timeout`` seconds (None: however long it takes).

        Raises Unsolvable when it never will be, and Stopped after ``stop``.
        """
        self.start()
        self._done.wait(timeout)
        if self._error is not None:
            raise self._error
        return self._solution

    def stop(self) -> None:
        """Gives up, soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stop.is_set()

    def _solve(self) -> None:
        try:
            self._solution = load_or_solve(
                self._game, self._folder, within=WAIT, progress=self._report, stop=self._stop.is_set
            )
        except Exception as error:  # it is raised where the solution is waited for
            self._error = error
        finally:
            self._done.set()

    def _report(self, progress: float) -> None:
        self.progress = progress


_services: dict[str, Service] = {}
_lock = Lock()


def service_for(game: Bound) -> Service:
    """The service that solves ``game``: one for all games that are the same to the solver; the last 16 are kept.

    The solution's ``game`` is the one that came first; the others differ from it at most in who begins. Set
    ``game.cache`` before, for a cache on disk. Raises Unsolvable for a match without a model.
    """
    key = Outline.of(game).key
    with _lock:
        service = _services.pop(key, None)
        if service is None or service.stopped:
            service = Service(game)
        service.keep_in(game.cache)
        _services[key] = service
        if len(_services) > _KEPT:
            del _services[next(iter(_services))]
    return service
