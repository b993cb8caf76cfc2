"""The levels that know what every move is worth: ``expert`` plays by it, ``hard`` and ``medium`` see it blurred.

With two seats the values are exact; with more, see ``multiseat``, and ``pairs`` for partnerships. Three seats are
solved too, which takes longer: until that is done ``expert`` goes by the model for many. They are made in the
background soon after such a player has sat down; it waits for them at its first choice. Where a match is too
large to be solved, all three follow rules of thumb instead. numpy is imported only when one of them chooses or begins
to solve, which it doesn't where the solution is kept.
"""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from threading import Timer
from typing import TYPE_CHECKING, Final

from tabletop_pig.bound import Bound
from tabletop_pig.outline import Unsolvable, is_kept
from tabletop_pig.position import HOLD, Move, PigState, Position
from tabletop_pig.rules_of_thumb import HoldAt, KeepPace, RuleOfThumb

if TYPE_CHECKING:
    from tabletop_pig.multiseat import Pairwise, ThreeSeats
    from tabletop_pig.pairs import Pairs
    from tabletop_pig.solver import Solution
    from tabletop_pig.solver.three_kept import ThreeService

HARD_LOSS: Final = 0.013
"""The win probability that ``hard`` loses against optimal play, about."""
AT_ONCE: Final = 40
"""To this target the exact solution for three seats is waited for: half a second."""
MEDIUM_LOSS: Final = 0.05
SOON: Final = 3.0
"""Seconds after a player has sat down: first the table is shown."""


class Expert:
    """Plays best, as far as the solver goes."""

    def __init__(self, game: Bound) -> None:
        """Begins to solve in the background where a cache is lent that hasn't got it; else at the first choice."""
        self.game = game
        self._instead: RuleOfThumb | None = None
        self._duel: Bound | None = None
        """the match between two seats that is to be solved"""
        self._plan: Pairwise | Pairs | None = None
        self._three: ThreeService | None = None
        self._exact: ThreeSeats | None = None
        self._start()

    def choose(self, view: PigState, moves: Sequence[Move], rng: Random) -> Move:
        """The best move; of equals, hold. Waits for the solution, the first time that there is a choice."""
        if len(moves) == 1:
            return moves[0]
        plan = self.exactly() or self.plan() if self._plans(view) else None
        return plan.best_move(view) if plan else self._rule().choose(view, moves, rng)

    def _plans(self, view: PigState) -> bool:
        """Whether there are values: the last turns of a partnership, two of each side, aren't solved."""
        return not (self.game.options.partners and Position(*view).closing > 0)

    def plan(self) -> "Pairwise | Pairs | None":
        """The values behind the moves, waited for; None where rules of thumb are followed."""
        if self._plan is None and self._duel is not None:
            from tabletop_pig.multiseat import Pairwise
            from tabletop_pig.pairs import Pairs
            from tabletop_pig.solver.service import service_for

            try:
                duel = service_for(self._duel).wait()
            except Unsolvable:
                self._duel = None
            else:
                assert duel is not None
                self._plan = Pairs(duel) if self.game.options.partners else Pairwise(self.game, duel)
        return self._plan

    def three(self) -> "ThreeService | None":
        """The exact solution for three seats, begun in the background; None under rules for which there is none."""
        if self._three is None and self.game.seats == 3 and self._duel is not None:
            from tabletop_pig.solver.three_kept import three_for

            with suppress(Unsolvable):
                self._three = three_for(self.game)
                self._three.start()
        return self._three

    def exactly(self, *, waits: bool = False) -> "ThreeSeats | None":
        """The exact values of three seats, if they are there or come soon; ``waits``: or in any case."""
        if self._exact is None and (service := self.three()) is not None:
            from tabletop_pig.multiseat import ThreeSeats

            found = service.wait(None if waits or self.game.options.target <= AT_ONCE else 0)
            plan = self.plan()
            if found is not None and plan is not None:
                self._exact = ThreeSeats(self.game, plan.duel, found)
        return self._exact

    def solution(self) -> "Solution | None":
        """The solution that it goes by, waited for; None where rules of thumb are followed."""
        plan = self.plan()
        return None if plan is None else plan.duel

    def blur(self, solution: "Solution") -> float:
        """It sees the values as they are."""
        return 0.0

    def _start(self) -> None:
        """What is kept is read when it is needed, and numpy loaded with it."""
        if self.game.options.partners and _often_loses_all(self.game):
            return
        duel = duel_of(self.game)
        try:
            kept = is_kept(duel)
        except Unsolvable:
            return
        self._duel = duel
        if duel.cache is not None and not kept:
            later = Timer(SOON, _solve, [duel])
            later.daemon = True
            later.start()

    def _rule(self) -> RuleOfThumb:
        if self._instead is None:
            self._instead = self.rule_instead()
        return self._instead

    def rule_instead(self) -> RuleOfThumb:
        """What is followed where nothing can be solved."""
        return KeepPace(self.game.options)


class Blurred(Expert):
    """Sees the values of its moves blurred, so that it often takes the lesser of two that are near each other.

    In a last turn it sees clearly: whom to beat is no secret.
    """

    wanted_loss: float

    def __init__(self, game: Bound) -> None:
        """Begins to solve in the background."""
        super().__init__(game)
        self._trembling: float | None = None

    def choose(self, view: PigState, moves: Sequence[Move], rng: Random) -> Move:
        """Hold with the chance that its value, compared with rolling, has of looking greater."""
        plan = self.plan() if len(moves) > 1 else None
        if plan is None or Position(*view).closing > 0:
            return super().choose(view, moves, rng)
        from tabletop_pig.solver.evaluate import tremble

        values = plan.move_values(view)
        chance = float(tremble(values["hold"] - values["roll"], self.trembling(plan.duel)))
        return HOLD if rng.random() < chance else "roll"

    def trembling(self, duel: "Solution") -> float:
        """The blur, in win probability; under house rules found at the first call, in a few seconds at most."""
        if self._trembling is None:
            self._trembling = self._blur(duel) / duel.turns
        return self._trembling

    def blur(self, solution: "Solution") -> float:
        """See ``trembling``."""
        return self.trembling(solution)

    def _blur(self, duel: "Solution") -> float:
        from tabletop_pig.solver.blur import blur_to_lose, sample_target

        try:
            sample = duel_of(self.game, target=sample_target(duel.game))
            return blur_to_lose(sample, self.wanted_loss)
        except ValueError:  # an exact target that these rules can't reach
            return 3 * self.wanted_loss


class Hard(Blurred):
    """Loses little against optimal play."""

    wanted_loss = HARD_LOSS


class Medium(Blurred):
    """Loses about 5 percentage points against optimal play."""

    wanted_loss = MEDIUM_LOSS

    def rule_instead(self) -> RuleOfThumb:
        """Hold at 20."""
        return HoldAt(self.game.options)


def _often_loses_all(game: Bound) -> bool:
    """Whether a side of two, of which one may lose all it has, is too unlike one seat that may: Big Pig's isn't."""
    return sum(throw.loses == "total" for throw in game.throws.values()) > len(game.throws) / 20


def _solve(duel: Bound) -> None:
    from tabletop_pig.solver.service import service_for

    service_for(duel).start()


def duel_of(game: Bound, target: int | None = None) -> Bound:
    """The same game for two seats, with another target if one is given (ValueError if that can't be)."""
    changes = {"partners": False} if target is None else {"partners": False, "target": target}
    options = game.options.model_copy(update=changes)
    duel = type(game)(options, 2)
    duel.cache = game.cache
    return duel
