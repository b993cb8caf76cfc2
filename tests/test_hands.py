"""The base for games whose pieces are shuffled and dealt: deals, their texts, views and imagined states."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tricks import SmallTricks, Tricks

from tabletop import CHANCE, Deal, Game, GameOptions, HandsGame, IllegalMove, OpenGame, cards
from tabletop.testing import check_game

GAME = SmallTricks(GameOptions(), 3)


def played(seed, moves):
    """A state after a deal and so many random moves, which may end in another deal."""
    rng, state = Random(seed), GAME.start()
    while moves and GAME.to_act(state) is not None:
        if GAME.to_act(state) == CHANCE:
            state = GAME.resolve(state, GAME.draw(state, rng))
        else:
            state = GAME.play(state, rng.choice(GAME.legal_moves(state)))
            moves -= 1
    return state


states = st.builds(played, st.integers(0, 2**32), st.integers(0, 30))


def test_a_game_on_it_keeps_every_promise_of_the_contract():
    report = check_game(SmallTricks, "small-tricks")
    assert report.ok, str(report)


def test_a_deal_reads_back_and_each_seat_reads_its_own_hand():
    state = GAME.start()
    deal = GAME.draw(state, Random(1))
    text = GAME.outcome_notation(deal)
    assert GAME.parse_outcome(text, state) == deal
    assert GAME.parse_outcome(text.lower(), state) == deal
    words = text.split()
    assert [GAME.outcome_for(deal, seat).split() for seat in range(3)] == [
        ["deal", *words[1 + 5 * seat : 6 + 5 * seat]] for seat in range(3)
    ]
    assert GAME.outcome_for(deal, None) == "deal"
    after = GAME.resolve(state, deal)
    assert [sorted(hand) for hand in after.hands] == [sorted(hand) for hand in deal.hands()]
    assert after.stock == deal.stock() == deal.pieces[15:]
    assert GAME.tell(GAME.view(state, 0), text, GAME.view(after, 0)) == "the pieces are dealt"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda words: words[1:], "must be a deal"),
        (lambda _words: [], "must be a deal"),
        (lambda words: words[:-1], f"{cards.notation(cards.deck()[-1])} is missing"),
        (lambda words: [*words, "9C"], "names 9C once too often"),
        (lambda words: [*words[:-1], "9C"], "AS is missing"),
        (lambda words: [*words, "2C"], "There is no 2C in this game"),
    ],
)
def test_what_is_no_deal_is_refused_with_the_reason(change, why):
    words = ["deal", *map(cards.notation, GAME.pieces())]
    with pytest.raises(IllegalMove, match=why):
        GAME.parse_outcome(" ".join(change(words)), GAME.start())


@given(states, st.sampled_from((0, 1, 2, None)))
def test_a_view_has_the_shape_of_the_state_and_hides_stock_and_other_hands(state, seat):
    view = GAME.view(state, seat)
    assert list(map(len, view.hands)) == list(map(len, state.hands))
    assert view.stock == (None,) * len(state.stock)
    for holder, hand in enumerate(view.hands):
        assert hand == (state.hands[holder] if holder == seat else (None,) * len(hand))
    assert view._replace(hands=(), stock=(), seat=None) == state._replace(hands=(), stock=())


@settings(deadline=None)
@given(states, st.sampled_from((0, 1, 2, None)), st.integers(0, 2**32))
def test_an_imagined_state_fits_the_view_and_what_was_proved(state, seat, seed):
    view = GAME.view(state, seat)
    imagined = GAME.imagine(view, Random(seed))
    assert GAME.view(imagined, seat) == view
    assert imagined.seat is None
    held = [card for hand in (*imagined.hands, imagined.stock) for card in hand]
    if any(state.hands) or state.stock:
        assert sorted([*held, *state.played, *state.trick]) == sorted(GAME.pieces())
    assert not any(card.suit in state.voids[holder] for holder, hand in enumerate(imagined.hands) for card in hand)
    assert GAME.imagine(GAME.view(state, seat), Random(seed)) == imagined


def test_hands_that_lie_open_are_seen_by_all_and_the_stock_is_not():
    class Open(SmallTricks):
        def lies_open(self, state):
            return True

    state, game = played(1, 4), Open(GameOptions(), 3)
    view = game.view(state, None)
    assert view.hands == state.hands
    assert set(view.stock) == {None}
    assert game.imagine(view, Random(1)).hands == state.hands


def test_a_game_that_forgets_what_lies_on_the_table_hears_of_it():
    class Forgetful(SmallTricks):
        def seen(self, view):
            return ()

    game = Forgetful(GameOptions(), 3)
    with pytest.raises(ValueError, match="pieces can't be dealt to places"):
        game.imagine(game.view(played(1, 4), 0), Random(1))


def test_a_state_is_dumped_with_its_pieces_as_texts():
    dump = GAME.dump(Tricks(hands=((cards.parse("QS"),), (), ()), stock=(cards.parse("9C"),)))
    assert (dump["hands"], dump["stock"]) == ([["QS"], [], []], ["9C"])
    assert "seat" not in dump


def test_a_deal_of_hands_of_several_sizes():
    deal = Deal(tuple("abcdef"), (3, 0, 2))
    assert list(deal.hands()) == [("a", "b", "c"), (), ("d", "e")]
    assert deal.stock() == ("f",)


@pytest.mark.parametrize("base", [Game, OpenGame, HandsGame])
def test_a_base_keeps_no_private_name_that_a_game_may_take_without_knowing(base):
    names = {name for one in base.__mro__ if one.__module__.startswith("tabletop.") for name in vars(one)}
    private = {name for name in names if name.startswith("_") and "__" not in name}
    assert private <= {"_abc_impl", "_is_protocol"}
