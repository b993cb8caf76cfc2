"""``tabletop record``: matches as portable files."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

import click

from tabletop import host, setup, uncounted
from tabletop.cli.arguments import MatchType, json_option
from tabletop.cli.fair_dice import checked_dice
from tabletop.cli.folders import catalogue_with, folder_option
from tabletop.exporting import exported, overwrites, write
from tabletop.guard.output import own_output
from tabletop.i18n import N_, Texts
from tabletop.keyboard import throw_away
from tabletop.outside import RecordedMatch, recorded
from tabletop.person import from_elsewhere
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import older
from tabletop.record import Record, check_result, read, replay_line
from tabletop.saves import Home, Profiles
from tabletop.terms import IMPORTED

_ = Texts(__file__)

MANY: Final = 20_000
"""From so many events on it is said how far checking a record is."""


@click.group()
def record() -> None:
    """Matches as portable files: see docs/reference/record.md."""


@record.command("export")
@click.argument("match", type=MatchType())
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=N_("The file to write."))
@click.option("--yes", is_flag=True, help=N_("Don't ask about hidden things, nor before a file is overwritten."))
@folder_option
@click.pass_context
def export_record(context: click.Context, match: str, output: Path | None, yes: bool, folder: Path | None) -> None:
    """Write a match as a record, to the screen or to a file."""
    own = context.with_resource(own_output())
    matches = host.open_matches(os.environ)
    saved = matches.look(matches.find(match).id)
    text, warning = exported(catalogue_with(folder), saved, Profiles(Home.find(os.environ)).load().name or "")
    if warning and not _may(warning, _("Export it all the same?"), _("Add --yes to export it all the same."), yes):
        return
    if output is None:
        click.echo(text.encode(), file=own, nl=False)
        return
    if overwrites(output, text):
        there = _("{file} exists already.").format(file=output)
        if not _may(there, _("Overwrite it?"), _("Add --yes to overwrite it."), yes):
            return
    write(output, text)


def _may(warning: str, question: str, how: str, yes: bool) -> bool:
    """Whether it may be done all the same. Raises ValueError where nobody can be asked."""
    if yes:
        click.echo(warning, err=True)
    elif not sys.stdin.isatty():
        raise ValueError(f"{warning} {how}")
    return yes or _agrees(f"{warning} {question}")


@record.command("import")
@click.argument("file", type=click.File("rb"))
@folder_option
def import_record(file: BinaryIO, folder: Path | None) -> None:
    """Keep a record as a match of one's own, to look at or go on with."""
    catalogue = catalogue_with(folder)
    found, match = _replayed(file, catalogue)
    for seats in (found.seats, match.seats):
        setup.check_levels(match.game, map(from_elsewhere, seats))
    listing = catalogue.find_for(found, any_version=True)
    print(_("Kept as {name}.").format(name=host.keep(os.environ, found, match, listing)))
    click.echo(uncounted.sentence(IMPORTED, over=True), err=True)


@record.command("check")
@click.argument("file", type=click.File("rb"))
@click.option("--fair", is_flag=True, help=N_("Prove the dice too: see docs/reference/fair-dice.md."))
@folder_option
@json_option(N_("What was found, as one JSON object."))
@click.pass_context
def check_record(
    context: click.Context, file: BinaryIO, fair: bool, folder: Path | None, json_to: TextIO | None
) -> None:
    """Check a record against the rules, event by event."""
    found, catalogue = read(file), catalogue_with(folder)
    try:
        match = _played(found, catalogue)
        proof = checked_dice(found, match) if fair else None
    except ValueError:
        proof = checked_dice(found, _as_far_as_it_goes(found, catalogue)) if fair and found.fair else None
        if proof is None or proof.proven:
            raise
    valid = _.plural("The record is valid ({n} event).", "The record is valid ({n} events).", len(found.events))
    document: dict[str, Any] = {"format": "tabletop-check", "version": 1, "events": len(found.events)}
    if json_to:
        print(json.dumps({**document, **({} if proof is None else {"fair": proof.document})}), file=json_to)
    elif proof is not None and not proof.proven:
        click.echo(f"tabletop: {proof.sentences[0]}", err=True)
    else:
        print(valid, *(() if proof is None else proof.sentences), sep="\n")
    if proof is not None and not proof.proven:
        context.exit(1)


@record.command("replay")
@click.argument("file", type=click.File("rb"))
@folder_option
@json_option(N_("One JSON line for the start and one for each event."))
def replay_record(file: BinaryIO, folder: Path | None, json_to: TextIO | None) -> None:
    """Play a record through and show every position."""
    found, catalogue = read(file), catalogue_with(folder)
    plugin = catalogue.find_for(found, any_version=True).plugin
    written = older(found.plugin_version, plugin)
    match = recorded(host.guarded_game(catalogue, found), found)
    _show_line(match, json_to)
    with reading(plugin):
        for event in found.events:
            match.replay(event, written)
            _show_line(match, json_to)
    check_result(found, match)


def _replayed(file: BinaryIO, catalogue: Catalogue) -> tuple[Record, RecordedMatch]:
    found = read(file)
    return found, _played(found, catalogue)


def _as_far_as_it_goes(found: Record, catalogue: Catalogue) -> RecordedMatch:
    """The match up to the first event that the rules refuse."""
    plugin = catalogue.find_for(found, any_version=True).plugin
    match = recorded(host.guarded_game(catalogue, found), found)
    with reading(plugin), suppress(ValueError):
        for event in found.events:
            match.replay(event, older(found.plugin_version, plugin))
    return match


def _played(found: Record, catalogue: Catalogue) -> RecordedMatch:
    plugin = catalogue.find_for(found, any_version=True).plugin
    with reading(plugin):
        game = host.guarded_game(catalogue, found)
        written = older(found.plugin_version, plugin)
        if len(found.events) < MANY:
            match = recorded(game, found, found.events, written)
        else:
            match = _told_how_far(recorded(game, found), found.events, written)
    check_result(found, match)
    return match


def _told_how_far(match: RecordedMatch, events: Sequence[str], written: str) -> RecordedMatch:
    """Replays many events, and says on standard error how far it is."""
    from tabletop.terminal.console import PlainConsole

    console = PlainConsole(sys.stdin, sys.stderr)
    for number, event in enumerate(events):
        if not number % (MANY // 4):
            console.progress(_("Checking the record"), number / len(events))
        match.replay(event, written)
    return match


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
