"""What a state is worth to each side, at the end of a match or by playing on to it quickly."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tabletop import scoring
from tabletop.game import CHANCE, Game
from tabletop.guard import answers
from tabletop.guard.calls import working
from tabletop.guard.failures import WrongAnswer
from tabletop.guard.watchdog import Terminated
from tabletop.i18n import Texts

_ = Texts(__file__)
AnyGame = Game[Any, Any, Any, Any, Any]
MAX_EVENTS: Final = 400
"""A playout goes on for so many events; then the ranks as they stand decide, at half weight."""
_TIE_BREAK: Final = 0.01


class Worth(NamedTuple):
    """For each side its share of the first rank, from 0 to 1, and how far it leads in points, from -1 to 1.

    The lead only decides between moves that win equally often: a lost or a won match is still played well.
    """

    shares: Sequence[float]
    leads: Sequence[float]

    def to(self, side: int) -> float:
        """One number to compare by."""
        return self.shares[side] + _TIE_BREAK * self.leads[side]


Choose = Callable[[Any, Random], Any]
"""A plausible move of the seat on turn."""


def play_out(game: AnyGame, state: Any, rng: Random, choose: Choose | None = None) -> Worth:
    """What comes of ``state`` when the match is played on by ``choose``, or else by ``game.playout_move``."""
    choose = choose or game.playout_move
    for _event in range(MAX_EVENTS):
        actor = game.to_act(state)
        if actor is None:
            return final(game, state)
        state = game.resolve(state, game.draw(state, rng)) if actor == CHANCE else game.play(state, choose(state, rng))
    return guess(game, state)


class Playouts:
    """Plays positions of one game out as its author would, or move by move at random where that goes wrong.

    Nothing is paid for a call: the first playout alone looks whether the moves are legal. What fails is told and not
    asked again, where the search is under a guard; else it is raised.
    """

    def __init__(self, game: AnyGame) -> None:
        """``game``: itself, not what stands before it at a table."""
        self._game = game
        self._guard = working()
        self._whole = game.play_out if game.__class__.play_out is not Game.play_out else None
        self._choose: Choose = game.playout_move if self._guard is None else self._checked

    def worth(self, state: Any, rng: Random) -> Worth:
        """What comes of ``state``."""
        if self._whole is not None:
            end = self._end(self._whole, state, rng)
            if end is not None:
                return final(self._game, end)
        try:
            worth = play_out(self._game, state, rng, self._choose)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            if self._guard is None or self._choose == self._at_random:
                raise
            worth = play_out(self._game, state, rng, self._at_random)
            self._guard.lapse("playout_move", error)
            self._choose = self._at_random
        if self._choose == self._checked:
            self._choose = self._game.playout_move
        return worth

    def _end(self, whole: Choose, state: Any, rng: Random) -> Any:
        """The end that the game finds; None where it finds none."""
        try:
            end = whole(state, rng)
            if wrong := answers.played_out(self._game, end):
                raise WrongAnswer(wrong)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            if self._guard is None:
                raise
            self._guard.lapse("play_out", error)
            self._whole = None
            return None
        return end

    def _checked(self, state: Any, rng: Random) -> Any:
        move = self._game.playout_move(state, rng)
        if move not in self._game.legal_moves(state):
            raise WrongAnswer(_("it chose what is no legal move"))
        return move

    def _at_random(self, state: Any, rng: Random) -> Any:
        moves = self._game.legal_moves(state)
        return moves[int(rng.random() * len(moves))]


def final(game: AnyGame, state: Any) -> Worth:
    """The worth of a finished match. Points don't count where they don't simply make the ranks."""
    result = game.result(state)
    assert result is not None
    ranks = tuple(result.ranks)
    plain = ranks == tuple(game.standing(state))
    return Worth(scoring.shares(ranks), _leads(game.scores(state), ranks) if plain else (0.0,) * len(ranks))


def guess(game: AnyGame, state: Any) -> Worth:
    """A guess from an unfinished match: halfway between even and what the present standing would give."""
    ranks = tuple(game.standing(state))
    even = 1 / len(ranks)
    return Worth([(share + even) / 2 for share in scoring.shares(ranks)], _leads(game.scores(state), ranks))


def _leads(scores: Sequence[int], ranks: tuple[int, ...]) -> Sequence[float]:
    """How far each side leads, where the most points make these ranks, or the fewest; else nobody leads."""
    if ranks != scoring.ranks(scores):
        scores = [-points for points in scores]
        if ranks != scoring.ranks(scores):
            return (0.0,) * len(ranks)
    found = []
    for side, own in enumerate(scores):
        lead = own - max((other for number, other in enumerate(scores) if number != side), default=own)
        found.append(lead / (1 + abs(lead)))
    return found
