"""The commands of the program, each imported when it is meant, so that none brings what only another one needs."""

from collections.abc import MutableMapping
from importlib import import_module
from typing import Final

import click

from tabletop.cli.about import ABOUT
from tabletop.cli.language import translate
from tabletop.i18n import Texts
from tabletop.interrupts import leaving_at_once

_ = Texts(__file__)

_MODULES: Final = {
    "analyse": "analysis",
    "completion": "completing",
    "doctor": "doctor",
    "games": "games",
    "join": "join",
    "learn": "learn",
    "matches": "matches",
    "play": "play",
    "player": "players",
    "plugins": "plugins",
    "record": "records",
    "resume": "play",
    "review": "analysis",
    "rules": "play",
    "serve": "serve",
    "settings": "settings",
    "solve": "analysis",
    "stats": "stats",
    "study": "study",
    "tournament": "tournament",
    "watch": "matches",
}
"""Where each command is, in this package."""


class Program(click.Group):
    """``tabletop`` with all its commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(_MODULES)

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        """The command of that name, in the language in use."""
        if cmd_name not in _MODULES:
            return None
        with leaving_at_once():
            module = import_module(f"tabletop.cli.{_MODULES[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        translate(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what each of them is for."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, self._about(name)) for name in _MODULES])

    def _about(self, name: str) -> str:
        command = None if name in ABOUT else self.get_command(None, name)
        return _(ABOUT[name]) if command is None else command.get_short_help_str()

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All of them, imported."""
        found = {name: self.get_command(None, name) for name in _MODULES}
        return {name: command for name, command in found.items() if command is not None}

    @commands.setter
    def commands(self, commands: MutableMapping[str, click.Command]) -> None:
        """There are no others."""
