"""Cards: decks, texts, tricks, piles, and how a hand looks and reads."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import IllegalMove, Style, cards
from tabletop.pieces import cells, scene_text, scene_words, scenes

DECK = cards.deck(jokers=2)
some_cards = st.lists(st.sampled_from(DECK), max_size=30)
styles = st.builds(Style, st.integers(12, 80), st.booleans(), st.booleans(), st.just(99))
SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}


@given(st.sampled_from(DECK))
def test_a_card_reads_back_from_all_that_people_write(card):
    text = cards.notation(card)
    forms = {text, text.lower(), text.replace("10", "T"), text.replace("10", "t").lower()}
    forms |= {text[:-1] + sign + more for sign in SIGNS.get(card.suit, card.suit) for more in ("", "\ufe0e", "\ufe0f")}
    if card.rank == cards.JOKER:
        forms = {text, text.lower()}
    assert {cards.parse(form) for form in forms} == {card}


@pytest.mark.parametrize(
    "text", ["", "1S", "11H", "Q", "S", "QX", "XS", "X", "QSS", "Q S", "０H", "QS\x1b[2J", "Q" * 5_000]
)
def test_what_is_not_a_card_is_refused(text):
    with pytest.raises(IllegalMove, match="is written like QS or 10H"):
        cards.parse(text)


@given(some_cards)
def test_several_cards_read_back(hand):
    assert cards.parse_hand(cards.hand_notation(hand)) == tuple(hand)
    assert cards.parse_hand(", ".join(map(cards.notation, hand)), len(hand)) == tuple(hand)
    with pytest.raises(IllegalMove, match="Name"):
        cards.parse_hand(cards.hand_notation(hand), len(hand) + 1)


def test_decks_have_every_card_as_often_as_there_are_decks():
    assert len(set(cards.deck())) == 52
    assert sorted(cards.deck(decks=2, jokers=3)) == sorted(cards.deck(jokers=3) * 2)
    assert cards.hand_notation(cards.deck(jokers=3)[52:]) == "XR XB XR"


@given(some_cards, st.sampled_from(["", *cards.SUITS]))
def test_a_hand_in_order_has_suits_together_and_high_cards_first(hand, trump):
    held = cards.in_order(hand, trump)
    assert sorted(held) == sorted(hand)
    suited = [card for card in held if card.rank != cards.JOKER]
    runs = [card.suit for number, card in enumerate(suited) if number == 0 or suited[number - 1].suit != card.suit]
    assert len(runs) == len(set(runs))
    assert not trump or trump not in runs[1:]
    assert all(one.rank >= two.rank for one, two in pairwise(suited) if one.suit == two.suit)
    assert all(card.rank == cards.JOKER for card in held[: len(hand) - len(suited)])


def test_ranks_may_be_in_another_order():
    skat = (7, 8, 9, cards.QUEEN, cards.KING, 10, cards.ACE)
    held = cards.in_order(cards.parse_hand("KS 10S AS 7S"), ranks=skat)
    assert cards.hand_notation(held) == "AS 10S KS 7S"


@given(
    st.lists(st.sampled_from(cards.deck()), min_size=1, max_size=6, unique=True), st.sampled_from(["", *cards.SUITS])
)
def test_a_trick_is_won_by_the_highest_trump_or_else_the_highest_card_that_follows(trick, trump):
    won = trick[cards.winner(trick, trump)]
    trumps = [card for card in trick if card.suit == trump]
    assert won == max(trumps or [card for card in trick if card.suit == trick[0].suit])


def test_of_two_equal_cards_the_first_wins_and_a_game_may_say_what_counts_as_trump():
    assert cards.winner(cards.parse_hand("9S 9S 3D")) == 0

    def suit(card):
        return "trump" if card.rank == cards.JACK else card.suit

    trick = cards.parse_hand("AS JD JC 10S")
    assert cards.winner(trick, "trump", suit=suit, strength=lambda card: "DHSC".index(card.suit)) == 2
    assert cards.hand_notation(cards.follow(cards.parse_hand("JS 9S 2H"), trick[0], suit=suit)) == "9S"


@given(some_cards, st.sampled_from([None, *cards.deck()]))
def test_who_can_follow_must(hand, led):
    may = cards.follow(hand, led)
    following = [card for card in hand if led is not None and card.suit == led.suit]
    assert list(may) == (following or hand)


def test_piles_are_drawn_from_discarded_to_and_filled_again():
    piles = cards.Piles(cards.parse_hand("2C 3C 4C"))
    drawn, piles = piles.draw(2)
    assert (cards.hand_notation(drawn), cards.hand_notation(piles.deck), piles.top) == ("2C 3C", "4C", None)
    piles = piles.discard(*drawn).discard(cards.parse("9H"))
    assert piles.top == cards.parse("9H")
    filled = piles.refill(cards.parse_hand("3C 2C"))
    assert filled == cards.Piles(cards.parse_hand("4C 3C 2C"), cards.parse_hand("9H"))
    taken, left = piles.take(2)
    assert (cards.hand_notation(taken), cards.hand_notation(left.discards)) == ("3C 9H", "2C")
    for wrong in (lambda: piles.draw(2), lambda: piles.take(4), lambda: piles.refill(cards.parse_hand("3C 3C"))):
        with pytest.raises(ValueError, match=r"can't be drawn|can't be taken|not those"):
            wrong()


@given(some_cards, styles)
def test_pictures_of_hands_keep_to_the_width_and_the_characters_and_name_every_card(hand, style):
    for drawn in (cards.hand_picture(hand, style, hand[:2]), scene_text.text((cards.block("", hand),), style)):
        assert all(cells.width(line) <= style.width for line in drawn.splitlines())
        assert not style.ascii or drawn.isascii()
        shown = drawn.replace("*", " ").split()
        named = {cards.sign(card, style) if style.compact else cards.notation(card) for card in hand}
        assert named <= set(shown) or not hand


def test_a_hand_on_a_small_screen_and_in_ascii():
    hand = cards.parse_hand("QS 10H")
    assert cards.hand_picture(hand, Style(), playable=hand[1:]).splitlines() == [
        "┌───┐ ┌───┐",
        "│Q  │ │10 │",
        "│  ♠│ │  ♥│",
        "└───┘ └───┘",
        " QS    10H*",
    ]
    block = cards.block("Hand", (*hand, None), playable=hand[1:], verb="play")
    assert scene_text.text((block,), Style(ascii=True, compact=True)) == "Hand: QS 10H* [?]"
    assert scene_text.text((block,), Style(compact=True)) == "Hand: Q♠ 10♥* [?]"
    assert scene_words.words((block,)) == ["Hand: queen of spades, ten of hearts (can be played), face down."]
    assert [piece.moves for piece in block.pieces] == [(), ("play 10H",), ()]
    assert scenes.check((block,)) == ""


def test_cards_of_other_games_are_drawn_and_told_by_their_text():
    block = scenes.Pieces(
        "", (scenes.Piece("card", "wild +4", "wild four"), scenes.Piece("card", "囲碁", marks=("new",)))
    )
    assert "│wild +4│" in scene_text.text((block,), Style())
    assert scene_text.text((block,), Style(ascii=True)).isascii()
    assert scene_words.words((block,)) == ["wild four, 囲碁 (new)."]
