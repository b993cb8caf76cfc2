"""A console that types by itself, and a host around it in a home of its own."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings, SettingsFile
from tabletop.style import Style
from tabletop.terminal.console import Completions, Role
from tabletop.terminal.session import Session as Host

Line = str | type[BaseException] | Callable[[], str]
"""A line to type, an exception to raise instead (Ctrl-C, Ctrl-D), or what finds out when it is asked."""


class ScriptedConsole:
    """Types ``lines`` one after another, then ends the input; keeps what was said, asked and offered."""

    def __init__(self, lines: Iterable[Line] = (), *, plain: bool = False, width: int = 80) -> None:
        self._lines = list(lines)
        self._width = width
        self.plain = plain
        self.interactive = True
        self.in_sight = ""
        self.seen: list[str] = []
        """what was in sight at each prompt"""
        self.said: list[tuple[str, Role]] = []
        self.prompts: list[str] = []
        self.completions: list[Completions] = []
        self.pauses: list[float] = []
        self.interrupted_pauses: list[int] = []
        self.hurried_pauses: list[int] = []
        """those that a key cuts short"""
        self.remembered: Path | None = None
        self.settings: list[Settings] = []
        self.whose: str | None = None
        self.fresh = False
        self.kept_by: list[str | None] = []
        """for whose eyes each line was typed"""
        self.turns: list[int] = []
        """how many prompts had been there each time the keys, but not a paste, were thrown away"""
        self.asked_afresh: list[str] = []
        """the prompts before which what was typed ahead was thrown away"""
        self.wiped: list[int] = []
        """how much had been said each time the screen was wiped"""

    @property
    def style(self) -> Style:
        return Style(self._width, ascii=False, compact=self.plain)

    def adopt(self, settings: Settings) -> None:
        self.settings.append(settings)

    def remember(self, path: Path | None) -> None:
        self.remembered = path

    def apart(self, whose: str | None) -> None:
        self.whose = whose

    def forget_typed_ahead(self, *, pasted: bool = True) -> None:
        if pasted:
            self.fresh = True
        else:
            self.turns.append(len(self.prompts))

    def hushed(self) -> AbstractContextManager[None]:
        return nullcontext()

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        self.said.append((text, role))

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        self.prompts.append(prompt)
        self.seen.append(self.in_sight)
        self.kept_by.append(self.whose)
        self.asked_afresh += [prompt] * self.fresh
        self.fresh = False
        self.completions.append(completions or {})
        if not self._lines:
            raise EOFError
        line = self._lines.pop(0)
        if isinstance(line, type):
            raise line
        typed = line if isinstance(line, str) else line()
        self.said.append((prompt + typed, Role.TEXT))
        return typed.strip()

    def page(self, text: str) -> None:
        self.say(text)

    def wipe(self) -> bool:
        self.wiped.append(len(self.said))
        return not self.plain

    def progress(self, text: str, done: float = 0.0) -> None:
        pass

    def pause(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        if len(self.pauses) in self.interrupted_pauses:
            raise KeyboardInterrupt
        return len(self.pauses) in self.hurried_pauses

    @property
    def text(self) -> str:
        """All that was shown."""
        return "\n".join(text for text, _role in self.said)

    @property
    def problems(self) -> list[str]:
        """What was said as a problem."""
        return [text for text, role in self.said if role is Role.PROBLEM]

    @property
    def left(self) -> int:
        """How many lines haven't been typed."""
        return len(self._lines)


def host_in(folder: Path, console: ScriptedConsole, **settings: object) -> Host:
    """A host with the installed games. ``settings`` differ from those that are kept, for this run."""
    home = Home(folder)
    kept = SettingsFile(home).load()
    return Host(console, Catalogue.installed(), home, kept.model_copy(update=settings))
