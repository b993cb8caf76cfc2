"""The console for people at a terminal, on prompt_toolkit: completion, history, colour."""

import os
import shutil
import sys
import time
from collections.abc import Iterable
from typing import Final

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.styles import Style as Colours

from tabletop.i18n import Texts
from tabletop.pieces.style import Style
from tabletop.ui.console import Completions, Role, can_encode

_ = Texts(__file__)

_COLOURS: Final = Colours.from_dict(
    {"title": "bold", "event": "ansicyan", "note": "ansibrightblack", "problem": "ansiyellow", "prompt": "bold"}
)


class _Words(Completer):
    """Completes the whole line."""

    def __init__(self, words: Completions) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        for word, meaning in self.words.items():
            if word.startswith(typed):
                yield Completion(word, start_position=-len(typed), display_meta=meaning)


class TerminalConsole:
    """A terminal. Everything is printed inline, so that it can be scrolled back to."""

    plain = False
    interactive = True

    def __init__(self, *, pictures: str = "large", colour: bool = True) -> None:
        """``pictures``: large, compact or ascii."""
        self._pictures = pictures
        self._colours = _COLOURS if colour and "NO_COLOR" not in os.environ else Colours.from_dict({})
        self._session: PromptSession[str] = PromptSession(style=self._colours, complete_while_typing=False)

    @property
    def style(self) -> Style:
        """As the terminal is wide now."""
        ascii_only = self._pictures == "ascii" or not can_encode(sys.stdout)
        return Style(shutil.get_terminal_size().columns, ascii_only, self._pictures == "compact")

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """See ``Console``."""
        print_formatted_text(FormattedText([(f"class:{role.value}", text)]), style=self._colours)

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Console``."""
        message = FormattedText([("class:prompt", prompt)])
        return self._session.prompt(message, completer=_Words(completions or {})).strip()

    def page(self, text: str) -> None:
        """See ``Console``: a screen at a time, on with Enter, out with q."""
        lines = text.split("\n")
        height = max(5, shutil.get_terminal_size().lines - 2)
        for top in range(0, len(lines), height):
            self.say("\n".join(lines[top : top + height]))
            if top + height < len(lines) and self._stop_paging():
                return

    def _stop_paging(self) -> bool:
        try:
            return self.ask(_("Enter for more, q to stop: ")).lower().startswith("q")
        except (EOFError, KeyboardInterrupt):
            return True

    def progress(self, text: str, done: float = 0.0) -> None:
        """See ``Console``: one line that is written over."""
        width = self.style.width - 1
        text = f"{text} {done:.0%}" if done else text
        sys.stdout.write("\r" + text[:width].ljust(width) + "\r")
        sys.stdout.flush()

    def pause(self, seconds: float) -> None:
        """See ``Console``."""
        if seconds:
            time.sleep(seconds)
