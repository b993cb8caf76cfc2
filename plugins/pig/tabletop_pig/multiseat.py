"""Play with any number of seats, built on the exact solution for two.

The model: a seat's chance to win is proportional to a power of the product of its chances to beat each other seat
alone, as the exact solution for two seats gives them, whoever of the two moves first. (For three seats at target 20,
where the power is 1, this gives .4964, .3100, .1936 by seat, as the exact solution does.) The power is below 1 where
the others have turns left to come after whoever leads: see ``power``. The seat on turn plays its own turn
exactly against these chances. What comes after the target is reached isn't modelled so but counted: the bar that is
to be beaten, and the chances of the seats that still have a turn to beat what is banked.

With two seats all this is the exact solution itself.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from tabletop_pig.bound import Bound
from tabletop_pig.position import HOLD, ROLL, Move, PigState, Position
from tabletop_pig.solver.model import Floats, Model
from tabletop_pig.solver.solution import Solution
from tabletop_pig.solver.three import Three
from tabletop_pig.solver.turn import Turns, best_turns

_RAISE = 150
"""So far above the target, or the bar, every hold is taken."""
_TURNS_KEPT = 512


def power(target: int, seats: int) -> float:
    """Of the product of the chances of two seats: 1 with two seats and to target 20, falling to 0.8 from target 40 on.

    Fitted to the exact values of three seats at targets 20, 40, 60 and 100; four seats at 40 agree
    (``tests/benchmarks/pairwise_loss.py``).
    """
    return 1.0 if seats == 2 else min(1.0, max(0.8, 1.2 - target / 100))


class Pairwise:
    """What moves are worth to the seat on turn, for a game with any number of seats."""

    def __init__(self, game: Bound, duel: Solution) -> None:
        """``duel`` solves the same game for two seats."""
        self.game, self.duel = game, duel
        self._model = Model.of(duel.game)
        self._power = power(self._model.target, game.seats)
        self._inside = lru_cache(_TURNS_KEPT)(self._look_inside)

    def chances(self, banked: tuple[int, ...], moving: int, leader: int) -> Floats:
        """By seat, the chance to win when ``moving`` begins a turn, outside the last turns; they sum to 1."""
        strengths = np.ones(len(banked))
        for first, later in _pairs(len(banked), moving):
            beats = self._beats(banked[first], banked[later], self._role(first, later, leader))
            strengths[first] *= beats
            strengths[later] *= 1 - beats
        strengths **= self._power
        whole = strengths.sum()
        return strengths / whole if whole else np.full(len(banked), 1 / len(banked))

    def move_values(self, view: PigState) -> dict[Move, float]:
        """The chance to win of the seat on turn after each of its legal moves, under the model."""
        position = Position(*view)
        if self.game.seats == 2:
            return self.duel.move_values(view)
        rolls, bank = self._inside(position.banked, position.seat, position.leader, position.closing)
        level = min(position.rolls, self._model.levels - 1) if self._model.limit else 0
        points = min(position.points, len(rolls) - 1)
        total = min(position.banked[position.seat] + position.points, len(bank) - 1)
        return {
            move: float(rolls[points, level]) if move == ROLL else float(bank[total])
            for move in self.game.legal_moves(view)
        }

    def best_move(self, view: PigState) -> Move:
        """The move of the highest value; of equals, hold."""
        values = self.move_values(view)
        return HOLD if HOLD in values and values[HOLD] >= values[ROLL] else ROLL

    def _role(self, first: int, later: int, leader: int) -> int:
        """The role of ``first``, which moves before ``later``, between the two alone."""
        seats = self.game.seats
        return int(self._model.roles == 2 and (first - leader) % seats > (later - leader) % seats)

    def _beats(self, own: int, other: int, role: int) -> float:
        return float(self.duel.values[role, own, other])

    def _look_inside(self, banked: tuple[int, ...], seat: int, leader: int, closing: int) -> tuple[Floats, Floats]:
        """The values of rolling (rows, levels) from the banked total on, and of banking, by total."""
        model, own = self._model, banked[seat]
        bar = max(model.target, *(total for other, total in enumerate(banked) if other != seat))
        top = model.target + 1 if model.exact else max(bar + _RAISE, own + model.minimum)
        bank = np.zeros(top + (0 if model.exact else model.widest))
        if closing < 0:
            bank[: model.target] = self._race(banked, seat, leader)
            after = self._turns_after(seat, leader)
            bank[model.target :] = self._unbeaten(np.arange(model.target, len(bank)), banked, seat, after)
        else:
            tied = sum(total == bar for other, total in enumerate(banked) if other != seat)
            bank[bar:] = self._unbeaten(np.arange(bar, len(bank)), banked, seat, closing - 1)
            bank[bar] /= tied + 1
        won = np.full((model.widest, 1), model.settled.sum() / (1 - model.again))
        turns = Turns(own, bank[own : own + 1, None], bank[:1], bank[:, None], top, won)
        best = best_turns(model, turns, keep_rolls=True)
        assert best.rolls is not None
        return best.rolls[:, 0, :, 0], bank

    def _race(self, banked: tuple[int, ...], seat: int, leader: int) -> Floats:
        """By total below the target: the chance to win with that total banked, the other seats moving first."""
        seats = len(banked)
        others = [(seat + turn) % seats for turn in range(1, seats)]
        own = np.ones(self._model.target)
        theirs = np.zeros(self._model.target)
        for rival in others:
            beaten = self.duel.values[self._role(rival, seat, leader), banked[rival]]
            own = own * (1 - beaten)
            strength = beaten
            for third in others:
                if third != rival:
                    strength = strength * self._wins(banked, rival, third, seat, leader)
            theirs = theirs + strength**self._power
        own = own**self._power
        return np.asarray(own / np.maximum(own + theirs, 1e-300))

    def _wins(self, banked: tuple[int, ...], one: int, two: int, last: int, leader: int) -> float:
        """The chance of ``one`` to beat ``two`` when the seat after ``last`` moves next."""
        seats = len(banked)
        if (one - last - 1) % seats < (two - last - 1) % seats:
            return self._beats(banked[one], banked[two], self._role(one, two, leader))
        return 1 - self._beats(banked[two], banked[one], self._role(two, one, leader))

    def _turns_after(self, seat: int, leader: int) -> int:
        seats = self.game.seats
        if self._model.ending == "immediate":
            return 0
        return seats - 1 - ((seat - leader) % seats if self._model.ending == "complete_round" else 0)

    def _unbeaten(self, totals: Any, banked: tuple[int, ...], seat: int, turns: int) -> Floats:
        """The chance that none of the next ``turns`` seats beats these totals in its one turn."""
        unbeaten = np.ones(len(totals))
        for turn in range(1, turns + 1):
            missing = totals - banked[(seat + turn) % len(banked)]
            unbeaten *= 1 - self.duel.closing.chance(missing)
        return unbeaten


class ThreeSeats(Pairwise):
    """The same by the exact values of three seats in place of the model."""

    def __init__(self, game: Bound, duel: Solution, three: Three) -> None:
        """``three`` solves the same game."""
        super().__init__(game, duel)
        self._three = three

    def chances(self, banked: tuple[int, ...], moving: int, leader: int) -> Floats:
        """See ``Pairwise``."""
        found = np.empty(3)
        order = [(moving + turn) % 3 for turn in range(3)]
        found[order] = self._three.chances(*(banked[seat] for seat in order))
        return found

    def _race(self, banked: tuple[int, ...], seat: int, leader: int) -> Floats:
        return self._three.after[:, banked[(seat + 1) % 3], banked[(seat + 2) % 3]]


def _pairs(seats: int, moving: int) -> list[tuple[int, int]]:
    """All pairs of seats, the one that moves first before the other."""
    order = [(moving + turn) % seats for turn in range(seats)]
    return [(first, later) for place, first in enumerate(order) for later in order[place + 1 :]]
