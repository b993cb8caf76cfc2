"""Looking back at a match: what each decision cost, and how well each seat played."""

import math
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from tabletop.analysis import Analysis, Progress
from tabletop.game import CHANCE
from tabletop.match import Match, state_for

Analyse = Callable[[Any, Any, Random], Analysis]


class Decision(NamedTuple):
    """A move that was chosen among several. ``number`` counts events from 1; values are from 0 to 1."""

    number: int
    seat: int
    move: str
    value: float
    best: str
    loss: float

    @property
    def mark(self) -> str:
        """``??`` for a blunder (10 percentage points or more), ``?`` for a mistake (5), ``?!`` for an inaccuracy (2).

        The marks are chess's; the bounds are ours.
        """
        return next((mark for mark, least in (("??", 0.10), ("?", 0.05), ("?!", 0.02)) if self.loss >= least), "")


def decisions(match: Match, analyse: Analyse, rng: Random) -> Iterator[Decision]:
    """Every choice between two or more moves in ``match``, in order, seen with what its seat knew then."""
    game, states = match.game, match.states()
    for number, (event, state) in enumerate(zip(match.events, states, strict=False), 1):
        actor = game.to_act(state)
        if actor is None or actor == CHANCE:
            continue
        if match.at_once:
            state = state_for(game, states[match.began(number - 1)], actor)  # noqa: PLW2901
        moves = game.legal_moves(state)
        if len(moves) < 2:
            continue
        view = game.view(state, actor)
        found = analyse(view, moves, rng)
        move = game.parse(event.partition(" ")[2], view)
        loss = found.loss(move)
        best = found.moves[0]
        yield Decision(number, actor, game.notation(move), best.value - loss, game.notation(best.move), loss)


def looked_through(
    match: Match, analyse: Analyse, rng: Random, tell: Progress, so_far: list[Decision] | None = None
) -> list[Decision]:
    """All of them, in a list; ``tell`` is told which part of the match has been looked at.

    ``so_far`` is a list that grows meanwhile, for who may not wait for the end: it is the one that is returned.
    """
    made = [] if so_far is None else so_far
    for decision in decisions(match, analyse, rng):
        made.append(decision)
        tell(decision.number / len(match.events))
    return made


def accuracies(made: Iterable[Decision], seats: int) -> list[float | None]:
    """How well each seat played, to two places; None for a seat that had nothing to decide."""
    losses: list[list[float]] = [[] for _seat in range(seats)]
    for decision in made:
        losses[decision.seat].append(decision.loss)
    return [round(accuracy(lost), 2) if lost else None for lost in losses]


def accuracy(losses: list[float]) -> float:
    """How well a seat played, from 0 to 100, from the win probability lost at each decision (0 to 1 each).

    The curve is the one that lichess publishes for chess (lichess.org/page/accuracy), averaged over the decisions.
    """
    if not losses:
        return 100.0
    each = (103.1668 * math.exp(-0.04354 * 100 * loss) - 3.1669 for loss in losses)
    return min(100.0, max(0.0, sum(each) / len(losses)))
