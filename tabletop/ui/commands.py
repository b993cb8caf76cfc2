"""What a command at the table is."""

from collections.abc import Callable, Mapping

from tabletop.i18n import Texts
from tabletop.ui import console
from tabletop.ui.table import Ending, Leave, Table

_ = Texts(__file__)

Commands = Mapping[str, tuple[Callable[[str], None], str]]
"""By name: what runs it, given the rest of the line, and a few words on it."""


def confirmed(table: Table, question: str) -> bool:
    """Whether the person agrees, asked once; without asking where the settings say so. Raises Leave at Ctrl-D."""
    if not table.settings.confirm:
        return True
    try:
        return console.confirmed(table.console, question)
    except KeyboardInterrupt:
        return False
    except EOFError:
        raise Leave(Ending.LEFT) from None
