"""What was typed, in a file: a line for each, the newest last. Where that can't be, nothing is said of it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from tabletop.saves.disk import make_private

MOST: Final = 1_000
"""So many lines are kept."""
LONGEST: Final = 500
"""Lines with more characters aren't kept: they were pasted, and by mistake."""


def kept_in(path: Path) -> list[str]:
    """The lines that are no longer than is kept; a file that has grown to twice what is kept is cut."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    lines = [line for line in lines if len(line) <= LONGEST]
    if len(lines) > 2 * MOST:
        with suppress(OSError):
            path.write_text("\n".join(lines[-MOST:]) + "\n", "utf-8")
    return lines[-MOST:]


def keep_in(path: Path, line: str) -> None:
    """Adds a line; nobody but the owner may read the file."""
    if len(line) > LONGEST:
        return
    with suppress(OSError):
        make_private(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="replace") as file:
            file.write(" ".join(line.split()) + "\n")
