"""The ``tabletop`` command line: small commands that hand over to the services."""

import errno
import os
import sys
from io import TextIOWrapper

import click
from click.shell_completion import get_completion_class

from tabletop import __version__
from tabletop.cli import analysis, learn, matches, play, plugins, records, settings, stats
from tabletop.cli.arguments import plain_option, private_option
from tabletop.cli.language import choose_language, translate_help
from tabletop.complaints import printable
from tabletop.game import IllegalMove
from tabletop.i18n import N_, languages
from tabletop.plugins.catalogue import PluginError
from tabletop.record import RecordError
from tabletop.saves import SaveError
from tabletop.ui import host


def run(arguments: list[str]) -> int:
    """Runs a command line and returns its exit code: 0, 2 for bad input, 130 when interrupted."""
    _mend_streams()
    try:
        arguments = choose_language(arguments, os.environ)
        translate_help(tabletop)
        return int(tabletop.main(arguments, prog_name="tabletop", standalone_mode=False) or 0)
    except click.ClickException as error:
        return _fail(error.format_message())
    except (SaveError, PluginError, RecordError, IllegalMove, ValueError) as error:
        return _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return 129  # the terminal is gone, as SIGHUP says


def _fail(sentence: str) -> int:
    sys.stdout.flush()
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


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tabletop", message="%(prog)s %(version)s")
@private_option
@click.option(
    "--lang", type=click.Choice(languages()), expose_value=False, help=N_("The language; anywhere in the line.")
)
@plain_option
@click.pass_context
def tabletop(context: click.Context, plain: bool, private: bool) -> None:
    """Table games in a terminal. Without a command: the menu."""
    context.obj = plain
    if context.invoked_subcommand is None:
        from tabletop.ui.menu import Menu

        Menu(host.Host.here(os.environ, plain=plain, private=private)).run()


@tabletop.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell: eval "$(tabletop completion bash)"."""
    found = get_completion_class(shell)
    assert found is not None
    print(found(tabletop, {}, "tabletop", "_TABLETOP_COMPLETE").source())


for command in (
    play.play,
    play.resume,
    matches.matches,
    matches.watch,
    play.games,
    play.rules,
    learn.learn,
    plugins.plugins,
    records.record,
    stats.stats,
    analysis.solve,
    analysis.analyse,
    analysis.review,
    settings.settings,
):
    tabletop.add_command(command)
