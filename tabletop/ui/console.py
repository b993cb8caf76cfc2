"""What the UI needs of a screen and a keyboard, and its plain form: lines of text and not one escape code."""

import sys
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Protocol, TextIO

from tabletop.pieces.style import Style


class Role(Enum):
    """What a line is, so that a terminal may colour it. Colour never says what the words don't."""

    TEXT = "text"
    TITLE = "title"
    EVENT = "event"
    NOTE = "note"
    PROBLEM = "problem"


Completions = Mapping[str, str]
"""What may be typed, and a few words on each."""


class Console(Protocol):
    """A screen and a keyboard."""

    plain: bool
    interactive: bool
    """Whether a person is there who needs time to read."""

    @property
    def style(self) -> Style:
        """How pictures are to be drawn here."""
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

    def progress(self, text: str, done: float = 0.0) -> None:
        """Says that something takes long, and which part is done; an empty text ends that. Called again and again."""
        ...

    def pause(self, seconds: float) -> None:
        """Gives time to read. KeyboardInterrupt (Ctrl-C) cuts it short."""
        ...


class PlainConsole:
    """Lines in, lines out: for pipes, dumb terminals and screen readers."""

    plain = True

    def __init__(
        self,
        stdin: TextIO = sys.stdin,
        stdout: TextIO = sys.stdout,
        sleep: Callable[[float], None] = time.sleep,
        width: int = 80,
    ) -> None:
        """Reads and writes the given streams."""
        self._in = stdin
        self._out = stdout
        self._sleep = sleep
        self._width = width
        self.interactive = stdin.isatty()
        self._quarter = -1

    @property
    def style(self) -> Style:
        """Small pictures in what the stream can encode."""
        return Style(width=self._width, ascii=not can_encode(self._out), compact=True)

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """See ``Console``."""
        self._out.write(text + "\n")
        self._out.flush()

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Console``. What comes through a pipe is written after the prompt, so that the output can be read."""
        self._out.write(prompt)
        self._out.flush()
        line = self._in.readline()
        if not line:
            self._out.write("\n")
            raise EOFError
        if not self.interactive:
            self.say(line.strip())
        return line.strip()

    def page(self, text: str) -> None:
        """See ``Console``."""
        self.say(text)

    def progress(self, text: str, done: float = 0.0) -> None:
        """See ``Console``. Said once, and again with each quarter that is done."""
        quarter = int(4 * done) if text else -1
        if quarter > self._quarter:
            self.say(f"{text} {done:.0%}" if quarter else text)
        self._quarter = quarter

    def pause(self, seconds: float) -> None:
        """See ``Console``. Nobody waits for a pipe."""
        if seconds and self.interactive:
            self._sleep(seconds)


def can_encode(stream: TextIO) -> bool:
    """Whether box drawing can be written to ``stream``."""
    try:
        "╭●".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def hanging(head: str, text: str, width: int) -> str:
    """``head`` and ``text``, wrapped so that further lines stand under the text's first word."""
    return textwrap.fill(text, max(width, 40), initial_indent=head, subsequent_indent=" " * len(head))


def numbered(console: Console, title: str, choices: Sequence[tuple[str, str]], prompt: str, default: str = "") -> str:
    """Asks for one of ``choices`` (word, text) by number, word or the beginning of a word; Enter takes ``default``.

    Asks again until it has one; EOFError and KeyboardInterrupt are the caller's.
    """
    from tabletop.ui.words import one_of

    if title:
        console.say(title, Role.TITLE)
    for number, (_word, text) in enumerate(choices, 1):
        console.say(hanging(f"  {number}  ", text, console.style.width))
    words = [word for word, _text in choices]
    while True:
        typed = console.ask(prompt, dict(choices)) or default
        if typed.isascii() and typed.isdigit() and 0 < int(typed) <= len(words):
            return words[int(typed) - 1]
        try:
            return one_of(typed, words)
        except ValueError as why:
            console.say(str(why), Role.PROBLEM)
