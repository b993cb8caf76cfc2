"""What the rules are made of: states, views, outcomes of chance, and the history of a round.

Tiles are numbered in the order of ``tiles.double_set``; a set of tiles is a whole number in which bit ``t`` stands for
tile ``t``. A move is its canonical text.
"""

from typing import Final, Literal, NamedTuple

from tabletop import Deal

Move = str
"""``play 6-4`` (the first tile), ``play 6-4 left``, ``play 6-4 right``, ``draw`` or ``pass``."""
DRAW: Final = "draw"
PASS: Final = "pass"

Reason = Literal["out", "blocked", "passed_out"]

History = tuple[tuple[int, Move], ...]
"""The moves of a round, each with its seat. It holds nothing that is hidden."""


class Lead(NamedTuple):
    """The lot: which seat leads."""

    seat: int


Outcome = Deal[int] | Lead
"""A deal of the numbers of all tiles, or the lot."""


class LastRound(NamedTuple):
    """How a round ended: pips by seat, the winning side or None, its points, and the seat that went out or None."""

    reason: Reason
    pips: tuple[int, ...]
    winner: int | None
    points: int
    out: int | None


class Round(NamedTuple):
    """What a move doesn't change, unless it ends the round."""

    number: int
    """from 1; 0 before the first deal"""
    leader: int
    """-1 until it is known"""
    bound: int
    """the tile that the leader must set, or -1"""
    stock: tuple[int, ...]
    """the boneyard in drawing order, of which the last tiles are left"""
    reachable: int
    """the set of the tiles that were dealt or may be drawn"""
    scores: tuple[int, ...]
    """by side"""
    last: LastRound | None
    """the round that ended last"""
    finished: bool
    """whether it is time for the next deal, or the match is over"""
    sheet: tuple[tuple[int, ...], ...] = ()
    """the points of each side in each round that has ended"""


class PassingState(NamedTuple):
    """A state."""

    actor: int | None
    hands: tuple[int, ...]
    """a set of tiles for each seat; empty before the first deal"""
    left: int
    """the number at the left end; -1 for an empty train"""
    right: int
    unplayed: int
    """the set of the tiles that don't lie in the train"""
    boneyard: int
    """how many tiles are left, those that may never be drawn too"""
    passes: int
    """in a row"""
    history: History
    round: Round


class PassingView(NamedTuple):
    """What one seat may know of a state."""

    seat: int | None
    """whose view it is; None: a bystander's, whose hand is empty"""
    actor: int | None
    hand: int
    """its own hand, a set of tiles"""
    counts: tuple[int, ...]
    """how many tiles each seat holds; empty before the first deal"""
    left: int
    right: int
    boneyard: int
    passes: int
    history: History
    number: int
    leader: int
    bound: int
    """the tile that this seat must set now, or -1"""
    scores: tuple[int, ...]
    last: LastRound | None
    finished: bool
    sheet: tuple[tuple[int, ...], ...] = ()
    open: tuple[int, ...] = ()
    """the hands of all seats, laid open at the end of a round; empty while one is played"""
