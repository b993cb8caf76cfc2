"""How often given players beat each other, exactly: the equations of a match in which both policies are fixed."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.bound import Bound
from tabletop_pig.position import HOLD, Move, PigState
from tabletop_pig.solver.between import blocks
from tabletop_pig.solver.closing import closing_turns, solve_closing
from tabletop_pig.solver.linear import Linear
from tabletop_pig.solver.model import Bools, Floats, Model
from tabletop_pig.solver.turn import Turns, best_turns, outcomes

_RAISE = 150
"""Against a rule of thumb players are made to hold so far above where they would hold at the latest, or above the
target: what it makes of higher bars is not worth finding out."""
_NEVER = 1e-13
"""Situations that come up less often than this are left out."""


@runtime_checkable
class Planner(Protocol):
    """A player that knows what the ends of its turns are worth, and plays by that; closing turns perfectly."""

    trembling: float
    """0 if it plays each turn best; else see ``tremble``"""

    def turns_against(self, role: int, columns: slice) -> Turns:
        """All turns of a role against the other totals ``columns``."""
        ...


@runtime_checkable
class Chancy(Protocol):
    """A player that says, for many situations at once, with which probability it holds; see ``RuleOfThumb``."""

    def hold_chance(self, own: Any, leader: Any, points: Any, rolls: Any, closing: bool) -> Any:
        """The probability, 0 to 1, of holding where both moves are legal, by arrays that fit each other."""
        ...


class Chooser(Protocol):
    """Any other player. It must always do the same with the same view."""

    def choose(self, view: PigState, moves: Any, rng: Random) -> Move:
        """One of ``moves``."""
        ...


Player = Planner | Chancy | Chooser
"""Without a roll limit rolls aren't counted: players are told of one roll, so those that count can't be measured."""


class Evaluation(NamedTuple):
    """Win probabilities of the first of two players, a shared first rank counted one half."""

    beginning: float
    following: float

    @property
    def average(self) -> float:
        """Over who begins."""
        return (self.beginning + self.following) / 2


def evaluate(game: Bound, first: Player, second: Player) -> Evaluation:
    """How often ``first`` beats ``second`` in a match of two seats, when it begins and when it doesn't.

    Raises Unsolvable like ``solve``. Seconds for a Chooser, which is asked about every state it may come to.
    """
    model = Model.of(game)
    policies = PlayedPolicy(game, model, first), PlayedPolicy(game, model, second)
    begins = _values(model, policies)
    follows = _values(model, policies[::-1])
    return Evaluation(float(begins), 1 - float(follows))


def turns_between(game: Bound, first: Player, second: Player) -> float:
    """How many turns a match takes on average when ``first`` begins; a closing turn is left out."""
    model = Model.of(game)
    policies = PlayedPolicy(game, model, first), PlayedPolicy(game, model, second)
    return float(_equations(model, policies).turns_left()[0, 0, 0])


def loss(game: Bound, player: Player, optimal: Planner) -> float:
    """The win probability that ``player`` loses, on average over who begins, against an optimal player's 1/2."""
    return 0.5 - evaluate(game, player, optimal).average


def tremble(better: Floats | float, trembling: float) -> Floats:
    """The chance of holding where it is ``better`` than rolling by so much win probability.

    The logit choice of quantal response (McKelvey & Palfrey 1995): a difference of ``trembling`` is seen 73 % of the
    time, one of five times that all but always. No decision costs more than 0.28 ``trembling`` on average.
    """
    return np.asarray(1 / (1 + np.exp(-np.clip(better / trembling, -700, 700))))


class PlayedPolicy:
    """A player's probabilities of holding, state by state."""

    def __init__(self, game: Bound, model: Model, player: Player) -> None:
        self.game, self.model, self.player = game, model, player
        self.closing = solve_closing(model) if isinstance(player, Planner) else None
        self._closed: dict[int, Floats] = {}

    def decide(self, role: int, columns: slice) -> Callable[[int, int, int, Floats], Floats | Bools]:
        """The policy of the turns against other totals ``columns``, outside closing turns."""
        if isinstance(self.player, Planner):
            turns = self.player.turns_against(role, columns)
            holds = self._plan(turns, self.player.trembling)
            return lambda total, start, end, _chance: (
                holds[total, start:end] if total < turns.top else self._allowed(total, start, end, len(turns.zero))
            )
        return self._ask(np.arange(columns.start, columns.stop), role, closing=-1)

    def top(self, role: int, columns: slice) -> int:
        """The total from which on it holds, where banking more than the target may help."""
        if isinstance(self.player, Planner):
            return self.player.turns_against(role, columns).top
        return self.model.target - 1 + self.model.minimum + _RAISE

    def _plan(self, turns: Turns, trembling: float) -> Floats | Bools:
        if not trembling:
            return best_turns(self.model, turns).holds
        rolls = best_turns(self.model, turns, keep_rolls=True).rolls
        assert rolls is not None
        for total, roll in enumerate(rolls):
            allowed = self._allowed(total, 0, self.model.target, len(turns.zero))
            roll[:] = tremble(turns.bank[total] - roll, trembling) * allowed
        return rolls

    def _allowed(self, total: int, start: int, end: int, columns: int) -> Floats:
        own = np.arange(start, end)
        may = (total - own >= self.model.minimum) & (total not in self.model.dead)
        return np.broadcast_to(may[:, None, None], (end - start, self.model.levels, columns)).astype(float)

    def _ask(self, others: NDArray[np.int64], role: int, closing: int) -> Callable[[int, int, int, Floats], Floats]:
        if isinstance(self.player, Chancy):
            return self._ask_together(self.player, others, closing > 0)
        player, game, rng = self.player, self.game, Random(0)
        assert not isinstance(player, Planner)

        def decide(total: int, start: int, _end: int, chance: Floats) -> Floats:
            hold = np.zeros(chance.shape)
            for own, level, column in zip(*np.nonzero(chance > _NEVER), strict=True):
                banked = (start + int(own), int(others[column]))
                rolls = int(level) if self.model.limit else 1
                view: PigState = (0, banked, 0, total - banked[0], rolls, False, 0, role, closing, ())
                moves = game.legal_moves(view)
                hold[own, level, column] = HOLD in moves and player.choose(view, moves, rng) == HOLD
            return hold

        return decide

    def _ask_together(
        self, player: Chancy, others: NDArray[np.int64], closing: bool
    ) -> Callable[[int, int, int, Floats], Floats]:
        rolls = np.arange(self.model.levels)[:, None] if self.model.limit else 1

        def decide(total: int, start: int, end: int, _chance: Floats) -> Floats:
            own = np.arange(start, end)[:, None, None]
            hold = player.hold_chance(own, others, total - own, rolls, closing)
            return np.asarray(hold * self._allowed(total, start, end, len(others)))

        return decide

    def closing_chances(self, bar: int) -> Floats:
        """The win probability in the closing turn against ``bar``, by own total below the target."""
        if self.closing is not None:
            return self.closing.chance(bar - np.arange(self.model.target))
        if bar not in self._closed:
            turns = closing_turns(self.model, bar, range(self.model.target))
            ends = outcomes(self.model, turns, self._ask(np.array([bar]), self.model.roles - 1, closing=1))
            self._closed[bar] = ends.paid[:, 0] + np.einsum("tij,tj->i", ends.banked, turns.bank)
        return self._closed[bar]


def _values(model: Model, policies: tuple[PlayedPolicy, PlayedPolicy]) -> float:
    """The win probability of the first policy's seat, which begins."""
    return float(values_between(model, policies)[0, 0, 0])


def values_between(model: Model, policies: tuple[PlayedPolicy, PlayedPolicy]) -> Floats:
    """(policies, own total, other total): the win probability of who begins a turn; the first policy's seat began."""
    linear = _equations(model, policies)
    guess = np.full(linear.given.shape, 0.5)
    return linear.solve(guess, 1e-13)


def _equations(model: Model, policies: tuple[PlayedPolicy, PlayedPolicy]) -> Linear:
    linear = Linear(model, 2)
    for seat, policy in enumerate(policies):
        role = seat if model.roles == 2 else 0
        for of_role, columns in blocks(model):
            if of_role == role:
                _enter(linear, model, seat, role, columns, policy, policies[1 - seat])
    return linear


def _enter(
    linear: Linear, model: Model, seat: int, role: int, columns: slice, policy: PlayedPolicy, rival: PlayedPolicy
) -> None:
    """The equations of a seat's turns against other totals ``columns``."""
    width = columns.stop - columns.start
    top = model.target + 1 if model.exact else max(model.target, model.target - 1 + model.minimum)
    if model.closes(role) and not model.exact:
        top = policy.top(role, columns) + (0 if rival.closing else _RAISE)
    rows = top + (0 if model.exact else model.widest)
    nothing = np.zeros((model.target, width))
    bank = np.ones((rows, width))
    beyond = np.full((model.widest, width), model.settled.sum() / (1 - model.again))
    if model.closes(role) and rival.closing and not model.exact:
        others = np.arange(columns.start, columns.stop)
        beyond = rival.closing.roll(np.arange(top, rows)[:, None] - others)
    ends = outcomes(model, Turns(0, nothing, nothing[0], bank, top, beyond), policy.decide(role, columns))
    if model.closes(role):
        for bar in range(model.target, rows if not model.exact else top):
            if ends.banked[bar].max() > _NEVER:
                bank[bar] = 1 - rival.closing_chances(bar)[columns]
    linear.add(seat, columns, ends, bank)
