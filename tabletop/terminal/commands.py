"""What a command at the table is."""

from collections.abc import Callable, Mapping

from tabletop.aliases import agrees, offered
from tabletop.terminal.seated import Seated

Commands = Mapping[str, tuple[Callable[[str], None], str]]
"""By name: what runs it, given the rest of the line, and a few words on it."""


def confirmed(seated: Seated, question: str) -> bool:
    """Whether the person agrees, asked once; without asking where the settings say so. Raises Leave at Ctrl-D."""
    if not seated.settings.confirm:
        return True
    try:
        typed = seated.ask_once(question, offered({"yes": "", "no": ""}))
    except KeyboardInterrupt:
        return False
    return agrees(typed)
