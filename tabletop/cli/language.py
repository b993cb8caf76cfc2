"""The language of a run: what ``--lang`` says, else the setting, else the system; and help texts in it."""

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import click

from tabletop.i18n import BEFORE, N_, NP_, Texts, find_language, language, system_language, use_language
from tabletop.saves.chosen import chosen
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home

_ = Texts(__file__)

OPTION: Final = "--lang"

CLICKS_OWN: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing command."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Option {name!r} does not take a value."),
    N_("Could not open file {filename!r}: {message}"),
    N_("required"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    NP_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NP_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NP_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NP_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""What click says by itself. It asks the gettext domain of the process, in the language that LANGUAGE names."""


def choose_language(arguments: list[str], environ: Mapping[str, str]) -> list[str]:
    """Puts the language into use; the arguments without ``--lang``, which may stand anywhere before ``--``.

    Raises ValueError for a language that there isn't.
    """
    wanted, rest = _wanted(arguments)
    use_language(find_language(wanted) if wanted is not None else _usual(environ))
    return rest


def _wanted(arguments: list[str]) -> tuple[str | None, list[str]]:
    wanted, rest = None, list[str]()
    words = iter(arguments)
    for word in words:
        if word == "--":
            return wanted, [*rest, word, *words]
        following = next(words, None) if word == OPTION else None
        if following is not None:
            wanted = following
        elif word.startswith(f"{OPTION}="):
            wanted = word.removeprefix(f"{OPTION}=")
        else:
            rest.append(word)
    return wanted, rest


def _usual(environ: Mapping[str, str]) -> str:
    """The setting, where it can be read and names a language that there is, else the system's language."""
    try:
        setting = chosen(Home.find(environ)).language
        if setting is not None:
            return find_language(setting)
    except (SaveError, ValueError):
        pass
    return system_language(environ)


_sources: Final[dict[click.Command | click.Option, str]] = {}


@contextmanager
def speaking(program: click.Command) -> Iterator[None]:
    """While the block runs, what click says by itself, and the program of itself, is in the language in use."""
    former = {name: os.environ.get(name) for name in ("LANGUAGE", BEFORE)}
    os.environ.setdefault(BEFORE, os.environ.get("LANGUAGE", ""))
    os.environ["LANGUAGE"] = language()
    gettext.bindtextdomain("tabletop", str(_.folder))
    gettext.textdomain("tabletop")
    _translate(program)
    try:
        yield
    finally:
        for name, value in former.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def translate(command: click.Command) -> None:
    """Puts the help texts of a command, and of those below it, into the language in use. None is cut off in lists."""
    _translate(command)
    if isinstance(command, click.Group):
        for member in command.commands.values():
            translate(member)


def _translate(command: click.Command) -> None:
    command.help = command.short_help = _(_sources.setdefault(command, command.help or ""))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            option.help = _(_sources.setdefault(option, option.help))
