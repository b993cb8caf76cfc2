"""What the players, the solver and the words need of a game of the family, bound to house rules and seats.

Only ``games`` and other plugins know ``family``, which puts all the rest together.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from tabletop_pig.options import FamilyOptions
from tabletop_pig.position import Move, Outcome, PigState, Throw


class Bound(Protocol):
    """A bound game, which every ``FamilyGame`` is. ``type(game)`` binds the same game to other options and seats."""

    seats: int
    cache: Path | None
    die_sides: int
    dead_totals: frozenset[int]

    def __init__(self, options: Any, seats: int) -> None: ...

    @property
    def options(self) -> FamilyOptions:
        """The house rules."""
        ...

    @property
    def dice_count(self) -> int:
        """How many dice are thrown at once."""
        ...

    @property
    def throws(self) -> Mapping[Outcome, Throw]:
        """What each throw of the dice does."""
        ...

    def legal_moves(self, state: PigState) -> Sequence[Move]:
        """See ``Game.legal_moves``."""
        ...

    def total(self, state: PigState) -> int:
        """The turn points of the seat on turn, and what its side has banked."""
        ...

    def overshoots(self, state: PigState, throw: Throw) -> bool:
        """Whether a scoring throw passes an exact target."""
        ...
