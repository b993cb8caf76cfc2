"""Playouts that learn while a search goes on, for games with hidden information whose author gives no playouts.

At random nobody doubts a bluff or answers it, so random playouts reward the boldest. Here seats go on with what has
worked so far as an answer to the move before (n-gram selection: Tak, Winands & Björnsson, N-Grams and the
Last-Good-Reply Policy Applied in General Game Playing, 2012). They know of each other what everybody has heard: no hand
plays a part, so that nobody acts as if it saw.

What came of a match long after a round tells little about a move in it. So a playout ends with the round, where points
have changed and chance comes next; what points are worth is a line fitted to some playouts that went to the end.
"""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from tabletop.cpu.playout import MAX_EVENTS, AnyGame, Worth, final, guess
from tabletop.game import CHANCE, Game

_WHOLE: Final = 40
"""So many playouts go to the end of the match before rounds are enough."""
_WHIMS: Final = 0.2
"""how often a playout plays anything, to learn of it"""
_BEFORE: Final = 8.0
"""What a move has brought in general counts as much as so many times that it was an answer to this very move."""


class Outlook:
    """What a lead in points is worth: a line through what came of it."""

    def __init__(self, sides: int) -> None:
        self.matches = 0
        self._even = 1 / sides
        self._products = self._squares = 0.0

    def learn(self, leads: Sequence[float], shares: Sequence[float]) -> None:
        """Takes in that a match with these leads ended so."""
        for lead, share in zip(leads, shares, strict=True):
            self._products += lead * (share - self._even)
            self._squares += lead * lead

    def shares(self, leads: Sequence[float]) -> list[float]:
        """The shares of the first rank to be expected."""
        slope = self._products / self._squares if self._squares else 0.0
        return [min(1.0, max(0.0, self._even + slope * lead)) for lead in leads]


class Habits:
    """What moves have brought, in general and as answers to the move before."""

    def __init__(self) -> None:
        self._known: dict[Hashable, dict[Any, list[float]]] = {}

    def learn(self, before: Hashable, move: Any, gain: float) -> None:
        """Takes in what a move brought to who made it."""
        for context in (None, before):
            found = self._known.setdefault(context, {}).setdefault(move, [0.0, 0.0])
            found[0] += 1
            found[1] += gain

    def pick(self, before: Hashable, moves: Sequence[Any], rng: Random) -> Any:
        """The move that has worked best, and now and then any."""
        some = moves[int(rng.random() * len(moves))]
        if rng.random() < _WHIMS:
            return some
        general, answers = self._known.get(None, {}), self._known.get(before, {})
        best, most = some, self._worth(some, general, answers)
        for move in answers if len(answers) < len(moves) else moves:
            worth = self._worth(move, general, answers)
            if worth > most and move in moves:
                best, most = move, worth
        return best

    def _worth(self, move: Any, general: dict[Any, list[float]], answers: dict[Any, list[float]]) -> float:
        times, gained = answers.get(move, (0.0, 0.0))
        often, all_gained = general.get(move, (0.0, 0.0))
        return (gained + _BEFORE * all_gained / (often + 4)) / (times + _BEFORE)


class Rounds:
    """One playout after another, from states that may be to the end of the round or of the match."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._sides = game.sides()
        self._told = game.notation if game.__class__.move_for is Game.move_for else None
        self._habits = Habits()
        self._outlook = Outlook(max(self._sides) + 1)
        self._ends: list[Sequence[float]] = []
        self._trail: list[tuple[Hashable, Any, int]] = []
        self._before: Hashable = CHANCE
        self._leads: list[float] = []

    @staticmethod
    def suits(game: AnyGame) -> bool:
        """Whether something is hidden, and the author says nothing of how a match goes on."""
        kind = game.__class__
        return game.hides and kind.playout_move is Game.playout_move and kind.play_out is Game.play_out

    def begin(self, state: Any) -> None:
        """Another iteration, from ``state``."""
        self._leads = _leads(self._game, state)
        self._before = CHANCE
        self._trail, self._ends = [], []

    def pick(self, moves: Sequence[Any], rng: Random) -> Any:
        """A move by what is known so far."""
        return moves[0] if len(moves) == 1 else self._habits.pick(self._before, moves, rng)

    def play(self, state: Any, actor: int, move: Any) -> Any:
        """The state after a move, which is remembered until it is known what it has brought."""
        self._trail.append((self._before, move, self._sides[actor]))
        self._before = move if self._told else self._game.move_for(move, state, None)
        return self._game.play(state, move)

    def ends_at(self, state: Any) -> bool:
        """Whether the playout is over at a state in which chance is next."""
        self._before = CHANCE
        leads = _leads(self._game, state)
        if leads == self._leads:
            return False
        self._learn([lead - before for lead, before in zip(leads, self._leads, strict=True)])
        self._leads = leads
        self._ends.append(leads)
        return self._outlook.matches >= _WHOLE

    def worth(self, state: Any, rng: Random) -> Worth:
        """What comes of ``state``, played on."""
        game = self._game
        for _event in range(MAX_EVENTS):
            actor = game.to_act(state)
            if actor is None:
                return self._ended(state)
            if actor != CHANCE:
                state = self.play(state, actor, self.pick(game.legal_moves(state), rng))
                continue
            if self.ends_at(state):
                return self._expected()
            state = game.resolve(state, game.draw(state, rng))
        return guess(game, state)

    def _expected(self) -> Worth:
        """What points are worth at the end of a round."""
        leads = self._leads
        return Worth(self._outlook.shares(leads), [lead / (1 + abs(lead)) for lead in leads])

    def _ended(self, state: Any) -> Worth:
        """The end of a match shows what the leads on the way were worth; if points didn't decide, it's the ranks."""
        worth = final(self._game, state)
        gains = [lead - before for lead, before in zip(_leads(self._game, state), self._leads, strict=True)]
        self._learn(gains if any(gains) else [share - 1 / len(gains) for share in worth.shares])
        for leads in self._ends:
            self._outlook.learn(leads, worth.shares)
        self._outlook.matches += 1
        return worth

    def _learn(self, gains: Sequence[float]) -> None:
        """What the moves of a round have brought to each side."""
        for context, move, side in self._trail:
            self._habits.learn(context, move, gains[side])
        self._trail = []


def _leads(game: AnyGame, state: Any) -> list[float]:
    """By side, how many points more it has than the others on average, or fewer where the fewest win."""
    points = game.scores(state)
    others = max(1, len(points) - 1)
    whole = sum(points)
    leads = [own - (whole - own) / others for own in points]
    fewest_win = sum(rank * lead for rank, lead in zip(game.standing(state), leads, strict=True)) > 0
    return [-lead for lead in leads] if fewest_win else leads
