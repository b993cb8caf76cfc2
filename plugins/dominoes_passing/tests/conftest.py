"""Random house rules and random matches, shared by the tests."""

from collections.abc import Callable
from random import Random

import pytest
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.game import CHANCE
from tabletop.match import Match

CHOICES = {
    "max_pip": (6, 6, 6, 9),
    "reserve": (0, 1, 2, 2, 5, 55),
    "first_lead": ("random", "highest_double", "heaviest"),
    "next_lead": ("random", "rotate", "winner", "highest_double"),
    "lead_must_play": (True, False),
    "draw_when": ("any", "no_play"),
    "draw_turn": ("ends", "continues"),
    "pass_when": ("any", "no_play", "stuck", "no_draw"),
    "pass_out_laps": (1, 2),
    "auto_block": (True, True, False),
    "subtract_own": (True, False),
    "out_breaks_tie": (True, False),
    "partner_scoring": ("sides", "lowest_player", "out_wins"),
}


def make_game(seed: int) -> PassingGame:
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    chosen = {name: rng.choice(values) for name, values in CHOICES.items()}
    chosen["partners"] = seats == 4 and rng.random() < 0.5
    chosen["hand_size"] = rng.choice((None, 1, 2, 5, 28 // seats))
    chosen["target"] = rng.choice((1, 20, 60))
    return PassingGame(PassingOptions(**chosen), seats)


def play_on(match: Match, rng: Random, events: int) -> None:
    """At most so many random events; passes are rarer than chance would have them, so that rounds come further."""
    for _event in range(events):
        if match.to_act is None:
            return
        if match.to_act == CHANCE:
            match.let_chance(rng)
            continue
        moves = list(match.legal_moves())
        if len(moves) > 1 and moves[-1] == "pass" and rng.random() < 0.8:
            moves.pop()
        match.play(rng.choice(moves))


@pytest.fixture(scope="session")
def game_of() -> Callable[[int], PassingGame]:
    """A game with random seats and house rules, from a seed."""
    return make_game


@pytest.fixture(scope="session")
def advance() -> Callable[[Match, Random, int], None]:
    """Plays a match on at random."""
    return play_on
