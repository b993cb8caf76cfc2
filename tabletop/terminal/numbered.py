"""Choices by number: a list, and a line that takes one of them."""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar

from tabletop.aliases import offered, shown
from tabletop.i18n import Texts
from tabletop.lines import hanging
from tabletop.terminal.console import Completions, Console, Role
from tabletop.terminal.everywhere import everywhere, help_text
from tabletop.words import one_of

_ = Texts(__file__)

LEADS_ON: ContextVar[Callable[[str], None] | None] = ContextVar("leads_on", default=None)
"""Where a menu is open: goes where a line leads that is none of the choices, by an exception."""


def numbered(
    console: Console,
    title: str,
    choices: Sequence[tuple[str, str]],
    prompt: str,
    default: str = "",
    typed: str | None = None,
) -> str:
    """Asks for one of ``choices`` (word, text) by number, word or the beginning of a word; Enter takes ``default``.

    ``help`` lists them again, ``back`` is the choice of that name; ``quit`` is too, or EOFError. Asks until it has one;
    EOFError and KeyboardInterrupt are the caller's. ``typed``: at the choices that have been listed already.
    """
    if typed is None:
        list_choices(console, title, choices)
    words = dict(choices)
    given = typed
    while True:
        typed = (console.ask(prompt, offered(words)) if given is None else given) or default
        given = None
        if typed.isascii() and typed.isdigit() and 0 < int(typed) <= len(choices):
            return choices[int(typed) - 1][0]
        if typed in words:
            return typed
        said = everywhere(typed)
        if said == "help":
            list_choices(console, "", choices)
            console.say(help_text(list(map(shown, words))), Role.NOTE)
        elif said == "quit" and "quit" not in words:
            raise EOFError
        elif said == "back" and "back" not in words:
            console.say(_("There is nothing to go back to here."), Role.PROBLEM)
        elif found := _chosen(console, said or typed, words):
            return found


def _chosen(console: Console, typed: str, words: Mapping[str, str]) -> str | None:
    try:
        return one_of(typed, list(words))
    except ValueError as why:
        if (leads_on := LEADS_ON.get()) is not None:
            leads_on(typed)
        console.say(str(why), Role.PROBLEM)
    return None


def list_choices(console: Console, title: str, choices: Sequence[tuple[str, str]]) -> None:
    """Lists them by number."""
    if title:
        console.say(title, Role.TITLE)
    for number, (_word, text) in enumerate(choices, 1):
        console.say(choice_line(console, number, text))


def choice_line(console: Console, number: int, text: str) -> str:
    """A choice with its number; on a screen what doesn't fit hangs below its first word."""
    return f"{number}: {text}" if console.plain else hanging(f"  {number}  ", text, console.style.width)


class Back(Exception):
    """The person wants to go back, and leave all as it was."""


def asked(console: Console, prompt: str, about: str, completions: Completions | None = None) -> str:
    """A line that was typed for what ``about`` says. Raises Back, and EOFError where the person wants to quit."""
    while True:
        typed = console.ask(prompt, completions)
        said = everywhere(typed)
        if said == "quit":
            raise EOFError
        if said == "back":
            raise Back
        if said != "help":
            if " " in typed and (leads_on := LEADS_ON.get()) is not None:
                leads_on(typed)
            return typed
        console.say(" ".join(filter(None, (about, help_text()))), Role.NOTE)
