"""Which console fits the terminal."""

import sys
from collections.abc import Mapping

from tabletop.terminal.console import Console


def make_console(environ: Mapping[str, str], *, plain: bool) -> Console:
    """Plain lines where they are asked for or where nothing else can be shown, else a terminal."""
    dumb = environ.get("TERM") in ("dumb", "unknown") or not (sys.stdin.isatty() and sys.stdout.isatty())
    if plain or dumb or environ.get("ACCESSIBLE") == "1":
        from tabletop.terminal.spoken import SpokenConsole

        return SpokenConsole(sys.stdin, sys.stdout)
    from tabletop.terminal.screen import TerminalConsole

    return TerminalConsole(colour=not environ.get("NO_COLOR"))
