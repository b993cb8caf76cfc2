"""What decides the result of a tournament, and nothing else: it goes to workers and stands at the head of results."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tabletop.tournament.schedule import Format
from tabletop.tournament.sprt import Sequential

FAST: Final = (4_096, 65_536, 2)
"""The fewest and the most pairs of a chunk, and which part of what was before, where many are played at once."""
SLOW: Final = (1, 1_000, 16)


class Limits(NamedTuple):
    """Seconds; None: as long as it takes. ``margin`` is added to a player's time before it has overstepped it."""

    start: float | None = 60.0
    match: float | None = None
    move: float | None = None
    margin: float = 0.0


class Plan(NamedTuple):
    """A tournament before it begins."""

    game: str
    plugin: str
    """and its version"""
    options: dict[str, Any]
    seats: int
    players: tuple[str, ...]
    """each a name, or several with ``+`` between: those who share a side"""
    pairs: int
    """of matches, at most, for each pairing"""
    form: Format = "round-robin"
    seed: int = 0
    starts: tuple[tuple[str, ...], ...] = ()
    """the events before the first one of each pair, in turn"""
    limits: Limits = Limits()
    until: float | None = None
    """the interval of each share reaches no further than this on either side"""
    sprt: Sequential | None = None
    programs: tuple[tuple[str, str], ...] = ()
    """by the words that stand for them, what tells one from another"""

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        found = self._asdict()
        found["limits"] = self.limits._asdict()
        found["sprt"] = self.sprt and self.sprt._asdict()
        found["players"], found["starts"] = list(self.players), [list(start) for start in self.starts]
        del found["programs"]
        if self.programs:
            found["programs"] = dict(self.programs)
        return found


class NamedProgram(NamedTuple):
    """A program that plays: it goes to workers, and never into results or records."""

    word: str
    """what stands for it among the players"""
    name: str
    command: tuple[str, ...]
    """a list of arguments, which no shell sees"""
    folder: str
    """where it runs"""
    options: tuple[tuple[str, str], ...] = ()
    """of its own, as they were typed"""
    seconds: float = 10.0
    """for a move, where nothing else says so"""
    memory: int = 2048
    """megabytes of each of its processes"""
    log: Path | None = None
    """for what it says on standard error"""


class GameOrigin(NamedTuple):
    """Where a process finds the game: by name among those that are installed or in a folder, or as a class."""

    name: str
    folder: str | None = None
    rules: type[Any] | None = None
    cache: Path | None = None
    """for what games compute"""
    programs: tuple[NamedProgram, ...] = ()
    """those that play"""
    family: str = ""
    """a mark that their processes bear"""


class Task(NamedTuple):
    """Some pairs of a pairing: one worker's next work."""

    one: int
    other: int
    first: int
    """the number of the first pair"""
    pairs: int
    records: str | None = None
    """a folder"""
    name: str = ""
    """what the records' names begin with"""
    mark: str | None = None
    """a file in which stands who is asked, should the process end"""
    dead: tuple[tuple[int, int], ...] = ()
    """matches, by number, in which a player, 0 or 1, is known to end the process"""


def chunks(pairs: int, *, fast: bool) -> Iterator[tuple[int, int]]:
    """The first pair of each chunk and how many it has: small ones first, later a part of what was before.

    >>> list(chunks(20, fast=False))[-3:], list(chunks(5_000, fast=True))
    ([(17, 1), (18, 1), (19, 1)], [(0, 4096), (4096, 904)])
    """
    least, most, part = FAST if fast else SLOW
    first = 0
    while first < pairs:
        size = min(max(first // part, least), most, pairs - first)
        yield first, size
        first += size


def limit(seconds: float | None) -> float:
    """A limit as a number."""
    return math.inf if seconds is None else seconds
