"""The checks, one file for each subject; importing this package registers them all."""

from tabletop.testing.checks import (
    chance,
    extras,
    golden,
    hidden,
    moves,
    options,
    players,
    purity,
    refusal,
    replay,
    scoring,
    seats,
    secrets,
    sources,
    table,
    words,
)
from tabletop.testing.registry import CHECKS

__all__ = [
    "CHECKS",
    "chance",
    "extras",
    "golden",
    "hidden",
    "moves",
    "options",
    "players",
    "purity",
    "refusal",
    "replay",
    "scoring",
    "seats",
    "secrets",
    "sources",
    "table",
    "words",
]
