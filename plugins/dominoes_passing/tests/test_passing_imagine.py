"""Imagined states fit the view, and come with the probability of the deal."""

from itertools import combinations, permutations
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.illegal import IllegalMove
from tabletop.match import Match

seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_an_imagined_state_has_the_same_view_and_plays_on(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    for _step in range(12):
        for seat in range(game.seats):
            view = match.view(seat)
            state = game.imagine(view, rng)
            assert game.view(state, seat) == view
            held = sum(state.hands) + sum(1 << tile for tile in state.round.stock)
            if state.hands:
                assert held == state.unplayed
            if match.to_act == seat:
                assert game.legal_moves(state) == match.legal_moves()
            while not state.round.finished and game.to_act(state) not in {None, -1}:
                state = game.play(state, rng.choice(game.legal_moves(state)))
        advance(match, rng, 4)


def true_chances(match: Match, seat: int) -> dict[str, float]:
    """For each unseen tile how often the other of two seats holds it, by trying every deal against the events."""
    game, position = match.game, match.state
    dealt = match.events[0].split()[2:]
    size, other = game.rules.hand_size, 1 - seat
    names = game.tables.names
    hidden = [names[n] for n in members(position.unplayed & ~position.hands[seat])]
    seats_of_draws = [event[0] for event in match.events if event.endswith("draw")]
    draws = [2 * size + number for number, who in enumerate(seats_of_draws) if who == str(other + 1)]
    slots = [*range(other * size, (other + 1) * size), *draws]
    played = [e.split()[2] for e in match.events if e.startswith(f"{other + 1} play")]
    counts = dict.fromkeys(hidden, 0)
    total = 0
    for held in combinations(hidden, len(slots) - len(played)):
        rest = [name for name in hidden if name not in held]
        for placed in permutations([*held, *played]):
            if list(placed[:size]) != sorted(placed[:size]):
                continue  # the order within the first hand makes no difference
            fixed = dict(zip(slots, placed, strict=True))
            own = {n for n in range(len(dealt) - position.boneyard) if n not in fixed}
            spare = iter(rest)
            deal = [fixed[n] if n in fixed else dealt[n] if n in own else next(spare) for n in range(len(dealt))]
            try:
                again = Match(game, ["* deal " + " ".join(deal), *match.events[1:]])
            except IllegalMove:
                continue
            if again.to_act == match.to_act:
                total += 1
                for name in held:
                    counts[name] += 1
    return {name: count / total for name, count in counts.items()}


def tells_enough(match: Match) -> bool:
    """Whether seat 2 drew and acted again in the round under way, and holds so little that all deals can be tried."""
    position = match.state
    if position.round.number != 1 or position.round.finished:
        return False
    acted = [event for event in match.events if event.startswith("2 ")]
    return "2 draw" in acted and len(acted) >= 2 and position.hands[1].bit_count() <= 2


@pytest.mark.parametrize("seed", [3, 21])
@pytest.mark.parametrize(
    "options",
    [
        {"draw_when": "no_play", "draw_turn": "continues", "pass_when": "stuck"},
        {"draw_when": "no_play", "first_lead": "heaviest"},
        {"first_lead": "highest_double"},
    ],
    ids=["draw game", "heaviest leads", "highest double leads"],
)
def test_a_tile_is_imagined_in_a_hand_as_often_as_the_deals_that_fit_have_it_there(options, seed, advance):
    rng = Random(seed)
    game = PassingGame(PassingOptions(hand_size=2, target=1000, **options), 2)
    match = Match(game)
    while not tells_enough(match):
        match.take_back(len(match.events))
        advance(match, rng, 7)
    expected = true_chances(match, 0)
    view, tries = match.view(0), 1_000
    seen = dict.fromkeys(expected, 0)
    for _try in range(tries):
        for number in members(game.imagine(view, rng).hands[1]):
            seen[game.tables.names[number]] += 1
    for name, chance in expected.items():
        assert seen[name] / tries == pytest.approx(chance, abs=5 * sqrt(chance * (1 - chance) / tries) + 1e-9), name
