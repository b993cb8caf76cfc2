"""The ``tabletop`` command line: small commands that hand over to the services."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click
from click.shell_completion import CompletionItem, get_completion_class

from tabletop import __version__
from tabletop.complaints import printable
from tabletop.game import IllegalMove
from tabletop.i18n import Texts
from tabletop.match import Match
from tabletop.plugins.catalogue import Catalogue, PluginError, load
from tabletop.record import Record, RecordError, check_result, export, read, replay_line
from tabletop.saves import SaveError
from tabletop.ui import host, pages, setup
from tabletop.ui.table import PAUSES

_ = Texts(__file__)
F = TypeVar("F", bound=Callable[..., Any])


class GameType(click.ParamType[str]):
    """A game's id; the shell completes it."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The installed games."""
        games = Catalogue.installed().games
        return [CompletionItem(game.id, help=game.title) for game in games if game.id.startswith(incomplete)]


class MatchType(click.ParamType[str]):
    """A saved match; the shell completes it."""

    name = "match"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The saved matches."""
        try:
            names = [match.id for match in host.open_matches(os.environ).list()]
        except SaveError:
            return []
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def run(arguments: list[str]) -> int:
    """Runs a command line and returns its exit code: 0, 2 for bad input, 130 when interrupted."""
    _mend_streams()
    try:
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


def plain_option(command: F) -> F:
    """Adds ``--plain``."""
    text = _("Plain lines without any escape code, as for pipes and screen readers.")
    return click.option("--plain", is_flag=True, help=text)(command)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tabletop", message="%(prog)s %(version)s")
@plain_option
@click.pass_context
def tabletop(context: click.Context, plain: bool) -> None:
    """Table games in a terminal. Without a command: the menu."""
    context.obj = plain
    if context.invoked_subcommand is None:
        from tabletop.ui.menu import Menu

        Menu(host.Host.here(os.environ, plain=plain)).run()


@tabletop.command()
@click.argument("game", type=GameType())
@click.option("--seats", help=_("Who sits where, such as you,cpu:hard,cpu or Ada,Bo."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=_("A house rule, such as target=50."))
@click.option("--preset", help=_("A named set of house rules."))
@click.option("--seed", type=int, help=_("A whole number: the same seed and moves make the same match."))
@click.option("--speed", type=click.Choice(list(PAUSES)), help=_("How fast CPU players play."))
@plain_option
@click.pass_obj
def play(
    group_plain: bool,
    game: str,
    seats: str | None,
    settings: tuple[str, ...],
    preset: str | None,
    seed: int | None,
    speed: str | None,
    plain: bool,
) -> None:
    """Play a new match, with the usual rules and seats unless you say otherwise."""
    here = host.Host.here(os.environ, plain=plain or group_plain)
    if speed:
        here.settings = here.settings.model_copy(update={"speed": speed})
    listing = here.catalogue.find(game)
    rules = load(listing)
    values = {**_preset(rules, preset), **setup.read_settings(rules.options_model, settings)}
    here.start(listing, rules, setup.read_seats(_usual(seats, rules), here.person), values, seed)


def _usual(seats: str | None, rules: type[Any]) -> str:
    return setup.default_seats(rules) if seats is None else seats


def _preset(rules: type[Any], name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    if name not in rules.presets:
        known = ", ".join(rules.presets) or _("none")
        raise ValueError(_("There is no preset “{name}” for this game; known: {known}.").format(name=name, known=known))
    return dict(rules.presets[name])


@tabletop.command()
@click.argument("match", required=False, type=MatchType())
@plain_option
@click.pass_obj
def resume(group_plain: bool, match: str | None, plain: bool) -> None:
    """Go on with a match: the one named, or the one last played."""
    host.Host.here(os.environ, plain=plain or group_plain).resume(match)


@tabletop.command()
def matches() -> None:
    """List the saved matches."""
    for match in host.open_matches(os.environ).list():
        print(host.match_line(match))


@tabletop.command()
def games() -> None:
    """List the games on offer."""
    catalogue = Catalogue.installed()
    for game in catalogue.games:
        low, high = game.entry.seats
        print(f"{game.id:<16} {game.title} ({low}-{high}): {game.summary}")
    for problem in catalogue.problems():
        print(problem, file=sys.stderr)


@tabletop.command()
@click.argument("game", type=GameType())
def rules(game: str) -> None:
    """Show the rules of a game."""
    listing = Catalogue.installed().find(game)
    print(pages.rules_page(listing, min(100, shutil.get_terminal_size().columns)))


@tabletop.group(no_args_is_help=False)
def record() -> None:
    """Matches as portable files: see docs/reference/record.md."""


@record.command("export")
@click.argument("match", type=MatchType())
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=_("The file to write."))
@click.option("--yes", is_flag=True, help=_("Don't ask, even if the match isn't over and holds hidden things."))
def export_record(match: str, output: Path | None, yes: bool) -> None:
    """Write a match as a record, to the screen or to a file."""
    matches = host.open_matches(os.environ)
    saved = matches.look(matches.find(match).id)
    game = host.bound_game(Catalogue.installed(), saved.header)
    played = Match(game, saved.events)
    if played.to_act is not None and game.hides and not yes:
        warning = _("The match isn't over: its record holds what is still hidden from the players.")
        if not sys.stdin.isatty():
            raise ValueError(warning + " " + _("Add --yes to export it all the same."))
        if not click.confirm(warning + " " + _("Export it all the same?"), err=True):
            return
    text = export(saved.header, played)
    if output is None:
        click.echo(text.encode(), nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(_("{file} can't be written: {why}.").format(file=output, why=error.strerror)) from None


@record.command("import")
@click.argument("file", type=click.File("rb"))
def import_record(file: BinaryIO) -> None:
    """Keep a record as a match of one's own, to look at or go on with."""
    found, match = _replayed(file)
    setup.check_levels(match.game, found.seats)
    print(_("Kept as {name}.").format(name=host.keep(os.environ, found, match)))


@record.command("check")
@click.argument("file", type=click.File("rb"))
def check_record(file: BinaryIO) -> None:
    """Check a record against the rules, event by event."""
    found, _match = _replayed(file)
    print(_.plural("The record holds: {n} event.", "The record holds: {n} events.", len(found.events)))


@record.command("replay")
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help=_("One JSON line for the start and one for each event."))
def replay_record(file: BinaryIO, as_json: bool) -> None:
    """Play a record through and show every position."""
    found = read(file)
    match = Match(host.bound_game(Catalogue.installed(), found))
    _show_line(match, as_json)
    for event in found.events:
        match.replay(event)
        _show_line(match, as_json)
    check_result(found, match)


def _replayed(file: BinaryIO) -> tuple[Record, Match]:
    found = read(file)
    match = Match(host.bound_game(Catalogue.installed(), found), found.events)
    check_result(found, match)
    return found, match


def _show_line(match: Match, as_json: bool) -> None:
    line = replay_line(match)
    if as_json:
        print(json.dumps(line))
    else:
        scores = " ".join(map(str, line["scores"]))
        legal = ", ".join(line["legal"])
        print(f"{len(match.events):>5}  {line['event'] or '':<20} [{scores}]  {line['to_act'] or ''}  {legal}")


@tabletop.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell: eval "$(tabletop completion bash)"."""
    found = get_completion_class(shell)
    assert found is not None
    print(found(tabletop, {}, "tabletop", "_TABLETOP_COMPLETE").source())
