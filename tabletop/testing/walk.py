"""Matches played at random, and what went wrong in playing them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from tabletop.game import CHANCE, Game
from tabletop.guard.watchdog import Terminated
from tabletop.testing.fingerprint import fingerprint
from tabletop.testing.pace import NotFinished, Pace
from tabletop.testing.patience import TimeIsUp
from tabletop.testing.report import Complaint

AnyGame = Game[Any, Any, Any, Any, Any]


class Step(NamedTuple):
    """What happened in ``state``: ``choice`` is the move of the seat ``actor``, or an outcome where it is CHANCE."""

    number: int
    state: Any
    actor: int
    choice: Any
    event: str


class Trouble(NamedTuple):
    """Why a match could not go on: the question that was put to the game, what it should answer, what came."""

    question: str
    expected: str
    came: str


@dataclass
class Walk:
    """One match. ``states`` has the start and one more for each step; ``prints`` their fingerprints when made."""

    game: AnyGame
    game_id: str
    options: Mapping[str, Any]
    seats: int
    usual: bool
    """whether the options are the defaults or a preset"""
    steps: list[Step] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    prints: list[str] = field(default_factory=list)
    trouble: Trouble | None = None
    over: bool = False
    cut: bool = False
    """whether there was no time to play it on"""

    @property
    def events(self) -> list[str]:
        """The match as events."""
        return [step.event for step in self.steps]

    def known_moves(self) -> Iterator[Any]:
        """All moves that the game lists itself, and those that the match shows, each once."""
        found = set()
        shown = (self.game.legal_moves(step.state) for step in self.steps if step.actor != CHANCE)
        for move in chain(self.game.moves, chain.from_iterable(shown)):
            if (known := fingerprint(move)) not in found:
                found.add(known)
                yield move

    def complaint(self, events: int, expected: str, came: str) -> Complaint:
        """A complaint with the record of the first ``events`` events."""
        return Complaint(expected, came, self.record(events))

    def record(self, events: int) -> dict[str, Any]:
        """The first ``events`` events as a record."""
        return {
            "format": "tabletop-record",
            "version": 1,
            "game": self.game_id,
            "options": dict(self.options),
            "seats": [{"name": f"Seat {number}"} for number in range(1, self.seats + 1)],
            "events": self.events[:events],
        }

    def spread(self, count: int) -> list[Step]:
        """At most ``count`` steps, from the first to the last, evenly."""
        return spread(self.steps, count)

    def positions(self, count: int) -> list[tuple[int, Any]]:
        """At most ``count`` states with the number of events before each, the last one among them."""
        return spread(list(enumerate(self.states)), count)


def spread(items: list[Any], count: int) -> list[Any]:
    """At most ``count`` of ``items``, from the first to the last, evenly.

    >>> spread([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)
    [0, 4, 8]
    """
    if len(items) <= count:
        return items
    return [items[index * (len(items) - 1) // max(1, count - 1)] for index in range(count)]


def take(walk: Walk, rng: Random, most: int, pace: Pace) -> Walk:
    """Plays ``walk`` on at random, for at most ``most`` events; whatever the game raises is in ``Walk.trouble``.

    Raises NotFinished, and TimeIsUp, with what was played so far in ``walk``.
    """
    question = ["start"]
    try:
        _take(walk, rng, most, question, pace)
    except NotFinished:
        walk.cut = True
        raise
    except TimeIsUp as where:
        walk.trouble = Trouble(question[0], "an answer", f"none; it was just busy {where}")
        raise
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:
        walk.trouble = Trouble(question[0], "an answer", said(error))
    return walk


def _take(walk: Walk, rng: Random, most: int, question: list[str], pace: Pace) -> None:
    game = walk.game
    state = game.start()
    while True:
        walk.states.append(state)
        walk.prints.append(fingerprint(state))
        pace.look()
        question[0] = "to_act"
        actor = game.to_act(state)
        if actor is None:
            walk.over = True
            return
        if not isinstance(actor, int) or not (actor == CHANCE or 0 <= actor < walk.seats):
            walk.trouble = Trouble("to_act", f"a seat from 0 to {walk.seats - 1}, CHANCE or None", repr(actor))
            return
        if len(walk.steps) == most:
            return
        take_step = _chance if actor == CHANCE else _move
        choice, event, following = take_step(walk, state, actor, rng, question)
        if walk.trouble is not None:
            return
        walk.steps.append(Step(len(walk.steps), state, actor, choice, event))
        state = following


def _chance(walk: Walk, state: Any, _actor: int, rng: Random, question: list[str]) -> tuple[Any, str, Any]:
    question[0] = "draw"
    outcome = walk.game.draw(state, rng)
    question[0] = "outcome_notation"
    event = f"* {walk.game.outcome_notation(outcome)}"
    question[0] = f"resolve of “{event}”"
    return outcome, event, walk.game.resolve(state, outcome)


def _move(walk: Walk, state: Any, actor: int, rng: Random, question: list[str]) -> tuple[Any, str, Any]:
    question[0] = "legal_moves"
    moves = walk.game.legal_moves(state)
    if not moves:
        walk.trouble = Trouble("legal_moves", "at least one move, since the match isn't over", "no move")
        return None, "", None
    move = moves[rng.randrange(len(moves))]
    question[0] = "notation"
    event = f"{actor + 1} {walk.game.notation(move)}"
    question[0] = f"play of “{event}”"
    return move, event, walk.game.play(state, move)


def reading(game: AnyGame, step: Step, seat: int | None) -> str:
    """How a move or an outcome reads to a seat, or to a bystander."""
    if step.actor == CHANCE:
        return game.outcome_for(step.choice, seat)
    return game.move_for(step.choice, step.state, seat)


def record_at(item: object) -> dict[str, Any] | None:
    """The match up to what is looked at: a position, a step, an imagined state or a whole match; None: none of them."""
    match item:
        case Walk():
            return item.record(len(item.steps))
        case (Walk() as walk, int(number), *_) | (Walk() as walk, Step(number=number)):
            return walk.record(number)
        case _:
            return None


def said(error: BaseException) -> str:
    """An exception in one line, with the place that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}" if trace is not None else ""
    return f"{type(error).__name__}: {error}{place}"
