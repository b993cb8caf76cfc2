"""What a person has come to, from the matches that count."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tabletop.person import is_called
from tabletop.saves.clock import parse_stamp, stamp
from tabletop.saves.indexed import Played


class Key(NamedTuple):
    """What is counted apart. ``opponents``: the levels of the CPU players on the other sides, and ``people``."""

    person: str
    """the name in the seat, ``ME`` for the person at the keyboard"""
    game: str
    rules: str
    """``usual`` or ``house``"""
    opponents: tuple[str, ...]


class Tally(NamedTuple):
    """The matches of one key."""

    key: Key
    played: int
    won: int
    """alone on the first rank"""
    shared: int
    """on the first rank with another side"""
    shares: tuple[float, ...]
    """of each match in the order in which they were finished, from 0 to 1"""
    by_chance: float
    """the share that would be won on average if all sides were equally strong, from 0 to 1"""
    points: float
    """on average"""
    measures: dict[str, float]
    """averages of what the game measures"""
    accuracy: float | None
    """from 0 to 100, on average over the matches that were reviewed"""
    reviewed: int
    last: datetime

    @property
    def share(self) -> float:
        """The average share, from 0 to 1."""
        return sum(self.shares) / self.played


def tally(rows: Iterable[Played], person: str | None = None, me: str = "") -> Sequence[Tally]:
    """One tally for each key that occurs, sorted; of one person (in any letters) only, where given.

    ``rows``: in the order in which the matches were finished. ``me``: the chosen name of the person at the keyboard, if
    any.
    """
    groups: dict[Key, list[Played]] = {}
    for row in rows:
        groups.setdefault(Key(row.person, row.game, row.rules, row.opponents), []).append(row)
    meant = [key for key in groups if person is None or is_called(person, key.person, me)]
    return [_tally(key, groups[key]) for key in sorted(meant, key=_order)]


def _order(key: Key) -> tuple[str, str, bool, tuple[str, ...]]:
    return key.game, key.person.casefold(), key.rules == "house", key.opponents


def _tally(key: Key, played: Sequence[Played]) -> Tally:
    accuracies = [row.accuracy for row in played if row.accuracy is not None]
    return Tally(
        key=key,
        played=len(played),
        won=sum(row.share == 1 for row in played),
        shared=sum(0 < row.share < 1 for row in played),
        shares=tuple(row.share for row in played),
        by_chance=sum(1 / row.sides for row in played) / len(played),
        points=sum(row.points for row in played) / len(played),
        measures=_averages(played),
        accuracy=sum(accuracies) / len(accuracies) if accuracies else None,
        reviewed=len(accuracies),
        last=parse_stamp(played[-1].finished),
    )


def _averages(played: Sequence[Played]) -> dict[str, float]:
    """The sum of the amounts through the sum of the occasions; nothing where there was no occasion."""
    sums: dict[str, tuple[float, float]] = {}
    for row in played:
        for name, (amount, occasions) in row.measures.items():
            before = sums.get(name, (0.0, 0.0))
            sums[name] = (before[0] + amount, before[1] + occasions)
    return {name: amount / occasions for name, (amount, occasions) in sums.items() if occasions}


def written(found: Tally) -> dict[str, Any]:
    """A tally as ``tabletop stats --json`` prints it: see ``docs/reference/statistics.md``."""
    return {
        "person": found.key.person,
        "game": found.key.game,
        "rules": found.key.rules,
        "opponents": list(found.key.opponents),
        "played": found.played,
        "won": found.won,
        "shared": found.shared,
        "share": found.share,
        "by_chance": found.by_chance,
        "points": found.points,
        "measures": found.measures,
        "accuracy": found.accuracy,
        "reviewed": found.reviewed,
        "last": stamp(found.last),
    }
