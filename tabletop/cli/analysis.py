"""Commands that know better: solve, analyse, review."""

import json
import math
import os
import sys
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, TextIO

import click

from tabletop import host, setup
from tabletop.analysis import Estimating, Solver
from tabletop.cli.answers import response, small, thresholds, told
from tabletop.cli.arguments import GameType, MatchType, json_option, plain_option
from tabletop.cli.at_screen import session_with
from tabletop.cli.beaten import Beaten, as_json, beaten
from tabletop.cli.beaten import told as sentence
from tabletop.cli.folders import catalogue_with, folder_option, only_game
from tabletop.cli.pictures import check_picture, write_picture
from tabletop.cpu import analysts
from tabletop.guard.lapses import Lapses
from tabletop.guard.proxies import GuardedAnalyst
from tabletop.guard.watchdog import Watchdog
from tabletop.i18n import N_, Texts
from tabletop.match import with_options
from tabletop.outside import recorded
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import older
from tabletop.record import read
from tabletop.saves import Home
from tabletop.terminal.advice import hint_text
from tabletop.terminal.console import PlainConsole
from tabletop.terminal.looking_back import look_back
from tabletop.terminal.session import Session
from tabletop.terminal.waiting import wait_for
from tabletop.tournament import plots

_ = Texts(__file__)

_LONG = 30.0
"""Seconds of solving from which on it is told beforehand."""


@click.command()
@click.argument("game", required=False, type=GameType())
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule, such as target=50."))
@json_option(N_("One JSON line."))
@click.option("--policy", type=click.Path(dir_okay=False, path_type=Path), help=N_("Write the optimal policy there."))
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help=N_("Write a picture of it there: SVG or PNG.")
)
@click.option("--against", metavar="PLAYER", help=N_("How much a CPU player can be beaten by."))
@folder_option
@plain_option
@click.pass_obj
def solve(
    group_plain: bool,
    game: str | None,
    settings: tuple[str, ...],
    json_to: TextIO | None,
    policy: Path | None,
    plot: Path | None,
    against: str | None,
    folder: Path | None,
    plain: bool,
) -> None:
    """Solve a game for two seats: the exact chance of winning of the seat that begins."""
    here = session_with(folder, plain=plain or group_plain or json_to is not None)
    game = game or only_game(folder)
    listing = here.choose_game(game)
    rules = load(listing)
    values = setup.read_settings(rules.options_model, settings)
    bound = host.lend_cache(here.home, with_options(rules, values, 2))
    solver = bound.solver()
    if solver is None:
        if against is None or policy is not None or plot is not None:
            raise ValueError(_("The game “{id}” can't be solved.").format(id=game))
        _beaten(here, bound, listing, against, json_to)
        return
    check_picture(plot)
    _tell_how_long(solver)
    found = _solved(here, solver, quiet=json_to is not None)
    if policy is not None:
        _write(policy, solver.policy())
    tables = thresholds(solver) if plot is not None else {}
    if plot is not None:
        write_picture(plot, plots.policy(tables, listing.title))
    options = bound.options.model_dump(mode="json")
    reply = None if against is None else response(bound, solver, against, str(listing.plugin))
    if json_to:
        answer = {} if reply is None else {"against": {"player": against, **reply._asdict()}}
        print(json.dumps({"game": game, "options": options, **found, **answer}), file=json_to)
        return
    print(_("The seat that begins wins with probability {value:.9f}.").format(value=found["win_probability"]))
    said = _("Method: {method}; residual {residual:.1e}; {states} states; {seconds:.2f} s.").format(**found)
    print(said + (" " + _("It was solved before.") if found["cached"] else ""))
    for line in [*([] if reply is None else told(str(against), reply)), *small(tables)]:
        print(line)


def _beaten(here: Session, bound: Any, listing: GameListing, against: str, json_to: TextIO | None) -> None:
    """How much a player can be beaten by at least, where there is no solution to tell."""

    def look(_progress: object) -> Beaten:
        return beaten(bound, listing.full_name, against.removeprefix("cpu:"), str(listing.plugin))

    found = look(None) if json_to else wait_for(here.console, look, _("Playing"))
    if json_to:
        options = bound.options.model_dump(mode="json")
        print(json.dumps({"game": listing.id, "options": options, "against": as_json(against, found)}), file=json_to)
    else:
        print(sentence(against, found))


def _tell_how_long(solver: Solver) -> None:
    """Says, before it begins, that solving takes long."""
    seconds = solver.seconds() if isinstance(solver, Estimating) else 0.0
    if seconds >= _LONG:
        minutes = math.ceil(seconds / 60)
        said = _.plural(
            "This will take {n} minute or more; Ctrl-C stops it.",
            "This will take {n} minutes or more; Ctrl-C stops it.",
            minutes,
        )
        print(f"tabletop: {said}", file=sys.stderr, flush=True)


def _solved(here: Session, solver: Solver, *, quiet: bool) -> dict[str, Any]:
    if quiet:
        return solver.solve(lambda _done: None)._asdict()
    return wait_for(here.console, solver.solve, _("Solving"))._asdict()


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(_("{file} can't be written: {why}.").format(file=file, why=error.strerror)) from None


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--at", type=click.IntRange(min=0), help=N_("The position after so many events; the last one if left out.")
)
@folder_option
@json_option(N_("One JSON line."))
def analyse(file: BinaryIO, at: int | None, folder: Path | None, json_to: TextIO | None) -> None:
    """What each move of a position in a record is worth."""
    record = read(file)
    events = record.events if at is None else record.events[:at]
    if at is not None and at > len(record.events):
        raise ValueError(_("The record has only {count} events.").format(count=len(record.events)))
    catalogue = catalogue_with(folder)
    plugin = catalogue.find_for(record, any_version=True).plugin
    game = host.lend_cache(Home.find(os.environ), host.bound_game(catalogue, record))
    with reading(plugin):
        match = recorded(game, record, events, older(record.plugin_version, plugin))
    moves = match.legal_moves()
    if not moves:
        raise ValueError(_("No seat is on turn in this position: choose another with --at."))
    seat = match.to_act
    assert seat is not None
    analyst = GuardedAnalyst(analysts.find(game), str(plugin), Watchdog())
    with Lapses(lambda failure: click.echo(f"tabletop: {failure}", err=True)).heard():
        wait_for(PlainConsole(sys.stdin, sys.stderr), analyst.prepare, _("Working out the best play"))
        found = analyst.analyse(match.view(seat), moves, Random(0))
    if not json_to:
        print(hint_text(game, found))
        return
    values = [
        {"move": game.notation(move), "value": value} | ({} if error is None else {"error": error})
        for move, value, error in found.moves
    ]
    print(json.dumps({"seat": found.seat + 1, "method": found.method, "moves": values}), file=json_to)


@click.command()
@click.argument("match", required=False, type=MatchType())
@folder_option
@plain_option
@click.pass_obj
def review(group_plain: bool, match: str | None, folder: Path | None, plain: bool) -> None:
    """Look back at a finished match: what each decision cost, how well each seat played."""
    look_back(session_with(folder, plain=plain or group_plain), match)
