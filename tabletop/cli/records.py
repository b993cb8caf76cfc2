"""``tabletop record``: matches as portable files."""

import json
import os
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from tabletop import host, setup
from tabletop.cli.arguments import MatchType, json_option
from tabletop.guard.output import own_output
from tabletop.i18n import N_, Texts
from tabletop.keyboard import throw_away
from tabletop.outside import RecordedMatch, recorded
from tabletop.person import from_elsewhere
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import old, older
from tabletop.record import Record, check_result, export, read, replay_line
from tabletop.saves import Home, Profiles, transfer

_ = Texts(__file__)


@click.group(no_args_is_help=False)
def record() -> None:
    """Matches as portable files: see docs/reference/record.md."""


@record.command("export")
@click.argument("match", type=MatchType())
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=N_("The file to write."))
@click.option("--yes", is_flag=True, help=N_("Don't ask, even if the match isn't over and holds hidden things."))
@click.pass_context
def export_record(context: click.Context, match: str, output: Path | None, yes: bool) -> None:
    """Write a match as a record, to the screen or to a file."""
    own = context.with_resource(own_output())
    matches = host.open_matches(os.environ)
    saved = matches.look(matches.find(match).id)
    plugin = Catalogue.installed().find_for(saved.header, any_version=True).plugin
    game = host.guarded_game(Catalogue.installed(), saved.header)
    me = Profiles(Home.find(os.environ)).load().name or ""
    header, versions = transfer.header(saved, me), old(saved.history.versions, plugin)
    with reading(plugin):
        played = transfer.recorded(game, saved, me, versions)
    if any(versions):
        header = header.model_copy(update={"plugin_version": plugin.version})
    if played.to_act is not None and game.hides:
        warning = _("The match isn't over: its record holds what is still hidden from the players.")
        if saved.history.sealed:
            warning += " " + _("What is chosen and not yet revealed isn't in it.")
        if yes:
            click.echo(warning, err=True)
        elif not sys.stdin.isatty():
            raise ValueError(warning + " " + _("Add --yes to export it all the same."))
        elif not _agrees(warning + " " + _("Export it all the same?")):
            return
    text = export(header, played)
    if output is None:
        click.echo(text.encode(), file=own, nl=False)
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
    for seats in (found.seats, match.seats):
        setup.check_levels(match.game, map(from_elsewhere, seats))
    listing = Catalogue.installed().find_for(found, any_version=True)
    print(_("Kept as {name}.").format(name=host.keep(os.environ, found, match, listing)))


@record.command("check")
@click.argument("file", type=click.File("rb"))
def check_record(file: BinaryIO) -> None:
    """Check a record against the rules, event by event."""
    found, _match = _replayed(file)
    print(_.plural("The record holds: {n} event.", "The record holds: {n} events.", len(found.events)))


@record.command("replay")
@click.argument("file", type=click.File("rb"))
@json_option(N_("One JSON line for the start and one for each event."))
def replay_record(file: BinaryIO, json_to: TextIO | None) -> None:
    """Play a record through and show every position."""
    found = read(file)
    plugin = Catalogue.installed().find_for(found, any_version=True).plugin
    written = older(found.plugin_version, plugin)
    match = recorded(host.guarded_game(Catalogue.installed(), found), found)
    _show_line(match, json_to)
    with reading(plugin):
        for event in found.events:
            match.replay(event, written)
            _show_line(match, json_to)
    check_result(found, match)


def _replayed(file: BinaryIO) -> tuple[Record, RecordedMatch]:
    found = read(file)
    plugin = Catalogue.installed().find_for(found, any_version=True).plugin
    with reading(plugin):
        game = host.guarded_game(Catalogue.installed(), found)
        match = recorded(game, found, found.events, older(found.plugin_version, plugin))
    check_result(found, match)
    return found, match


def _show_line(match: RecordedMatch, json_to: TextIO | None) -> None:
    line = replay_line(match)
    if json_to:
        print(json.dumps(line), file=json_to)
    else:
        scores = " ".join(map(str, line["scores"]))
        legal = ", ".join(line["legal"])
        print(f"{len(match.events):>5}  {line['event'] or '':<20} [{scores}]  {line['to_act'] or ''}  {legal}")


def _agrees(question: str) -> bool:
    throw_away(sys.stdin)
    return click.confirm(question, err=True)
