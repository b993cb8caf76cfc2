"""What the family's rules are made of: moves, throws and states."""

from typing import Final, Literal, NamedTuple

Move = Literal["roll", "hold"]
ROLL: Final = "roll"
HOLD: Final = "hold"

Loss = Literal["turn", "total"]


class Throw(NamedTuple):
    """What one throw does: the points it scores, whether another roll is owed, what it loses."""

    points: int = 0
    again: bool = False
    loses: Loss | None = None


class Lead(NamedTuple):
    """The lot: which seat begins."""

    lead: int


Outcome = tuple[int, ...]
"""The dice as thrown, or a ``Lead``."""


PigState = tuple[int | None, tuple[int, ...], int, int, int, bool, int, int, int, tuple[int, ...]]
"""A state: the fields of ``Position`` in a bare tuple, which makes random playouts 1.6 times as fast."""


class Position(NamedTuple):
    """A state by name, ``Position(*state)``. Points are by seat; ``seat`` is on turn, or was last when all is over."""

    actor: int | None
    banked: tuple[int, ...]
    seat: int
    points: int
    """turn points"""
    rolls: int
    """in this turn, ignored ones too"""
    again: bool
    """whether a double owes another roll"""
    turns: int
    """finished so far, by all seats"""
    leader: int
    """the seat that began; -1 before that is known"""
    closing: int
    """turns left once a seat has reached the target; -1 before"""
    roll_off: tuple[int, ...]
    """sums thrown so far to find who begins"""


PARTNERSHIPS: Final = (0, 1, 0, 1)
"""The side of each of four seats where those who sit opposite are partners."""


def banked_by_side(banked: tuple[int, ...], seat: int, *, partners: bool) -> int:
    """What the side of a seat has banked."""
    return banked[seat] + banked[seat ^ 2] if partners else banked[seat]
