"""Who plays in a tournament, as it is typed: CPU players, registered programs, and programs named for this once."""

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop.cpu import players
from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.faults import PlayerFault
from tabletop.i18n import Texts
from tabletop.tournament.entrants import parted
from tabletop.tournament.plan import NamedProgram, Plan
from tabletop.tournament.playing import AnyGame
from tabletop.tournament.programs import bounds_of

_ = Texts(__file__)


def commands_of(typed: Sequence[str], game: AnyGame) -> dict[str, list[str]]:
    """The programs that are named for this tournament only, each with its list of arguments."""
    found: dict[str, list[str]] = {}
    for text in typed:
        name, equals, command = text.partition("=")
        words = _words(command)
        if not equals or not words:
            raise ValueError(
                _("“{text}” should be a name and a command: --player mine='python3 mine.py'.").format(text=text)
            )
        if name in found:
            raise ValueError(_("Each player can be named once only."))
        if name in players.offered(game, timed=False):
            raise ValueError(
                _("{name} is a CPU player of this game: call the program something else.").format(name=name)
            )
        found[name] = words
    return found


def _words(command: str) -> list[str]:
    """A command as a list of arguments; no shell sees it."""
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return []


def names_of(options: Mapping[str, Any], commands: Mapping[str, Sequence[str]]) -> list[str]:
    """Who plays, by name: those that are named with a command too."""
    if (options["players"] is not None and options["teams"] is not None) or not (
        options["players"] or options["teams"] or commands
    ):
        raise ValueError(_("Say who plays: --players hard,expert, or --teams hard+easy,medium+medium."))
    typed = (options["players"] or options["teams"] or "").split(",")
    found = [one.strip().removeprefix("cpu:") for one in typed if one.strip()]
    named_there = {parted(word)[0] for one in found for word in one.split("+")}
    return found + [name for name in commands if name not in named_there]


def try_out(program: NamedProgram, plan: Plan) -> str:
    """Starts it once: what is wrong with it, as a sentence. Raises ValueError where there is no such command."""
    engine = Engine(
        program.name, program.command, folder=Path(program.folder), bounds=bounds_of(program.word, program, plan.limits)
    )
    try:
        engine.begin()
    except PlayerFault as fault:
        if fault.kind == "start":
            raise ValueError(str(fault)) from None
        return str(fault)
    finally:
        engine.close()
    return ""
