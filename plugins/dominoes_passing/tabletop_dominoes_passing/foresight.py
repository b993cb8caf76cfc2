"""Players by the value network: alone, and with a look ahead in deals that explain what the others did."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from tabletop import Analysis, Analyst, MoveValue, Progress, Strategy
from tabletop_dominoes_passing import search, worlds
from tabletop_dominoes_passing.arrays import Array, Floats
from tabletop_dominoes_passing.belief import NetworkPast, column_of, watch
from tabletop_dominoes_passing.guided import GuidedRounds
from tabletop_dominoes_passing.layout import PIPS
from tabletop_dominoes_passing.network import Facing, Network, network
from tabletop_dominoes_passing.options import PassingOptions
from tabletop_dominoes_passing.position import Move, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.search import LEVELS, Search, first_alike, make_move, seat_of, worth_after
from tabletop_dominoes_passing.turns import turns
from tabletop_dominoes_passing.watched import Watched
from tabletop_dominoes_passing.worth import match_worth

_LEARNED: Final = (
    "max_pip", "reserve", "lead_must_play", "draw_when", "draw_turn", "pass_when", "pass_out_laps", "auto_block",
    "subtract_own", "partner_scoring",
)  # fmt: skip
"""The house rules that the networks have learned, as they are by default; of the others they hold under any."""
_NAMES: Final = {2: "two", 3: "three", 4: "four"}
_BATCHES: Final = 10
"""So many times deals are drawn anew for an analysis; how far the results lie apart tells how sure they are."""
_T_BY_NORMAL: Final = 2.262 / 1.960
"""The quantiles at 97.5 % of Student's t with 9 degrees of freedom and of the normal distribution (Student, 1908)."""


def network_for(rules: Rules) -> Network | None:
    """The network that has learned these rules; None if none has."""
    usual = PassingOptions.model_fields
    if any(getattr(rules.options, name) != usual[name].default for name in _LEARNED):
        return None
    if rules.hand_size != (6 if rules.seats == 4 else 7):
        return None
    return network("partners" if rules.options.partners else _NAMES[rules.seats], rules.seats)


def player(rules: Rules, level: str) -> Strategy[PassingView, Move]:
    """``hard`` or ``expert``: by a network where one has learned the rules, else by playing on in a plain way.

    ``search`` plays on in a plain way under any rules: what the others are measured against.
    """
    learned = None if level == "search" else network_for(rules)
    if learned is None:
        return Search(rules, LEVELS["hard" if level == "hard" else "expert"])
    if level == "hard":
        return Intuition(rules, learned)
    return Foresight(rules, learned, EXPERT if rules.seats == 2 else EXPERT_OF_MANY)


def analyst(rules: Rules) -> Analyst[PassingView, Move]:
    """Values moves, by a network where one has learned the rules, else by playing on in a plain way."""
    learned = network_for(rules)
    return Search(rules, search.ANALYSIS) if learned is None else Foresight(rules, learned, ANALYSIS)


class Intuition:
    """Makes the move that the network values most."""

    def __init__(self, rules: Rules, learned: Network) -> None:
        self._rules, self._network = rules, learned

    def watched(self, view: PassingView) -> Watched:
        """What has been seen in the round so far."""
        return watch(self._rules, self._network, turns(self._rules, view))[1]

    def values(self, view: PassingView, moves: Sequence[Move], watched: Watched) -> Floats:
        """The points that each move should bring, for the seat's side less those of another side on average."""
        rules, seat = self._rules, seat_of(view)
        held = [view.counts[(seat + player) % rules.seats] for player in range(rules.seats)]
        facing = Facing(
            sums=watched.sums[:, seat],
            idle=watched.idle[:, seat],
            hand=np.array([view.hand]),
            unseen=np.array([worlds.view_unplayed(rules, view) & ~view.hand]),
            left=np.array([view.left]),
            right=np.array([view.right]),
            passes=np.array([view.passes]),
            drawable=np.array([max(0, view.boneyard - rules.reserve)]),
            held=np.array([held]),
        )
        if view.left < 0:
            found, columns = self._network.judge_first(facing), [rules.tables.plays[move].tile for move in moves]
        else:
            columns = [column_of(rules, move, view.left, view.right) for move in moves]
            found = self._network.judge(facing)
        points: Floats = found[0, columns] * np.float32(PIPS)
        return points

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """See ``Strategy.choose``."""
        if len(moves) == 1:
            return moves[0]
        return moves[int(self.values(view, moves, self.watched(view)).argmax())]


class Depth(NamedTuple):
    """How many deals are drawn and how many played on, how far from the best, in points, a move may be to be tried,

    and the share of the network's own value in what a move is worth.
    """

    drawn: int
    kept: int
    near: float = 3.0
    trust: float = 0.3


EXPERT: Final = Depth(1_500, 300)
EXPERT_OF_MANY: Final = Depth(1_000, 200)
"""With more than two seats, where a deal takes longer to judge."""
ANALYSIS: Final = Depth(600, 100)
"""Of each batch."""


class Foresight:
    """Plays on, by the network, in deals that the network's own likely moves make likely."""

    def __init__(self, rules: Rules, learned: Network, depth: Depth) -> None:
        self._rules, self._network, self._depth = rules, learned, depth
        self._intuition = Intuition(rules, learned)

    def prepare(self, progress: Progress) -> None:
        """Works out what points are worth."""
        match_worth(self._rules.options, self._rules.seats)
        progress(1.0)

    def choose(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Move:
        """The move that wins most often, of those that the network likes nearly best."""
        if len(moves) == 1:
            return moves[0]
        past = NetworkPast(self._rules, self._network, view)
        points = self._intuition.values(view, moves, past.watched)
        near = [move for number, move in enumerate(moves) if first_alike(view, moves, move) == number]
        near = [move for move in near if points[moves.index(move)] >= points.max() - self._depth.near]
        if len(near) == 1:
            return near[0]
        values, weights = self.values(view, near, past, rng)
        own = np.array([points[moves.index(move)] for move in near])
        means = values @ weights + self._depth.trust * self._per_point(view) * own
        return near[int(means.argmax())]

    def analyse(self, view: PassingView, moves: Sequence[Move], rng: Random) -> Analysis:
        """See ``Analyst.analyse``. Deals of one batch share ancestors: only batches are independent."""
        kinds = [first_alike(view, moves, move) for move in moves]
        distinct = sorted(set(kinds))
        past = NetworkPast(self._rules, self._network, view)
        batches = []
        for _batch in range(_BATCHES):
            values, weights = self.values(view, [moves[number] for number in distinct], past, rng)
            batches.append(values @ weights)
        found = np.array(batches)
        means = found.mean(axis=0)
        errors = found.std(axis=0, ddof=1) / np.sqrt(_BATCHES) * _T_BY_NORMAL
        places = [distinct.index(number) for number in kinds]
        valued = [MoveValue(move, float(means[at]), float(errors[at])) for move, at in zip(moves, places, strict=True)]
        return Analysis(seat_of(view), "search", tuple(sorted(valued, key=lambda one: -one.value)))

    def values(self, view: PassingView, moves: Sequence[Move], past: NetworkPast, rng: Random) -> tuple[Array, Array]:
        """The chance of the seat's side to win the match with each move in each deal, ``[move, deal]``.

        With it come the weights of the deals, which sum to 1.
        """
        rules = self._rules
        source = np.random.default_rng(rng.getrandbits(63))
        found, weights = worlds.fitting(rules, view, self._depth.drawn, self._depth.kept, source, past)
        rows = len(weights)
        start = GuidedRounds.of(rules, view, found).watch(self._network, past.watched)
        everything = start.repeated(len(moves))
        for number, move in enumerate(moves):
            make_move(everything, view, move, np.arange(number * rows, (number + 1) * rows))
        return worth_after(rules, view, everything).reshape(len(moves), rows), weights

    def _per_point(self, view: PassingView) -> float:
        """How much likelier a win in the match becomes by a point of the side, about here."""
        rules = self._rules
        side, scores = rules.sides[seat_of(view)], np.array(view.scores, dtype=np.float64)
        ahead, behind = scores.copy(), scores.copy()
        ahead[side] += PIPS / 2
        behind[np.arange(len(scores)) != side] += PIPS / 2
        values = match_worth(rules.options, rules.seats).of(np.stack([ahead, behind], axis=1))[side]
        return float(values[0] - values[1]) / PIPS
