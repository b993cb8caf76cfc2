"""What a command at the table is."""

from collections.abc import Callable, Mapping

from tabletop.terminal import console
from tabletop.terminal.leaving import Departure, Leave
from tabletop.terminal.seated import Seated

Commands = Mapping[str, tuple[Callable[[str], None], str]]
"""By name: what runs it, given the rest of the line, and a few words on it."""


def confirmed(seated: Seated, question: str) -> bool:
    """Whether the person agrees, asked once; without asking where the settings say so. Raises Leave at Ctrl-D."""
    if not seated.settings.confirm:
        return True
    try:
        return console.confirmed(seated.console, question)
    except KeyboardInterrupt:
        return False
    except EOFError:
        raise Leave(seated.departure if seated.over else Departure.LEFT) from None
