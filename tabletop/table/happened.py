"""What has happened at a table, found in its journal again."""

from tabletop.entries import Event
from tabletop.history import History
from tabletop.table.kinds import kind_of
from tabletop.table.question import Happening


def since(history: History, n: int, position: int) -> list[Happening]:
    """What happened after line ``n``, also before a restart; events that were taken back later are left out.

    ``position``: how many events are in play.
    """
    found: list[Happening] = []
    for number in range(len(history.entries), n, -1):
        happening = _happening(history, number, position)
        if happening is not None:
            found.append(happening)
            position = happening.position - (happening.kind == "event")
    return found[::-1]


def _happening(history: History, n: int, most: int) -> Happening | None:
    """What entry ``n`` is to readers; at most so many events that are in play can have come before it."""
    entry = history.entries[n - 1]
    kind = kind_of(entry)
    if kind is None:
        return None
    if isinstance(entry, Event):
        position = history.places.get(n)
        who = entry.text.partition(" ")[0]
        seat = None if who == "*" else int(who) - 1
        return None if position is None or position > most else Happening(n, "event", seat, position)
    number = entry.data.get("seat")
    seat = number - 1 if isinstance(number, int) and 0 < number <= len(history.seats) else None
    if kind == "sealed" and seat is None:
        return None
    return Happening(n, kind, seat, min(entry.after, most))  # type: ignore[arg-type]
