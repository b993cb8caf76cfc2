"""How long a CPU player may think: a number of iterations, a time, and whoever says that it is enough."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Event

Clock = Callable[[], float]
"""Seconds since some fixed moment."""


@dataclass(frozen=True)
class Budget:
    """At most so many iterations and so many seconds. Iterations alone make a choice that repeats itself exactly."""

    iterations: int
    seconds: float = math.inf


_stop: ContextVar[Event | None] = ContextVar("stop", default=None)


@contextmanager
def stopped_by(stop: Event) -> Iterator[None]:
    """While the block runs, whoever begins to think in this context makes up its mind once ``stop`` is set."""
    before = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(before)


class Meter:
    """Counts iterations and time against a budget. At least one iteration is always allowed."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        self._budget = budget
        self._clock = clock
        self._stop = Event()
        self._outside: Event | None = None
        self._until = math.inf
        self.done = 0
        """iterations so far"""

    def begin(self) -> None:
        """Starts counting anew."""
        self._stop.clear()
        self._outside = _stop.get()
        self.done = 0
        self._until = self._clock() + self._budget.seconds if self._budget.seconds < math.inf else math.inf

    def interrupt(self) -> None:
        """No more iterations; from any thread."""
        self._stop.set()

    def stopped(self) -> bool:
        """Whether somebody has interrupted, or the time is over."""
        if self._stop.is_set() or (self._outside is not None and self._outside.is_set()):
            return True
        return self._until < math.inf and self._clock() >= self._until

    def more(self) -> bool:
        """Whether another iteration may begin; if so it counts."""
        if self.done and (self.done >= self._budget.iterations or self.stopped()):
            return False
        self.done += 1
        return True
