"""Three seats solved exactly, where a turn loses nothing that is banked and the first at the target wins.

``first[a, b, c]`` and ``last[a, b, c]`` are the chances of the seat on turn and of the one before it when a turn begins
with the totals a, b, c, the seat on turn first. Banking only raises the sum of the totals, so they are worked out from
high sums to low. Among the positions of one sum only three hang together, (a, b, c), (b, c, a) and (c, a, b), through
turns that bank nothing: with f the chance of such a turn, and what the others pay known,

    first[abc] = paid + f * last[bca],   last[bca] = paid + f * middle[cab],   middle[cab] = paid + f * first[abc]

which is one equation for given play. The best play against these values and the values of that play follow in turn
until nothing changes (policy iteration). All positions of a sum go together, sorted by the total of the seat on turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop_pig.outline import Unsolvable
from tabletop_pig.solver.model import Floats, Model

MOST: Final = 120
"""The highest target: 28 MB."""
_SAME: Final = 1e-13
_ROUNDS: Final = 48
_PATIENCE: Final = 8
"""After so many rounds values are means of those from there on. Three seats may chase each other in a circle, each
indifferent at a point where the others aren't; then the mean is what they get by mixing.
"""

Whole = NDArray[np.intp]


@dataclass(eq=False)
class Three:
    """The chances of three seats when a turn begins."""

    model: Model
    first: Floats
    """[own, next, last]: of the seat on turn"""
    after: Floats
    """[total, next, last]: of a seat that has banked this total, before the other two move"""
    residual: float = field(default=0.0)
    """the most by which a value changed when it was last worked out anew"""
    cached: bool = False

    def chances(self, own: int, following: int, last: int) -> tuple[float, float, float]:
        """Of the seat on turn, the next and the last, when a turn begins with these totals."""
        first, third = float(self.first[own, following, last]), float(self.after[last, own, following])
        return first, 1 - first - third, third


class _Sum(NamedTuple):
    """All positions of one sum: their totals, and where each is when another seat is on turn."""

    own: Whole
    others: Whole
    """the next seat's and the last one's total as one index"""
    starts: Whole
    """by total: how many positions have a smaller total of the seat on turn"""
    following: Whole
    before: Whole

    @classmethod
    def of(cls, whole: int, target: int) -> "_Sum":
        own, following = (found.ravel() for found in np.mgrid[:target, :target])
        last = whole - own - following
        fits = (last >= 0) & (last < target)
        own, following, last = own[fits], following[fits], last[fits]
        return cls._linked(own, following, last, target)

    def only(self, some: NDArray[np.bool_], target: int) -> "_Sum":
        """Some of the positions; with one the other two that it hangs together with."""
        return self._linked(self.own[some], *np.divmod(self.others[some], target), target)

    @classmethod
    def _linked(cls, own: Whole, following: Whole, last: Whole, target: int) -> "_Sum":
        place = np.full((target, target), -1)
        place[own, following] = np.arange(len(own))
        return cls(
            own,
            following * target + last,
            np.searchsorted(own, np.arange(target + 1)),
            place[following, last],
            place[last, own],
        )


class _Turn(NamedTuple):
    """What turns lead to, played best: the chance that nothing is banked, and what the rest pays each seat."""

    lost: Floats
    first: Floats
    middle: Floats
    last: Floats


def check(model: Model) -> None:
    """Raises Unsolvable for house rules that this doesn't solve."""
    plain = not (model.exact or model.limit or model.lose_total) and model.ending == "immediate"
    if not plain or model.target > MOST:
        raise Unsolvable(f"three seats are solved where nothing banked is lost, to a target of {MOST}")


def solve_three(
    model: Model,
    progress: Callable[[float], None] = lambda _done: None,
    stop: Callable[[], bool] = bool,
) -> Three:
    """Solves. Raises Unsolvable for rules that it doesn't know, and InterruptedError once ``stop`` says so."""
    check(model)
    target = model.target
    found = Three(model, np.zeros((target,) * 3), np.zeros((target,) * 3))
    done = 0
    for whole in range(3 * (target - 1), -1, -1):
        if stop():
            raise InterruptedError
        places = _Sum.of(whole, target)
        found.residual = max(found.residual, _solve_sum(found, places))
        done += len(places.own)
        progress(done / target**3)
    return found


def _solve_sum(found: Three, places: _Sum) -> float:
    """Works out all positions of one sum, those that still change again; how much the last round changed."""
    table = found.model.target, -1
    first, nothing = np.zeros(len(places.own)), np.full(len(places.own), 0.3)
    worst = 0.0
    for done in range(_ROUNDS):
        step = 1.0 if done < _PATIENCE else 1 / (done - _PATIENCE + 2)
        played, new = _played(_best(found, places, nothing), places)
        change = step * np.abs(new - nothing)
        first, nothing = first + step * (played - first), nothing + step * (new - nothing)
        found.first.reshape(table)[places.own, places.others] = first
        found.after.reshape(table)[places.own, places.others] = nothing
        worst = float(change.max())
        moves = np.maximum(np.maximum(change, change[places.following]), change[places.before]) >= _SAME
        if not moves.any():
            break
        places, first, nothing = places.only(moves, found.model.target), first[moves], nothing[moves]
    return worst


def _played(turn: _Turn, places: _Sum) -> tuple[Floats, Floats]:
    """What the seats on turn win with when turns are played so, and what a turn without points is worth to them."""
    after, before = places.following, places.before
    once = turn.last[after] + turn.lost[after] * turn.middle[before]
    first = (turn.first + turn.lost * once) / (1 - turn.lost * turn.lost[after] * turn.lost[before])
    middle = turn.middle[before] + turn.lost[before] * first
    return first, turn.last[after] + turn.lost[after] * middle


def _best(found: Three, places: _Sum, nothing: Floats) -> _Turn:
    """The best turns where ``nothing`` is what a turn without points is worth to the seat on turn."""
    model, target, most = found.model, found.model.target, found.model.widest
    won, rolling = np.zeros((2, 4, len(nothing)))
    won[1] = 1
    rolling[0], rolling[1] = np.array([[model.lose_turn], [model.settled.sum()]]) / (1 - model.again)
    settled, rolled = [list(won)] * most, [list(rolling)] * most
    turn = _Turn(*(np.empty(len(nothing)) for _part in range(4)))
    for total in range(target - 1, -1, -1):
        some, end = int(places.starts[total]), int(places.starts[total + 1])
        roll = [
            _thrown(model.settled, settled, part, end) + (_thrown(model.owing, rolled, part, end) if model.again else 0)
            for part in range(4)
        ]
        roll[0] = roll[0] + model.lose_turn
        for part in range(4):
            turn[part][some:end] = roll[part][some:]
        may = int(places.starts[max(0, total - model.minimum + 1)])
        best = _banked(found, places, total, may, roll, nothing)
        settled = [best, *settled[:-1]]
        rolled = [roll, *rolled[:-1]]
    return turn


def _thrown(weights: Floats, rows: list[list[Floats]], part: int, end: int) -> Floats:
    """What is expected of a throw, with the rows of the totals above, the next one first."""
    whole = np.zeros(end)
    for weight, row in zip(weights, rows, strict=True):
        if weight:
            whole += weight * row[part][:end]
    return whole


def _banked(found: Three, places: _Sum, total: int, may: int, roll: list[Floats], nothing: Floats) -> list[Floats]:
    """The better of rolling on and of banking ``total``, which the first positions ``may``."""
    target = found.model.target
    others = places.others[:may]
    banked = found.after[total].ravel()[others]
    holds = banked >= roll[1][:may] + roll[0][:may] * nothing[:may]
    following_wins = found.first.reshape(-1)[others * target + total]
    best = [part.copy() for part in roll]
    best[0][:may][holds] = 0
    best[1][:may][holds] = banked[holds]
    best[2][:may][holds] = following_wins[holds]
    best[3][:may][holds] = (1 - banked - following_wins)[holds]
    return best
