"""What a person has come to, from the matches that count."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from tabletop.history import MatchSummary
from tabletop.person import is_called
from tabletop.saves.clock import parse_stamp, stamp
from tabletop.saves.indexed import LeftOut, Played


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


class Statistics(NamedTuple):
    """What has been played."""

    uncounted: Sequence[MatchSummary]
    """matches that count and of which it isn't noted what they are worth"""
    tallies: Sequence[Tally]
    """the others that count"""
    left_out: Sequence[LeftOut]
    """those that don't, of one game or all"""


def chosen(tallies: Iterable[Tally], game: str | None, person: str | None, me: str = "") -> Sequence[Tally]:
    """Those of one game and one person (in any letters) only, where given.

    ``me``: the chosen name of the person at the keyboard, if any.
    """
    return [
        found
        for found in tallies
        if game in (None, found.key.game) and (person is None or is_called(person, found.key.person, me))
    ]


def tally(rows: Iterable[Played]) -> Sequence[Tally]:
    """One tally for each key that occurs, sorted. ``rows``: in the order in which the matches were finished."""
    found: dict[tuple[str, str, str, tuple[str, ...]], list[Played]] = {}
    for row in rows:
        found.setdefault(row[1:5], []).append(row)
    groups = {Key(*key): rows for key, rows in found.items()}
    return [_tally(key, groups[key]) for key in sorted(groups, key=_order)]


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
    found: dict[str, list[Sequence[float]]] = {}
    for row in played:
        for name, pair in row.measures.items():
            found.setdefault(name, []).append(pair)
    sums = {name: [_sum(column) for column in zip(*pairs, strict=True)] for name, pairs in found.items()}
    return {name: amount / occasions for name, (amount, occasions) in sums.items() if occasions}


def _sum(numbers: Iterable[float]) -> float:
    """In their order, whatever Python does for more precision: so they were always summed up."""
    return reduce(add, numbers, 0.0)


def to_text(tallies: Iterable[Tally]) -> str:
    """As the index keeps them; ``from_text`` reads it."""
    return json.dumps([[*found[:-1], stamp(found.last)] for found in tallies])


def from_text(text: str) -> Sequence[Tally]:
    """See ``to_text``."""
    return [_from_json(data) for data in json.loads(text)]


def _from_json(data: list[Any]) -> Tally:
    person, game, rules, opponents = data[0]
    found = Tally._make([Key(person, game, rules, tuple(opponents)), *data[1:]])
    return found._replace(shares=tuple(found.shares), last=parse_stamp(data[-1]))


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
