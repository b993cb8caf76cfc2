"""Dealing unseen pieces: every deal that fits what is known, each as likely as any other."""

from collections import Counter
from itertools import permutations
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import cards, dealing
from tabletop.audit import chi_square_tail

ALIKE = 0.001
"""A correct deal looks worse than this once in a thousand seeds; the seeds are fixed."""


def looks_alike(seen, weights=None):
    """Whether the counts are as near to the weights (all alike) as chance makes them, by a chi-square test."""
    weights = weights or [1] * len(seen)
    expected = [sum(seen) * weight / sum(weights) for weight in weights]
    distance = sum((count - mean) ** 2 / mean for count, mean in zip(seen, expected, strict=True))
    return chi_square_tail(distance, len(seen) - 1) > ALIKE


def every_deal(pieces, counts, void, known):
    """All deals that fit, each a set of pieces (told apart by their places) for each hand, by brute force."""
    found = set()
    for order in permutations(range(len(pieces))):
        hands, start = [], 0
        for count in counts:
            hands.append(frozenset(order[start : start + count]))
            start += count
        if all(fits(pieces, place, hand, void, known) for place, hand in enumerate(hands)):
            found.add(tuple(hands))
    return found


def fits(pieces, place, hand, void, known):
    held = Counter(pieces[number] for number in hand)
    wanted = Counter(known.get(place, ()))
    return wanted <= held and not any(void(place, piece) for piece in (held - wanted))


@st.composite
def problems(draw):
    """Up to seven different pieces, up to four places, any voids; ``known`` is a dictionary."""
    counts = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: sum(counts) <= 7))
    pieces = "abcdefg"[: sum(counts)]
    places = range(len(counts))
    voids = draw(st.sets(st.tuples(st.sampled_from(places), st.sampled_from(pieces or "-")), max_size=10))
    known = {}
    if pieces and draw(st.booleans()):
        known = {draw(st.sampled_from(places)): [draw(st.sampled_from(pieces))]}
    return pieces, counts, lambda place, piece: (place, piece) in voids, known


@given(problems(), st.integers(0, 2**32))
def test_it_counts_every_deal_there_is_and_deals_only_those(problem, seed):
    pieces, counts, void, known = problem
    expected = every_deal(pieces, counts, void, known)
    if not expected:
        for most in (dealing.MOST, 0):
            with pytest.raises(ValueError, match=r"no deal|can't hold"):
                dealing.Dealing(pieces, counts, void, known, most=most)
        return
    dealt = dealing.Dealing(pieces, counts, void, known)
    assert dealt.ways == len(expected)
    mixed = dealing.Dealing(pieces, counts, void, known, most=0).deal(Random(seed))
    assert tuple(frozenset(map(pieces.index, hand)) for hand in mixed) in expected
    hands = dealt.deal(Random(seed))
    assert tuple(frozenset(map(pieces.index, hand)) for hand in hands) in expected
    assert list(map(len, hands)) == counts
    assert dealt.deal(Random(seed)) == hands == dealing.deal(pieces, counts, Random(seed), void, known)


def is_void(place, piece):
    """The first hand has no vowel, the second neither ``b`` nor ``e``."""
    return piece in ("ae", "be", "")[place]


@pytest.mark.parametrize("most", [dealing.MOST, 0], ids=["counted", "mixed"])
@pytest.mark.parametrize(
    ("pieces", "counts", "void", "known"),
    [
        ("abcdef", (2, 2, 2), lambda *_: False, {}),
        ("abcdef", (2, 2, 2), is_void, {}),
        ("abcdefg", (3, 2, 2), is_void, {}),
        ("abcdef", (3, 1, 2), is_void, {0: ["c"]}),
        ("abcdef", (1, 2, 3), is_void, {2: ["d", "b"]}),
    ],
)
def test_every_deal_comes_as_often_as_any_other(pieces, counts, void, known, most):
    expected = every_deal(pieces, counts, void, known)
    dealt, rng = dealing.Dealing(pieces, counts, void, known, most=most), Random(20)
    assert (dealt.ways is None) == (most == 0)
    seen = Counter(
        tuple(frozenset(map(pieces.index, hand)) for hand in dealt.deal(rng)) for _deal in range(60 * len(expected))
    )
    assert seen.keys() == expected
    assert looks_alike(list(seen.values()))


def test_the_order_in_a_place_is_random_too():
    dealt, rng = (
        dealing.Dealing("abcd", (3, 1), lambda place, piece: place == 1 and piece == "a", {0: ["d"]}),
        Random(3),
    )
    seen = Counter("".join(dealt.deal(rng)[0]) for _deal in range(2_400))
    assert len(seen) == 12
    assert looks_alike(list(seen.values()))


def test_equal_pieces_are_told_apart():
    """Of two equal pieces and another one, a hand of one holds an equal one twice as often."""
    dealt, rng = dealing.Dealing("aab", (1, 2)), Random(4)
    assert dealt.ways == 3
    seen = Counter(dealt.deal(rng)[0] for _deal in range(3_000))
    assert looks_alike([seen[("a",)], seen[("b",)]], [2, 1])


def test_a_hand_of_cards_with_voids():
    """All hearts are with the second seat; the others share the rest."""
    unseen = cards.deck()[13:]
    voids = ("H", "SD", "")
    dealt = dealing.Dealing(unseen, (13, 13, 13), lambda seat, card: card.suit in voids[seat])
    hands = dealt.deal(Random(1))
    assert all(card.suit not in void for void, hand in zip(voids, hands, strict=True) for card in hand)
    assert sorted(card for hand in hands for card in hand) == sorted(unseen)
    assert dealt.ways == comb(26, 13)


@pytest.mark.parametrize(
    ("pieces", "counts", "void", "known", "why"),
    [
        ("abc", (1, 1), None, None, r"3 pieces can't be dealt to places that hold \(1, 1\)"),
        ("abc", (1, 2), None, {0: "ab"}, "can't hold the known pieces"),
        ("abc", (1, 2), None, {5: "a"}, "can't hold the known pieces"),
        ("abc", (1, 2), None, {0: "d"}, "d is known to be held, but is not among"),
        ("abc", (1, 2), lambda _place, piece: piece == "b", None, "no place can hold b"),
        ("abc", (1, 2), lambda place, _piece: place == 1, None, "no deal of 3 pieces"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(pieces, counts, void, known, why):
    with pytest.raises(ValueError, match=why):
        dealing.Dealing(pieces, counts, void, known)


def test_a_whole_deck_with_a_void_in_each_hand_is_counted_in_few_steps():
    dealt = dealing.Dealing(cards.deck(), (13,) * 4, lambda seat, card: card.suit == cards.SUITS[seat])
    assert dealt.ways
    assert len(dealt._margins.memory) < 50_000


def test_where_there_is_too_much_to_count_deals_are_mixed():
    def is_void(place, piece):
        return piece % 9 == place

    dealt = dealing.Dealing(range(81), (9,) * 9, is_void)
    assert dealt.ways is None
    hands = dealt.deal(Random(1))
    assert sorted(piece for hand in hands for piece in hand) == list(range(81))
    assert not any(is_void(place, piece) for place, hand in enumerate(hands) for piece in hand)
