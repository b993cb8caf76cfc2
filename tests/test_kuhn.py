"""A game with hidden cards, chance that deals them and a CPU, played through everything the host has."""

import io
from collections import Counter
from itertools import product
from random import Random

import pytest
from kuhn import CARDS, ENDS, Equilibrium, Kuhn, KuhnState, KuhnView

from tabletop import CHANCE, GameOptions, IllegalMove
from tabletop.match import Header, Match, Seat, bind
from tabletop.record import check_result, export, read, replay_line

HEADER = Header(game="kuhn", seats=(Seat(name="Ada"), Seat(name="Bo", player="cpu", level="hard")))
SHOWDOWN = ["* K J", "1 check", "2 bet", "1 call"]


@pytest.fixture
def game():
    return Kuhn(GameOptions(), 2)


def every_position(game, state=None, depth=0):
    """All positions with their depth, by way of the contract alone."""
    state = game.start() if state is None else state
    yield depth, state
    actor = game.to_act(state)
    if actor == CHANCE:
        following = [game.resolve(state, outcome) for outcome, _probability in game.outcomes(state)]
    else:
        following = [] if actor is None else [game.play(state, move) for move in game.legal_moves(state)]
    for after in following:
        yield from every_position(game, after, depth + 1)


def test_a_match_by_hand(game):
    match = Match(game)
    assert match.to_act == CHANCE
    assert match.legal_moves() == ()
    for event in SHOWDOWN:
        assert match.apply(event) == event
    assert match.to_act is None
    assert match.legal_moves() == ()
    assert game.scores(match.state) == (2, -2)
    assert match.result.ranks == (1, 2)


def test_a_fold_wins_the_ante(game):
    assert game.scores(Match(game, ["* J K", "1 bet", "2 fold"]).state) == (1, -1)
    assert game.scores(Match(game, ["* K J", "1 check", "2 bet", "1 fold"]).state) == (-1, 1)


def test_positions_at_each_depth(game):
    """Counted by hand: 6 deals, then 2 moves, 4 (check-check and both answers to a bet end), and 2 after check-bet."""
    positions = list(every_position(game))
    assert Counter(depth for depth, _state in positions) == {0: 1, 1: 6, 2: 12, 3: 24, 4: 12}
    terminal = [state for _depth, state in positions if state.over]
    assert len(terminal) == 6 * len(ENDS) == 30


def test_a_view_does_not_tell_the_other_card(game):
    """Exchanging a hidden card changes nothing that its opponent sees, is offered or is told."""
    compared = 0
    for _depth, state in every_position(game):
        if not state.cards or (state.over and "fold" not in state.history):
            continue
        for seat in range(2):
            third = (set(CARDS) - set(state.cards)).pop()
            exchanged = state._replace(cards=tuple(c if s == seat else third for s, c in enumerate(state.cards)))
            assert game.view(exchanged, seat) == game.view(state, seat)
            assert game.words(game.view(exchanged, seat)) == game.words(game.view(state, seat))
            assert game.outcome_for(exchanged.cards, seat) == game.outcome_for(state.cards, seat)
            assert game.view(exchanged, 1 - seat) != game.view(state, 1 - seat)
            compared += 1
    assert compared == 2 * (6 + 12 + 24 + 12 - 6 * 3)  # all positions after the deal but the showdowns


def test_cards_are_shown_at_a_showdown_only(game):
    assert game.view(Match(game, SHOWDOWN).state, 1).cards == ("K", "J")
    assert game.view(Match(game, [*SHOWDOWN[:-1], "1 fold"]).state, 1).cards == ("?", "J")


def test_what_each_seat_reads_of_the_deal(game):
    assert [game.outcome_for(("K", "J"), seat) for seat in (0, 1, None)] == ["K ?", "? J", "? ?"]


def test_imagined_states_fit_the_view_and_are_all_met(game):
    rng = Random(1)
    for _depth, state in every_position(game):
        for seat in range(2):
            view = game.view(state, seat)
            imagined = {game.imagine(view, rng) for _try in range(20)}
            assert {game.view(guess, seat) for guess in imagined} == {view}
            hidden = view.cards.count("?")
            assert len(imagined) == (2 if hidden else 1)


@pytest.mark.parametrize(
    ("events", "event", "reason"),
    [
        ([], "1 check", "Chance acts now, not a player."),
        ([], "* K K", "“K K” is not what can happen here."),
        ([], "* K ?", "“K ?” is not what can happen here."),
        (SHOWDOWN[:1], "2 check", "It is the turn of seat 1."),
        (SHOWDOWN[:1], "* K J", "It is the turn of seat 1, not of chance."),
        (SHOWDOWN[:1], "1 call", "There is no bet yet: check or bet."),
        (SHOWDOWN[:1], "1 raise", "“raise” is not a move of this game."),
        (SHOWDOWN[:3], "1 check", "There is a bet: call or fold."),
        (SHOWDOWN, "2 check", "The match is over."),
        (SHOWDOWN, "* K J", "The match is over."),
    ],
)
def test_refusals(game, events, event, reason):
    match = Match(game, events)
    with pytest.raises(IllegalMove) as refusal:
        match.apply(event)
    assert str(refusal.value) == reason
    assert match.events == events
    assert match.states() == Match(game, events).states()


def test_a_reason_does_not_depend_on_the_hidden_card(game):
    reasons = set()
    for deal in ("* J Q", "* J K"):
        with pytest.raises(IllegalMove) as refusal:
            Match(game, [deal, "1 call"])
        reasons.add(str(refusal.value).replace(deal, ""))
    assert len(reasons) == 1


def test_record_there_and_back(game):
    match = Match(game, SHOWDOWN)
    text = export(HEADER, match)
    record = read(io.BytesIO(text.encode()))
    again = Match(bind(Kuhn, record), record.events)
    check_result(record, again)
    assert again.states() == match.states()
    assert export(HEADER, again) == text
    assert record.seats == HEADER.seats


def test_replay_line_holds_the_whole_state(game):
    assert replay_line(Match(game, SHOWDOWN[:1])) == {
        "event": "* K J",
        "to_act": 1,
        "legal": ["check", "bet"],
        "scores": [0, 0],
        "state": {"cards": ("K", "J"), "history": ()},
        "result": None,
    }


def test_cpu_plays_from_views(game):
    rng = Random(2)
    cpu = game.strategies()["hard"]()
    ends = Counter()
    for _match in range(300):
        match = Match(game)
        match.let_chance(rng)
        while match.to_act is not None:
            view = match.view(match.to_act)
            assert view.cards.count("?") == 1
            match.play(cpu.choose(view, match.legal_moves(), rng))
        ends[" ".join(match.state.history)] += 1
    assert set(ends) == ENDS


def test_cpu_refuses_parameters_it_cannot_use(game):
    with pytest.raises(ValueError, match="alpha"):
        game.strategies()["hard"]("1/2")


# The value of the game: -1/18 for seat 1, whatever alpha (Kuhn, 1950)


def expected_score(game, boldness, state):
    """What seat 1 wins on average when each seat is bold with the probability that ``boldness(view)`` says."""
    actor = game.to_act(state)
    if actor is None:
        return game.scores(state)[0]
    if actor == CHANCE:
        return sum(p * expected_score(game, boldness, game.resolve(state, deal)) for deal, p in game.outcomes(state))
    bold = boldness(game.view(state, actor))
    moves = {"bet": bold, "check": 1 - bold, "call": bold, "fold": 1 - bold}
    return sum(moves[m] * expected_score(game, boldness, game.play(state, m)) for m in game.legal_moves(state))


def best_answers(game, boldness, seat):
    """The expected score of seat 1 for each of the 64 plans without chance that ``seat`` may have."""
    situations = sorted({game.view(s, seat) for _depth, s in every_position(game) if game.to_act(s) == seat})
    assert len(situations) == 6
    for choices in product((0, 1), repeat=6):
        plan = dict(zip(situations, choices, strict=True))
        yield expected_score(
            game, lambda view, plan=plan: plan[view] if view.seat == seat else boldness(view), KuhnState()
        )


@pytest.mark.parametrize("alpha", ["0", "1/6", "1/3"])
def test_value_of_the_game(game, alpha):
    """No plan of either seat does better against the equilibrium than the value."""
    boldness = Equilibrium(alpha).boldness
    value = pytest.approx(-1 / 18)
    assert expected_score(game, boldness, game.start()) == value
    assert max(best_answers(game, boldness, 0)) == value
    assert min(best_answers(game, boldness, 1)) == value


def test_a_worse_plan_can_be_exploited(game):
    def always_bold(view: KuhnView) -> float:
        return 1

    assert min(best_answers(game, always_bold, 1)) < -1 / 18 - 0.1
