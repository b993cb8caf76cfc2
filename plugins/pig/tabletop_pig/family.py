"""The rules of the whole family: one or two dice, rolled until a seat holds, busts or must stop.

A game of the family says what each throw is worth (``score_throw``); everything else is common.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, ClassVar, Final, TypeVar

from tabletop import CHANCE, NC_, Detail, OpenGame, Strategy, Together, dice, scenes, scoring
from tabletop_pig import measures, strategies, table
from tabletop_pig.knowledge import Knowledge
from tabletop_pig.many_seats import ManySeats
from tabletop_pig.options import FamilyOptions
from tabletop_pig.playing_out import to_the_end
from tabletop_pig.position import (
    HOLD,
    PARTNERSHIPS,
    ROLL,
    Lead,
    Move,
    Outcome,
    PigState,
    Position,
    Throw,
    banked_by_side,
)
from tabletop_pig.reach import Turn, dead_totals
from tabletop_pig.texts import _

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741 - the contract's letter for options
_ROLL_ONLY: Final[tuple[Move, ...]] = (ROLL,)
_ROLL_OR_HOLD: Final[tuple[Move, ...]] = (ROLL, HOLD)
_POINTS: Final = 3
_AGAIN: Final = 5
_LEADER: Final = 7


class FamilyGame(OpenGame[PigState, Move, Outcome, O]):
    """A game of the Pig family."""

    dice_count: ClassVar[int]
    moves = _ROLL_OR_HOLD
    vocabulary = (
        NC_("command", "roll"),
        NC_("command", "hold"),
        NC_("command", "points"),
        NC_("command", "target"),
    )
    measure_texts = measures.TEXTS
    texts = _

    def __init__(self, options: O, seats: int) -> None:
        """Raises ValueError for options under which nobody can ever win."""
        super().__init__(options, seats)
        self.die_sides: int = getattr(self.options, "die_sides", 6)
        faces = range(1, self.die_sides + 1)
        self.throws: dict[Outcome, Throw] = {
            thrown: self.score_throw(thrown) for thrown in product(faces, repeat=self.dice_count)
        }
        self._faces = tuple(self.throws)
        self._throws = tuple(self.throws.values())
        self._faces_count = len(self._faces)
        self._target = self.options.target
        self._partners = self.options.partners
        self._exact = self.options.target_mode == "exact"
        self._limit = self.options.roll_limit or 0
        self._bounded = self._exact or self._limit > 0
        self._lots = self.options.start == "random"
        self._minimum = max(1, self.options.minimum_to_hold)
        self.dead_totals: frozenset[int] = self._find_dead_totals() if self._exact else frozenset[int]()

    @abstractmethod
    def score_throw(self, thrown: Outcome) -> Throw:
        """What a throw of the dice does. It must not depend on the order of the dice."""

    def _find_dead_totals(self) -> frozenset[int]:
        throws = set(self.throws.values())
        turn = Turn(
            gains={(throw.points, throw.again) for throw in throws if throw.loses is None},
            minimum=self.options.minimum_to_hold,
            limit=self.options.roll_limit,
            ignores_overshoot=self.options.overshoot == "ignore_roll",
        )
        dead = dead_totals(turn, self._target)
        if 0 in dead:
            raise ValueError(
                _("Under these rules no sequence of rolls and holds ever reaches exactly {target}.").format(
                    target=self._target
                )
            )
        # Where banked points can be lost, the way leads over 0 again.
        return frozenset() if any(throw.loses == "total" for throw in throws) else dead

    def sides(self) -> tuple[int, ...]:
        """Those who sit opposite share a side in a partnership."""
        return PARTNERSHIPS if self._partners else super().sides()

    # Turn

    def start(self) -> PigState:
        """Nobody has points. Chance decides who begins, unless it is seat 1."""
        leader = 0 if self.options.start == "seat_one" else -1
        actor = CHANCE if leader < 0 else leader
        return (actor, (0,) * self.seats, max(leader, 0), 0, 0, False, 0, leader, -1, ())

    def to_act(self, state: PigState) -> int | None:
        """The seat on turn; chance while dice are in the air."""
        return state[0]

    def legal_moves(self, state: PigState) -> Sequence[Move]:
        """Roll, always; hold when there is something to hold that the rules let a seat bank."""
        if state[_POINTS] < self._minimum or state[_AGAIN]:
            return _ROLL_ONLY
        return _ROLL_ONLY if self._exact and self.total(state) in self.dead_totals else _ROLL_OR_HOLD

    def why_not(self, view: PigState, move: Move) -> str:
        """Why a seat can't hold."""
        position = Position(*view)
        minimum = self.options.minimum_to_hold
        if position.again:
            return _("A double must be rolled again before you can hold.")
        if position.points == 0:
            return _("You can't hold yet: roll first.")
        if position.points < minimum:
            return _("{points} of {minimum} points needed to hold.").format(points=position.points, minimum=minimum)
        total = self.total(view)
        if total in self.dead_totals:
            return _("From a total of {total} exactly {target} can never be reached: roll on.").format(
                total=total, target=self._target
            )
        return super().why_not(view, move)

    def play(self, state: PigState, move: Move) -> PigState:
        """Take up the dice, or bank the turn points."""
        _actor, banked, seat, points, rolls, again, turns, leader, closing, _off = state
        if move == ROLL:
            return (CHANCE, banked, seat, points, rolls, again, turns, leader, closing, ())
        return self._bank(banked, seat, points, turns, leader, closing)

    def _bank(self, banked: tuple[int, ...], seat: int, points: int, turns: int, leader: int, closing: int) -> PigState:
        dead = self.dead_totals
        if not dead or banked_by_side(banked, seat, partners=self._partners) + points not in dead:
            banked = (*banked[:seat], banked[seat] + points, *banked[seat + 1 :])
        return self._end_turn(banked, seat, turns, leader, closing)

    def _end_turn(self, banked: tuple[int, ...], seat: int, turns: int, leader: int, closing: int) -> PigState:
        total = banked[seat] + banked[seat ^ 2] if self._partners else banked[seat]  # without a call
        if closing > 0 or total >= self._target:
            closing = closing - 1 if closing > 0 else self._turns_after(seat, leader)
            if closing == 0:
                return (None, banked, seat, 0, 0, False, turns + 1, leader, 0, ())
        following = seat + 1 if seat + 1 < self.seats else 0
        return (following, banked, following, 0, 0, False, turns + 1, leader, closing, ())

    def _turns_after(self, seat: int, leader: int) -> int:
        """How many turns follow when ``seat`` has reached the target."""
        if self.options.ending == "immediate":
            return 0
        if self.options.ending == "final_turns":
            return self.seats - 1
        return self.seats - 1 - (seat - leader) % self.seats

    # Chance

    def outcomes(self, state: PigState) -> Sequence[tuple[Outcome, float]]:
        """Every throw of the dice, in order, all equally likely; or every seat that may begin."""
        if self._draws_lots(state):
            return [(Lead(seat), 1 / self.seats) for seat in range(self.seats)]
        return [(thrown, 1 / self._faces_count) for thrown in self._faces]

    def draw(self, state: PigState, rng: Random) -> Outcome:
        """Throw the dice, or draw who begins."""
        if self._lots and self._draws_lots(state):
            return Lead(rng.randrange(self.seats))
        return self._faces[int(rng.random() * self._faces_count)]

    def resolve(self, state: PigState, outcome: Outcome) -> PigState:
        """What the dice do to the turn. A bust comes before an overshoot; an ignored roll counts for the limit."""
        _actor, banked, seat, points, rolls, _again, turns, leader, closing, _off = state
        if leader < 0:
            return self._who_begins(state, outcome)
        gain, again, loses = self.throws[outcome]
        if loses is None and not self._bounded:
            return (seat, banked, seat, points + gain, rolls + 1, again, turns, leader, closing, ())
        rolls += 1
        if loses is not None:
            if loses == "total":
                banked = (*banked[:seat], 0, *banked[seat + 1 :])
            return self._end_turn(banked, seat, turns, leader, closing)
        if self._exact and banked_by_side(banked, seat, partners=self._partners) + points + gain > self._target:
            if self.options.overshoot == "lose_turn":
                return self._end_turn(banked, seat, turns, leader, closing)
            gain, again = 0, False
        points += gain
        if self._limit and rolls >= self._limit and not again:
            return self._bank(banked, seat, points, turns, leader, closing)
        return (seat, banked, seat, points, rolls, again, turns, leader, closing, ())

    def _draws_lots(self, state: PigState) -> bool:
        return self._lots and state[_LEADER] < 0

    def play_out(self, state: PigState, rng: Random) -> PigState | None:
        """See ``to_the_end``; None under rules that it doesn't know."""
        known = not (self._bounded or self._partners) and self.options.ending == "immediate"
        return to_the_end(state, rng, self._throws, self._minimum, self._target) if known else None

    def overshoots(self, state: PigState, throw: Throw) -> bool:
        """Whether a scoring throw passes an exact target."""
        return self._exact and self.total(state) + throw.points > self._target

    def total(self, state: PigState) -> int:
        """The turn points of the seat on turn, and what its side has banked."""
        return banked_by_side(state[1], state[2], partners=self._partners) + state[3]

    def _who_begins(self, state: PigState, outcome: Outcome) -> PigState:
        if isinstance(outcome, Lead):
            return self._led_by(outcome.lead)
        sums = (*Position(*state).roll_off, sum(outcome))
        if len(sums) == self.seats and sums.count(max(sums)) == 1:
            return self._led_by(sums.index(max(sums)))
        return Position(*self.start())._replace(roll_off=sums if len(sums) < self.seats else ())

    def _led_by(self, leader: int) -> PigState:
        return Position(*self.start())._replace(actor=leader, seat=leader, leader=leader)

    # Scoring, words and pictures

    def scores(self, state: PigState) -> Sequence[int]:
        """The banked points; in a partnership those of both seats together."""
        return scoring.by_side(state[1], PARTNERSHIPS) if self._partners else state[1]

    def outcome_notation(self, outcome: Outcome) -> str:
        """The dice as thrown, ``3 5``; or ``lead 2``."""
        return f"lead {outcome.lead + 1}" if isinstance(outcome, Lead) else dice.notation(outcome)

    def parse_outcome(self, text: str, state: PigState) -> Outcome:
        """A throw or a lot; raises IllegalMove with the reason."""
        if self._draws_lots(state):
            return super().parse_outcome(text, state)
        return dice.parse(text, self.dice_count, self.die_sides)

    def scene(self, view: PigState) -> scenes.Scene:
        """See ``table.scene``."""
        return table.scene(self, Position(*view))

    def event_scene(self, before: PigState, event: str, after: PigState) -> scenes.Scene | None:
        """The dice as thrown."""
        return table.event_scene(event)

    def words(self, view: PigState) -> Sequence[str]:
        """See ``table.words``."""
        return table.words(self, Position(*view))

    def status(self, view: PigState) -> Sequence[str]:
        """See ``table.status``."""
        return table.status(self, Position(*view))

    def queries(self, view: PigState) -> Mapping[str, str]:
        """See ``table.queries``."""
        return table.queries(self, Position(*view))

    def tell(self, before: PigState, event: str, after: PigState) -> str:
        """See ``table.tell``."""
        return table.tell(self, Position(*before), event, Position(*after))

    def aloud(self, before: PigState, event: str, after: PigState, detail: Detail) -> str | None:
        """See ``table.aloud``."""
        return table.aloud(self, Position(*before), event, Position(*after), detail)

    def table_aloud(self, view: PigState, detail: Detail) -> Sequence[str]:
        """See ``table.table_aloud``."""
        return table.table_aloud(self, Position(*view), detail)

    def measures(self, states: Sequence[PigState]) -> Sequence[Mapping[str, tuple[float, float]]]:
        """See ``measures.of_match``."""
        return measures.of_match(states, self.scores(states[-1]), self.sides())

    def round_number(self, state: PigState) -> int:
        """The round under way, from 1, counted from the seat that began; the last one when the match is over."""
        position = Position(*state)
        return (position.turns - (position.actor is None)) // self.seats + 1

    def dump(self, state: PigState) -> dict[str, Any]:
        """The state by the names of the rules page."""
        position = Position(*state)
        return {
            "banked": list(position.banked),
            "turn_points": position.points,
            "rolls": position.rolls,
            "must_roll": position.again,
            "round": self.round_number(state),
            "closing": position.closing >= 0 and self.options.ending != "immediate",
            "leader": position.leader + 1 if position.leader >= 0 else None,
            "roll_off": list(position.roll_off),
            **({"totals": list(self.scores(state))} if self._partners else {}),
        }

    def strategies(self) -> Mapping[str, Callable[..., Strategy[PigState, Move]]]:
        """See ``strategies.by_name``."""
        return strategies.by_name(self)

    def together(self, first: Strategy[PigState, Move], second: Strategy[PigState, Move]) -> Together | None:
        """Many matches of two seats, without a roll limit or an exact target."""
        from tabletop_pig.together import found

        return found(self, first, second)

    def analyst(self) -> Knowledge | ManySeats | None:
        """The exact solution between two seats and among three; a model of more. Partnerships have none."""
        if self._partners:
            return None
        return Knowledge(self) if self.seats == 2 else ManySeats(self)

    def solver(self) -> Knowledge | None:
        """The exact solver, for two seats."""
        return Knowledge(self) if self.seats == 2 else None
