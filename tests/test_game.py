"""What the contract gives a game that writes only its rules."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

import tabletop
from tabletop import CHANCE, Game, GameOptions, IllegalMove, OpenGame, Style
from tabletop.match import Match


class Pile(NamedTuple):
    actor: int | None
    stones: int
    taken: tuple[int, ...]


class TakeAway(OpenGame[Pile, int, int, GameOptions]):
    """A draw says how many stones there are; seats take 1 or 2 in turn; most stones win."""

    seat_counts = range(2, 4)
    moves = (1, 2)

    def start(self):
        return Pile(CHANCE, 0, (0,) * self.seats)

    def to_act(self, state):
        return state.actor

    def legal_moves(self, state):
        return [move for move in self.moves if move <= state.stones]

    def outcomes(self, state):
        return [(3, 0.25), (4, 0.75)]

    def resolve(self, state, outcome):
        return Pile(0, outcome, state.taken)

    def play(self, state, move):
        taken = tuple(n + move * (seat == state.actor) for seat, n in enumerate(state.taken))
        left = state.stones - move
        return Pile((state.actor + 1) % self.seats if left else None, left, taken)

    def scores(self, state):
        return state.taken


@pytest.fixture
def game():
    return TakeAway(GameOptions(), 2)


def test_defaults(game):
    state = game.resolve(game.start(), 4)
    assert game.sides() == (0, 1)
    assert game.view(state, 1) is state
    assert game.imagine(state, Random(1)) is state
    assert game.dump(state) == {"actor": 0, "stones": 4, "taken": (0, 0)}
    assert game.outcome_for(3, None) == "3"
    assert game.why_not(state, 2) == "“2” can't be played now."
    assert game.picture(state, Style()) == ""
    assert game.words(state) == ()
    assert game.tell(state, "2", state) == "2"
    assert game.event_picture("2", Style()) == ""
    assert game.strategies() == {}


def test_the_most_points_win(game):
    match = Match(game, ["* 3", "1 2", "2 1"])
    assert match.result.ranks == (1, 2)
    assert Match(game, ["* 4", "1 2", "2 2"]).result.ranks == (1, 1)
    assert Match(game, ["* 4", "1 2"]).result is None


def test_parsing_by_notation(game):
    state = game.resolve(game.start(), 4)
    assert game.parse("2", state) == 2
    with pytest.raises(IllegalMove, match="“3” is not a move of this game"):
        game.parse("3", state)
    assert game.parse_outcome("3", game.start()) == 3
    with pytest.raises(IllegalMove, match="“5” is not what can happen here"):
        game.parse_outcome("5", game.start())


def test_draws_have_their_probability(game):
    rng = Random(1)
    drawn = Counter(game.draw(game.start(), rng) for _draw in range(4_000))
    assert set(drawn) == {3, 4}
    assert abs(drawn[3] - 1_000) < 100


def test_a_draw_at_the_very_end_of_the_interval(game):
    class Highest(Random):
        def random(self):
            return 1.0

    assert game.draw(game.start(), Highest()) == 4


@pytest.mark.parametrize("seats", [1, 4])
def test_number_of_seats(seats):
    with pytest.raises(ValueError, match=f"2 to 3 seats, not {seats}"):
        TakeAway(GameOptions(), seats)


def test_options_are_frozen_and_known():
    with pytest.raises(ValueError, match="extra"):
        GameOptions(colour="red")


def test_options_are_checked_for_the_seats():
    class Picky(GameOptions):
        stones: int | None = None

        def check(self, seats):
            if self.stones == 1:
                raise ValueError("too few stones")
            return self.model_copy(update={"stones": self.stones or 2 * seats})

    assert TakeAway(Picky(), 3).options.stones == 6
    with pytest.raises(ValueError, match="too few stones"):
        TakeAway(Picky(stones=1), 2)


def test_a_game_must_write_its_rules():
    assert Game.__abstractmethods__ >= {"start", "to_act", "legal_moves", "play", "view", "imagine", "scores"}
    assert OpenGame.__abstractmethods__ == {"start", "to_act", "legal_moves", "play", "scores"}


def test_every_public_name_is_there():
    for name in dir(tabletop):
        assert getattr(tabletop, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        tabletop.nothing  # noqa: B018
