"""What was typed, as the history of a prompt that is kept for the next time."""

from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit.history import History

from tabletop.terminal import typed_file


class RememberedLines(History):
    """The history of a prompt in a file."""

    def __init__(self, path: Path) -> None:
        """``path`` need not be there, nor its folder."""
        super().__init__()
        self.path = path

    def load_history_strings(self) -> Iterable[str]:
        """The lines, the newest first."""
        return reversed(typed_file.kept_in(self.path))

    def store_string(self, string: str) -> None:
        """Adds a line."""
        typed_file.keep_in(self.path, string)
