"""A match that is played out in one go ends as move by move, with the same numbers."""

from random import Random
from typing import Any

import pytest
from tabletop_bigpig.rules import BigPig
from tabletop_pig.family import FamilyGame
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

from tabletop import CHANCE


def step(game: FamilyGame[Any], state: Any, rng: Random) -> Any:
    if game.to_act(state) == CHANCE:
        return game.resolve(state, game.draw(state, rng))
    return game.play(state, game.playout_move(state, rng))


@pytest.mark.parametrize("rules", [Pig, PigTwoDice, PigDoubles, BigPig])
@pytest.mark.parametrize("options", [{}, {"minimum_to_hold": 12}, {"target": 30}, {"start": "random"}])
@pytest.mark.parametrize("seats", [2, 3])
def test_it_ends_as_move_by_move(rules: type[FamilyGame[Any]], options: dict[str, Any], seats: int) -> None:
    game = rules(rules.options_model.model_validate({"target": 50, "ending": "immediate", **options}), seats)
    for seed in range(8):
        begin, rng = game.start(), Random(seed)
        while game.to_act(begin) is not None:
            state, again = begin, Random(seed)
            while game.to_act(state) is not None:
                state = step(game, state, again)
            end = game.play_out(begin, Random(seed))
            assert end == (state if begin[7] >= 0 else None)
            for _event in range(7):
                begin = begin if game.to_act(begin) is None else step(game, begin, rng)
        assert game.play_out(begin, rng) == begin


def test_what_never_ends_is_given_up() -> None:
    game = Pig(Pig.options_model(minimum_to_hold=1_000, target=10_000), 2)
    assert game.play_out(game.start(), Random(1)) is None


@pytest.mark.parametrize(
    "options",
    [{"ending": "final_turns"}, {"ending": "complete_round"}, {"target_mode": "exact"}, {"roll_limit": 3}],
)
def test_what_it_does_not_know_is_left_to_the_host(options: dict[str, Any]) -> None:
    game = Pig(Pig.options_model.model_validate(options), 2)
    assert game.play_out(game.start(), Random(1)) is None
