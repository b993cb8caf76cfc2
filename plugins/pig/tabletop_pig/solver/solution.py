"""The answer of the solver: what every state of a match between two seats is worth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.bound import Bound
from tabletop_pig.position import HOLD, ROLL, Move, PigState, Position
from tabletop_pig.solver.between import blocks, turns_from
from tabletop_pig.solver.closing import Closing, closing_turns
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.turn import Turns, best_turns

_TURNS_KEPT = 256
_FAR = 10**9


class _Turn(NamedTuple):
    """One turn from inside. Past the ends of its arrays only the lead over the other seat matters, if anything."""

    own: int
    other: int
    raises: bool
    """whether a greater total makes it harder for the other seat, which has a turn left"""
    rolls: Floats
    """(rows, levels): the value of rolling, from total ``own`` on"""
    bank: Floats
    """by the total banked"""
    loss: float
    """what a losing throw adds to the value of rolling, far up"""


@dataclass(eq=False)
class Solution:
    """Optimal play of one game with two seats, ties by shared first rank counted one half.

    In memory it keeps 8 bytes for each state between turns, 80 kB at target 100 (160 kB with ``complete_round``); the
    inside of a turn is made when it is asked for, in 1 to 4 ms, and the last 256 turns are kept.
    """

    game: Bound
    values: Floats
    """(roles, own total, other total): for the seat that plays next. With two roles, role 0 is the seat that began."""
    residual: float
    """the largest difference between the value of a state between turns and its best move's"""
    states: int
    """how many states within turns were solved"""
    seconds: float
    turns: float
    """the expected number of turns of a match; ``residual`` times the most turns to come bounds the error"""
    closing: Closing
    cached: bool = False
    """whether it was read from disk"""
    method: str = "exact"
    trembling: float = 0.0
    """it doesn't: as a player for ``evaluate`` it plays perfectly"""
    _model: Model = field(init=False, repr=False)
    _inside: Callable[[int, int, int, bool], _Turn] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The game's numbers, and room for the turns last looked at (safe for several threads)."""
        self._model = Model.of(self.game)
        self._inside = lru_cache(_TURNS_KEPT)(self._look_inside)

    @property
    def win_probability(self) -> float:
        """The chance of the seat that begins."""
        return float(self.values[0, 0, 0])

    def value(self, state: PigState) -> float:
        """The win probability, under optimal play of both, of the state's ``seat``.

        That is the seat on turn; while dice are in the air the one that threw them; before it is known who begins
        seat 1; and when the match is over the seat that played last, with its share of the win: 0, 1/2 or 1.
        """
        position = Position(*state)
        if position.actor is None:
            own, other = position.banked[position.seat], position.banked[1 - position.seat]
            return 0.5 if own == other else float(own > other)
        if position.leader < 0:
            leads = self._chance_to_lead(position.roll_off)
            return leads * self.win_probability + (1 - leads) * (1 - self.win_probability)
        if position.actor < 0:
            return self._roll(position)
        return max(self.move_values(state).values())

    def move_values(self, state: PigState) -> dict[Move, float]:
        """The win probability of the seat on turn after each legal move, best play following."""
        position = Position(*state)
        return {
            move: self._roll(position) if move == ROLL else self._hold(position)
            for move in self.game.legal_moves(state)
        }

    def best_move(self, state: PigState) -> Move:
        """The move of the highest value; of equals, hold."""
        values = self.move_values(state)
        return HOLD if HOLD in values and values[HOLD] >= values[ROLL] else ROLL

    def thresholds(self) -> NDArray[np.int64]:
        """(roles, own total, other total): the fewest turn points with which holding is best, 0 if never.

        With a roll limit, after one roll. Beyond it there may be rare points with which rolling is best again.
        """
        model = self._model
        table = np.zeros(self.values.shape, dtype=np.int64)
        for role, columns in blocks(model):
            turns = turns_from(model, self.closing, self.values, role, slice(0, model.target), columns)
            holds = best_turns(model, turns).holds[:, :, min(1, model.levels - 1)]
            own = np.arange(model.target)[:, None]
            never = np.zeros_like(own) if model.exact else turns.top - own
            table[role, :, columns] = np.where(holds.any(axis=0), holds.argmax(axis=0) - own, never)
        return table

    def turns_against(self, role: int, columns: slice) -> Turns:
        """All turns of a role against the other totals ``columns``, best play following."""
        return turns_from(self._model, self.closing, self.values, role, slice(0, self._model.target), columns)

    def _chance_to_lead(self, roll_off: tuple[int, ...]) -> float:
        if not roll_off:
            return 0.5
        sums = [sum(thrown) for thrown in self.game.throws]
        less, equal = sum(other < roll_off[0] for other in sums), sums.count(roll_off[0])
        return (less + equal / 2) / len(sums)

    def _turn(self, position: Position) -> _Turn:
        seat = position.seat
        role = (seat - position.leader) % 2 if self._model.roles == 2 else 0
        return self._inside(role, position.banked[seat], position.banked[1 - seat], position.closing > 0)

    def _look_inside(self, role: int, own: int, other: int, closes: bool) -> _Turn:
        if closes:
            turns = closing_turns(self._model, other, range(own, own + 1))
        else:
            turns = turns_from(
                self._model, self.closing, self.values, role, slice(own, own + 1), slice(other, other + 1)
            )
        best = best_turns(self._model, turns, keep_rolls=True)
        assert best.rolls is not None
        model = self._model
        loss = model.lose_turn * turns.lost[0, 0] + model.lose_total * turns.zero[0]
        raises = not closes and model.closes(role)
        return _Turn(own, other, raises, best.rolls[:, 0, :, 0], turns.bank[:, 0], loss / (1 - model.again))

    def _roll(self, position: Position) -> float:
        turn, points = self._turn(position), position.points
        if points < len(turn.rolls):
            return float(turn.rolls[points, min(position.rolls, self._model.levels - 1) if self._model.limit else 0])
        lead = turn.own + points - turn.other if turn.raises else _FAR
        return turn.loss + float(self.closing.roll(np.array(lead)))

    def _hold(self, position: Position) -> float:
        turn, total = self._turn(position), position.banked[position.seat] + position.points
        if total < len(turn.bank):
            return float(turn.bank[total])
        return 1 - float(self.closing.chance(np.array(total - turn.other))) if turn.raises else 1.0
