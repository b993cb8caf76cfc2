"""Work in a thread of its own that several wait for, and the results that were asked for last."""

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Background(Generic[T]):
    """A result that is worked out in the background, or what became of it."""

    def __init__(self, name: str) -> None:
        """``name``: of the thread. Nothing happens before ``start`` or ``wait``."""
        self._name = name
        self._done, self._stop, self._lock = Event(), Event(), Lock()
        self._thread: Thread | None = None
        self._result: T | None = None
        self._error: Exception | None = None
        self.progress = 0.0
        """the part done, 0 to 1"""

    @property
    def begun(self) -> bool:
        """Whether it is at work, or has been."""
        return self._thread is not None

    @property
    def stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stop.is_set()

    def start(self) -> None:
        """Begins, unless that has happened."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None = None) -> T | None:
        """The result, or None if it isn't there after ``timeout`` seconds (None: however long it takes).

        Raises what the work does: Unsolvable where there never will be one, Stopped or InterruptedError after ``stop``.
        """
        self.start()
        self._done.wait(timeout)
        if self._error is not None:
            raise self._error
        return self._result

    def stop(self) -> None:
        """Gives up, soon."""
        self._stop.set()

    def work(self) -> T:
        """What is done in the background."""
        raise NotImplementedError

    def _run(self) -> None:
        try:
            self._result = self.work()
        except Exception as error:  # it is raised where the result is waited for
            self._error = error
        finally:
            self._done.set()

    def _report(self, progress: float) -> None:
        self.progress = progress


B = TypeVar("B", bound=Background[Any])


class Shared(Generic[B]):
    """Those that were asked for last, one for all who ask for the same."""

    def __init__(self, most: int) -> None:
        """``most``: so many are kept."""
        self._most = most
        self._kept: dict[str, B] = {}
        self._lock = Lock()

    def of(self, key: str, make: Callable[[], B]) -> B:
        """The one of ``key``; made where there is none that goes on. Raises whatever ``make`` does."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None or found.stopped:
                found = make()
            self._kept[key] = found
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return found

    def clear(self) -> None:
        """Keeps none; those at work go on for who waits for them."""
        with self._lock:
            self._kept.clear()
