"""The ``tabletop`` command line: small commands that hand over to the services."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, Final

import click

from tabletop import __version__
from tabletop.cli.arguments import plain_option, private_option
from tabletop.cli.language import choose_language, speaking
from tabletop.cli.program import Program
from tabletop.complaints import printable
from tabletop.guard.failures import PluginError, PluginFailure, blame, lacks_memory
from tabletop.guard.watchdog import WATCH
from tabletop.i18n import N_, languages
from tabletop.saves.errors import SaveError
from tabletop.saves.home import SAFE_MODE, Home

_MEANT = (click.ClickException, click.Abort, KeyboardInterrupt, BrokenPipeError, SaveError, PluginError, ValueError)
"""What commands raise for a person: each is one sentence, or ends the program quietly."""
_NO_ARGUMENTS: Final[Any] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""Click 8.1 hasn't it."""


def run(arguments: list[str]) -> int:
    """Runs a command line and returns its exit code: 0, 2 for bad input, 130 when interrupted.

    Raises OSError where the system refuses something, such as to write the output, and MemoryError.
    """
    _mend_streams()
    try:
        arguments = choose_language(arguments, os.environ)
    except ValueError as error:
        return fail(str(error))
    with speaking(tabletop):
        return _answered(arguments)


def _answered(arguments: list[str]) -> int:
    """The same in the language in use, with a sentence for what is raised for a person."""
    try:
        warn = WATCH.naming(lambda sentence: print(f"tabletop: {sentence}", file=sys.stderr, flush=True))
        with warn:
            return _run(arguments)
    except _NO_ARGUMENTS as error:
        print(error.format_message(), file=sys.stderr)
        return 2
    except click.ClickException as error:
        return fail(error.format_message())
    except PluginFailure as failure:
        if lacks_memory(failure.__cause__):
            raise MemoryError from None
        from tabletop.incidents import account

        return fail(*account(failure, Home.find(os.environ)))
    except (SaveError, PluginError, ValueError) as error:
        return fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        return 130


def _run(arguments: list[str]) -> int:
    """Runs a command line. Raises PluginFailure for what was raised in a plugin, beside the errors that are meant."""
    streams = sys.stdout, sys.stderr
    try:
        return int(tabletop.main(arguments, prog_name="tabletop", standalone_mode=False) or 0)
    except _MEANT:
        raise
    except BaseException as error:
        if isinstance(error, SystemExit) and sys.stdout is not streams[0]:
            sys.stdout, sys.stderr = streams  # click has replaced them because nobody reads them
            raise BrokenPipeError from None
        from tabletop.plugins.find.loading import opened, suspects

        failure = blame(error, suspects(opened.values()))
        if failure is None:
            raise
        raise failure from failure.__cause__


def fail(*sentences: str) -> int:
    """Says on standard error what went wrong, after the output so far; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    with suppress(OSError):
        for sentence in sentences:
            print("tabletop: " + printable(" ".join(sentence.split()), 1_000), file=sys.stderr)
    return 2


def _mend_streams() -> None:
    """Makes of characters that can't be read or written a question mark, and opens what the shell has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole process
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextmanager
def _environ(name: str, value: str) -> Iterator[None]:
    """Sets a variable of the environment, for this run and for programs that it starts."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tabletop", message="%(prog)s %(version)s")
@click.option("--safe-mode", is_flag=True, help=N_("Without third-party plugins: only the games of this project."))
@private_option
@click.option(
    "--lang", type=click.Choice(languages()), expose_value=False, help=N_("The language; anywhere in the line.")
)
@plain_option
@click.pass_context
def tabletop(context: click.Context, plain: bool, private: bool, safe_mode: bool) -> None:
    """Table games in a terminal. Without a command: the menu."""
    context.obj = plain
    if safe_mode:
        context.with_resource(_environ(SAFE_MODE, "1"))
    if context.invoked_subcommand is None:
        from tabletop.cli.entering import enter

        enter(plain=plain, private=private)
