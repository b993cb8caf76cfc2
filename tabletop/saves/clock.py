"""The time as it is stored: UTC, to the millisecond, in ISO 8601."""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

Clock = Callable[[], datetime]
"""Tells the time, with its time zone."""


def system_clock() -> datetime:
    """The system's time."""
    return datetime.now(UTC)


def local_clock() -> datetime:
    """The system's time, in the time zone that a person has set."""
    return datetime.now().astimezone()


def now(clock: Clock) -> datetime:
    """The time as it would be read back."""
    time = in_zone(clock(), UTC)
    return time.replace(microsecond=time.microsecond // 1_000 * 1_000)


def in_zone(time: datetime, zone: tzinfo | None) -> datetime:
    """The time in another zone; as it is, on the first and the last day of the calendar, where it has none there."""
    try:
        return time.astimezone(zone)
    except OverflowError:
        return time


def as_clocks_showed(time: datetime, now: datetime) -> datetime:
    """A time in the zone of ``now``; where that is the system's, as clocks showed it then."""
    try:
        if now.utcoffset() == now.astimezone().utcoffset():
            return time.astimezone()
    except (OverflowError, OSError, ValueError):
        return in_zone(time, now.tzinfo)
    return in_zone(time, now.tzinfo)


def stamp(time: datetime) -> str:
    """The text of a time, such as ``2026-11-30T05:32:00.000Z``."""
    return (
        (time if time.tzinfo is UTC else in_zone(time, UTC)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


def parse_stamp(text: str) -> datetime:
    """The time that a text means. Raises ValueError for one that isn't what ``stamp`` writes."""
    time = datetime.fromisoformat(text)
    if time.isoformat(timespec="milliseconds") != text[:-1] + "+00:00" or text[-1:] != "Z":
        raise ValueError(f"not a time as it is stored: {text}")
    return time
