"""What a program is told of a match: only what its seat may know."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tabletop.game import CHANCE, Game
from tabletop.match import Match

AnyGame = Game[Any, Any, Any, Any, Any]


class NewMatch(NamedTuple):
    """A match that begins for one seat, or that it comes to."""

    game: str
    """the id"""
    options: Mapping[str, Any]
    """all of them, ready for JSON"""
    seats: int
    sides: Sequence[int]
    """the side of each seat, from 0"""
    seat: int
    """from 0"""
    seed: int
    """a whole number of the player's own: no draw of the match follows from it"""

    def message(self) -> dict[str, Any]:
        """It without its name."""
        return {
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "sides": [side + 1 for side in self.sides],
            "seat": self.seat + 1,
            "seed": self.seed,
        }


class Situation(NamedTuple):
    """A decision of one seat."""

    view: Mapping[str, Any]
    """by ``Game.show``"""
    moves: Sequence[str]
    """the legal ones, at least one"""
    scores: Sequence[int]
    log: Sequence[str]
    """all events so far, as the seat may read them"""


def begun(game_id: str, game: AnyGame, seat: int, seed: int) -> NewMatch:
    """A new match of ``game`` for a seat."""
    options: dict[str, Any] = game.options.model_dump(mode="json")
    return NewMatch(game_id, options, game.seats, tuple(game.sides()), seat, seed)


def of(match: Match, seat: int) -> Situation:
    """What ``seat``, which is asked for a move, is told."""
    game = match.game
    moves = [game.notation(move) for move in match.legal_moves(seat)]
    return Situation(game.show(match.view(seat)), moves, game.scores(match.state), match.log(seat))


class Chronicle:
    """What one seat has heard of a match that is played on the contract alone, without a ``Match``."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        """``seat``: from 0."""
        self._game = game
        self.seat = seat
        self.log: list[str] = []

    def hear(self, before: Any, actor: int, choice: Any) -> None:
        """A move or an outcome was played in the state ``before``."""
        if actor == CHANCE:
            self.log.append(f"* {self._game.outcome_for(choice, self.seat)}")
        else:
            self.log.append(f"{actor + 1} {self._game.move_for(choice, before, self.seat)}")

    def situation(self, state: Any, moves: Sequence[Any]) -> Situation:
        """What the seat is told where it has to choose one of ``moves``."""
        game = self._game
        texts = [game.notation(move) for move in moves]
        return Situation(game.show(game.view(state, self.seat)), texts, game.scores(state), self.log)
