"""What can stand after the commands of a room elsewhere, for completion, with a few words on each."""

from collections.abc import Iterator, Sequence
from typing import Final

from tabletop.aliases import shown
from tabletop.remote.unpacking import Roster, line
from tabletop.terminal.arguments import LEVELS, level_text

_SWITCHES: Final = ("pause", "lock", "fair")
_ABOUT_SEATS: Final = ("kick", "ban", "link", "host", "mute")


def room_arguments(roster: Roster | None, levels: Sequence[str] = ()) -> dict[str, str]:
    """``levels``: the CPU players of the game, where they are known."""
    return dict(_listed(roster or Roster(), levels or tuple(LEVELS)))


def _listed(roster: Roster, levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    for command in _SWITCHES:
        yield f"{shown(command)} {shown('off')}", ""
    yield f"{shown('dice')} {shown('program')}", ""
    for number, chair in enumerate(roster.seats, 1):
        name = line(chair.name)
        yield f"{shown('seat')} {number} {shown('back')}", name
        yield f"{shown('late')} {number} {shown('wait')}", name
        yield f"{shown('late')} {number} {shown('end')}", name
        for level in levels:
            yield f"{shown('seat')} {number} cpu:{level}", level_text(level)
            yield f"{shown('late')} {number} cpu:{level}", level_text(level)
        for command in (*_ABOUT_SEATS, "dice"):
            yield f"{shown(command)} {number}", name
        yield f"{shown('mute')} {number} {shown('off')}", name
