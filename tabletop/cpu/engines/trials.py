"""Matches that a program plays on the contract alone, against random moves or a CPU player: to try it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from tabletop.cpu.engines.engine import Engine
from tabletop.cpu.engines.situations import Chronicle, NewMatch, Situation, begun
from tabletop.game import CHANCE, Game
from tabletop.match import with_options
from tabletop.scoring import shares
from tabletop.skill import Strategy

AnyGame = Game[Any, Any, Any, Any, Any]
Decide = Callable[[Situation, Sequence[Any]], Any]
"""What a seat does: one of the moves, in the order of those of the situation."""
MOST_EVENTS: Final = 5_000
"""A match of more events is broken off."""


class Trial:
    """A program, and the game that it is tried at."""

    def __init__(self, engine: Engine, rules: type[AnyGame], game_id: str) -> None:
        self.engine = engine
        self.rules = rules
        self.game_id = game_id
        self.game = with_options(rules, {}, rules.seat_counts[0])

    def new(self, seed: int = 0, seat: int = 0, game: AnyGame | None = None) -> NewMatch:
        """What is said of a match."""
        return begun(self.game_id, game or self.game, seat, Random(f"{seed}/thought").getrandbits(53))

    def play(
        self,
        seed: int,
        seat: int = 0,
        *,
        game: AnyGame | None = None,
        other: Strategy[Any, Any] | None = None,
        most: int = MOST_EVENTS,
    ) -> float:
        """A match with the program in one seat, and its share of it; ``other`` in all others: None moves at random.

        After ``most`` events it is broken off. Raises PlayerFault.
        """
        game, engine = game or self.game, self.engine
        engine.open(self.new(seed, seat, game))
        state = played(game, seed, seat, lambda at, moves: moves[at.moves.index(engine.choose(at).move)], other, most)
        result = game.result(state)
        engine.over(result.ranks if result else None, game.scores(state))
        return 0.0 if result is None else shares(result.ranks)[game.sides()[seat]]

    def other_game(self, options: Mapping[str, object], seats: int) -> AnyGame | None:
        """The game by other rules; None where they don't go together."""
        try:
            return with_options(self.rules, options, seats)
        except ValueError:
            return None

    def situations(self, seed: int, seat: int = 0) -> list[Situation]:
        """The decisions of a seat in a match in which all move at random."""
        found: list[Situation] = []
        rng = Random(seed)

        def decide(at: Situation, moves: Sequence[Any]) -> Any:
            found.append(at._replace(log=tuple(at.log)))
            return moves[rng.randrange(len(moves))]

        played(self.game, seed, seat, decide)
        return found


def played(
    game: AnyGame,
    seed: int,
    seat: int,
    decide: Decide,
    other: Strategy[Any, Any] | None = None,
    most: int = MOST_EVENTS,
) -> Any:
    """The last state of a match."""
    rng, thought = Random(seed), Random(f"{seed}/other")
    hearing, state = Chronicle(game, seat), game.start()
    for _event in range(most):
        actor = game.to_act(state)
        if actor is None:
            break
        if actor == CHANCE:
            choice = game.draw(state, rng)
            hearing.hear(state, actor, choice)
            state = game.resolve(state, choice)
            continue
        moves = game.legal_moves(state)
        if actor == seat:
            choice = decide(hearing.situation(state, moves), moves)
        elif other is None:
            choice = moves[thought.randrange(len(moves))]
        else:
            choice = other.choose(game.view(state, actor), moves, thought)
        hearing.hear(state, actor, choice)
        state = game.play(state, choice)
    return state
