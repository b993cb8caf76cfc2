"""The hooks that a plugin may implement, and the marker for its implementations."""

from collections.abc import Callable, Mapping
from typing import Any

import pluggy

from tabletop.game import Game
from tabletop.sitting import Command, Sitting
from tabletop.skill import Strategy

hookspec = pluggy.HookspecMarker("tabletop")
hookimpl = pluggy.HookimplMarker("tabletop")
"""Marks a function of a plugin's package as the implementation of the hook of that name."""


@hookspec
def tabletop_games() -> Mapping[str, type[Game[Any, Any, Any, Any, Any]]]:  # type: ignore[empty-body]
    """The plugin's games by id. Ids are those of the manifest. Called when one of them is opened."""


@hookspec
def tabletop_strategies() -> Mapping[str, Callable[..., Strategy[Any, Any]]]:  # type: ignore[empty-body]
    """CPU players for any game, by name: ``cpu:name`` seats one. Needs ``"strategies"`` in the manifest's ``provides``.

    A factory is given the bound game, then the parameters of ``cpu:name:4/2`` as texts; it raises ValueError, with the
    reason, for a game or parameters that it can't use. A name that the game, the host or another plugin has too is
    reached as ``cpu:distribution/name``. Called when a game is opened.
    """


@hookspec
def tabletop_commands() -> Mapping[str, Command]:  # type: ignore[empty-body]
    """Commands of the shell at the table, by name. Needs ``"commands"`` in the manifest's ``provides``.

    A name that the host or another plugin has too is typed as ``distribution:name``. Called when a match is begun.
    """


@hookspec
def tabletop_match_started(sitting: Sitting) -> None:
    """A match is begun, or gone on with, at the table. Needs ``"notifications"`` in the manifest's ``provides``.

    Like the other notifications it is told what a bystander sees, after everything is saved and shown; nothing waits
    for an answer but the table itself, so be quick.
    """


@hookspec
def tabletop_match_event(sitting: Sitting, event: str) -> None:
    """Something was played at the table: ``event`` is its text as a bystander sees it. A notification."""


@hookspec
def tabletop_match_finished(sitting: Sitting) -> None:
    """A match has ended at the table; ``sitting.ranks`` says how. A notification."""
