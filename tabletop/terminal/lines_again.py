"""Lines typed at a plain terminal by readline: they can be edited, had again and completed."""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from tabletop.keyboard import coming_back
from tabletop.terminal.called_away import CallAway
from tabletop.terminal.completed import completions
from tabletop.terminal.console import LONGEST_LINE, Called, Completions
from tabletop.terminal.typed_file import MOST, keep_in, kept_in

_BINDINGS = (
    "set enable-bracketed-paste off",
    "set enable-meta-key off",
    "set bell-style none",
    "tab: complete",
)
"""No escape code is written before a prompt."""


class LinesAgain:
    """What was typed, by whose eyes it is for."""

    def __init__(self, readline: Any, stdout: TextIO, read: Callable[[str], str] = input) -> None:
        """``readline``: the module. ``stdout``: the terminal, even while plugins print elsewhere. ``read``: reads a
        line after a prompt.
        """
        self._out = stdout
        self._readline = readline
        self._read = read
        self._file: Path | None = None
        self._usual: list[str] = []
        self._whose: str | None = None
        self._of: dict[str, list[str]] = {}
        self._begun = ""
        """what had been typed when something came"""
        readline.set_auto_history(False)
        readline.set_completer_delims("")
        for binding in _BINDINGS:
            readline.parse_and_bind(binding)

    def keep_in(self, path: Path | None) -> None:
        """See ``Console.remember``."""
        self._file = path
        self._usual = kept_in(path) if path else []

    def apart(self, whose: str | None) -> None:
        """See ``Console.apart``."""
        self._whose = whose

    def ask(self, prompt: str, words: Completions, called: Callable[[], bool] | None = None) -> str:
        """A line that was typed. Raises EOFError and KeyboardInterrupt, and Called where ``called`` says so."""
        lines = self._usual if self._whose is None else self._of.setdefault(self._whose, [])
        self._readline.clear_history()
        for line in lines[-MOST:]:
            self._readline.add_history(line)
        self._readline.set_completer(_completer(words))
        begun, self._begun, away = self._begun, "", CallAway(called)
        if begun:
            self._readline.set_startup_hook(partial(self._readline.insert_text, begun))
        try:
            back = coming_back(sys.stdin, partial(self._show, prompt))
            with redirect_stdout(self._out), back, away.watching(self._readline):
                typed = self._read(prompt).strip()[:LONGEST_LINE]
        except (EOFError, KeyboardInterrupt):
            self._out.write("\n")
            if away.typed is not None:
                self._begun = away.typed
                raise Called from None
            raise
        finally:
            if begun:
                self._readline.set_startup_hook(None)
            self._readline.clear_history()
        if typed and typed not in lines[-1:] and self._whose != "":
            lines.append(typed)
            if self._whose is None and self._file is not None:
                keep_in(self._file, typed)
        return typed

    def _show(self, prompt: str) -> None:
        self._out.write("\r" + prompt + self._readline.get_line_buffer())
        self._out.flush()


def _completer(words: Completions) -> Callable[[str, int], str | None]:
    def complete(typed: str, state: int) -> str | None:
        found: Sequence[str] = list(completions(words, typed.lstrip()))
        return found[state] if state < len(found) else None

    return complete


def at_terminal(stdin: TextIO, stdout: TextIO) -> LinesAgain | None:
    """Lines of the terminal that the program was started at; None for others, and where readline isn't there."""
    if stdin is not sys.stdin or stdout is not sys.stdout or not (stdin.isatty() and stdout.isatty()):
        return None
    with suppress(ImportError):
        import readline

        return LinesAgain(readline, stdout)
    return None
