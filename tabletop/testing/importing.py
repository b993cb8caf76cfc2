"""What importing a plugin costs and brings in, seen in a process of its own."""

import json
import subprocess
import sys
import time
from importlib import import_module
from typing import Final, NamedTuple

from tabletop.elsewhere import command
from tabletop.guard.output import own_output
from tabletop.testing.ended import ended

FORBIDDEN: Final = frozenset({"prompt_toolkit", "tinydb"})
"""Modules that are the host's business."""
SECONDS = 120
"""How long importing may take."""


class Imported(NamedTuple):
    """``problem`` says what went wrong, if anything; ``games`` are the ids that the hook gives."""

    host_seconds: float = 0.0
    package_seconds: float = 0.0
    modules: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    problem: str = ""


def measure(package: str) -> Imported:
    """Imports a package and calls its hook, in another process."""
    try:
        done = subprocess.run(command(__name__, package), capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Imported(problem=f"no end within {SECONDS} seconds")
    lines = done.stdout.decode(errors="replace").splitlines()
    if done.returncode or not lines:
        return Imported(problem=ended(done.returncode, done.stderr))
    return Imported(*json.loads(lines[-1]))


def main() -> None:
    """Measures the package named on the command line, and prints what ``Imported`` holds as JSON."""
    with own_output() as own:
        print(json.dumps(_measured(sys.argv[1])), file=own)


def _measured(package: str) -> Imported:
    begin = time.perf_counter()
    import_module("tabletop.game")
    import_module("tabletop.hooks")
    middle = time.perf_counter()
    module = import_module(package)
    games = module.tabletop_games() if hasattr(module, "tabletop_games") else {}
    end = time.perf_counter()
    loaded = sorted({name.partition(".")[0] for name in sys.modules})
    return Imported(middle - begin, end - middle, tuple(loaded), tuple(sorted(games)))
