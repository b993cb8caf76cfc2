"""The hooks that a plugin may implement, and the marker for its implementations."""

from collections.abc import Mapping
from typing import Any

import pluggy

from tabletop.game import Game

hookspec = pluggy.HookspecMarker("tabletop")
hookimpl = pluggy.HookimplMarker("tabletop")
"""Marks a function of a plugin's package as the implementation of the hook of that name."""


@hookspec
def tabletop_games() -> Mapping[str, type[Game[Any, Any, Any, Any, Any]]]:  # type: ignore[empty-body]
    """The plugin's games by id. Ids are those of the manifest. Called when one of them is opened."""
