"""How this program was started: what a person types to start it again."""

import os
import shlex
import shutil
import sys
from pathlib import Path


def started_as(program: str | None = None) -> str:
    """``tabletop`` where that is found, else its place, or the interpreter with ``-m``.

    ``program``: its file; None: this one's.
    """
    path = Path(sys.argv[0] if program is None else program)
    if path.name == "__main__.py":
        return f"{_found(Path(sys.executable))} -m tabletop"
    return _found(path) if path.stem == "tabletop" else "tabletop"


def _found(program: Path) -> str:
    """The name of a program where a shell finds the same by it, else its place."""
    there = shutil.which(program.name)
    if there and program.exists() and os.path.samefile(there, program):
        return program.name
    return shlex.quote(str(program.absolute()))
