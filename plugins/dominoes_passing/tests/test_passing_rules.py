"""Properties of the rules over random play, all seat counts and random house rules."""

from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.history import train_of
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.game import CHANCE
from tabletop.illegal import IllegalMove
from tabletop.match import Header, Match, Seat
from tabletop.pieces import tiles, trains
from tabletop.record import export, read

seeds = st.integers(0, 2**32)
few = settings(max_examples=60, deadline=None)


@few
@given(seeds)
def test_every_tile_is_in_one_place_and_the_train_fits(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    match.let_chance(rng)
    for _step in range(40):
        advance(match, rng, 1)
        dump = game.dump(match.state)
        train = train_of(game.tables, match.state.history)
        laid = [tiles.notation(tiles.tile(*halves)) for halves in train]
        placed = [name for hand in dump["hands"] for name in hand] + dump["stock"] + laid
        assert sorted(placed) == sorted(game.tables.names)
        assert all(one[1] == other[0] for one, other in pairwise(train))
        assert dump["ends"] == (list(trains.ends(train)) if train else None)
        assert dump["boneyard"] == len(dump["stock"])


def longest(game: PassingGame) -> int:
    """Every tile in play is set and every drawable one drawn at most once; a lap of passes ends the round."""
    dealt = game.rules.hand_size * game.seats
    drawable = len(game.tables.tiles) - dealt - game.rules.reserve
    return (dealt + 2 * drawable + 1) * game.rules.lap


@few
@given(seeds)
def test_every_round_ends_in_time_and_a_state_that_is_not_over_offers_a_move(game_of, seed):
    game, rng = game_of(seed), Random(seed)
    state = game.resolve(game.start(), game.draw(game.start(), rng))
    if game.to_act(state) == CHANCE:
        state = game.resolve(state, game.draw(state, rng))
    bound = longest(game)
    actions = 0
    while not state.round.finished:
        moves = game.legal_moves(state)
        assert moves
        assert len(set(moves)) == len(moves)
        state = game.play(state, rng.choice(moves))
        actions += 1
    assert actions <= bound


@pytest.mark.parametrize(("seats", "bound"), [(2, 78), (3, 96), (4, 116)])
def test_the_longest_round_of_the_custom_is_as_long_as_the_rules_page_says(seats, bound):
    game = PassingGame(PassingOptions(), seats)
    assert longest(game) == bound


def independent_points(game, pips, out):
    """The winner's points, and the side, by the words of the rules page."""
    options = game.options
    sides = {side: [pips[s] for s in range(game.seats) if game.sides()[s] == side] for side in set(game.sides())}
    totals = {side: sum(held) for side, held in sides.items()}
    style = options.partner_scoring if options.partners else "sides"
    if style == "out_wins" and out is not None:
        side = out % 2
        return side, totals[1 - side]
    measure = {side: min(held) for side, held in sides.items()} if style == "lowest_player" else totals
    lowest = min(measure.values())
    best = [side for side in measure if measure[side] == lowest]
    if len(best) > 1:
        outs = [side for side in best if out is not None and side == game.sides()[out]]
        best = outs if options.out_breaks_tie else []
    if not best:
        return None, 0
    others = sum(total for side, total in totals.items() if side != best[0])
    return best[0], others - (lowest if options.subtract_own else 0)


@few
@given(seeds)
def test_points_follow_the_formula_and_scores_never_fall(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    before = game.scores(match.state)
    for _step in range(150):
        if match.to_act is None:
            break
        advance(match, rng, 1)
        after = game.scores(match.state)
        position = match.state
        if position.round.finished:
            hands = [[tiles.parse(name, 9) for name in hand] for hand in game.dump(match.state)["hands"]]
            pips = [sum(high + low for high, low in hand) for hand in hands]
            out = next((seat for seat, hand in enumerate(hands) if not hand), None)
            winner, points = independent_points(game, pips, out)
            assert (winner, points) == (position.round.last.winner, position.round.last.points)
            assert list(after) == [old + points * (side == winner) for side, old in enumerate(before)]
            assert (match.to_act is None) == (max(after) >= game.rules.target)
        assert all(new >= old for new, old in zip(after, before, strict=True))
        before = after


@few
@given(seeds)
def test_every_move_and_outcome_reads_back_from_its_text(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    for _step in range(40):
        if match.to_act is None:
            break
        if match.to_act == CHANCE:
            outcome = game.draw(match.state, rng)
            assert game.parse_outcome(game.outcome_notation(outcome), match.state) == outcome
        else:
            view = match.view(match.to_act)
            for move in match.legal_moves():
                assert game.parse(game.notation(move), view) == move
        advance(match, rng, 1)


@few
@given(seeds)
def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(game_of, advance, seed):
    game, rng = game_of(seed), Random(seed)
    match = Match(game)
    advance(match, rng, rng.randrange(2, 30))
    seat = match.to_act
    if seat is None or seat == CHANCE:
        return
    legal = set(match.legal_moves())
    for move in {*game.tables.plays, "draw", "pass"} - legal:
        with pytest.raises(IllegalMove) as why:
            match.play(move)
        assert str(why.value).endswith(".")
        with pytest.raises(IllegalMove):
            match.apply(f"{seat + 1} {move}")
    assert set(match.legal_moves()) == legal


@few
@given(seeds)
def test_taking_back_and_playing_again_is_the_identity(game_of, advance, seed):
    match, rng = Match(game_of(seed)), Random(seed)
    advance(match, rng, 60)
    events, state = list(match.events), match.state
    back = rng.randrange(len(events) + 1)
    match.take_back(back)
    for event in events[len(events) - back :]:
        match.apply(event)
    assert match.state == state
    assert match.events == events


@few
@given(seeds)
def test_a_record_leads_back_to_the_same_match(game_of, advance, seed):
    game = game_of(seed)
    match = Match(game)
    advance(match, Random(seed), 80)
    header = Header(
        game="passing-game",
        options=game.options.model_dump(mode="json"),
        seats=[Seat(name=f"Seat {seat}") for seat in range(game.seats)],
    )
    record = read(BytesIO(export(header, match).encode()))
    again = Match(PassingGame(PassingOptions.model_validate(record.options), len(record.seats)), record.events)
    assert again.state == match.state
    assert again.result == match.result


def dealt(hands: str, seats: int = 2, **options: object) -> Match:
    """A match after a deal that begins with these tiles; seat 1 leads."""
    game = PassingGame(PassingOptions(**options), seats)
    rest = [name for name in game.tables.names if name not in hands.split()]
    match = Match(game, [f"* deal {hands} {' '.join(rest)}"])
    if match.to_act == CHANCE:
        match.apply("* lead 1")
    return match


def play(match: Match, events: str) -> Match:
    for event in events.split(", "):
        match.apply(event)
    return match


def test_a_bound_leader_must_set_the_tile_whatever_else_is_allowed():
    match = dealt("5-5 1-0 2-0 6-4", hand_size=2, first_lead="highest_double", lead_must_play=False)
    assert match.legal_moves() == ("play 5-5",)
    with pytest.raises(IllegalMove, match="must be 5-5"):
        match.apply("1 draw")


def test_without_a_double_in_any_hand_the_heaviest_tile_leads():
    match = dealt("5-4 1-0 6-3 2-0", hand_size=2, first_lead="highest_double")
    assert (match.to_act, match.legal_moves()) == (1, ("play 6-3",))


def test_a_tile_that_fits_both_equal_ends_is_asked_for_by_its_end():
    match = play(dealt("3-3 6-3 3-1 2-0", hand_size=2), "1 play 3-3")
    assert match.legal_moves() == ("play 3-1 left", "play 3-1 right", "draw", "pass")
    with pytest.raises(IllegalMove, match="fits both ends"):
        match.game.parse("31", match.view(1))


@pytest.mark.parametrize("text", ["6-3", "63", "36", "play 3-6", "6-3 r", "PLAY 63 right"])
def test_what_a_person_types_may_be_shorter(text):
    match = play(dealt("3-0 5-1 6-3 2-1", hand_size=2), "1 play 3-0")
    assert match.game.parse(text, match.view(1)) == "play 6-3 right"


@pytest.mark.parametrize("text", ["", "play", "play 6-3 up", "knock", "7-1", "6-3 left right", "play 5-1", "5-5"])
def test_what_means_no_move_is_refused_with_a_reason(text):
    match = play(dealt("3-0 5-1 6-3 2-1", hand_size=2), "1 play 3-0")
    with pytest.raises(IllegalMove, match=r"\.$"):
        match.game.parse(text, match.view(1))


def test_a_blocked_round_goes_on_until_all_pass_when_it_is_not_ended_at_once():
    hands = "6-5 1-0 6-4 2-0"
    moves = "1 play 6-5, 2 play 6-4 right"
    ended = play(dealt(hands, hand_size=2, reserve=55), moves)
    assert ended.game.dump(ended.state)["last_round"]["reason"] == "blocked"
    going = play(dealt(hands, hand_size=2, reserve=55, auto_block=False), f"{moves}, 1 pass, 2 pass")
    assert going.game.dump(going.state)["last_round"]["reason"] == "passed_out"


def test_the_winner_leads_the_next_round_and_after_a_tie_the_same_leader():
    won = play(dealt("1-0 2-0 6-5 6-6", hand_size=2, next_lead="winner"), "1 play 2-0, 2 pass, 1 pass")
    won.let_chance(Random(1))
    assert won.to_act == 0
    tied = play(
        dealt("6-0 4-1 5-0 3-2", hand_size=2, next_lead="winner"), "1 play 6-0, 2 play 5-0 left, 1 pass, 2 pass"
    )
    assert tied.game.dump(tied.state)["last_round"]["winner"] is None
    tied.let_chance(Random(1))
    assert tied.to_act == 0


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        ({"partners": True}, 3, "four seats"),
        ({"hand_size": 10}, 3, "need 30 tiles"),
        ({"hand_size": 8}, 4, "only 28"),
    ],
)
def test_options_that_cannot_go_together_are_refused_with_the_reason(options, seats, reason):
    with pytest.raises(ValueError, match=reason):
        PassingGame(PassingOptions(**options), seats)


@pytest.mark.parametrize(
    ("options", "targets"),
    [({}, [101, 101, 61]), (PassingGame.presets["101 with two sides, 61 with more"], [101, 61, 61])],
)
def test_the_target_follows_the_custom(options, targets):
    assert [PassingGame(PassingOptions(**options), seats).rules.target for seats in (2, 3, 4)] == targets


def test_partners_play_to_61_or_by_the_preset_to_101():
    assert PassingGame(PassingOptions(partners=True), 4).rules.target == 61
    preset = PassingGame.presets["101 with two sides, 61 with more"]
    assert PassingGame(PassingOptions(partners=True, **preset), 4).rules.target == 101


@pytest.mark.parametrize("name", PassingGame.presets)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preset_makes_a_game(name, seats, advance):
    match = Match(PassingGame(PassingOptions(**PassingGame.presets[name]), seats))
    advance(match, Random(4), 2_000)
    assert match.result is not None


def test_in_the_block_game_nothing_is_ever_drawn(advance):
    match = Match(PassingGame(PassingOptions(**PassingGame.presets["block game"]), 2))
    advance(match, Random(4), 2_000)
    assert not any(event.endswith("draw") for event in match.events)
