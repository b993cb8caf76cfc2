"""A seat learns nothing of what it may not know: exchanged unseen tiles change nothing that reaches it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop_dominoes_passing.game import PassingGame
from tabletop_dominoes_passing.moves import members
from tabletop_dominoes_passing.options import PassingOptions

from tabletop.illegal import IllegalMove
from tabletop.match import Match
from tabletop.style import Style

seeds = st.integers(0, 2**32)


def reaches(match: Match, seat: int) -> list[object]:
    """Everything that a seat is shown or told."""
    game, view = match.game, match.view(seat)
    shown = [view, game.words(view), game.picture(view, Style()), game.picture(view, Style(ascii=True, compact=True))]
    before = game.view(match.states()[-2], seat)
    last = match.events[-1].split(" ", 1)[1]
    if last.startswith("deal"):
        last = game.outcome_for(game.parse_outcome(last, match.states()[-2]), seat)
    shown += [last, game.tell(before, last, view)]
    if match.to_act == seat:
        legal = match.legal_moves()
        shown.append(legal)
        texts = ["draw", "pass", *game.tables.plays]
        shown += [game.why_not(view, move) for move in texts if move not in legal]
        shown += [refusal(match, f"{seat + 1} {text}") for text in texts if text not in legal]
    return shown


def refusal(match: Match, event: str) -> str:
    with pytest.raises(IllegalMove) as why:
        match.apply(event)
    return str(why.value)


def exchanged(match: Match, one: str, other: str) -> Match | None:
    """The same events after a deal in which two tiles have changed places; None where they can't have happened."""
    events = list(match.events)
    deal = max(number for number, event in enumerate(events) if event.startswith("* deal"))
    swap = {one: other, other: one}
    events[deal] = " ".join(swap.get(word, word) for word in events[deal].split())
    try:
        again = Match(match.game, events)
    except IllegalMove:
        return None
    return again if again.to_act == match.to_act else None


def unseen(match: Match, seat: int) -> list[str]:
    position = match.state
    hidden = position.unplayed & ~position.hands[seat]
    return [match.game.tables.names[number] for number in members(hidden)]


def compare(match: Match, rng: Random, pairs: int) -> int:
    compared = 0
    for _pair in range(pairs):
        seat = rng.randrange(match.game.seats)
        hidden = unseen(match, seat)
        if len(hidden) < 2:
            continue
        other = exchanged(match, *rng.sample(hidden, 2))
        if other is not None and not match.state.round.finished:
            assert reaches(other, seat) == reaches(match, seat)
            compared += 1
    return compared


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_nothing_unseen_reaches_a_seat(game_of, advance, seed):
    rng = Random(seed)
    match = Match(game_of(seed))
    advance(match, rng, rng.randrange(1, 60))
    compare(match, rng, 6)


def test_enough_exchanges_are_really_compared(advance):
    compared = 0
    for seed in range(20):
        rng = Random(seed)
        match = Match(PassingGame(PassingOptions(), 2 + seed % 3))
        advance(match, rng, rng.randrange(1, 30))
        compared += compare(match, rng, 4)
    assert compared > 40


def test_a_deal_shows_a_seat_its_own_hand_only():
    game = PassingGame(PassingOptions(), 3)
    outcome = game.draw(game.start(), Random(1))
    names = game.outcome_notation(outcome).split()[1:]
    assert game.outcome_for(outcome, 1).split() == ["deal", *names[7:14]]
    assert game.outcome_for(outcome, None) == "deal"


def test_a_draw_is_told_to_the_seat_that_drew_only():
    game = PassingGame(PassingOptions(lead_must_play=False), 2)
    match = Match(game, ["* deal " + " ".join(game.tables.names), "* lead 1", "1 draw"])
    told = [game.tell(game.view(match.states()[-2], seat), "draw", match.view(seat)) for seat in range(2)]
    assert told == ["draws 4-4", "draws a tile"]
