"""CPU players by name: the levels, and rules of thumb from the literature."""

from collections.abc import Callable, Mapping

from tabletop import Strategy
from tabletop_pig.bound import Bound
from tabletop_pig.levels import Expert, Hard, Medium
from tabletop_pig.position import Move, PigState
from tabletop_pig.rules_of_thumb import HoldAt, KeepPace, Rolls, ScoringTurns, Timid


def by_name(game: Bound) -> Mapping[str, Callable[..., Strategy[PigState, Move]]]:
    """The CPU players of the family for one bound game; the levels from weakest to strongest first."""
    options = game.options
    return {
        "easy": lambda: Timid(options),
        "medium": lambda: Medium(game),
        "hard": lambda: Hard(game),
        "expert": lambda: Expert(game),
        "hold": lambda points="20": HoldAt(options, points),
        "rolls": lambda rolls="4": Rolls(options, rolls),
        "scoring-turns": lambda turns="4": ScoringTurns(options, turns),
        "keep-pace": lambda base="21", pace="8", race="29": KeepPace(options, base, pace, race),
    }
