"""What was typed, kept for the next time: a text file, a line for each, the newest last."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from prompt_toolkit.history import History

from tabletop.saves.disk import make_private

MOST: Final = 1_000
"""So many lines are kept."""
LONGEST: Final = 500
"""Lines with more characters aren't kept: they were pasted, and by mistake."""


class RememberedLines(History):
    """The history of a prompt in a file. A file that can't be read or written is not worth a word."""

    def __init__(self, path: Path) -> None:
        """``path`` need not be there, nor its folder."""
        super().__init__()
        self.path = path

    def load_history_strings(self) -> Iterable[str]:
        """The lines, the newest first; a file that has grown to twice what is kept is cut."""
        try:
            lines = self.path.read_text("utf-8", errors="replace").splitlines()
        except OSError:
            return []
        if len(lines) > 2 * MOST:
            with suppress(OSError):
                self.path.write_text("\n".join(lines[-MOST:]) + "\n", "utf-8")
        return reversed(lines[-MOST:])

    def store_string(self, string: str) -> None:
        """Adds a line; nobody but the owner may read the file."""
        if len(string) > LONGEST:
            return
        with suppress(OSError):
            make_private(self.path.parent)
            descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(descriptor, "a", encoding="utf-8", errors="replace") as file:
                file.write(" ".join(string.split()) + "\n")
