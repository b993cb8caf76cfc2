"""Where a table writes down what happens: a match file, or memory."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from tabletop.entries import Line, LogHeader, stamped
from tabletop.history import History
from tabletop.match import Header


class Journal(Protocol):
    """The lines of one match. Times and locks are its own affair."""

    @property
    def history(self) -> History:
        """What the lines so far come to."""
        ...

    def append(self, *lines: Line) -> None:
        """Adds lines in one write; they are on the disk when it returns. Raises SaveError, with nothing changed."""
        ...

    def close(self) -> None:
        """No line is added any more; closing again does nothing."""
        ...


class Closed:
    """A journal that is only read."""

    def __init__(self, history: History) -> None:
        """``history``: what it comes to."""
        self.history = history

    def append(self, *lines: Line) -> None:
        """Raises ValueError."""
        raise ValueError("this journal is only read")

    def close(self) -> None:
        """See ``Journal``."""


class Memory:
    """A journal that is forgotten with the process: lessons, tests, and whoever plays for playing's sake."""

    def __init__(self, header: Header, *, seed: int | None = None, clock: Callable[[], datetime] | None = None) -> None:
        """``clock``: stamps the lines; by default they are all of one moment, so that nothing depends on time."""
        self._clock = clock or (lambda: datetime(2000, 1, 1, tzinfo=UTC))
        fields = {name: getattr(header, name) for name in Header.model_fields}
        self.history = History(LogHeader(id="memory", created=self._clock(), seed=seed, **fields))

    def append(self, *lines: Line) -> None:
        """See ``Journal``."""
        entries = [stamped(line, self._clock()) for line in lines]
        for entry in entries:
            self.history.check(entry)
        for entry in entries:
            self.history.take(entry)

    def close(self) -> None:
        """See ``Journal``."""
