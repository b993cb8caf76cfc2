"""Arguments and options that several commands have."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from tabletop.guard.output import own_output
from tabletop.i18n import N_
from tabletop.saves.chosen import chosen
from tabletop.saves.errors import SaveError
from tabletop.saves.home import Home

F = TypeVar("F", bound=Callable[..., Any])
if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType


class GameType(_Text):
    """A game's id; the shell completes it."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The installed games."""
        from tabletop.plugins.find.catalogue import Catalogue

        games = Catalogue.installed().games
        return [CompletionItem(game.name, help=game.title) for game in games if game.name.startswith(incomplete)]


class MatchType(_Text):
    """A saved match; the shell completes it."""

    name = "match"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The saved matches."""
        from tabletop import host

        try:
            matches = host.open_matches(os.environ).each()
            return [CompletionItem(match.id) for match in matches if match.id.startswith(incomplete)]
        except SaveError:
            return []


def plain_option(command: F) -> F:
    """Adds ``--plain``."""
    text = N_("Plain lines without any escape code, as for pipes and screen readers.")
    return click.option("--plain", is_flag=True, help=text)(command)


def is_plain(*flags: bool) -> bool:
    """Whether lines are to be plain: where the command line or the settings say so."""
    if any(flags) or os.environ.get("ACCESSIBLE") == "1":
        return True
    return chosen(Home.find(os.environ)).plain


def private_option(command: F) -> F:
    """Adds ``--private``."""
    return click.option("--private", is_flag=True, help=N_("Keep nothing of what is typed for the next time."))(command)


def traffic_option(command: F) -> F:
    """Adds ``--traffic``."""
    text = N_("A folder that keeps all that is said to players that are programs, and what they answer.")
    return click.option("--traffic", type=click.Path(file_okay=False, path_type=Path), help=text)(command)


def json_option(text: str) -> Callable[[F], F]:
    """Adds ``--json``: the command is given where to write then, which nobody else writes to, else None."""

    def keep(context: click.Context, _option: click.Parameter, wanted: bool) -> TextIO | None:
        return context.with_resource(own_output()) if wanted else None

    return click.option("--json", "json_to", is_flag=True, callback=keep, help=text)
