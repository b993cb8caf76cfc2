"""What holds in every match of the family, whatever the house rules, the seats and the luck."""

from random import Random

from any_match import headers, step
from hypothesis import given
from hypothesis import strategies as st
from tabletop_pig.games import Pig, PigDoubles, PigTwoDice

from tabletop import CHANCE, scoring
from tabletop.match import Match, bind
from tabletop.testing.texts import named

GAMES = {"pig": Pig, "pig-two-dice": PigTwoDice, "pig-doubles": PigDoubles}
HEADERS = headers(tuple(GAMES))
SEEDS = st.integers(0, 1 << 30)


def random_match(header, seed, most_events=400):
    """The match with each state reached."""
    match, rng = Match(bind(GAMES[header.game], header)), Random(seed)
    yield match
    for _event in range(most_events):
        if match.to_act is None:
            return
        step(match, rng)
        yield match


@given(HEADERS, SEEDS)
def test_a_state_that_is_not_over_offers_a_move(header, seed):
    for match in random_match(header, seed):
        moves = match.legal_moves()
        assert len(set(moves)) == len(moves)
        if match.to_act == CHANCE:
            assert abs(sum(chance for _outcome, chance in match.game.outcomes(match.state)) - 1) < 1e-9
        elif match.to_act is not None:
            assert moves[0] == "roll"
            for move in match.game.moves:
                assert move in moves or match.game.why_not(match.view(match.to_act), move)


@given(HEADERS, SEEDS)
def test_banked_points_fall_only_where_a_throw_loses_the_total(header, seed):
    before = None
    for match in random_match(header, seed):
        banked = list(match.game.dump(match.state)["banked"])
        for seat, points in enumerate(before or []):
            if banked[seat] < points:
                dice = match.events[-1].removeprefix("* ").split()
                assert match.game.options.ones_lose == "total"
                assert dice.count("1") == 1
                assert banked[seat] == 0
        assert sum(now != then for now, then in zip(banked, before or banked, strict=True)) <= 1
        if match.game.options.target_mode == "exact":
            assert max(match.game.scores(match.state)) <= match.game.options.target
        before = banked


@given(HEADERS, SEEDS)
def test_ranks_at_the_end_and_not_before(header, seed):
    *_earlier, match = random_match(header, seed, 3_000)
    assert all(match.game.result(state) is None for state in match.states()[:-1])
    banked, target = list(match.game.scores(match.state)), match.game.options.target
    if match.to_act is None:
        assert match.result.ranks == scoring.ranks(banked)
        assert max(banked) >= target
        if match.game.options.ending == "immediate":
            assert sum(points >= target for points in banked) == 1
    else:
        assert match.result is None


@given(HEADERS, SEEDS)
def test_what_the_table_says_can_be_said(header, seed):
    before = None
    for match in random_match(header, seed, 60):
        game, state = match.game, match.state
        assert all(named(line, game.seats).isprintable() for line in game.words(state))
        if before is not None:
            event = match.events[-1].partition(" ")[2]
            said = named(game.tell(before, event, state), game.seats)
            assert said
            assert said.isprintable()
        before = state


@given(HEADERS, SEEDS)
def test_cpu_players_choose_legal_moves(header, seed):
    match, rng = Match(bind(GAMES[header.game], header)), Random(seed)
    quick = match.game.strategies().keys() - {"medium", "hard", "expert"}  # these solve the game first
    players = [match.game.strategies()[name]() for name in sorted(quick)]
    for _event in range(100):
        if match.to_act is None:
            break
        if match.to_act == CHANCE:
            match.let_chance(rng)
            continue
        moves = match.legal_moves()
        choices = [player.choose(match.view(match.to_act), moves, rng) for player in players]
        assert set(choices) <= set(moves)
        match.play(rng.choice(choices))
