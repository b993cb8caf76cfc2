"""What the UI needs of a screen and a keyboard, and its plain form: lines of text and not one escape code."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from pathlib import Path
from typing import Any, Final, Protocol, TextIO, runtime_checkable

from tabletop.aliases import offered
from tabletop.i18n import write_number
from tabletop.keyboard import hushed, line_typed, throw_away, waited
from tabletop.lines import can_encode, harmless
from tabletop.style import Style
from tabletop.words import agrees

LONGEST_LINE: Final = 1_000
"""What is typed is cut after so many characters: a line that long means nothing here."""


class Role(Enum):
    """What a line is, so that a terminal may colour it. Colour never says what the words don't."""

    TEXT = "text"
    TITLE = "title"
    EVENT = "event"
    TABLE = "table"
    """how the table stands"""
    CHOICE = "choice"
    """what can be played"""
    NOTE = "note"
    PROBLEM = "problem"
    GOOD = "good"
    BAD = "bad"
    WIN = "win"


Completions = Mapping[str, str]
"""What may be typed, and a few words on each."""


class Heeded(Protocol):
    """The settings that a console heeds."""

    @property
    def pictures(self) -> str:
        """``large``, ``compact`` or ``ascii``."""
        ...

    @property
    def colour(self) -> str:
        """``normal``, ``high_contrast`` or ``none``."""
        ...

    @property
    def bell(self) -> bool:
        """Whether it rings."""
        ...

    @property
    def suggestions(self) -> bool:
        """Whether a line typed before is suggested."""
        ...

    @property
    def speech(self) -> tuple[str, ...]:
        """The program that speaks, with its arguments."""
        ...

    @property
    def muted(self) -> tuple[Any, ...]:
        """The kinds of messages that aren't said."""
        ...


class Console(Protocol):
    """A screen and a keyboard."""

    plain: bool
    interactive: bool
    """Whether a person is there who needs time to read."""
    in_sight: str
    """What stays in sight below what is typed, where there is a place for it; empty: nothing."""

    @property
    def style(self) -> Style:
        """How pictures are to be drawn here."""
        ...

    def adopt(self, settings: Heeded) -> None:
        """Pictures and colours from now on."""
        ...

    def remember(self, path: Path | None) -> None:
        """Keeps what is typed from now on in a file, for the next time; None: forgets it when the program ends."""
        ...

    def apart(self, whose: str | None) -> None:
        """What is typed from now on is for ``whose`` eyes alone: it can be had again only by them, and isn't kept.

        Empty: nobody can have it again. None: everybody can, and it is kept as ``remember`` says.
        """
        ...

    def forget_typed_ahead(self, *, pasted: bool = True) -> None:
        """Throws away what was typed before it was asked for; what comes through a pipe stays.

        ``pasted``: also the lines that are left of a paste, and says so; else those stay.
        """
        ...

    def hushed(self) -> AbstractContextManager[None]:
        """While the block runs nothing is shown of what is typed before it is asked for."""
        ...

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """Shows a line, or several."""
        ...

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """A line that was typed, without spaces around it.

        Raises EOFError at the end of input (Ctrl-D) and KeyboardInterrupt at Ctrl-C.
        """
        ...

    def page(self, text: str) -> None:
        """Shows a long text; a screen at a time where that helps."""
        ...

    def wipe(self) -> bool:
        """Removes what was shown from the screen and from what can be scrolled back to; False where that can't be."""
        ...

    def progress(self, text: str, done: float = 0.0) -> None:
        """Says that something takes long, and which part is done; an empty text ends that. Called again and again."""
        ...

    def pause(self, seconds: float) -> bool:
        """Gives time to read; whether Enter or space cut it short. So does KeyboardInterrupt (Ctrl-C)."""
        ...


@runtime_checkable
class Rings(Protocol):
    """A console with a bell."""

    def ring(self) -> None:
        """Rings it, if the person has set that."""
        ...


class Called(Exception):
    """Something has come while a line was being typed; what was typed so far stands in the next one."""


@runtime_checkable
class Calls(Protocol):
    """A console whose prompt can be left when something comes."""

    called: Callable[[], bool] | None
    """Whether something has come, asked again and again while a line is typed; then ``ask`` raises ``Called``."""


@runtime_checkable
class SaysTogether(Protocol):
    """A console that puts several things onto one line."""

    def say_together(self, parts: Sequence[tuple[str, Role]]) -> None:
        """Says texts one after the other, each of its kind."""
        ...


class PlainConsole:
    """Lines in, lines out: for pipes, dumb terminals and screen readers."""

    plain = True
    in_sight = ""

    def __init__(
        self,
        stdin: TextIO = sys.stdin,
        stdout: TextIO = sys.stdout,
        width: int = 80,
    ) -> None:
        """Reads and writes the given streams."""
        self._in = stdin
        self._out = stdout
        self._width = width
        self._ascii = False
        self.interactive = stdin.isatty()
        self._quarter = -1

    @property
    def style(self) -> Style:
        """Small pictures in what the stream can encode."""
        return Style(width=self._width, ascii=self._ascii or not can_encode(self._out), compact=True)

    def adopt(self, settings: Heeded) -> None:
        """See ``Console``."""
        self._ascii = settings.pictures == "ascii"

    def remember(self, path: Path | None) -> None:
        """See ``Console``. Nothing that was typed can be had again here, so nothing is kept."""

    def apart(self, whose: str | None) -> None:
        """See ``Console``. Nothing that was typed can be had again here."""

    def forget_typed_ahead(self, *, pasted: bool = True) -> None:
        """See ``Console``. A paste can't be told from what is typed here."""
        if self.interactive:
            throw_away(self._in)

    def hushed(self) -> AbstractContextManager[None]:
        """See ``Console``."""
        return hushed(self._in) if self.interactive else nullcontext()

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """See ``Console``."""
        self._out.write(harmless(text) + "\n")
        self._out.flush()

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Console``. What comes through a pipe is written after the prompt, so that the output can be read."""
        self._out.write(harmless(prompt))
        self._out.flush()
        try:
            with line_typed(self._in) if self.interactive else nullcontext():
                line = self._read_line()
        except (EOFError, KeyboardInterrupt):
            self.say()
            raise
        if not self.interactive:
            self.say(line)
        return line

    def _read_line(self) -> str:
        line = part = self._in.readline(LONGEST_LINE)
        while part and not part.endswith("\n"):
            part = self._in.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        return line.strip()

    def page(self, text: str) -> None:
        """See ``Console``."""
        self.say(text)

    def wipe(self) -> bool:
        """See ``Console``. Lines that were written stay."""
        return False

    def progress(self, text: str, done: float = 0.0) -> None:
        """See ``Console``. Said once, and again with each quarter that is done."""
        quarter = int(4 * done) if text else -1
        if quarter > self._quarter:
            self.say(f"{text} {write_number(done, '.0%')}" if quarter else text)
        self._quarter = quarter

    def pause(self, seconds: float) -> bool:
        """See ``Console``. Nobody waits for a pipe."""
        return bool(seconds) and self.interactive and waited(self._in, seconds)


def confirmed(console: Console, question: str) -> bool:
    """Whether a person types yes, after the question was asked. EOFError and KeyboardInterrupt are the caller's."""
    console.forget_typed_ahead()
    return agrees(console.ask(question, offered({"yes": "", "no": ""})))
