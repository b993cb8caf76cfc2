"""What a person has come to, from the matches that count."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tabletop.person import is_called
from tabletop.saves.clock import stamp
from tabletop.saves.statistics import CountedMatch, CountedSeat, Rules

PEOPLE = "people"
"""What the level of an opponent is called who is no CPU player."""


class Key(NamedTuple):
    """What is counted apart. ``opponents``: the levels of the CPU players on the other sides, and ``people``."""

    person: str
    """the name in the seat, ``ME`` for the person at the keyboard"""
    game: str
    rules: Rules
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


Played = tuple[CountedMatch, CountedSeat]


def tally(
    rows: Iterable[CountedMatch], game: str | None = None, person: str | None = None, me: str = ""
) -> Sequence[Tally]:
    """One tally for each key that occurs, sorted; of one game and one person (in any letters) only, where given.

    ``me``: the chosen name of the person at the keyboard, if any.
    """
    groups: dict[Key, list[Played]] = {}
    for row in sorted(rows, key=lambda row: (row.finished, row.id)):
        if game is not None and row.game != game:
            continue
        for seat in row.seats:
            if seat.player == "human" and (person is None or is_called(person, seat.name, me)):
                groups.setdefault(_key(row, seat), []).append((row, seat))
    return [_tally(key, groups[key]) for key in sorted(groups, key=_order)]


def _order(key: Key) -> tuple[str, str, bool, tuple[str, ...]]:
    return key.game, key.person.casefold(), key.rules == "house", key.opponents


def _key(row: CountedMatch, seat: CountedSeat) -> Key:
    others = {_level(other) for other in row.seats if other.side != seat.side}
    return Key(seat.name, row.game, row.rules, tuple(sorted(others)))


def _level(seat: CountedSeat) -> str:
    return PEOPLE if seat.player == "human" else seat.level or "?"


def _tally(key: Key, played: Sequence[Played]) -> Tally:
    seats = [seat for _row, seat in played]
    accuracies = [seat.accuracy for seat in seats if seat.accuracy is not None]
    return Tally(
        key=key,
        played=len(played),
        won=sum(seat.share == 1 for seat in seats),
        shared=sum(0 < seat.share < 1 for seat in seats),
        shares=tuple(seat.share for seat in seats),
        by_chance=sum(1 / _sides(row) for row, _seat in played) / len(played),
        points=sum(seat.points for seat in seats) / len(played),
        measures=_averages(seats),
        accuracy=sum(accuracies) / len(accuracies) if accuracies else None,
        reviewed=len(accuracies),
        last=played[-1][0].finished,
    )


def _sides(row: CountedMatch) -> int:
    return len({seat.side for seat in row.seats})


def _averages(seats: Sequence[CountedSeat]) -> dict[str, float]:
    """The sum of the amounts through the sum of the occasions; nothing where there was no occasion."""
    sums: dict[str, tuple[float, float]] = {}
    for seat in seats:
        for name, (amount, occasions) in seat.measures.items():
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
