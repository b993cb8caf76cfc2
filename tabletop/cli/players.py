"""``tabletop player``: players that are programs, and this program as one."""

import os
import shlex
import shutil
import sys
from functools import partial
from pathlib import Path

import click

from tabletop.cli.arguments import GameType, traffic_option
from tabletop.complaints import printable
from tabletop.cpu import players
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.cpu.engines.speaking import Speaker
from tabletop.cpu.engines.steps import tried
from tabletop.cpu.engines.trials import Trial
from tabletop.guard.output import own_output
from tabletop.guard.proxies import GuardedPlayer
from tabletop.host import Host, engine_of, lend_cache
from tabletop.i18n import N_, Texts
from tabletop.lines import show_line
from tabletop.plugins.find.catalogue import GameListing, load
from tabletop.saves.programs import registered

_ = Texts(__file__)


@click.group(no_args_is_help=False)
def player() -> None:
    """Players that are programs: see docs/write-a-player.md."""


@player.command()
@click.argument("name")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--seconds", type=float, default=10.0, help=N_("How long it may think about a move."))
@click.option("--memory", type=int, default=2048, help=N_("How many megabytes it may use."))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("An option of its own."))
def add(name: str, command: tuple[str, ...], seconds: float, memory: int, settings: tuple[str, ...]) -> None:
    """Register a program as a player: tabletop player add NAME -- COMMAND…"""
    wrong = [setting for setting in settings if "=" not in setting]
    if wrong:
        raise ValueError(_("“{text}” should be written “{text}=value”.").format(text=wrong[0]))
    found = shutil.which(command[0])
    if found is None:
        raise ValueError(_("There is no program “{program}” here.").format(program=printable(command[0])))
    options = dict(setting.split("=", 1) for setting in settings)
    command = (os.path.abspath(found), *command[1:])
    fields = {"folder": os.getcwd(), "options": options, "seconds": seconds, "memory": memory}
    _here().programs.add(registered(name=name, command=command, **fields))
    text = _("Registered. It sits down as cpu:exec:{name}; “tabletop player test {name} GAME” tries it.")
    print(text.format(name=name))


@player.command("list")
def list_players() -> None:
    """The players that are registered, with their commands."""
    found = _here().programs.list()
    for one in found:
        show_line(printable(f"{one.name}  {shlex.join(one.command)}", 2_000))
    if not found:
        print(_("No program is registered as a player."))


@player.command()
@click.argument("name")
def remove(name: str) -> None:
    """Forget a player. Matches in which it plays stay."""
    _here().programs.remove(name)
    print(_("The player {name} is forgotten; its program is where it was.").format(name=name))


@player.command()
@click.argument("name")
@click.argument("game", type=GameType())
@traffic_option
@click.option("--against", metavar="LEVEL", help=N_("Let it also play matches against a CPU player, such as easy."))
@click.option("--matches", default=100, type=click.IntRange(1, 1_000_000), help=N_("How many."))
def test(name: str, game: str, traffic: Path | None, against: str | None, matches: int) -> int:
    """Try a player at a game, step by step."""
    here = _here()
    found, listing = here.programs.find(name), here.catalogue.find(game)
    engine = engine_of(here.home, found, traffic)
    failed = number = 0
    with own_output() as out:
        try:
            trial = Trial(engine, load(listing), listing.id)
            for step in tried(trial):
                number, failed = step.number, failed + bool(step.fault)
                print(f"{step.number:3}  It {step.text}: {printable(step.fault, 400) or 'ok'}", file=out, flush=True)
            if against and not failed:
                print(_won(here, listing, trial, against, matches), file=out, flush=True)
        finally:
            engine.close()
    passed = _("{name} can play: it has passed all {n} steps.").format(name=name, n=number)
    not_passed = _("{name} has failed in {failed} of {n} steps.").format(name=name, failed=failed, n=number)
    print(not_passed if failed else passed)
    return 1 if failed else 0


def _won(here: Host, listing: GameListing, trial: Trial, level: str, matches: int) -> str:
    """How many matches a player wins against a CPU player, in the seats in turn."""
    other = GuardedPlayer(players.find(lend_cache(here.home, trial.game), level, timed=False), str(listing.plugin))
    won = 0.0
    try:
        for seed in range(matches):
            won += trial.play(seed, seed % trial.game.seats, other=other)
    except PlayerFault as why:
        raise ValueError(str(why)) from None
    text = _("{name} has won {won:g} of {n} matches against {level}.")
    return text.format(name=trial.engine.name, won=won, n=matches, level=level)


@player.command()
@click.argument("game", type=GameType())
@click.option("--level", default="medium", help=N_("Which CPU player, such as easy or expert."))
def run(game: str, level: str) -> int:
    """Play for another program: the protocol of docs/reference/player-protocol.md on standard input and output."""
    here = _here()
    listing = here.catalogue.find(game)
    with own_output() as out:
        lend = partial(lend_cache, here.home)
        speaker = Speaker(load(listing), listing.id, level, str(listing.plugin), out.buffer, lend)
        why = speaker.run(sys.stdin.buffer)
    if why:
        raise ValueError(why)
    return 0


def _here() -> Host:
    def warn(sentence: str) -> None:
        print("tabletop: " + printable(sentence, 1_000), file=sys.stderr, flush=True)

    return Host.here(os.environ, warn=warn)
