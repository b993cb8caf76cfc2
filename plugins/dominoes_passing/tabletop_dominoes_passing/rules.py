"""What all parts of the game need to know of it: the house rules for so many seats, and what follows from them."""

from typing import NamedTuple, Self

from tabletop_dominoes_passing.moves import MoveTables
from tabletop_dominoes_passing.options import PassingOptions


class Rules(NamedTuple):
    """The rules of one match."""

    options: PassingOptions
    seats: int
    sides: tuple[int, ...]
    """by seat; those who sit opposite share a side in a partnership"""
    tables: MoveTables
    hand_size: int
    target: int
    reserve: int
    """how many tiles of the boneyard are never drawn"""
    lap: int
    """so many passes in a row end a round"""

    @classmethod
    def of(cls, options: PassingOptions, seats: int) -> Self:
        """The rules by options that ``PassingOptions.check`` has gone over."""
        tables = MoveTables(options.max_pip)
        hand_size = options.hand_size or 0
        return cls(
            options=options,
            seats=seats,
            sides=(0, 1, 0, 1) if options.partners else tuple(range(seats)),
            tables=tables,
            hand_size=hand_size,
            target=options.target or 0,
            reserve=min(options.reserve, len(tables.tiles) - hand_size * seats),
            lap=seats * options.pass_out_laps,
        )

    def lead_rule(self, number: int) -> str:
        """How the leader of a round, counted from 1, is found."""
        return self.options.first_lead if number == 1 else self.options.next_lead
