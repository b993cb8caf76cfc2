"""The console for people at a terminal, on prompt_toolkit: completion, history, colour."""

import asyncio
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.application import get_app_session
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import DummyHistory, History, InMemoryHistory
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import clear
from prompt_toolkit.styles import Style as Colours

from tabletop.i18n import Texts, write_number
from tabletop.keyboard import hushed, throw_away, waited
from tabletop.lines import can_encode, fitted, harmless, width
from tabletop.pieces.cells import padded, shortened
from tabletop.style import Style
from tabletop.terminal.completed import completions
from tabletop.terminal.console import LONGEST_LINE, Called, Completions, Heeded, Role
from tabletop.terminal.paging import goes_on
from tabletop.terminal.pasted import Pasted
from tabletop.terminal.remembered import RememberedLines

_ = Texts(__file__)

_COLOURS: Final = {
    "normal": Colours.from_dict(
        {
            "title": "bold",
            "event": "ansicyan",
            "problem": "ansiyellow",
            "prompt": "bold",
            "good": "ansigreen",
            "bad": "ansired",
            "win": "bold ansimagenta",
        }
    ),
    "high_contrast": Colours.from_dict(
        {
            "title": "bold underline",
            "event": "bold",
            "problem": "bold reverse",
            "prompt": "bold",
            "good": "bold",
            "bad": "bold reverse",
            "win": "bold underline",
        }
    ),
}
"""High contrast: the terminal's own colours of text and ground, in bold, underlined and reversed."""


_LOOKS: Final = 0.1
"""Seconds between two looks whether something has come."""


class _Words(Completer):
    """Completes the whole line."""

    def __init__(self, words: Completions) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        for word, meaning in completions(self.words, typed).items():
            yield Completion(word, start_position=-len(typed), display_meta=meaning)


def _know_room(output: Output) -> None:
    """Shows what is below a prompt right there, without asking the terminal, which may not answer, how much room is."""
    if isinstance(output, Vt100_Output):
        output.get_rows_below_cursor_position = lambda: 1  # type: ignore[method-assign]


class TerminalConsole:
    """A terminal. Everything is printed inline, so that it can be scrolled back to."""

    plain = False
    interactive = True
    in_sight = ""
    called: Callable[[], bool] | None = None

    def __init__(self, *, colour: bool = True) -> None:
        """``colour``: False where there must be none, whatever the settings say."""
        self._may_colour = colour
        self._depth = None if colour else ColorDepth.DEPTH_1_BIT
        self._pictures, self._bell = "large", False
        self._colours = _COLOURS["normal"]
        self._progress_columns = 0
        self._begun = ""
        """what had been typed when something came"""
        self._suggest: AutoSuggestFromHistory | None = None
        self._pasted = Pasted()
        _know_room(get_app_session().output)
        self._session = self._usual = self._new_session(InMemoryHistory())
        self._sessions: dict[str, PromptSession[str]] = {}

    def _new_session(self, history: History) -> PromptSession[str]:
        return PromptSession(
            history=history, complete_while_typing=False, enable_suspend=True, key_bindings=self._pasted.bindings
        )

    @property
    def style(self) -> Style:
        """As the terminal is wide now."""
        ascii_only = self._pictures == "ascii" or not can_encode(sys.stdout)
        size = shutil.get_terminal_size()
        return Style(size.columns, ascii_only, self._pictures == "compact", size.lines)

    def adopt(self, settings: Heeded) -> None:
        """See ``Console``. Without colours there is still bold."""
        self._pictures, self._bell = settings.pictures, settings.bell
        self._suggest = AutoSuggestFromHistory() if settings.suggestions else None
        self._colours = _COLOURS.get(settings.colour, _COLOURS["normal"])
        colour = self._may_colour and settings.colour != "none"
        self._depth = None if colour else ColorDepth.DEPTH_1_BIT

    def ring(self) -> None:
        """Rings the terminal's bell, if that is wanted."""
        if self._bell:
            sys.stdout.write("\a")
            sys.stdout.flush()

    def remember(self, path: Path | None) -> None:
        """See ``Console``."""
        self._session = self._usual = self._new_session(RememberedLines(path) if path else InMemoryHistory())

    def apart(self, whose: str | None) -> None:
        """See ``Console``. Each has a prompt of their own, with its history and what was cut from lines."""
        if whose is None:
            self._session = self._usual
        elif whose:
            if whose not in self._sessions:
                self._sessions[whose] = self._new_session(InMemoryHistory())
            self._session = self._sessions[whose]
        else:
            self._session = self._new_session(DummyHistory())

    def forget_typed_ahead(self, *, pasted: bool = True) -> None:
        """See ``Console``: what the last prompt has read and not used, and what the terminal holds."""
        clear_typeahead(self._session.input)
        throw_away(self._session.input)
        if pasted and (left := self._pasted.forget()):
            text = _.plural("{n} more pasted line isn't used.", "{n} more pasted lines aren't used.", left)
            self.say(text, Role.NOTE)

    def hushed(self) -> AbstractContextManager[None]:
        """See ``Console``."""
        return hushed(self._session.input)

    def say(self, text: str = "", role: Role = Role.TEXT) -> None:
        """See ``Console``."""
        formatted = FormattedText([(f"class:{role.value}", fitted(text, self.style.width))])
        print_formatted_text(formatted, style=self._colours, color_depth=self._depth)

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """See ``Console``. Of several lines that were pasted the first is typed, and the others are told as pasted."""
        line = self._pasted.next_line()
        if line is None:
            line = self._typed(prompt, completions or {})
        else:
            self._say_pasted(prompt, line)
        return line.strip()[:LONGEST_LINE]

    def _typed(self, prompt: str, completions: Completions) -> str:
        message = FormattedText([("class:prompt", prompt)])
        self._session.color_depth = self._depth
        self._session.auto_suggest = self._suggest
        self._session.bottom_toolbar = fitted(harmless(self.in_sight), self.style.width) or None
        default, self._begun = self._begun or self._pasted.begun_line(), ""
        typed: str = self._session.prompt(
            message,
            completer=_Words(completions),
            style=self._colours,
            default=default,
            pre_run=None if self.called is None else self._watch,
        )
        if left := self._pasted.left:
            text = _.plural(
                "{n} more line was pasted; Ctrl-C drops it.", "{n} more lines were pasted; Ctrl-C drops them.", left
            )
            self.say(text, Role.NOTE)
        return typed

    def _watch(self) -> None:
        """Leaves the prompt, without a trace, when something comes."""
        app, called = self._session.app, self.called

        async def watch() -> None:
            while called is not None and not called():
                await asyncio.sleep(_LOOKS)
            if app.is_running and not app.is_done:
                self._begun = app.current_buffer.text
                app.erase_when_done = True
                app.exit(exception=Called())

        app.erase_when_done = False
        app.create_background_task(watch())

    def _say_pasted(self, prompt: str, line: str) -> None:
        self._session.history.append_string(line)
        parts = [("class:prompt", prompt), ("", harmless(line)), ("class:note", " " + _("(pasted)"))]
        print_formatted_text(FormattedText(parts), style=self._colours, color_depth=self._depth)

    def page(self, text: str) -> None:
        """See ``Console``: a screen at a time, on with Enter or space, out with q."""
        lines = fitted(text, self.style.width).split("\n")
        height = max(5, shutil.get_terminal_size().lines - 2)
        for top in range(0, len(lines), height):
            self.say("\n".join(lines[top : top + height]))
            if top + height < len(lines) and not goes_on(_("Enter for more, q to stop: "), self._colours, self._depth):
                return

    def wipe(self) -> bool:
        """See ``Console``. The scrollback goes where the terminal knows xterm's code for it (ED 3)."""
        clear()
        sys.stdout.write("\x1b[3J")
        sys.stdout.flush()
        return True

    def progress(self, text: str, done: float = 0.0) -> None:
        """See ``Console``: one line that is written over."""
        text = shortened(f"{text} {write_number(done, '.0%')}" if done else text, self.style.width - 1)
        sys.stdout.write("\r" + padded(text, self._progress_columns) + "\r")
        sys.stdout.flush()
        self._progress_columns = width(text)

    def pause(self, seconds: float) -> bool:
        """See ``Console``."""
        return bool(seconds) and waited(self._session.input, seconds)
