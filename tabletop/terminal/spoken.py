"""The console of those who listen: lines of text, each said once, kept to be said again, and spoken if wanted."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from tabletop.i18n import Texts
from tabletop.keyboard import line_typed
from tabletop.lines import harmless
from tabletop.saves.aloud import MessageKind
from tabletop.terminal import lines_again
from tabletop.terminal.console import Completions, Heeded, PlainConsole, Role
from tabletop.terminal.speech import Speech

_ = Texts(__file__)

KINDS: Final[Mapping[Role, MessageKind]] = {
    Role.EVENT: "events",
    Role.GOOD: "events",
    Role.BAD: "events",
    Role.WIN: "titles",
    Role.TABLE: "table",
    Role.CHOICE: "moves",
    Role.TEXT: "answers",
    Role.TITLE: "titles",
    Role.NOTE: "notes",
    Role.PROBLEM: "problems",
}
MOST_MESSAGES: Final = 1_000
_QUIET: Final = 4.0
"""Seconds after which it is said again that something goes on."""


class Utterance(NamedTuple):
    """Something that was said."""

    kind: MessageKind
    text: str


class SpokenConsole(PlainConsole):
    """Plain lines with a memory, a bell and a voice; at a terminal what was typed can be had again and edited."""

    def __init__(
        self,
        stdin: TextIO = sys.stdin,
        stdout: TextIO = sys.stdout,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """See ``PlainConsole``; ``clock`` tells for how long nothing was said."""
        super().__init__(stdin, stdout)
        self.messages: list[Utterance] = []
        """what was said, the newest last"""
        self.last: list[Utterance] = []
        """what was said before the last line was typed"""
        self.muted: tuple[MessageKind, ...] = ()
        self._now: list[Utterance] = []
        self._clock = clock
        self._began = self._said_at = clock()
        self._speech: Speech | None = None
        self._program: tuple[str, ...] = ()
        self._bell = self._asking = False
        self._again = lines_again.at_terminal(stdin, stdout)
        self.called: Callable[[], bool] | None = None

    def adopt(self, settings: Heeded) -> None:
        """See ``Console``."""
        super().adopt(settings)
        self.muted, self._bell = settings.muted, settings.bell
        if settings.speech != self._program:
            self._program = settings.speech
            self._speech = Speech(settings.speech, self._cannot_speak) if settings.speech else None

    def _cannot_speak(self, why: OSError) -> None:
        said = _("“{program}” can't be run, so nothing is spoken: {why}.")
        self._write(said.format(program=self._program[0], why=why.strerror))

    def remember(self, path: Path | None) -> None:
        """See ``Console``."""
        if self._again is not None:
            self._again.keep_in(path)

    def apart(self, whose: str | None) -> None:
        """See ``Console``."""
        if self._again is not None:
            self._again.apart(whose)

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """See ``Console``. Nothing is said that says nothing; what is of a muted kind is kept alone."""
        if self._asking:
            super().say(text, role)
            return
        self.say_together([(text, role)])

    def say_together(self, parts: Sequence[tuple[str, Role]]) -> None:
        """See ``SaysTogether``: in one line."""
        said = [Utterance(KINDS[role], text) for text, role in parts if text.strip()]
        self.messages += said
        del self.messages[:-MOST_MESSAGES]
        heard = [message for message in said if message.kind not in self.muted]
        self._now += heard
        if heard:
            self._write(" ".join(message.text for message in heard))

    def _write(self, text: str) -> None:
        self._said_at = self._clock()
        super().say(text)
        if self._speech is not None:
            self._speech.say(harmless(text))

    def ring(self) -> None:
        """Rings the terminal's bell, if that is wanted."""
        if self._bell:
            self._out.write("\a")
            self._out.flush()

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Console``."""
        try:
            typed = self._typed(prompt, completions or {})
        finally:
            self._said_at = self._clock()
            if self._speech is not None and self.interactive:
                self._speech.silence()
        self.last, self._now = self._now, []
        return typed

    def _typed(self, prompt: str, completions: Completions) -> str:
        if self._again is not None:
            with line_typed(self._in):
                return self._again.ask(harmless(prompt), completions, self.called)
        self._asking = True
        try:
            return super().ask(prompt, completions)
        finally:
            self._asking = False

    def repeat(self) -> bool:
        """Says once more what was said before the last line was typed; False where that was nothing."""
        for message in self.last:
            self.again(message)
        self._now = self.last
        return bool(self.last)

    def again(self, message: Utterance) -> None:
        """Says a message once more, without keeping it twice."""
        self._write(message.text)

    def tell(self, text: str) -> None:
        """Says something that is never muted."""
        self._write(text)

    def progress(self, text: str, done: float = 0.0) -> None:
        """See ``Console``. Said once, again with each quarter that is done, and else every few seconds."""
        now = self._clock()
        if text and self._quarter < 0:
            self._began = now
        elif text and int(4 * done) <= self._quarter and now - self._said_at >= _QUIET:
            said = _.plural(
                "{text}, for {n} second now.", "{text}, for {n} seconds now.", int(now - self._began), text=text
            )
            self._write(said)
        super().progress(text, done)

    def close(self) -> None:
        """Waits for what is being spoken."""
        if self._speech is not None:
            self._speech.finish()
